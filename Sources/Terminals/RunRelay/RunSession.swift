import BidiRepair
import CSystem
import Glibc
import SystemCalls
import TerminalEmulator

/// Runs a program in a pseudo-terminal of its own and shows it on this process's terminal, so that
/// right-to-left text reads right (`TextRepair`). Keys go to the program as they come, and so does
/// all else: window sizes, Ctrl-Z and `fg`, the end of the terminal.
///
/// What is waited for is in two states: `ProgramLife` for the program's end, and `Inquiry` for the
/// terminal's answers. The session only does what they say.
@MainActor
public final class RunSession {
  /// What is run. The first argument is the name by which the program is called.
  public struct Program: Sendable {
    public var path: String
    public var arguments: [String]
    public var environment: [String]

    public init(path: String, arguments: [String], environment: [String]) {
      (self.path, self.arguments, self.environment) = (path, arguments, environment)
    }
  }

  /// Why nothing was run: a system's error number.
  public enum Failure: Error {
    /// Standard input and output are no terminal.
    case noTerminal
    /// There is no pseudo-terminal, or the program cannot be executed.
    case notStarted(Int32)
  }

  /// The most that is kept for a terminal that does not take it, or for a program that does not read.
  private static let bufferLimit = 1 << 17
  private static let readLimit = 1 << 16

  private var terminal: OuterTerminal
  private var program: ProgramTerminal
  private let signals: Int32
  private var repair: TextRepair
  private var life = ProgramLife.running
  private var orderingPrograms: OrderingPrograms
  /// Room for what is read at a time.
  private var room = [UInt8](repeating: 0, count: readLimit)
  /// What is asked with the first question for the cursor's place; nil once it has been answered, and
  /// where nothing is to be found out.
  private var identification: (any TerminalIdentification)?
  /// Whose the terminal's answers are.
  private var sorter = AnswerSorter()

  // MARK: Beginning

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - options: how its text is shown; nil hands everything on as it comes, for a terminal
  ///   that reorders text by itself.
  ///   - identification: what the terminal is asked before its first right-to-left text.
  ///   - selfOrdering: the programs that order their text themselves and do not say so.
  public init(
    _ program: Program, options: RepairOptions?,
    identification: (any TerminalIdentification)? = nil, selfOrdering: ProgramNames = .known
  ) throws(Failure) {
    orderingPrograms = OrderingPrograms(selfOrdering)
    self.identification = identification
    let size = OuterTerminal.windowSize
    repair = TextRepair(
      size: TerminalSize(size), options: options ?? RepairOptions(),
      questions: identification?.questions ?? [])
    guard var terminal = OuterTerminal(settled: repair.terminalState) else { throw .noTerminal }
    if options == nil { repair.take(.declined, into: &terminal.unsent) }
    signals = cs_screen_signals()
    self.program = try ProgramTerminal(program, size: size, modes: terminal.originalModes)
    self.terminal = terminal
  }

  // MARK: Running

  /// Hands on everything until the program ends. Returns its exit code, or 128 and the signal that
  /// ended it.
  public func run() -> Int32 {
    cs_fatal_install()
    terminal.take(showing: repair)
    defer { terminal.giveBack() }
    while true {
      if let code = life.exitCode, isDrained {
        end()
        return code
      }
      waitAndAct()
    }
  }

  /// Whether all that the program wrote has gone to the terminal.
  private var isDrained: Bool {
    terminal.unsent.isEmpty && !repair.awaitsPlace && !readsOutput
  }

  /// Whether the program's terminal is read now: after its end whatever comes, and else as long as
  /// there is room.
  private var readsOutput: Bool {
    switch life {
    case .running: !repair.awaitsPlace && terminal.unsent.count < Self.bufferLimit
    case .draining: true
    case .silent, .left, .closed: false
    }
  }

  private func waitAndAct() {
    let reads = readsOutput
    let writes = life == .running && !program.unsent.isEmpty
    var polled = [
      pollfd(
        fd: program.unsent.count < Self.bufferLimit ? STDIN_FILENO : -1, events: Int16(POLLIN),
        revents: 0),
      pollfd(
        fd: reads || writes ? program.descriptor : -1,
        events: Int16((reads ? POLLIN : 0) | (writes ? POLLOUT : 0)), revents: 0),
      pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
      pollfd(fd: life.exitCode == nil ? program.channel : -1, events: Int16(POLLIN), revents: 0),
      pollfd(
        fd: terminal.unsent.isEmpty ? -1 : terminal.descriptor, events: Int16(POLLOUT), revents: 0),
    ]
    _ = poll(&polled, UInt(polled.count), timeout())
    if polled[2].revents != 0 { takeSignals() }
    if polled[4].revents != 0 { terminal.write(showing: repair) }
    if polled[0].revents != 0 { readKeys() }
    if polled[1].revents & Int16(POLLOUT) != 0 { program.write() }
    if polled[1].revents & Int16(POLLIN | POLLHUP | POLLERR) != 0, reads { readOutput() }
    if polled[3].revents != 0 { takeChange() }
    takeTime(.now)
  }

  /// Until when the terminal's answers are awaited.
  private var answersEnd: ContinuousClock.Instant? {
    repair.awaitsPlace ? sorter.answersEnd : nil
  }

  /// Milliseconds to the next time that `takeTime` waits for; -1 where there is none.
  private func timeout() -> Int32 {
    let ends = [answersEnd, sorter.pauseEnd, life.drainEnd].compactMap(\.self)
    guard let next = ends.min() else { return -1 }
    let left = ContinuousClock.now.duration(to: next).components
    return Int32(max(0, left.seconds * 1_000 + left.attoseconds / 1_000_000_000_000_000 + 1))
  }

  private func takeTime(_ now: ContinuousClock.Instant) {
    // Nothing more has come: what was held back may be keys.
    if let end = sorter.pauseEnd, end <= now { send(keys: sorter.release(at: now)) }
    if let end = answersEnd, end <= now { inquire(.late) }
    take(.time(now))
  }

  // MARK: The program's output

  private func readOutput() {
    let (count, isAtEnd) = program.read(into: &room)
    take(.read(count))
    if isAtEnd { take(.closed) }
    guard count > 0 else { return }
    if repair.hasSeenRightToLeft { lookWhoOrders() }
    room.withUnsafeBufferPointer { room in
      let part = UnsafeBufferPointer(rebasing: room[..<count])
      repair.take(part, into: &terminal.unsent)
    }
    handOn()
    // The answers to questions that are not the terminal's to answer. A program that never reads them
    // gets no more.
    let answers = repair.takeAnswers()
    if program.unsent.count < Self.bufferLimit { program.unsent += answers }
    if !answers.isEmpty { sendKeys() }
  }

  private func lookWhoOrders() {
    repair.leaveAlternateScreen(orderingPrograms.arePresent(at: program.descriptor))
  }

  /// Writes what the repair made for the terminal, which may be asked by it.
  private func handOn() {
    sorter.note(repair.takeQuestions(), at: .now)
    terminal.write(showing: repair)
  }

  // MARK: Keys

  private func readKeys() {
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = read(STDIN_FILENO, &bytes, bytes.count)
    guard count > 0 else {
      if count == 0 || errno != EINTR && errno != EAGAIN { hangUp() }
      return
    }
    send(keys: sorter.take(bytes[..<count], at: .now))
    takeAnswers()
  }

  private func send(keys: [UInt8]) {
    program.unsent +=
      repair.hasSeenRightToLeft ? KeyTranslation.translated(keys[...], by: repair) : keys
    sendKeys()
  }

  private func sendKeys() {
    if !life.isTerminalOpen { program.unsent = [] }
    program.write()
  }

  // MARK: Answers

  private func takeAnswers() {
    for answer in sorter.takeAnswers() {
      switch answer {
      case .place(let row, let column):
        inquire(.place(row: max(0, row - 1), column: max(0, column - 1)))
      case .other(let bytes): identification?.take(bytes)
      }
    }
    sorter.awaitsMore = repair.awaitsPlace && identification?.awaitsMore == true
    if !sorter.awaitsMore { inquire(.complete) }
  }

  private func inquire(_ event: Inquiry.Event) {
    switch repair.take(event, into: &terminal.unsent) {
    case .identify: inquire(identify())
    case .show, .passOn:
      // No answer is awaited: what waited for it goes out, and what the program wrote meanwhile is read.
      identification = nil
      sorter.awaitsMore = false
      handOn()
    case .ask, nil: break
    }
  }

  /// Everything that was asked is answered: finds out how text is shown on this terminal.
  private func identify() -> Inquiry.Event {
    if identification != nil {
      identification?.end()
      guard let options = identification?.options else { return .declined }
      repair.use(options)
    }
    lookWhoOrders()
    return .ordered
  }

  // MARK: Signals and ends

  private func takeSignals() {
    while case let number = cs_next_signal(signals), number != 0 {
      switch number {
      case SIGWINCH: resize()
      case SIGTSTP: program.signal(SIGTSTP)
      default: break
      }
    }
  }

  private func resize() {
    let size = OuterTerminal.windowSize
    program.resize(to: size)
    repair.resize(to: TerminalSize(size))
  }

  private func takeChange() {
    var state = cs_process_state()
    guard cs_pty_next_change(program.channel, &state) == 0 else { return noteEnd(1) }
    switch UInt32(state.change) {
    case CS_EXITED.rawValue: noteEnd(state.value)
    case CS_SIGNALED.rawValue: noteEnd(128 + state.value)
    case CS_STOPPED.rawValue: stop()
    default: break
    }
  }

  private func noteEnd(_ code: Int32) { take(.ended(exitCode: code, at: .now)) }

  private func take(_ event: ProgramLife.Event) {
    let (state, action) = life.after(event)
    life = state
    // The kernel keeps less of what a program wrote than one call reads.
    if action == .read { readOutput() }
  }

  /// The program was stopped, so this one stops too, and the shell has its terminal; both go on
  /// together.
  private func stop() {
    readOutput()
    repair.finish(into: &terminal.unsent)
    terminal.flush(showing: repair)
    terminal.giveBack()
    cs_stop()
    terminal.take(showing: repair)
    repair.forgetPlace()
    resize()
    program.signal(SIGCONT)
  }

  /// The terminal is gone: the program's hangs up.
  private func hangUp() {
    program.close()
    take(.closed)
    // Nothing is left to answer.
    inquire(.declined)
    terminal.unsent = []
    var polled = pollfd(fd: program.channel, events: Int16(POLLIN), revents: 0)
    if poll(&polled, 1, 1_000) > 0 { takeChange() }
    noteEnd(128 + SIGHUP)
  }

  private func end() {
    repair.finish(into: &terminal.unsent)
    terminal.flush(showing: repair)
    program.end(hasJobs: life.isTerminalOpen)
  }
}

extension TerminalSize {
  fileprivate init(_ size: winsize) {
    self.init(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }
}
