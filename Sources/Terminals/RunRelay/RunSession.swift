import BidiRepair
import CSystem
import Glibc
import SystemCalls
import TerminalEmulator

/// Runs a program in a new pseudo-terminal and shows it on this process's terminal, so that
/// right-to-left text reads right (`TextRepair`). Keys go to the program unchanged, and so does
/// everything else: window sizes, Ctrl-Z and `fg`, the end of the terminal.
///
/// Two states say what is awaited: `ProgramLife` for the program's end, and `Inquiry` for the
/// terminal's answers. The session only takes the steps that they return.
@MainActor
public final class RunSession {
  /// The program to run. Its first argument is the name under which it is called.
  public struct Program: Sendable {
    public var path: String
    public var arguments: [String]
    public var environment: [String]

    public init(path: String, arguments: [String], environment: [String]) {
      (self.path, self.arguments, self.environment) = (path, arguments, environment)
    }
  }

  /// Why no program was run: a system's error number.
  public enum Failure: Error {
    /// Standard input and output are not a terminal.
    case noTerminal
    /// There is no pseudo-terminal, or the program cannot be executed.
    case notStarted(Int32)
  }

  /// The maximum kept for a terminal that accepts no output, or for a program that does not read.
  private static let bufferLimit = 1 << 17
  /// The maximum of one read, which is more than the kernel holds of a program's output.
  private static let readLimit = 1 << 16
  /// The maximum before there is right-to-left text: the terminal shows a small part while the next
  /// one is taken. Later, each part would cost a repair of its last rows.
  private static let partLimit = 1 << 13

  private var terminal: OuterTerminal
  private var program: ProgramTerminal
  private let signals: Int32
  private var repair: TextRepair
  private var life = ProgramLife.running
  private var orderingPrograms: OrderingPrograms
  /// The buffer for each read.
  private var room = [UInt8](repeating: 0, count: readLimit)
  /// The queries sent with the first one for the cursor's place; nil once they were answered, or if
  /// nothing needs to be found out.
  private var identification: (any TerminalIdentification)?
  /// Tells to whom each of the terminal's answers belongs.
  private var sorter = AnswerSorter()
  private var paste = PasteTranslation()

  // MARK: Beginning

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - options: how its text is shown; nil passes everything unchanged, for a terminal that
  ///     reorders text itself.
  ///   - identification: the queries to the terminal before its first right-to-left text.
  ///   - selfOrdering: the programs that order their text themselves without saying so.
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

  /// Relays everything until the program ends. Returns its exit code, or 128 and the signal that
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

  /// Whether all output of the program has gone to the terminal.
  private var isDrained: Bool {
    terminal.unsent.isEmpty && !repair.awaitsPlace && !readsOutput
  }

  /// Whether the program's terminal is read now: always after its end, otherwise while there is
  /// room.
  private var readsOutput: Bool {
    switch life {
    case .running: !repair.awaitsPlace && terminal.unsentCount < Self.bufferLimit
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
    awaitReady(&polled, within: timeout)
    if polled[2].revents != 0 { takeSignals() }
    if polled[4].revents != 0 { terminal.write(showing: repair) }
    if polled[0].revents != 0 { readKeys() }
    if polled[1].revents & Int16(POLLOUT) != 0 { program.write() }
    if polled[1].revents & Int16(POLLIN | POLLHUP | POLLERR) != 0, reads {
      readOutput(atMost: repair.hasSeenRightToLeft ? Self.readLimit : Self.partLimit)
    }
    if polled[3].revents != 0 { takeChange() }
    takeTime(.now)
  }

  /// The deadline for the terminal's answers.
  private var answersEnd: ContinuousClock.Instant? {
    repair.awaitsPlace ? sorter.answersEnd : nil
  }

  /// The time to the next deadline of `takeTime`.
  private var timeout: Duration? {
    let ends = [answersEnd, sorter.pauseEnd, paste.pauseEnd, life.drainEnd].compactMap(\.self)
    return ends.min().map { $0 - .now }
  }

  private func takeTime(_ now: ContinuousClock.Instant) {
    // No more bytes have arrived: those held back may be keys.
    if let end = sorter.pauseEnd, end <= now { send(keys: sorter.release(at: now)) }
    if let end = paste.pauseEnd, end <= now { send(paste.release()) }
    if let end = answersEnd, end <= now { inquire(.late) }
    take(.time(now))
  }

  // MARK: The program's output

  private func readOutput(atMost limit: Int) {
    let (count, isAtEnd) = program.read(into: &room, atMost: limit)
    take(.read(count))
    if isAtEnd { take(.closed) }
    guard count > 0 else { return }
    if repair.hasSeenRightToLeft { lookWhoOrders() }
    room.withUnsafeBufferPointer { room in
      let part = UnsafeBufferPointer(rebasing: room[..<count])
      repair.take(part, into: &terminal.unsent)
    }
    handOn()
    // The answers that this process gives in the terminal's place. A program that never reads its
    // answers gets no more.
    let answers = repair.takeAnswers()
    if program.unsent.count < Self.bufferLimit { program.unsent += answers }
    if !answers.isEmpty { sendKeys() }
  }

  private func lookWhoOrders() {
    repair.leaveAlternateScreen(orderingPrograms.arePresent(at: program.descriptor))
  }

  /// Writes the repaired output to the terminal, including queries.
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
    if keys.contains(where: { $0 == 0x0D || $0 == 0x0A }), program.echoesAtOnce {
      repair.noteEnter()
    }
    send(paste.take(keys, at: .now, on: repair))
  }

  private func send(_ bytes: [UInt8]) {
    program.unsent += bytes
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
      // No answer is awaited: sends the output that waited, and reads the program's.
      if !repair.isOverdue { identification = nil }
      sorter.awaitsMore = false
      handOn()
    case .ask, nil: break
    }
  }

  /// All queries are answered: finds out how to show text on this terminal.
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
    // The kernel holds less of a program's output than one call reads.
    if action == .read { readOutput(atMost: Self.readLimit) }
  }

  /// The program was stopped, so this process stops too, and the shell gets its terminal; both
  /// continue together.
  private func stop() {
    readOutput(atMost: Self.readLimit)
    repair.finish(into: &terminal.unsent)
    terminal.flush(showing: repair)
    terminal.giveBack()
    cs_stop()
    terminal.take(showing: repair)
    repair.forgetPlace()
    resize()
    program.signal(SIGCONT)
  }

  /// The terminal is gone: closes the program's.
  private func hangUp() {
    program.close()
    take(.closed)
    // Nobody will answer any more.
    inquire(.declined)
    terminal.discard()
    if awaitReady(program.channel, within: .seconds(1)) > 0 { takeChange() }
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
