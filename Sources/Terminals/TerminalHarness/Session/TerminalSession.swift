import Glibc
import Synchronization
import SystemCalls

/// A program that could not be started.
public struct LaunchFailure: Error, Hashable, CustomStringConvertible {
  /// The program that was to be started.
  public let program: String
  /// `errno`, such as `ENOENT`.
  public let code: Int32

  /// A failure with the system's error number.
  public init(program: String, code: Int32) {
    self.program = program
    self.code = code
  }

  public var description: String { "\(program): \(String(cString: strerror(code)))" }
}

/// A program in its own terminal, driven by a test.
///
/// ```swift
/// let session = try TerminalSession("less", arguments: ["README.md"])
/// try await session.waitUntil("the first page") { $0.shows("Lisan") }
/// session.press(.end)
/// try await session.waitUntil("the end") { $0.rows.last == "(END)" }
/// session.type("q")
/// #expect(try await session.waitForExit() == .exited(0))
/// #expect(session.unknownSequences.isEmpty)
/// ```
///
/// The program leads the foreground process group of its own session, as under a shell, so Ctrl-C,
/// Ctrl-Z and the loss of the terminal are real. It is killed when the `TerminalSession` is
/// released. Any number of sessions may run at the same time, in parallel tests.
///
/// With `TERMINAL_HARNESS_SHOW=1` in the environment of the tests, each wait writes the screen that
/// met it to standard error.
public final class TerminalSession: Sendable {
  private let driver: SessionDriver
  private let checksEnd: Bool

  /// The default environment of a program: a terminal type, a UTF-8 locale and the paths of
  /// programs. Nothing is inherited.
  public static let plainEnvironment = [
    "TERM": "xterm-256color", "LANG": "C.UTF-8", "PATH": "/usr/local/bin:/usr/bin:/bin",
  ]

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - program: a path, or a name to look up in the environment's `PATH`.
  ///   - arguments: the arguments without the program's name.
  ///   - environment: the complete environment.
  ///   - directory: the working directory; nil is the current directory.
  ///   - profile: the terminal's answers to queries.
  ///   - ignoredSignals: signals that the program ignores from its start, such as SIGHUP under
  ///     `nohup`.
  ///   - checksEnd: whether `waitForExit` and `waitForStop` fail if the program does not restore
  ///     the terminal (`changesLeftBehind`). This is not checked if an uncatchable signal ended or
  ///     stopped the program, or if the terminal was taken away.
  /// - Throws: `LaunchFailure` if the program, the directory or a terminal cannot be opened.
  public init(
    _ program: String, arguments: [String] = [],
    environment: [String: String] = TerminalSession.plainEnvironment, directory: String? = nil,
    size: TerminalSize = .standard, profile: TerminalProfile = .xterm,
    ignoredSignals: Set<Int32> = [], checksEnd: Bool = false
  ) throws(LaunchFailure) {
    self.checksEnd = checksEnd
    driver = try SessionDriver(
      program: program, arguments: arguments, environment: environment, directory: directory,
      size: size, profile: profile, ignoredSignals: ignoredSignals)
    do throws(SystemError) {
      try driver.start()
    } catch {
      throw LaunchFailure(program: program, code: error.errno)
    }
  }

  deinit { driver.close() }

  // MARK: Looking

  /// The terminal's current screen.
  public var screen: Screen { driver.state.withLock { $0.emulator.screen } }

  /// The output that the emulator does not know, in readable form. A test that ends with
  /// `#expect(session.unknownSequences.isEmpty)` proves that all output was known.
  public var unknownSequences: [String] { driver.state.withLock { $0.emulator.unknownSequences } }

  /// The clipboard contents that the program set (OSC 52), in base64.
  public var clipboard: String { driver.state.withLock { $0.emulator.clipboard } }

  /// The rows that have left the main screen at its top, the oldest first, a thousand at most.
  public var history: ArraySlice<ScreenRow> { driver.state.withLock { $0.emulator.history } }

  /// Every byte in either direction, with its time.
  public var log: ByteLog { driver.state.withLock { $0.log } }

  /// The time since the program started, by the log's clock.
  public var time: Duration { driver.started.duration(to: .now) }

  /// The current status of the program.
  public var status: ProcessStatus { driver.state.withLock { $0.status } }

  /// The program's process id.
  public var processID: pid_t { driver.process.program }

  /// The terminal's line settings (`tcgetattr` from outside); nil after a hang-up.
  public var lineSettings: LineSettings? {
    driver.withTerminal { descriptor in
      var settings = termios()
      return tcgetattr(descriptor, &settings) == 0 ? LineSettings(settings) : nil
    } ?? nil
  }

  /// The line settings at the start of the program, which it has to restore.
  public var initialLineSettings: LineSettings { driver.initialSettings }

  /// The terminal's current state, as the next program would find it.
  public var terminalState: TerminalState {
    driver.state.withLock { $0.emulator.terminalState }
  }

  /// The terminal's state at the start of the program.
  public var initialTerminalState: TerminalState { driver.initialState }

  /// The differences that the next program would find, one phrase each: in the terminal's state, in
  /// the line settings, and sequences that the emulator does not know. Empty after a proper exit.
  public var changesLeftBehind: [String] {
    changesOfState + unknownSequences.map { "unknown sequence: \($0)" }
  }

  /// `changesLeftBehind` without unknown sequences, for programs that are known to send some.
  public var changesOfState: [String] {
    var changes = terminalState.differences(from: initialTerminalState)
    if let lineSettings, lineSettings != initialLineSettings {
      changes.append("line: \(lineSettings), not \(initialLineSettings)")
    }
    return changes
  }

  /// The terminal's foreground process group, which receives the signals of its keys; nil after a
  /// hang-up.
  public var foregroundGroup: pid_t? {
    driver.withTerminal { descriptor in
      let group = tcgetpgrp(descriptor)
      return group > 0 ? group : nil
    } ?? nil
  }

  /// Memory and processor time of the running program; nil when it has ended.
  public var usage: ProcessUsage? { ProcessUsage(process: processID) }

  /// The total processor time, once the program has ended.
  public var finalProcessorTime: (user: Duration, system: Duration)? {
    driver.state.withLock { $0.times }
  }

  // MARK: Driving

  /// Presses keys in order: `session.press(.down, .enter)`.
  public func press(_ keys: TerminalKey..., holding modifiers: KeyModifiers = []) {
    for key in keys { send(key.bytes(modifiers, in: screen.modes)) }
  }

  /// Types a text, letter by letter; a line feed becomes the Enter key.
  public func type(_ text: String) {
    let enter = TerminalKey.enter.bytes(in: screen.modes)
    send(text.utf8.flatMap { $0 == 0x0A ? enter : [$0] })
  }

  /// Pastes a text, bracketed if the program requested that (mode 2004).
  public func paste(_ text: String) {
    let body = text.utf8.map { $0 == 0x0A ? 0x0D : $0 }
    guard screen.modes.bracketedPaste else { return send(body) }
    send(Array("\u{1B}[200~".utf8) + body + Array("\u{1B}[201~".utf8))
  }

  /// Uses the pointer at a cell; sends nothing if the program did not request such an event.
  public func point(
    _ event: MouseEvent, row: Int, column: Int, holding modifiers: KeyModifiers = []
  ) {
    send(event.bytes(row: row, column: column, holding: modifiers, in: screen.modes))
  }

  /// Presses and releases a button at a cell.
  public func click(
    row: Int, column: Int, _ button: MouseButton = .left, holding modifiers: KeyModifiers = []
  ) {
    point(.press(button), row: row, column: column, holding: modifiers)
    point(.release(button), row: row, column: column, holding: modifiers)
  }

  /// Clicks into the middle of a match.
  public func click(_ match: ScreenMatch, _ button: MouseButton = .left) {
    click(
      row: match.row, column: (match.columns.lowerBound + match.columns.upperBound - 1) / 2, button)
  }

  /// Gives the focus to the terminal's window or takes it away; sent if the program requested it
  /// (mode 1004).
  public func focus(_ hasFocus: Bool) {
    if screen.modes.focusReporting { send("\u{1B}[\(hasFocus ? "I" : "O")".utf8) }
  }

  /// Sends bytes unchanged.
  public func send(_ bytes: some Sequence<UInt8>) { driver.send(Array(bytes)) }

  /// Changes the terminal's size; the program receives SIGWINCH.
  public func resize(to size: TerminalSize) { driver.resize(to: size) }

  /// Sends a signal to the program, unless it has ended.
  public func signal(_ number: Int32) { driver.signal(number, toGroup: false) }

  /// Continues a stopped program with its whole process group (SIGCONT), like a shell's `fg`.
  public func resume() { driver.signal(SIGCONT, toGroup: true) }

  /// Takes the terminal away, as closing a window or losing a connection does. From then on, the
  /// program reads an end of file or EIO.
  ///
  /// - Parameter silently: false also sends SIGHUP, as the kernel and shells do; true leaves it to
  ///   the program to notice.
  public func hangUp(silently: Bool = false) { driver.hangUp(silently: silently) }

  // MARK: Waiting

  /// Waits until the screen meets a condition, and returns the screen. The condition is checked at
  /// once and after each change, on a thread of the session; it must not call the session.
  ///
  /// The screen is not checked while the program holds a synchronized update open (mode 2026).
  ///
  /// - Parameters:
  ///   - awaited: a description of the condition for failures.
  ///   - staying: how long the condition must stay true. If it becomes false again, the wait fails
  ///     at once, because a test must not depend on catching a moment.
  /// - Throws: `WaitFailure` if the condition is not met within `limit`, or the program has ended
  ///   before.
  @discardableResult
  public func waitUntil(
    _ awaited: String, limit: Duration = .seconds(30), staying: Duration = .zero,
    _ condition: @escaping @Sendable (Screen) -> Bool
  ) async throws -> Screen {
    try await driver.wait(
      for: awaited, limit: limit + staying, Self.check(staying: staying, condition)
    ).screen
  }

  private static func check(
    staying: Duration, _ condition: @escaping @Sendable (Screen) -> Bool
  ) -> SessionDriver.Check {
    let since = Mutex<ContinuousClock.Instant?>(nil)
    return { now in
      if now.screen.modes.synchronizedOutput { return now.isOver ? .failed(.over) : .pending }
      guard condition(now.screen) else {
        if since.withLock({ $0 != nil }) { return .failed(.changed) }
        return now.isOver ? .failed(.over) : .pending
      }
      let end = since.withLock { since in
        let begin = since ?? now.time
        since = begin
        return begin + staying
      }
      return now.time >= end || now.isOver ? .satisfied : .pendingUntil(end)
    }
  }

  /// Waits until the clipboard (OSC 52, in base64) meets a condition.
  public func waitForClipboard(
    _ awaited: String, limit: Duration = .seconds(30),
    _ condition: @escaping @Sendable (String) -> Bool
  ) async throws {
    _ = try await driver.wait(for: awaited, limit: limit) { now in
      if condition(now.clipboard) { return .satisfied }
      return now.isOver ? .failed(.over) : .pending
    }
  }

  /// Waits until the rows that have left the screen at its top meet a condition.
  public func waitForHistory(
    _ awaited: String, limit: Duration = .seconds(30),
    _ condition: @escaping @Sendable (ArraySlice<ScreenRow>) -> Bool
  ) async throws {
    _ = try await driver.wait(for: awaited, limit: limit) { now in
      if condition(now.history) { return .satisfied }
      return now.isOver ? .failed(.over) : .pending
    }
  }

  /// Waits until the log meets a condition, such as more output from the program:
  /// `waitForLog("output") { $0.end != mark }`. Returns at once if nothing more can come.
  @discardableResult
  public func waitForLog(
    _ awaited: String, limit: Duration = .seconds(30),
    _ condition: @escaping @Sendable (ByteLog) -> Bool
  ) async throws -> ByteLog {
    try await driver.wait(for: awaited, limit: limit) { now in
      condition(now.log) || now.isOver ? .satisfied : .pending
    }.log
  }

  /// Waits until a locator matches, and returns the first match.
  @discardableResult
  public func waitFor(
    _ locator: Locator, limit: Duration = .seconds(30), staying: Duration = .zero
  ) async throws -> ScreenMatch {
    let screen = try await waitUntil(locator.description, limit: limit, staying: staying) {
      !$0.find(locator).isEmpty
    }
    return screen.find(locator)[0]
  }

  /// Waits until the whole screen equals a text. A failure shows the differences and a literal of
  /// the actual screen.
  ///
  /// ```swift
  /// try await session.waitForScreen("""
  ///   ┌────────┐
  ///   │ Ready? │
  ///   └────────┘
  ///   """)
  /// ```
  @discardableResult
  public func waitForScreen(
    _ text: String, order: TextOrder = .visual, limit: Duration = .seconds(30),
    staying: Duration = .zero
  ) async throws -> Screen {
    let check = Self.check(staying: staying) { $0.difference(from: text, order: order) == nil }
    return try await driver.wait(for: "this screen", limit: limit + staying, check) { screen in
      (screen.difference(from: text, order: order) ?? "")
        + "\nto paste:\n" + screen.literal(order: order)
    }.screen
  }

  /// Waits while the program must write nothing; fails at the first byte.
  public func staysSilent(for time: Duration) async throws {
    let begin = ContinuousClock.now
    _ = try await driver.wait(for: "\(time) of silence", limit: time * 2 + .seconds(10)) { now in
      if now.lastOutput > begin { return .failed(.output) }
      return now.time >= begin + time ? .satisfied : .pendingUntil(begin + time)
    }
  }

  /// Waits until the program has written nothing for some time, and returns the screen.
  @discardableResult
  public func settled(
    for quiet: Duration = .milliseconds(50), limit: Duration = .seconds(30)
  ) async throws -> Screen {
    let begin = ContinuousClock.now
    return try await driver.wait(for: "\(quiet) without output", limit: limit) { now in
      let calm = max(begin, now.lastOutput) + quiet
      return now.time >= calm || now.isOver ? .satisfied : .pendingUntil(calm)
    }.screen
  }

  /// Waits until the program has ended and all its output is on the screen; returns its status.
  @discardableResult
  public func waitForExit(limit: Duration = .seconds(30)) async throws -> ProcessStatus {
    let status = try await driver.wait(for: "the program's end", limit: limit) { now in
      now.status.hasEnded && now.isDrained ? .satisfied : .pending
    }.status
    if status != .signaled(SIGKILL) { try checkEnd(status) }
    return status
  }

  /// Throws if the program should have restored the terminal but did not. Ignores a sequence or a
  /// character that a fault cut off.
  private func checkEnd(_ status: ProcessStatus) throws {
    guard checksEnd, lineSettings != nil else { return }
    let changes = status.isFault ? changesOfState : changesLeftBehind
    guard changes.isEmpty else {
      throw driver.failure("the terminal as it was found", leftBehind: changes)
    }
  }

  /// Waits until the program is stopped, for example by Ctrl-Z, and returns the signal.
  @discardableResult
  public func waitForStop(limit: Duration = .seconds(30)) async throws -> Int32 {
    let status = try await driver.wait(for: "the program to stop", limit: limit) { now in
      if case .stopped = now.status { return .satisfied }
      return now.status.hasEnded ? .failed(.ended) : .pending
    }.status
    guard case .stopped(let signal) = status else { return 0 }
    if signal != SIGSTOP { try checkEnd(status) }
    return signal
  }

  /// Waits for a condition on the program's status instead of the screen, such as `{ $0 == .running
  /// }` after `resume()`.
  public func waitForStatus(
    _ awaited: String, limit: Duration = .seconds(30),
    _ condition: @escaping @Sendable (ProcessStatus) -> Bool
  ) async throws {
    _ = try await driver.wait(for: awaited, limit: limit) { now in
      if condition(now.status) { return .satisfied }
      return now.status.hasEnded ? .failed(.ended) : .pending
    }
  }
}
