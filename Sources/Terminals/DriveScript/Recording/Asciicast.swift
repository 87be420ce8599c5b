import Glibc
import StrictJSON
import TerminalHarness

/// The file format of recordings, asciicast: a line of JSON for the header, one for each event.
/// Version 3 (https://docs.asciinema.org/manual/asciicast/v3/) counts the time of an event from the
/// one before, and has the program's end; version 2 (…/v2/) counts it from the beginning.
public enum Asciicast {
  /// Why a text is not an asciicast, and in which line, from 1.
  public struct Failure: Error, Hashable, Sendable {
    public let line: Int
    public let message: DriveMessage
  }

  /// The maximum number of bytes read.
  static let limit = 1 << 28

  // MARK: Writing

  /// The version of a file with this name: 2 for `menu.v2.cast`, for players that do not read 3.
  static func version(of path: String) -> Int { path.hasSuffix(".v2.cast") ? 2 : 3 }

  /// - Parameter version: 3 or 2.
  public static func text(_ recording: Recording, date: Int? = nil, version: Int = 3) -> String {
    var lines = [header(recording, date, version).text]
    var before = Duration.zero
    func line(_ time: Duration, _ code: String, _ data: String) -> String {
      defer { before = max(before, time) }
      let time = microseconds(version == 3 ? max(.zero, time - before) : time)
      return JSON.array([.number(time), .string(code), .string(data)]).text
    }
    // Two reads may split a character: its beginning waits for the rest.
    var output = WholeCharacters()
    var input = WholeCharacters()
    for event in recording.events {
      let code: String
      let data: String
      switch event.kind {
      case .output(let bytes): (code, data) = ("o", output.decode(bytes))
      case .input(let bytes): (code, data) = ("i", input.decode(bytes))
      case .resize(let size): (code, data) = ("r", "\(size)")
      case .marker(let name): (code, data) = ("m", name)
      }
      if data.isEmpty, code != "m" { continue }
      lines.append(line(event.time, code, data))
    }
    for (code, rest) in [("o", output.rest), ("i", input.rest)] where !rest.isEmpty {
      lines.append(line(recording.duration, code, rest))
    }
    if version == 3 {
      // Its time is that of the end. Nothing else of a file of version 3 has it.
      lines.append(
        recording.exit.map { line(recording.duration, "x", "\($0)") }
          ?? line(recording.duration, "o", ""))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Seconds with at most six decimals: a recording is no more precise.
  private static func microseconds(_ time: Duration) -> Double {
    (time.inSeconds * 1_000_000).rounded() / 1_000_000
  }

  private static func header(_ recording: Recording, _ date: Int?, _ version: Int) -> JSON {
    let timestamp = date.map { JSON.number($0) }
    let title = recording.title.map { JSON.string($0) }
    let (columns, rows) = (JSON.number(recording.size.columns), JSON.number(recording.size.rows))
    let variables = recording.environment.sorted { $0.key < $1.key }
      .filter { version == 2 || $0.key != "TERM" }
      .map { JSON.Member($0.key, .string($0.value)) }
    let environment = variables.isEmpty ? nil : JSON.object(variables)
    if version == 2 {
      return .members([
        "version": .number(2), "width": columns, "height": rows, "timestamp": timestamp,
        "duration": .number(microseconds(recording.duration)), "title": title, "env": environment,
      ])
    }
    return .members([
      "version": .number(3),
      "term": .members([
        "cols": columns, "rows": rows, "type": recording.environment["TERM"].map { .string($0) },
      ]),
      "timestamp": timestamp, "title": title, "env": environment,
    ])
  }

  private struct WholeCharacters {
    private var held: [UInt8] = []

    mutating func decode(_ bytes: [UInt8]) -> String {
      held += bytes
      // A lead byte among the last three whose character is incomplete.
      var cut = held.count
      for back in 1...3 where back <= held.count {
        let byte = held[held.count - back]
        if byte & 0xC0 == 0x80 { continue }
        let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
        if length > back { cut = held.count - back }
        break
      }
      defer { held.removeFirst(cut) }
      return String(decoding: held[..<cut], as: UTF8.self)
    }

    var rest: String { String(decoding: held, as: UTF8.self) }
  }

  // MARK: Reading

  public static func recording(of bytes: [UInt8]) throws(Failure) -> Recording {
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    let header = try json(lines[0], 1)
    guard let version = header["version"]?.integer, [2, 3].contains(version) else {
      throw Failure(line: 1, message: .castVersion)
    }
    let terminal = header["term"]
    guard let columns = version == 2 ? header["width"]?.integer : terminal?["cols"]?.integer,
      let rows = version == 2 ? header["height"]?.integer : terminal?["rows"]?.integer,
      let size = Written.size(columns: columns, rows: rows)
    else { throw Failure(line: 1, message: .castHeader) }
    var events: [Recording.Event] = []
    var last = Duration.zero
    var exit: Int?
    // Version 3 has comments.
    for (index, line) in lines.enumerated().dropFirst()
    where !line.isEmpty && !(version == 3 && line.first == UInt8(ascii: "#")) {
      let number = index + 1
      let value = try json(line, number)
      let failure = Failure(line: number, message: .castEvent)
      guard let parts = value.array, parts.count == 3, let seconds = parts[0].number,
        let code = parts[1].string, let data = parts[2].string, (0...1e7).contains(seconds)
      else { throw failure }
      // Times of several threads may cross by microseconds.
      let time = Duration.microseconds(Int64((seconds * 1_000_000).rounded()))
      last = version == 3 ? last + time : max(last, time)
      guard last <= .seconds(1e7) else { throw failure }
      switch code {
      // The end's time, where the program's end is not known.
      case "o" where data.isEmpty: break
      case "o": events.append(Recording.Event(time: last, kind: .output(Array(data.utf8))))
      case "i": events.append(Recording.Event(time: last, kind: .input(Array(data.utf8))))
      case "m": events.append(Recording.Event(time: last, kind: .marker(data)))
      case "r":
        guard let size = Written.size(data) else { throw failure }
        events.append(Recording.Event(time: last, kind: .resize(size)))
      case "x":
        guard let code = Int(data), (0...255).contains(code) else { throw failure }
        exit = code
      // Later versions may have other events, which are ignored.
      default: break
      }
    }
    let duration = version == 3 ? last : .seconds(min(max(header["duration"]?.number ?? 0, 0), 1e7))
    var environment: [String: String] = [:]
    if case .object(let members)? = header["env"] {
      for member in members { environment[member.name] = member.value.string }
    }
    if let type = terminal?["type"]?.string { environment["TERM"] = type }
    return Recording(
      size: size, title: header["title"]?.string,
      environment: environment, exit: exit, events: events, duration: duration)
  }

  private static func json(_ line: ArraySlice<UInt8>, _ number: Int) throws(Failure) -> JSON {
    do throws(JSON.Failure) {
      return try JSON(reading: Array(line), rules: .replacesLoneSurrogates)
    } catch {
      throw Failure(line: number, message: .castNotJSON)
    }
  }
}
