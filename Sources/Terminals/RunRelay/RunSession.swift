import BidiRepair
import CSystem
import Glibc
import TerminalEmulator

/// Runs a program in a pseudo-terminal of its own and shows it on this process's terminal, so that
/// right-to-left text reads right (`TextRepair`). Keys go to the program as they come, and so does
/// all else: window sizes, Ctrl-Z and `fg`, the end of the terminal.
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
    /// There is no pseudo-terminal.
    case noPseudoTerminal(Int32)
    /// The program cannot be executed.
    case notExecuted(Int32)
  }

  /// How long the terminal's answer is waited for.
  private static let answerLimit = Duration.seconds(1)
  /// How long the rest of a sequence is waited for.
  private static let pauseLimit = Duration.milliseconds(50)
  /// For how long after its questions the key Escape waits for what may make an answer of it.
  private static let patience = Duration.seconds(10)
  /// For how long after the program's end its terminal is still read, in all, where other programs
  /// have it open.
  private static let drainLimit = Duration.milliseconds(100)
  /// The most that is read in that time.
  private static let drainedLimit = 1 << 18
  /// The most that is kept for a terminal that does not take it, or for a program that does not read.
  private static let bufferLimit = 1 << 17
  private static let readLimit = 1 << 16

  private let terminal: Int32
  private let master: Int32
  private let signals: Int32
  private let process: cs_pty_process
  private let originalModes: termios
  private var repair: TextRepair
  /// What was set on the terminal when all that was to go there had gone.
  private var settled: TerminalState

  private var orderingPrograms: OrderingPrograms
  private var toTerminal: [UInt8] = []
  private var toProgram: [UInt8] = []
  /// Room for what is read at a time.
  private var room = [UInt8](repeating: 0, count: readLimit)
  /// What is asked with the first question for the cursor's place; nil once it has been answered, and
  /// where nothing is to be found out.
  private var identification: (any TerminalIdentification)?
  /// Whose the terminal's answers are.
  private var sorter = AnswerSorter()
  /// The place that the terminal has told, while the answers of another around it are awaited.
  private var place: (row: Int, column: Int)?
  private var answerDeadline: ContinuousClock.Instant?
  private var patienceEnd: ContinuousClock.Instant?
  /// When what is held back is given up.
  private var pauseDeadline: ContinuousClock.Instant?
  private var exitCode: Int32?
  /// Until when the terminal of a program that has ended is read, and what has come since.
  private var drainDeadline: ContinuousClock.Instant?
  private var drainedCount = 0
  private var isMasterOpen = true

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
    var modes = termios()
    guard tcgetattr(STDIN_FILENO, &modes) == 0, isatty(STDOUT_FILENO) == 1 else {
      throw .noTerminal
    }
    originalModes = modes
    let size = Self.windowSize()
    var path = [CChar](repeating: 0, count: 128)
    let master = cs_pty_open(size.ws_row, size.ws_col, &path, path.count)
    guard master >= 0 else { throw .noPseudoTerminal(-master) }
    self.master = master
    var window = size
    _ = ioctl(master, UInt(TIOCSWINSZ), &window)
    // The program finds the line as it would without this one.
    _ = tcsetattr(master, TCSANOW, &modes)
    signals = cs_screen_signals()
    // A description of its own, because one that does not block is shared with other programs.
    var name = [CChar](repeating: 0, count: 128)
    let reopened =
      ttyname_r(STDOUT_FILENO, &name, name.count) == 0
      ? open(name, O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC) : -1
    terminal = reopened >= 0 ? reopened : STDOUT_FILENO
    self.identification = identification
    repair = TextRepair(
      size: TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row)),
      options: options ?? RepairOptions(), questions: identification?.questions ?? [])
    if options == nil { repair.giveUp(into: &toTerminal) }
    settled = repair.terminalState
    process = try Self.spawn(program, in: path)
  }

  private static func spawn(
    _ program: Program, in terminal: [CChar]
  ) throws(Failure) -> cs_pty_process {
    let arguments = program.arguments.map { strdup($0) } + [nil]
    let environment = program.environment.map { strdup($0) } + [nil]
    let path = strdup(program.path)
    defer {
      for text in arguments + environment + [path] { free(text) }
    }
    var process = cs_pty_process()
    let result = arguments.map { UnsafePointer($0) }.withUnsafeBufferPointer { arguments in
      environment.map { UnsafePointer($0) }.withUnsafeBufferPointer { environment in
        terminal.withUnsafeBufferPointer { terminal in
          var called = cs_pty_program(
            path: path, arguments: arguments.baseAddress, environment: environment.baseAddress,
            directory: nil, terminal: terminal.baseAddress, ignored: 0)
          return cs_pty_spawn(&called, &process)
        }
      }
    }
    guard result == 0 else { throw .notExecuted(-result) }
    return process
  }

  private static func windowSize() -> winsize {
    var size = winsize()
    _ = ioctl(STDIN_FILENO, UInt(TIOCGWINSZ), &size)
    if size.ws_row == 0 { size.ws_row = 24 }
    if size.ws_col == 0 { size.ws_col = 80 }
    return size
  }

  // MARK: Running

  /// Hands on everything until the program ends. Returns its exit code, or 128 and the signal that
  /// ended it.
  public func run() -> Int32 {
    cs_fatal_install()
    takeTerminal()
    defer {
      restoreTerminal()
      cs_terminal_disarm()
    }
    while true {
      if let code = exitCode, isDrained {
        end()
        return code
      }
      waitAndAct()
    }
  }

  /// Whether all that the program wrote has gone to the terminal.
  private var isDrained: Bool {
    toTerminal.isEmpty && !repair.awaitsPlace && !readsOutput
  }

  /// Whether the program's terminal is read now: after its end for a short time, whatever comes, and
  /// else as long as there is room.
  private var readsOutput: Bool {
    guard let drainDeadline else {
      return isMasterOpen && !repair.awaitsPlace && toTerminal.count < Self.bufferLimit
    }
    return isMasterOpen && drainDeadline > .now && drainedCount < Self.drainedLimit
  }

  private func takeTerminal() {
    var modes = originalModes
    arm()
    cfmakeraw(&modes)
    while tcsetattr(STDIN_FILENO, TCSADRAIN, &modes) != 0 && errno == EINTR {}
  }

  private func restoreTerminal() {
    var modes = originalModes
    while tcsetattr(STDIN_FILENO, TCSADRAIN, &modes) != 0 && errno == EINTR {}
  }

  /// Makes a fatal signal give the terminal back as the program found it, whatever of the bytes to it
  /// has gone.
  private func arm() {
    // CAN ends a sequence that has come in part.
    var bytes: [UInt8] = [0x18]
    // The middle of a row that is shown in order.
    if repair.hasSeenRightToLeft, !toTerminal.isEmpty {
      bytes += "\u{1B}[?2026l\u{1B}[?69l\u{1B}[?25h\u{1B}[m".utf8
    }
    bytes += TerminalState.restoration(from: [settled, repair.terminalState]) + repair.leave
    var modes = originalModes
    cs_terminal_arm(STDOUT_FILENO, bytes, bytes.count, &modes, nil, 0, STDERR_FILENO)
  }

  private func end() {
    repair.finish(into: &toTerminal)
    flush()
    if isMasterOpen {
      // Its jobs still have the terminal.
      close(master)
      isMasterOpen = false
      Jobs.hangUp(ofSession: process.leader)
    }
    var user: Int64 = 0
    var system: Int64 = 0
    _ = cs_pty_reap(process.channel, &user, &system)
    while waitpid(process.leader, nil, 0) < 0 && errno == EINTR {}
  }

  private func waitAndAct() {
    let reads = readsOutput
    let writes = isMasterOpen && exitCode == nil && !toProgram.isEmpty
    var polled = [
      pollfd(
        fd: toProgram.count < Self.bufferLimit ? STDIN_FILENO : -1, events: Int16(POLLIN),
        revents: 0),
      pollfd(
        fd: reads || writes ? master : -1,
        events: Int16((reads ? POLLIN : 0) | (writes ? POLLOUT : 0)), revents: 0),
      pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
      pollfd(fd: exitCode == nil ? process.channel : -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: toTerminal.isEmpty ? -1 : terminal, events: Int16(POLLOUT), revents: 0),
    ]
    _ = poll(&polled, UInt(polled.count), timeout())
    if polled[2].revents != 0 { takeSignals() }
    if polled[4].revents != 0 { write() }
    if polled[0].revents != 0 { readKeys() }
    if polled[1].revents & Int16(POLLOUT) != 0 { writeKeys() }
    if polled[1].revents & Int16(POLLIN | POLLHUP | POLLERR) != 0, reads { readOutput() }
    if polled[3].revents != 0 { takeChange() }
    if let deadline = pauseDeadline, deadline <= .now { endPause() }
    if let deadline = answerDeadline, deadline <= .now { giveUpAnswer() }
  }

  /// Milliseconds to the next deadline; -1 where there is none.
  private func timeout() -> Int32 {
    let deadlines = [answerDeadline, pauseDeadline, readsOutput ? drainDeadline : nil]
      .compactMap(\.self)
    guard let next = deadlines.min() else { return -1 }
    let left = ContinuousClock.now.duration(to: next).components
    return Int32(max(0, left.seconds * 1_000 + left.attoseconds / 1_000_000_000_000_000 + 1))
  }

  // MARK: The program's output

  private func readOutput() {
    var count = 0
    room.withUnsafeMutableBytes { room in
      while count < room.count {
        let got = read(master, room.baseAddress! + count, room.count - count)
        if got > 0 {
          count += got
        } else if got < 0, errno == EINTR {
          continue
        } else {
          // EIO is the end: nobody has the program's terminal any more.
          if got == 0 || errno != EAGAIN { isMasterOpen = false }
          break
        }
      }
    }
    guard count > 0 else { return }
    if exitCode != nil { drainedCount += count }
    if repair.hasSeenRightToLeft { lookWhoOrders() }
    room.withUnsafeBufferPointer { room in
      let part = UnsafeBufferPointer(rebasing: room[..<count])
      repair.take(part, into: &toTerminal)
    }
    noteQuestions()
    write()
    answerProgram()
  }

  private func lookWhoOrders() {
    repair.leaveAlternateScreen(orderingPrograms.arePresent(at: master))
  }

  /// Hands on the answers to questions that are not the terminal's to answer.
  private func answerProgram() {
    let answers = repair.takeAnswers()
    guard !answers.isEmpty else { return }
    // Who asks and does not read gets no more.
    if toProgram.count < Self.bufferLimit { toProgram += answers }
    writeKeys()
  }

  private func noteQuestions() {
    sorter.note(repair.takeQuestions())
    guard repair.awaitsPlace, answerDeadline == nil else { return }
    answerDeadline = .now + Self.answerLimit
    patienceEnd = .now + Self.patience
  }

  /// Writes what the terminal takes now.
  private func write() {
    guard !toTerminal.isEmpty else { return }
    let isChanged = repair.hasSeenRightToLeft || settled != repair.terminalState
    if isChanged { arm() }
    defer {
      if isChanged, toTerminal.isEmpty {
        settled = repair.terminalState
        arm()
      }
    }
    cs_terminal_hold()
    defer { cs_terminal_release() }
    var sent = 0
    while sent < toTerminal.count {
      let count = toTerminal.withUnsafeBytes {
        Glibc.write(terminal, $0.baseAddress! + sent, $0.count - sent)
      }
      if count > 0 {
        sent += count
      } else if count < 0, errno == EINTR {
        continue
      } else {
        // A terminal that is gone takes nothing more; its end is seen where keys are read.
        if errno != EAGAIN { sent = toTerminal.count }
        break
      }
    }
    if sent == toTerminal.count {
      toTerminal.removeAll(keepingCapacity: true)
    } else {
      toTerminal.removeFirst(sent)
    }
  }

  /// Writes everything, for as long as the terminal takes it.
  private func flush() {
    while !toTerminal.isEmpty {
      write()
      guard !toTerminal.isEmpty else { return }
      var polled = pollfd(fd: terminal, events: Int16(POLLOUT), revents: 0)
      guard poll(&polled, 1, 1_000) > 0 else { return }
    }
  }

  // MARK: Keys

  private func readKeys() {
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = read(STDIN_FILENO, &bytes, bytes.count)
    guard count > 0 else {
      if count == 0 || errno != EINTR && errno != EAGAIN { hangUp() }
      return
    }
    sorter.isPatient = patienceEnd.map { $0 > .now } == true
    addKeys(sorter.take(bytes[..<count])[...])
    pauseDeadline = sorter.holdsBytes ? .now + Self.pauseLimit : nil
    writeKeys()
    takeAnswers()
  }

  // MARK: Answers

  private func takeAnswers() {
    for answer in sorter.takeAnswers() {
      switch answer {
      case .place(let row, let column): place = (row, column)
      case .other(let bytes): identification?.take(bytes)
      }
    }
    sorter.awaitsMore = repair.awaitsPlace && identification?.awaitsMore == true
    if place != nil, !sorter.awaitsMore { endAnswers() }
  }

  /// Everything that was asked is answered: text is shown in the way of this terminal.
  private func endAnswers() {
    guard let place, repair.awaitsPlace else {
      // It was given up before.
      self.place = nil
      return
    }
    if var identification {
      identification.end()
      use(identification.options)
    }
    lookWhoOrders()
    repair.place(
      row: max(0, place.row - 1), column: max(0, place.column - 1), into: &toTerminal)
    forgetAnswers()
  }

  private func use(_ options: RepairOptions?) {
    if let options {
      repair.use(options, into: &toTerminal)
    } else {
      // It orders text by itself.
      repair.giveUp(into: &toTerminal)
    }
  }

  /// Nothing more has come: what was held back may be keys.
  private func endPause() {
    sorter.isPatient = patienceEnd.map { $0 > .now } == true
    addKeys(sorter.release()[...])
    pauseDeadline = sorter.holdsBytes ? .now + Self.pauseLimit : nil
    writeKeys()
  }

  private func addKeys(_ keys: ArraySlice<UInt8>) {
    guard repair.hasSeenRightToLeft else {
      toProgram += keys
      return
    }
    toProgram += KeyTranslation.translated(keys, by: repair)
  }

  /// No answer came in time, or not all of them. Those that come later still are not the program's.
  private func giveUpAnswer() {
    if place != nil { return endAnswers() }
    repair.giveUp(into: &toTerminal)
    forgetAnswers()
  }

  /// No answer is awaited: what waited for it goes out, and what the program wrote meanwhile is read.
  private func forgetAnswers() {
    (identification, place, answerDeadline) = (nil, nil, nil)
    sorter.awaitsMore = false
    noteQuestions()
    write()
  }

  private func writeKeys() {
    var sent = 0
    while sent < toProgram.count, isMasterOpen {
      let count = toProgram.withUnsafeBytes {
        Glibc.write(master, $0.baseAddress! + sent, $0.count - sent)
      }
      if count > 0 { sent += count } else if errno != EINTR { break }
    }
    toProgram.removeFirst(sent)
    if !isMasterOpen { toProgram.removeAll() }
  }

  // MARK: Signals and ends

  private func takeSignals() {
    while case let number = cs_next_signal(signals), number != 0 {
      switch number {
      case SIGWINCH: resize()
      case SIGTSTP: kill(-process.program, SIGTSTP)
      default: break
      }
    }
  }

  private func resize() {
    var size = Self.windowSize()
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    repair.resize(to: TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row)))
  }

  private func takeChange() {
    var state = cs_process_state()
    guard cs_pty_next_change(process.channel, &state) == 0 else { return noteEnd(1) }
    switch UInt32(state.change) {
    case CS_EXITED.rawValue: noteEnd(state.value)
    case CS_SIGNALED.rawValue: noteEnd(128 + state.value)
    case CS_STOPPED.rawValue: stop()
    default: break
    }
  }

  /// The program has ended. What it wrote is read at once, however late that was noticed; what its
  /// jobs write counts for a short time only, or they could keep the session for ever.
  private func noteEnd(_ code: Int32) {
    exitCode = exitCode ?? code
    drainDeadline = .now + Self.drainLimit
    // The kernel keeps less of what a program wrote than one call reads.
    if isMasterOpen { readOutput() }
  }

  /// The program was stopped, so this one stops too, and the shell has its terminal; both go on
  /// together.
  private func stop() {
    readOutput()
    repair.finish(into: &toTerminal)
    flush()
    restoreTerminal()
    cs_terminal_disarm()
    cs_stop()
    takeTerminal()
    repair.forgetPlace()
    resize()
    kill(-process.program, SIGCONT)
  }

  /// The terminal is gone: the program's hangs up.
  private func hangUp() {
    close(master)
    isMasterOpen = false
    toTerminal.removeAll()
    var polled = pollfd(fd: process.channel, events: Int16(POLLIN), revents: 0)
    if poll(&polled, 1, 1_000) > 0 { takeChange() }
    exitCode = exitCode ?? 128 + SIGHUP
  }
}
