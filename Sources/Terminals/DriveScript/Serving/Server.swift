import CommandLineTool
import Glibc
import PackageVersion
import StrictJSON
import Synchronization
import SystemCalls
import TerminalHarness

/// Takes requests on standard input, a line of JSON each, and answers each with a line on standard
/// output (`docs/drive.md`, “Other languages”). Sessions run in parallel, and the requests of each
/// in order; a request without an id is answered after all before it and before all after it.
/// Sessions end with the input.
struct Server {
  private let options: ScriptRun.Options
  private let console: Console
  private let output = Output()
  private var sessions: [String: Served] = [:]
  private var unanswered = 0

  /// A session, and the last of its requests.
  private struct Served {
    let session: ServedSession
    var last: Task<Void, Never>
  }

  private static let mostSessions = 250

  /// The maximum number of requests read before some are answered.
  private static let mostUnanswered = 1_000

  init(options: ScriptRun.Options, console: Console) {
    self.options = options
    self.console = console
  }

  consuming func run() async -> ExitCode {
    var server = self
    server.output.say(.members(["protocol": .number(1), "version": .string(packageVersion)]))
    while server.output.isHeard, let line = await RequestLine.next() { await server.serve(line) }
    await server.waitForAnswers()
    for served in server.sessions.values { await served.session.close() }
    return server.output.isHeard ? .done : .failed
  }

  private mutating func serve(_ line: RequestLine) async {
    let request = Request(line)
    if request.id == nil || unanswered >= Self.mostUnanswered { await waitForAnswers() }
    if sessions[request.session] == nil, sessions.count >= Self.mostSessions {
      sessions = sessions.filter { !$0.value.session.isIdle }
      guard sessions.count < Self.mostSessions else {
        output.say(Request.Failure("too many sessions").answer(request.id))
        return
      }
    }
    let session =
      sessions[request.session]?.session
      ?? ServedSession(name: request.session, options: options, console: console) {
        [output] in output.say($0)
      }
    let before = sessions[request.session]?.last
    session.expectAnswer()
    unanswered += 1
    let last = Task { [output] in
      await before?.value
      output.say(await session.answer(request))
    }
    sessions[request.session] = Served(session: session, last: last)
    if request.id == nil { await last.value }
  }

  private mutating func waitForAnswers() async {
    for served in sessions.values { await served.last.value }
    unanswered = 0
  }

  /// Standard output, a whole line at a time.
  private final class Output: Sendable {
    private let state = Mutex(true)

    /// Whether everything could be written so far.
    var isHeard: Bool { state.withLock { $0 } }

    func say(_ answer: JSON) {
      state.withLock { isHeard in
        isHeard = isHeard && StandardStreams.write(Array("\(answer.text)\n".utf8))
      }
    }
  }
}

/// A line of the input, with every field checked: unknown fields are refused.
struct Request: Sendable {
  let id: JSON?
  let session: String
  let action: Result<Action, Failure>

  enum Action: Sendable {
    case perform([String])
    case waitForAny([String])
    case get(String, row: Int?, region: String?)
    case find(String)
    case watch(Set<String>)
  }

  /// A mistake in a request itself.
  struct Failure: Error {
    let message: String

    init(_ message: String) { self.message = message }

    func answer(_ id: JSON?) -> JSON { Request.failed(id, "request", message) }
  }

  private static let fields = [
    "id", "session", "do", "any", "get", "row", "region", "find", "watch",
  ]
  private static let actions = ["do", "any", "get", "find", "watch"]
  private static let shown = [
    "screen", "text", "cells", "scrollback", "picture", "output", "recording", "close",
  ]
  /// What a session reports without being asked.
  static let events = ["screen", "title", "bell", "exit"]

  init(_ line: RequestLine) {
    var id: JSON?
    var session = "main"
    do throws(Failure) {
      let request = try Self.json(line)
      id = request["id"]
      action = .success(try Self.action(request, &session))
    } catch {
      action = .failure(error)
    }
    self.id = id
    self.session = session
  }

  static func failed(_ id: JSON?, _ kind: String, _ message: String) -> JSON {
    .members([
      "id": id, "ok": .bool(false), "kind": .string(kind), "message": .string(message),
    ])
  }

  private static func json(_ line: RequestLine) throws(Failure) -> JSON {
    guard case .whole(let bytes) = line else { throw Failure("too long") }
    do throws(JSON.Failure) {
      return try JSON(reading: bytes, rules: .replacesLoneSurrogates)
    } catch {
      throw Failure("no JSON at byte \(error.offset)")
    }
  }

  private static func action(_ request: JSON, _ session: inout String) throws(Failure) -> Action {
    guard case .object(let members) = request else { throw Failure("a request is an object") }
    if let name = request["session"] {
      guard let name = name.string else { throw Failure("“session” is no string") }
      session = name
    }
    for member in members where !fields.contains(member.name) {
      throw Failure(
        "“\(member.name)” is no field of a request; the fields are \(fields.joined(separator: ", "))"
      )
    }
    let wanted = members.map(\.name).filter { actions.contains($0) }
    guard wanted.count == 1 else {
      throw Failure(
        wanted.isEmpty
          ? "none of \(actions.joined(separator: ", "))"
          : "“\(wanted[0])” and “\(wanted[1])” in one request")
    }
    let isOfCells = request["get"] == .string("cells")
    if request["row"] != nil, !isOfCells { throw Failure("“row” is for “get” with “cells” alone") }
    if request["region"] != nil, ![.string("text"), .string("picture")].contains(request["get"]) {
      throw Failure("“region” is for “get” with “text” and “picture” alone")
    }
    switch wanted[0] {
    case "find":
      guard let text = request["find"]?.string else { throw Failure("“find” is no string") }
      return .find(text)
    case "watch":
      let names = try texts(request, "watch", mayBeEmpty: true)
      guard names.allSatisfy({ events.contains($0) }) else {
        throw Failure("“watch” holds names of \(events.joined(separator: ", ")) alone")
      }
      return .watch(Set(names))
    case "do": return .perform(try texts(request, "do"))
    case "any": return .waitForAny(try texts(request, "any"))
    default:
      guard let name = request["get"]?.string, shown.contains(name) else {
        throw Failure("“get” is one of \(shown.joined(separator: ", "))")
      }
      let row = request["row"]?.integer
      if isOfCells, row == nil { throw Failure("“row” is no row of the screen") }
      var region: String?
      if let value = request["region"] {
        guard let text = value.string else { throw Failure("“region” is no string") }
        region = text
      }
      return .get(name, row: row, region: region)
    }
  }

  private static func texts(
    _ request: JSON, _ field: String, mayBeEmpty: Bool = false
  ) throws(Failure) -> [String] {
    if let text = request[field]?.string { return [text] }
    guard let values = request[field]?.array, mayBeEmpty || !values.isEmpty else {
      throw Failure("“\(field)” holds no statement")
    }
    if let place = values.firstIndex(where: { $0.string == nil }) {
      throw Failure("“\(field)” holds something else than strings at place \(place + 1)")
    }
    return values.compactMap(\.string)
  }
}

/// A session under the name that requests give it. Its requests run one after the other.
final class ServedSession: Sendable {
  private let name: String
  private let options: ScriptRun.Options
  private let console: Console
  private let state: Mutex<State>

  private struct State {
    /// nil before the first statement, after the end, and while another request uses it.
    var performer: Performer?
    var scratch = Scratch.newPath()
    var unanswered = 0
    /// The events that are reported, and what reports them.
    var watched: Set<String> = []
    var watcher: Task<Void, Never>?
  }

  private let say: @Sendable (JSON) -> Void

  /// - Parameter say: takes events, which are reported without being asked for.
  init(
    name: String, options: ScriptRun.Options, console: Console,
    say: @escaping @Sendable (JSON) -> Void
  ) {
    self.name = name
    self.options = options
    self.console = console
    self.say = say
    state = Mutex(State())
  }

  /// Records that a request is on its way.
  func expectAnswer() { state.withLock { $0.unanswered += 1 } }

  /// Whether it can be closed without losing anything.
  var isIdle: Bool { state.withLock { $0.unanswered == 0 && $0.performer == nil } }

  func answer(_ request: Request) async -> JSON {
    defer { state.withLock { $0.unanswered -= 1 } }
    let id = request.id
    do {
      switch try request.action.get() {
      case .perform(let texts):
        let steps = try steps(texts)
        let match = try await perform(steps)
        return .members(["id": id, "ok": .bool(true), "match": match.map(Self.match)])
      case .waitForAny(let texts):
        let steps = try steps(texts)
        guard steps.allSatisfy(\.statement.isWait) else {
          throw Request.Failure("“any” holds “wait for”, “expect” and “refuse” alone")
        }
        guard let performer = state.withLock({ $0.performer }) else { throw nothingStarted }
        return .members([
          "id": id, "ok": .bool(true), "any": .number(try await performer.first(of: steps)),
        ])
      case .get(let wanted, let row, let region):
        return .members(["id": id, "ok": .bool(true), wanted: try await get(wanted, row, region)])
      case .find(let text):
        guard let session = state.withLock({ $0.performer?.session }) else { throw nothingStarted }
        let locator = try Script.locator(text, scratch: state.withLock { $0.scratch })
        let matches = session.screen.find(locator).map(Self.match)
        return .members(["id": id, "ok": .bool(true), "matches": .array(matches)])
      case .watch(let events):
        state.withLock { $0.watched = events }
        if let session = state.withLock({ $0.performer?.session }) {
          watch(session, fromStart: false)
        }
        return .members(["id": id, "ok": .bool(true)])
      }
    } catch let error as Request.Failure {
      return error.answer(id)
    } catch let error as ScriptError {
      return Request.failed(id, "script", console.line(error))
    } catch let failure as ScriptFailure {
      let lines = console.lines(failure)
      return .members([
        "id": id, "ok": .bool(false), "kind": .string("failure"), "message": .string(lines[0]),
        "report": .string(lines.joined(separator: "\n")),
      ])
    } catch {
      return Request.failed(id, "request", "\(error)")
    }
  }

  /// Checks statements as if they were the lines of one script.
  private func steps(_ texts: [String]) throws(ScriptError) -> [Step] {
    let scratch = state.withLock { $0.scratch }
    var line = 1
    var steps: [Step] = []
    for text in texts {
      steps.append(try Script.step(text, line: line, scratch: scratch))
      line += text.count { $0.isNewline } + 1
    }
    return steps
  }

  /// Performs statements; returns where the last one found what it waited for.
  private func perform(_ steps: [Step]) async throws -> ScreenMatch? {
    var performer: Performer
    if let open = state.withLock({ $0.performer }) {
      performer = open
    } else {
      performer = Performer(scratch: state.withLock { $0.scratch }, options: options)
      performer.onStart = { [weak self] in self?.watch($0, fromStart: true) }
      try performer.makeScratch(steps[0].place)
    }
    defer { state.withLock { [performer] in $0.performer = performer } }
    for step in steps { try await performer.perform(step) }
    return performer.match
  }

  /// Ends the program, and removes its folder.
  func close() async {
    guard var performer = state.withLock({ $0.performer.take() }) else { return }
    state.withLock { $0.watcher.take()?.cancel() }
    await performer.abandonPrograms()
    let scratch = state.withLock { state in
      defer { state.scratch = Scratch.newPath() }
      return state.scratch
    }
    Scratch.remove(scratch)
  }

  // MARK: Events

  /// Reports what happens to a program from now on, or from its start, instead of the former one.
  private func watch(_ session: TerminalSession, fromStart: Bool) {
    let first = fromStart ? nil : session.screen
    let begin = fromStart ? session.log.start : session.log.end
    state.withLock { state in
      state.watcher?.cancel()
      state.watcher = nil
      let watched = state.watched
      if watched.isEmpty { return }
      state.watcher = Task { [name, say] in
        var seen = first
        var mark = begin
        func report(_ event: String, _ more: KeyValuePairs<String, JSON?>) {
          guard watched.contains(event), !Task.isCancelled else { return }
          guard case .object(let members) = JSON.members(more) else { return }
          say(
            .object(
              [JSON.Member("event", .string(event)), JSON.Member("session", .string(name))]
                + members))
        }
        while !Task.isCancelled {
          let log = try? await session.waitForLog("output", limit: .seconds(86_400)) {
            [mark] in $0.end != mark
          }
          // Output without a pause is one change, as in films.
          _ = try? await session.settled(for: .milliseconds(5), limit: .milliseconds(40))
          let screen = session.screen
          if screen.grid != seen?.grid || screen.cursor != seen?.cursor { report("screen", [:]) }
          if screen.title != seen?.title ?? "" {
            report("title", ["title": .string(screen.title)])
          }
          if screen.bells != seen?.bells ?? 0 { report("bell", ["bells": .number(screen.bells)]) }
          seen = screen
          if let code = session.status.answer { return report("exit", ["exit": .number(code)]) }
          guard let log else { continue }
          // A program without its terminal writes no more, and may take long to end.
          if log.end == mark { _ = try? await session.waitForExit(limit: .seconds(86_400)) }
          mark = log.end
        }
      }
    }
  }

  // MARK: The current state

  private var nothingStarted: Request.Failure {
    Request.Failure("no program was started in the session “\(name)”")
  }

  private func get(_ wanted: String, _ row: Int?, _ region: String?) async throws -> JSON {
    if wanted == "close" {
      await close()
      return .bool(true)
    }
    guard let performer = state.withLock({ $0.performer }), let session = performer.session else {
      throw nothingStarted
    }
    switch wanted {
    case "screen": return Self.screen(session)
    case "cells":
      guard let row, session.screen.grid.indices.contains(row) else {
        throw Request.Failure("“row” is no row of the screen")
      }
      return .array(session.screen.grid[row].cells.map(Self.cell))
    case "picture", "text":
      var screen = session.screen
      if let region {
        let region = try StatementReader.region(region)
        screen = screen.part(rows: region.rows, columns: region.columns)
      }
      return wanted == "picture"
        ? .string(screen.svg()) : .array(screen.logicalRows.map { .string($0) })
    case "scrollback": return .array(session.history.map { .string($0.logicalText()) })
    case "output": return .string(String(decoding: session.log.output, as: UTF8.self))
    default: return .string(performer.recording.map { Asciicast.text($0) } ?? "")
    }
  }

  private static func screen(_ session: TerminalSession) -> JSON {
    let screen = session.screen
    let cursor = JSON.members([
      "row": .number(screen.cursor.row), "column": .number(screen.cursor.column),
      "visible": .bool(screen.cursor.isVisible),
    ])
    let modes = ModeValue.values(of: screen.modes).map {
      JSON.Member($0.name, .string($0.value))
    }
    let exit = session.status.answer.map { JSON.number($0) }
    return .members([
      "columns": .number(screen.size.columns), "rows": .number(screen.size.rows),
      "logical": .array(screen.logicalRows.map { .string($0) }),
      "visual": .array(screen.rows.map { .string($0) }), "cursor": cursor,
      "alternate": .bool(screen.isAlternate), "title": .string(screen.title),
      "modes": .object(modes), "status": .string("\(session.status)"), "exit": exit,
      "unknown": .array(session.unknownSequences.map { .string($0) }),
    ])
  }

  private static func match(_ match: ScreenMatch) -> JSON {
    .members([
      "row": .number(match.row), "column": .number(match.columns.lowerBound),
      "width": .number(match.columns.count), "text": .string(match.text),
    ])
  }

  private static func cell(_ cell: ScreenCell) -> JSON {
    let style = cell.style
    let attributes = StyleWords.attributes.filter { $0.key != "plain" && $0.value(style) }.keys
    return .members([
      "text": .string(cell.text), "width": .number(Int(cell.width)),
      "style": .array(attributes.sorted().map { .string($0) }),
      "foreground": .string(text(style.foreground)), "background": .string(text(style.background)),
      "link": cell.link.map { .string($0) },
    ])
  }

  /// A colour in the notation of scripts.
  private static func text(_ color: TerminalColor) -> String {
    switch color {
    case .default: return "default"
    case .indexed(let index) where index < 16: return StyleWords.colors[Int(index)]
    case .indexed(let index): return "color \(index)"
    case .rgb(let red, let green, let blue):
      return "#"
        + [red, green, blue].map { value in
          (value < 16 ? "0" : "") + String(value, radix: 16)
        }.joined()
    }
  }
}

extension ProcessStatus {
  /// The exit code of an ended program in answers; a signal is negative.
  fileprivate var answer: Int? {
    switch self {
    case .exited(let code): Int(code)
    case .signaled(let signal): -Int(signal)
    case .running, .stopped: nil
    }
  }
}

/// A line of standard input.
enum RequestLine: Sendable {
  case whole([UInt8])
  /// A line longer than the limit; its contents are lost.
  case tooLong

  /// The maximum length in bytes.
  private static let limit = 1 << 20

  /// The next line that is not empty; nil at the end. It is read by a separate thread, because tasks
  /// must not block.
  static func next() async -> RequestLine? {
    await withCheckedContinuation { continuation in
      SystemThread.mustStart { continuation.resume(returning: read()) }
    }
  }

  private static func read() -> RequestLine? {
    var line: [UInt8] = []
    var isTooLong = false
    while true {
      let byte = getchar()
      if byte != EOF, byte != 0x0A {
        if line.count < limit { line.append(UInt8(byte)) } else { isTooLong = true }
      } else if isTooLong {
        return .tooLong
      } else if !line.isEmpty {
        return .whole(line)
      } else if byte == EOF {
        return nil
      }
    }
  }
}
