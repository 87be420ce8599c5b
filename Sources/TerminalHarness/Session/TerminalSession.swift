import Glibc
import Synchronization

/// A program that could not be started.
public struct LaunchFailure: Error, Hashable, CustomStringConvertible {
  public let program: String
  /// `errno`, such as `ENOENT`.
  public let code: Int32

  public init(program: String, code: Int32) {
    self.program = program
    self.code = code
  }

  public var description: String { "\(program): \(String(cString: strerror(code)))" }
}

/// A program that runs in a terminal of its own, with a person (the test) in front of it.
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
/// The program leads the foreground process group of a session of its own, as under a shell, so
/// Ctrl-C, Ctrl-Z and the loss of the terminal are real. It is killed when the `TerminalSession`
/// goes away. Any number of sessions may run side by side, in tests that run in parallel.
public final class TerminalSession: Sendable {
  private let driver: SessionDriver
  private let checksEnd: Bool

  /// What a program gets when a test gives no environment: a terminal's name, a UTF-8 locale,
  /// where programs are. Nothing is inherited.
  public static let plainEnvironment = [
    "TERM": "xterm-256color", "LANG": "C.UTF-8", "PATH": "/usr/local/bin:/usr/bin:/bin",
  ]

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - program: a path, or a name that is looked up in the environment's `PATH`.
  ///   - arguments: without the program's own name.
  ///   - environment: the whole of it.
  ///   - directory: where it runs; nil is the current directory.
  ///   - profile: what the terminal answers when asked.
  ///   - ignoredSignals: signals that the program starts with ignored, such as SIGHUP for one
  ///     that `nohup` started.
  ///   - checksEnd: whether `waitForExit` and `waitForStop` fail when the program left anything
  ///     on the terminal other than it found it (`changesLeftBehind`). A program that was ended or
  ///     stopped by a signal that nobody can catch is not held to that, and of a terminal that was
  ///     taken away nothing can be seen.
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
    driver.start()
  }

  deinit { driver.close() }

  // MARK: Looking

  /// What the terminal shows now.
  public var screen: Screen { driver.state.withLock { $0.emulator.screen } }

  /// What the program wrote that the emulator does not know, in readable form; a test that ends
  /// with `#expect(session.unknownSequences.isEmpty)` proves that there is none.
  public var unknownSequences: [String] { driver.state.withLock { $0.emulator.unknownSequences } }

  /// What the program put on the clipboard (OSC 52), in base64.
  public var clipboard: String { driver.state.withLock { $0.emulator.clipboard } }

  /// Every byte that went either way, with its time.
  public var log: ByteLog { driver.state.withLock { $0.log } }

  /// The time since the program was started, by the log's clock.
  public var time: Duration { driver.started.duration(to: .now) }

  /// What the program is doing.
  public var status: ProcessStatus { driver.state.withLock { $0.status } }

  /// The program's process id.
  public var processID: pid_t { driver.process.program }

  /// The terminal's line settings (`tcgetattr` from outside); nil once it is hung up.
  public var lineSettings: LineSettings? {
    driver.withTerminal { descriptor in
      var settings = termios()
      return tcgetattr(descriptor, &settings) == 0 ? LineSettings(settings) : nil
    } ?? nil
  }

  /// The line settings that the program found when it was started: what it has to put back.
  public var initialLineSettings: LineSettings { driver.initialSettings }

  /// The state of the terminal as another program would find it now.
  public var terminalState: TerminalState {
    driver.state.withLock { $0.emulator.terminalState }
  }

  /// The state of the terminal that the program found when it was started.
  public var initialTerminalState: TerminalState { driver.initialState }

  /// What the next program would find different from what this one found, a phrase each: the
  /// terminal's state, the line's settings, and sequences that the emulator does not know. Empty
  /// once a program has left in good order.
  public var changesLeftBehind: [String] {
    changesOfState + unknownSequences.map { "unknown sequence: \($0)" }
  }

  private var changesOfState: [String] {
    var changes = terminalState.differences(from: initialTerminalState)
    if let lineSettings, lineSettings != initialLineSettings {
      changes.append("line: \(lineSettings), not \(initialLineSettings)")
    }
    return changes
  }

  /// The terminal's foreground process group, which gets the signals of its keys; nil once it is
  /// hung up.
  public var foregroundGroup: pid_t? {
    driver.withTerminal { descriptor in
      let group = tcgetpgrp(descriptor)
      return group > 0 ? group : nil
    } ?? nil
  }

  /// Memory and processor time of the program while it runs; nil when it has ended.
  public var usage: ProcessUsage? { ProcessUsage(process: processID) }

  /// Processor time in all, once the program has ended.
  public var finalProcessorTime: (user: Duration, system: Duration)? {
    driver.state.withLock { $0.times }
  }

  // MARK: Driving

  /// Presses keys one after the other: `session.press(.down, .enter)`.
  public func press(_ keys: TerminalKey..., holding modifiers: KeyModifiers = []) {
    for key in keys { send(key.bytes(modifiers, in: screen.modes)) }
  }

  /// Types a text, letter by letter; a line's end is the Enter key.
  public func type(_ text: String) {
    send(text.utf8.map { $0 == 0x0A ? 0x0D : $0 })
  }

  /// Pastes a text, in brackets if the program asked for them (mode 2004).
  public func paste(_ text: String) {
    let body = text.utf8.map { $0 == 0x0A ? 0x0D : $0 }
    guard screen.modes.bracketedPaste else { return send(body) }
    send(Array("\u{1B}[200~".utf8) + body + Array("\u{1B}[201~".utf8))
  }

  /// Uses the pointer over a cell; nothing is sent if the program did not ask for such an event.
  public func point(
    _ event: MouseEvent, row: Int, column: Int, holding modifiers: KeyModifiers = []
  ) {
    send(event.bytes(row: row, column: column, holding: modifiers, in: screen.modes))
  }

  /// Presses a button over a cell and lets it go.
  public func click(
    row: Int, column: Int, _ button: MouseButton = .left, holding modifiers: KeyModifiers = []
  ) {
    point(.press(button), row: row, column: column, holding: modifiers)
    point(.release(button), row: row, column: column, holding: modifiers)
  }

  /// Clicks into the middle of what a locator found.
  public func click(_ match: ScreenMatch, _ button: MouseButton = .left) {
    click(
      row: match.row, column: (match.columns.lowerBound + match.columns.upperBound - 1) / 2, button)
  }

  /// Gives the terminal's window the focus or takes it away; sent if the program asked for it
  /// (mode 1004).
  public func focus(_ hasFocus: Bool) {
    if screen.modes.focusReporting { send("\u{1B}[\(hasFocus ? "I" : "O")".utf8) }
  }

  /// Sends bytes as they are.
  public func send(_ bytes: some Sequence<UInt8>) { driver.send(Array(bytes)) }

  /// Gives the terminal another size; the program gets SIGWINCH.
  public func resize(to size: TerminalSize) { driver.resize(to: size) }

  /// Sends the program a signal, unless it has ended.
  public func signal(_ number: Int32) { driver.signal(number, toGroup: false) }

  /// Lets a stopped program go on, with its whole process group (SIGCONT), as a shell's `fg` does.
  public func resume() { driver.signal(SIGCONT, toGroup: true) }

  /// Takes the terminal away, as closing a window or losing a connection does. From then on the
  /// program reads an end of file or EIO.
  ///
  /// - Parameter silently: false sends SIGHUP too, as the kernel and shells do; true lets the
  ///   program find out by itself.
  public func hangUp(silently: Bool = false) { driver.hangUp(silently: silently) }

  // MARK: Waiting

  /// Waits until the screen is as wanted, and returns it. The condition is checked at once and at
  /// each change, on a thread of the session; it must not call the session.
  ///
  /// While the program holds a synchronized update open (mode 2026) the screen is not looked at.
  ///
  /// - Parameters:
  ///   - awaited: what is waited for, for the failure to say.
  ///   - staying: how long it has to stay so; a screen that was as wanted and then no more is a
  ///     failure at once, for a test must not depend on catching it.
  /// - Throws: `WaitFailure` if it is not so after `limit`, or the program has ended otherwise.
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
      if now.screen.modes.synchronizedOutput { return now.isOver ? .failed(over) : .pending }
      guard condition(now.screen) else {
        if since.withLock({ $0 != nil }) { return .failed("it was so, and then no more") }
        return now.isOver ? .failed(over) : .pending
      }
      let end = since.withLock { since in
        let begin = since ?? now.time
        since = begin
        return begin + staying
      }
      return now.time >= end || now.isOver ? .satisfied : .pendingUntil(end)
    }
  }

  private static let over = "nothing more can come"

  /// Waits until a locator finds something, and returns the first place.
  @discardableResult
  public func waitFor(
    _ locator: Locator, limit: Duration = .seconds(30), staying: Duration = .zero
  ) async throws -> ScreenMatch {
    let screen = try await waitUntil(locator.description, limit: limit, staying: staying) {
      !$0.find(locator).isEmpty
    }
    return screen.find(locator)[0]
  }

  /// Waits until the whole screen reads so; a failure says what is different, and gives the literal
  /// of what there is.
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

  /// Waits for a time in which the program must write nothing; the first byte is a failure.
  public func staysSilent(for time: Duration) async throws {
    let begin = ContinuousClock.now
    _ = try await driver.wait(for: "\(time) of silence", limit: time * 2 + .seconds(10)) { now in
      if now.lastOutput > begin { return .failed("it wrote") }
      return now.time >= begin + time ? .satisfied : .pendingUntil(begin + time)
    }
  }

  /// Waits until the program has written nothing for a while, and returns the screen.
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

  /// Waits until the program has ended and all that it wrote is on the screen; returns how it
  /// ended.
  @discardableResult
  public func waitForExit(limit: Duration = .seconds(30)) async throws -> ProcessStatus {
    let status = try await driver.wait(for: "the program's end", limit: limit) { now in
      now.status.hasEnded && now.isDrained ? .satisfied : .pending
    }.status
    if status != .signaled(SIGKILL) { try checkEnd(status) }
    return status
  }

  /// Throws if the program was to leave the terminal as it found it, and did not. A fault may have
  /// cut a sequence or a character short: that is no change of the terminal.
  private func checkEnd(_ status: ProcessStatus) throws {
    guard checksEnd, lineSettings != nil else { return }
    let changes = status.isFault ? changesOfState : changesLeftBehind
    guard changes.isEmpty else {
      throw driver.failure("the terminal as it was found", changes.joined(separator: "; "))
    }
  }

  /// Waits until the program is stopped, as by Ctrl-Z, and returns the signal.
  @discardableResult
  public func waitForStop(limit: Duration = .seconds(30)) async throws -> Int32 {
    let status = try await driver.wait(for: "the program to stop", limit: limit) { now in
      if case .stopped = now.status { return .satisfied }
      return now.status.hasEnded ? .failed("it ended") : .pending
    }.status
    guard case .stopped(let signal) = status else { return 0 }
    if signal != SIGSTOP { try checkEnd(status) }
    return signal
  }

  /// Waits for a condition on the program's state rather than on the screen, such as
  /// `{ $0 == .running }` after `resume()`.
  public func waitForStatus(
    _ awaited: String, limit: Duration = .seconds(30),
    _ condition: @escaping @Sendable (ProcessStatus) -> Bool
  ) async throws {
    _ = try await driver.wait(for: awaited, limit: limit) { now in
      if condition(now.status) { return .satisfied }
      return now.status.hasEnded ? .failed("it ended") : .pending
    }
  }
}
