import CommandLineTool
import Glibc
import StrictJSON
import TerminalHarness

/// Takes requests on standard input, a line of JSON each, and answers each with a line on standard
/// output (`docs/drive.md`, “Other languages”). Sessions end with the input.
struct Server {
  private let options: ScriptRun.Options
  private let console: Console
  private var sessions: [String: Performer] = [:]
  private var scratches: [String: String] = [:]

  /// A request is a line of at most this many bytes.
  private static let longestLine = 1 << 20

  init(options: ScriptRun.Options, console: Console) {
    self.options = options
    self.console = console
  }

  consuming func run() async -> DriveProgram.ExitCode {
    var server = self
    var lines = LineReader(descriptor: STDIN_FILENO, limit: Self.longestLine)
    var isHeard = server.say(
      .members(["protocol": .number(1), "version": .string(packageVersion)]))
    while isHeard, let line = lines.next() {
      isHeard = server.say(await server.answer(line))
    }
    for name in server.sessions.keys.sorted() { await server.close(name) }
    return isHeard ? .done : .failed
  }

  private func say(_ answer: JSON) -> Bool {
    Files.writeAll(Array("\(answer.text)\n".utf8), to: STDOUT_FILENO)
  }

  /// What is wrong with a request itself.
  private struct RequestError: Error {
    let message: String
  }

  private mutating func answer(_ line: LineReader.Line) async -> JSON {
    guard case .whole(let bytes) = line else { return Self.failed(nil, "request", "too long") }
    let request: JSON
    do throws(JSON.Failure) {
      request = try JSON(reading: bytes, rules: .replacesLoneSurrogates)
    } catch {
      return Self.failed(nil, "request", "no JSON at byte \(error.offset)")
    }
    let id = request["id"]
    let name = request["session"]?.string ?? "main"
    do {
      if let statements = request["do"] {
        let texts = statements.string.map { [$0] } ?? statements.array?.compactMap(\.string) ?? []
        guard !texts.isEmpty else { throw RequestError(message: "“do” holds no statement") }
        for text in texts { try await perform(text, in: name) }
        return .members(["id": id, "ok": .bool(true)])
      }
      guard let wanted = request["get"]?.string else {
        throw RequestError(message: "neither “do” nor “get”")
      }
      return .members([
        "id": id, "ok": .bool(true), wanted: try await get(wanted, name, request),
      ])
    } catch let error as RequestError {
      return Self.failed(id, "request", error.message)
    } catch let error as ScriptError {
      return Self.failed(id, "script", console.line(error))
    } catch let failure as ScriptFailure {
      let lines = console.lines(failure)
      return .members([
        "id": id, "ok": .bool(false), "kind": .string("failure"), "message": .string(lines[0]),
        "report": .string(lines.joined(separator: "\n")),
      ])
    } catch {
      return Self.failed(id, "request", "\(error)")
    }
  }

  private static func failed(_ id: JSON?, _ kind: String, _ message: String) -> JSON {
    .members([
      "id": id, "ok": .bool(false), "kind": .string(kind), "message": .string(message),
    ])
  }

  private mutating func perform(_ text: String, in name: String) async throws {
    let scratch = scratches[name] ?? Scratch.newPath()
    let step = try Script.step(text, scratch: scratch)
    if sessions[name] == nil {
      guard sessions.count < 100 else { throw RequestError(message: "too many sessions") }
      let performer = Performer(scratch: scratch, options: options)
      try performer.makeScratch(step.place)
      sessions[name] = performer
      scratches[name] = scratch
    }
    try await sessions[name]!.perform(step)
  }

  private mutating func close(_ name: String) async {
    guard var performer = sessions.removeValue(forKey: name) else { return }
    await performer.abandonProgram()
    if let scratch = scratches.removeValue(forKey: name) { Scratch.remove(scratch) }
  }

  // MARK: What there is

  private mutating func get(
    _ wanted: String, _ name: String, _ request: JSON
  ) async throws -> JSON {
    if wanted == "close" {
      await close(name)
      return .bool(true)
    }
    guard let performer = sessions[name], let session = performer.session else {
      throw RequestError(message: "no program was started in the session “\(name)”")
    }
    switch wanted {
    case "screen": return Self.screen(session)
    case "cells":
      guard let row = request["row"]?.integer, session.screen.grid.indices.contains(row) else {
        throw RequestError(message: "“row” is no row of the screen")
      }
      return .array(session.screen.grid[row].cells.map(Self.cell))
    case "picture": return .string(session.screen.svg())
    case "scrollback": return .array(session.history.map { .string($0.logicalText()) })
    case "output": return .string(String(decoding: session.log.output, as: UTF8.self))
    case "recording": return .string(performer.recording.map { Asciicast.text($0) } ?? "")
    default:
      throw RequestError(
        message: "“get” is one of screen, cells, scrollback, picture, output, recording, close")
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
    var exit: JSON?
    switch session.status {
    case .exited(let code): exit = .number(Int(code))
    case .signaled(let signal): exit = .number(-Int(signal))
    case .running, .stopped: break
    }
    return .members([
      "columns": .number(screen.size.columns), "rows": .number(screen.size.rows),
      "logical": .array(screen.logicalRows.map { .string($0) }),
      "visual": .array(screen.rows.map { .string($0) }), "cursor": cursor,
      "alternate": .bool(screen.isAlternate), "title": .string(screen.title),
      "modes": .object(modes), "status": .string("\(session.status)"), "exit": exit,
      "unknown": .array(session.unknownSequences.map { .string($0) }),
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

  /// A colour as scripts write it.
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

/// Reads lines from a descriptor, each of a bounded length.
struct LineReader {
  enum Line {
    case whole([UInt8])
    /// Longer than the limit; what it held is gone.
    case tooLong
  }

  let descriptor: Int32
  let limit: Int
  private var held: [UInt8] = []
  private var isAtEnd = false

  init(descriptor: Int32, limit: Int) {
    self.descriptor = descriptor
    self.limit = limit
  }

  /// The next line that is not empty; nil at the end.
  mutating func next() -> Line? {
    var isTooLong = false
    var searched = 0
    while true {
      if let end = held[searched...].firstIndex(of: 0x0A) {
        let line = Array(held[..<end])
        held.removeFirst(end + 1)
        searched = 0
        if isTooLong { return .tooLong }
        if !line.isEmpty { return .whole(line) }
        continue
      }
      if held.count > limit {
        isTooLong = true
        held = []
      }
      searched = held.count
      if isAtEnd {
        defer { held = [] }
        return held.isEmpty ? nil : .whole(held)
      }
      var part = [UInt8](repeating: 0, count: 1 << 16)
      let count = read(descriptor, &part, part.count)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { isAtEnd = true } else { held += part[..<count] }
    }
  }
}
