import Glibc
import SystemCalls
import TerminalHarness

/// Performs statements in order: holds the settings for the next program, the running program, and
/// the recording.
struct Performer: Sendable {
  private let scratch: String
  private var options: ScriptRun.Options
  private(set) var updates: [LiteralUpdate] = []
  /// Where the last statement found what it waited for.
  private(set) var match: ScreenMatch?
  /// Called with each program that starts.
  var onStart: (@Sendable (TerminalSession) -> Void)?
  /// The recording of the programs that have ended.
  private var recorded: Recording?

  // The next program's surroundings.
  private var size = TerminalSize.standard
  private var environment: [String: String]
  private var directory: String?
  private var profile = TerminalProfile.xterm
  private var allowed: [String] = []
  private var allowsAll = false
  private var limit: Duration

  // The programs by the names of their sessions.
  private var programs: [String: Program] = [:]
  private var current = "main"
  private var typing = Duration.zero

  /// A running program, and what its film needs.
  private struct Program {
    let session: TerminalSession
    let started: ScriptPlace
    let name: String
    let environment: [String: String]
    let size: TerminalSize
    var resizes: [(time: Duration, size: TerminalSize)] = []
    var hidden: [Range<Duration>] = []
    var hiddenSince: Duration?

    var recording: Recording {
      let end = session.time
      let rest = hiddenSince.map { [$0..<end] } ?? []
      return Recording(
        log: session.log, size: size, resizes: resizes, duration: end, title: name,
        environment: environment, status: session.status
      ).withoutTime(in: hidden + rest)
    }
  }

  /// The running program of the current session.
  var session: TerminalSession? { programs[current]?.session }

  init(scratch: String, options: ScriptRun.Options) {
    self.scratch = scratch
    self.options = options
    limit = options.limit
    environment = TerminalSession.plainEnvironment
    environment["HOME"] = scratch
  }

  /// Creates the folder of the run.
  func makeScratch(_ place: ScriptPlace) throws(ScriptFailure) {
    try ScriptFailure.at(place) { () throws(DriveFailure) in try Scratch.make(scratch) }
  }

  static func isInstalled(_ program: String) -> Bool {
    let path = executable(named: program, in: TerminalSession.plainEnvironment["PATH"] ?? "")
    return path.map { access($0, X_OK) == 0 } ?? false
  }

  /// Makes a program's path absolute, from this process's directory and not the program's.
  private static func located(_ program: String) -> String {
    guard program.contains("/"), let here = getcwd(nil, 0) else { return program }
    defer { free(here) }
    return Files.path(program, in: String(cString: here))
  }

  // MARK: Statements

  mutating func perform(_ step: Step) async throws(ScriptFailure) {
    match = nil
    switch step.statement {
    case .require(let program):
      if !Self.isInstalled(program) { throw ScriptFailure(step.place, .notInstalled, [program]) }
    case .size(let size): self.size = size
    case .environment(let name, let value):
      environment[name] = value ?? getenv(name).map { String(cString: $0) }
    case .directory(let path): directory = path
    case .terminal(let profile): self.profile = profile
    case .allow(let sequence):
      if let sequence { allowed.append(sequence) } else { allowsAll = true }
    case .file(let path, let rows): try write(rows, to: path, step.place)
    case .start(let program, let arguments):
      try await endProgram(current)
      try start(program, arguments, step.place)
    case .session(let name): current = name
    case .limit(let limit): self.limit = limit
    case .pause(let time): if options.isFilmed { try? await Task.sleep(for: time) }
    case .typing(let time): typing = time
    case .show(let isShown): show(isShown)
    default:
      guard let session else { throw ScriptFailure(step.place, .nothingStarted) }
      try await perform(step, session)
    }
  }

  private mutating func perform(
    _ step: Step, _ session: TerminalSession
  ) async throws(ScriptFailure) {
    switch step.statement {
    case .press(let keys):
      for key in keys {
        session.press(key.key, holding: key.modifiers)
        await breathe()
      }
    case .type(let text): await type(text, session)
    case .paste(let text): session.paste(text)
    case .send(let bytes): session.send(bytes)
    case .point(let pointing): try await point(pointing, session, step.place)
    case .focus(let hasFocus): session.focus(hasFocus)
    case .resize(let size):
      programs[current]?.resizes.append((session.time, size))
      session.resize(to: size)
    case .signal(let number): session.signal(number)
    case .resume: session.resume()
    case .hangUp: session.hangUp()
    case .await(let awaited, let wait):
      try await self.wait(for: awaited, wait, session, step.place)
    case .refuse(let awaited, let wait):
      try await refuse(awaited, wait, session, step.place)
    case .awaitAny(let conditions, let wait):
      let steps = conditions.map { Step(place: step.place, statement: .await($0, wait)) }
      do throws(ScriptFailure) {
        _ = try await first(of: steps)
      } catch {
        let all = conditions.map(\.description).joined(separator: " / ")
        throw ScriptFailure(
          step.place, error.message, [all] + error.arguments.dropFirst(), scene: error.scene)
      }
    case .choose(let condition, let then, let otherwise):
      let isTrue = try await holds(condition, session, step.place)
      let outer = current
      for step in isTrue ? then : otherwise { try await perform(step) }
      current = outer
    case .picture(let path, let region):
      // A screen that never pauses is drawn as it is.
      var screen =
        (try? await session.settled(for: .milliseconds(30), limit: limit * options.slow))
        ?? session.screen
      if let region { screen = screen.part(rows: region.rows, columns: region.columns) }
      try ScriptFailure.at(step.place) { () throws(DriveFailure) in
        // If there can be no folder, writing says why.
        try? Files.makeFolder(of: path)
        try Renderer.writePicture(of: screen, to: path)
      }
    default: break
    }
  }

  private func write(
    _ rows: [String], to path: String, _ place: ScriptPlace
  ) throws(ScriptFailure) {
    let path = Files.path(path, in: scratch)
    try ScriptFailure.at(place) { () throws(DriveFailure) in
      try Files.makeFolder(of: path)
      try Files.write(ScreenFile.text(rows), to: path)
    }
  }

  // MARK: The program

  private mutating func start(
    _ program: String, _ arguments: [String], _ place: ScriptPlace
  ) throws(ScriptFailure) {
    do throws(LaunchFailure) {
      let session = try TerminalSession(
        Self.located(program), arguments: arguments, environment: environment,
        directory: directory ?? scratch,
        size: size, profile: profile)
      onStart?(session)
      programs[current] = Program(
        session: session, started: place, name: program, environment: environment, size: size)
    } catch {
      throw ScriptFailure(
        place, .cannotStart, [error.program, String(cString: strerror(error.code))])
    }
  }

  /// Ends the programs of all sessions, and checks their output.
  mutating func endPrograms() async throws(ScriptFailure) {
    for name in programs.keys.sorted() { try await endProgram(name) }
  }

  /// Ends the program of a session, if any, and checks its output.
  private mutating func endProgram(_ name: String) async throws(ScriptFailure) {
    guard let program = programs[name] else { return }
    let unknown = unexpectedSequences(program)
    if !unknown.isEmpty {
      throw ScriptFailure(
        program.started, .unknownSequences, [unknown.prefix(10).joined(separator: "  ")],
        scene: program.session.scene)
    }
    await abandonProgram(name)
  }

  /// Output of the program that no terminal knows, and that is not allowed.
  private func unexpectedSequences(_ program: Program) -> [String] {
    if allowsAll { return [] }
    let known = allowed + KnownSequences.of(program.name)
    return program.session.unknownSequences.filter { !known.contains($0) }
  }

  /// Ends the programs of all sessions, and keeps their recordings.
  mutating func abandonPrograms() async {
    for name in programs.keys.sorted() { await abandonProgram(name) }
  }

  private mutating func abandonProgram(_ name: String) async {
    guard let program = programs.removeValue(forKey: name) else { return }
    let recording = program.recording
    if recorded?.append(recording) == nil { recorded = recording }
    let session = program.session
    guard !session.status.hasEnded else { return }
    session.signal(SIGKILL)
    _ = try? await session.waitForExit(limit: .seconds(5))
  }

  /// The recording so far: one program after the other.
  var recording: Recording? {
    var whole = recorded
    for (_, program) in programs.sorted(by: { $0.key < $1.key }) {
      let recording = program.recording
      if whole?.append(recording) == nil { whole = recording }
    }
    return whole
  }

  // MARK: A person's actions

  /// Waits between two keys for the time that the film sets.
  private func breathe() async {
    if options.isFilmed, typing > .zero { try? await Task.sleep(for: typing) }
  }

  private func type(_ text: String, _ session: TerminalSession) async {
    guard options.isFilmed, typing > .zero else { return session.type(text) }
    for character in text {
      session.type(String(character))
      await breathe()
    }
  }

  private func point(
    _ pointing: Pointing, _ session: TerminalSession, _ place: ScriptPlace
  ) async throws(ScriptFailure) {
    switch pointing {
    case .click(let target, let button, let modifiers, let times):
      let cell = try await cell(target, session, place)
      for _ in 0..<times {
        session.click(row: cell.row, column: cell.column, button, holding: modifiers)
      }
    case .drag(let first, let last, let button):
      let start = try await cell(first, session, place)
      let end = try await cell(last, session, place)
      session.point(.press(button), row: start.row, column: start.column)
      session.point(.move(button), row: end.row, column: end.column)
      session.point(.release(button), row: end.row, column: end.column)
    case .move(let target):
      let cell = try await cell(target, session, place)
      session.point(.move(nil), row: cell.row, column: cell.column)
    case .scroll(let wheel, let times, let target):
      let cell = try await cell(target ?? .cell(Cell(row: 0, column: 0)), session, place)
      for _ in 0..<times {
        session.point(.press(wheel), row: cell.row, column: cell.column)
      }
    }
  }

  /// The cell of a target, once it is there and the program receives pointer events: a click that
  /// no program receives is a mistake of the script or of the program.
  private func cell(
    _ target: Pointing.Target, _ session: TerminalSession, _ place: ScriptPlace
  ) async throws(ScriptFailure) -> Cell {
    let limit = limit * options.slow
    do {
      switch target {
      case .cell(let cell):
        try await session.waitUntil("mouse", limit: limit) { $0.modes.mouseTracking != .off }
        return cell
      case .text(let locator):
        let match = try await session.waitFor(locator, limit: limit)
        try await session.waitUntil("mouse", limit: limit) { $0.modes.mouseTracking != .off }
        return Cell(
          row: match.row, column: (match.columns.lowerBound + match.columns.upperBound - 1) / 2)
      }
    } catch {
      if case .text(let locator) = target, session.screen.find(locator).isEmpty {
        throw waitFailure(error, locator.description, limit, place, session)
      }
      throw ScriptFailure(place, .pointerNotWanted, scene: session.scene)
    }
  }

  // MARK: Waiting

  private mutating func wait(
    for awaited: Awaited, _ wait: WaitOptions, _ session: TerminalSession, _ place: ScriptPlace
  ) async throws(ScriptFailure) {
    let limit = (wait.limit ?? self.limit) * options.slow
    do {
      switch awaited {
      case .exit(let wanted):
        let status = try await session.waitForExit(limit: limit)
        if let wanted, wanted != status {
          throw ScriptFailure(
            place, .endedOtherwise, ["\(status)", "\(wanted)"], scene: session.scene)
        }
      case .stop: try await session.waitForStop(limit: limit)
      case .quiet(let time): try await session.settled(for: time, limit: limit + time)
      case .silence(let time): try await session.staysSilent(for: time)
      case .bytes(let text):
        let log = try await session.waitForLog("bytes", limit: limit) {
          !$0.occurrences(of: text).isEmpty
        }
        if log.occurrences(of: text).isEmpty {
          throw ScriptFailure(place, .endedBefore, [awaited.description], scene: session.scene)
        }
      case .restored:
        if case .stopped = session.status {
        } else {
          try await session.waitForExit(limit: limit)
        }
        let changes =
          session.changesOfState
          + (programs[current].map(unexpectedSequences) ?? []).map { "unknown sequence: \($0)" }
        if !changes.isEmpty {
          throw ScriptFailure(
            place, .leftBehind, [changes.joined(separator: "; ")], scene: session.scene)
        }
      default:
        if options.updates, case .screen(let literal) = awaited {
          return try await update(literal, awaited, limit, session, place)
        }
        let screen = try await waitUntil(awaited, is: true, limit, wait, session)
        if case .found(let locator) = awaited { match = screen?.find(locator).first }
      }
    } catch let failure as ScriptFailure {
      throw failure
    } catch {
      throw waitFailure(error, awaited.description, limit, place, session, awaited: awaited)
    }
  }

  /// Waits until what a terminal shows or holds meets a condition, or no longer does.
  ///
  /// - Returns: the screen, if the condition is about it.
  private func waitUntil(
    _ awaited: Awaited, is isTrue: Bool, _ limit: Duration, _ wait: WaitOptions,
    _ session: TerminalSession
  ) async throws -> Screen? {
    switch awaited {
    case .clipboard(let text):
      let wanted = Base64.text(Array(text.utf8))
      try await session.waitForClipboard("clipboard", limit: limit) { ($0 == wanted) == isTrue }
      return nil
    case .scrollback(let text, let order):
      try await session.waitForHistory("scrollback", limit: limit) { rows in
        rows.contains { $0.shows(text, order: order) } == isTrue
      }
      return nil
    default:
      return try await session.waitUntil(
        awaited.description, limit: limit, staying: wait.staying * options.slow
      ) { (awaited.holds(on: $0) == true) == isTrue }
    }
  }

  /// Whether a condition is true at this moment.
  private func holds(
    _ condition: Awaited, _ session: TerminalSession, _ place: ScriptPlace
  ) async throws(ScriptFailure) -> Bool {
    var asking = self
    asking.options.updates = false
    do throws(ScriptFailure) {
      try await asking.wait(for: condition, WaitOptions(limit: .zero), session, place)
      return true
    } catch {
      if error.message == .interrupted { throw error }
      return false
    }
  }

  /// Waits until one of several statements holds, and returns its index: the first, if several do.
  /// If none holds, it fails with the first one's failure.
  func first(of steps: [Step]) async throws(ScriptFailure) -> Int {
    let failures = await withTaskGroup(of: (Int, ScriptFailure?).self) { group in
      for (index, step) in steps.enumerated() {
        group.addTask {
          var performer = self
          do throws(ScriptFailure) {
            try await performer.perform(step)
            return (index, nil)
          } catch {
            return (index, error)
          }
        }
      }
      // The others still report whether they hold at this moment.
      var failures: [Int: ScriptFailure] = [:]
      for await (index, failure) in group {
        failures[index] = failure
        if failure == nil { group.cancelAll() }
      }
      return failures
    }
    for index in steps.indices where failures[index] == nil { return index }
    throw failures[0]!
  }

  /// Waits for rows; if they do not come, takes over the actual rows once the program is silent.
  private mutating func update(
    _ literal: Literal, _ awaited: Awaited, _ limit: Duration, _ session: TerminalSession,
    _ place: ScriptPlace
  ) async throws {
    let patience = min(limit, .seconds(2) * options.slow)
    let isThere = try? await session.waitUntil("screen", limit: patience) {
      awaited.holds(on: $0) == true
    }
    if isThere != nil { return }
    let screen = try await session.settled(limit: limit)
    let update = LiteralUpdate(
      place: place, source: literal.source, rows: literal.found(on: screen))
    updates.append(update)
  }

  private func refuse(
    _ awaited: Awaited, _ wait: WaitOptions, _ session: TerminalSession, _ place: ScriptPlace
  ) async throws(ScriptFailure) {
    let limit = (wait.limit ?? self.limit) * options.slow
    if case .bytes(let text) = awaited {
      // Past output cannot be undone, so there is nothing to wait for.
      guard session.log.occurrences(of: text).isEmpty else {
        throw ScriptFailure(place, .wroteRefused, [awaited.description], scene: session.scene)
      }
      return
    }
    do {
      _ = try await waitUntil(awaited, is: false, limit, wait, session)
    } catch {
      throw ScriptFailure(
        place, .stillThere, [awaited.description, limit.written], scene: session.scene)
    }
  }

  private func waitFailure(
    _ error: any Error, _ awaited: String, _ limit: Duration, _ place: ScriptPlace,
    _ session: TerminalSession, awaited what: Awaited? = nil
  ) -> ScriptFailure {
    guard let failure = error as? WaitFailure else {
      return ScriptFailure(place, .interrupted, scene: session.scene)
    }
    let scene = ScriptFailure.Scene(
      screen: failure.screen, status: failure.status, lastOutput: failure.lastOutput,
      unknownSequences: failure.unknownSequences)
    var difference: String?
    switch what {
    case .screen(let literal): difference = literal.difference(from: failure.screen)
    case .row(let row, let text, let order):
      difference = Screen.difference(from: [text], to: failure.screen.rows(row...row, order))
    default: break
    }
    let (message, arguments): (DriveMessage, [String]) =
      switch failure.cause {
      case .changed: (.cameAndWent, [awaited])
      case .output: (.wroteInSilence, [awaited])
      case .over, .ended: (.endedBefore, [awaited])
      default: (.notCome, [awaited, limit.written])
      }
    return ScriptFailure(place, message, arguments, scene: scene, difference: difference)
  }

  // MARK: The film

  private mutating func show(_ isShown: Bool) {
    guard options.isFilmed, let now = session?.time else { return }
    if !isShown {
      let since = programs[current]?.hiddenSince ?? now
      programs[current]?.hiddenSince = since
    } else if let since = programs[current]?.hiddenSince.take() {
      programs[current]?.hidden.append(since..<now)
    }
  }
}

/// Base64 (RFC 4648), as OSC 52 carries the clipboard.
enum Base64 {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func text(_ bytes: [UInt8]) -> String {
    var result: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var value = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      value <<= 8 * UInt32(3 - group.count)
      for place in 0..<4 {
        let letter = letters[Int(value >> UInt32(18 - 6 * place) & 0x3F)]
        result.append(place <= group.count ? letter : UInt8(ascii: "="))
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
