import Glibc
import StrictJSON
import TerminalHarness

/// The file format of recordings, asciicast version 2: a line of JSON for the header, one for each
/// event (https://docs.asciinema.org/manual/asciicast/v2/).
public enum Asciicast {
  /// Why a text is not an asciicast, and in which line, from 1.
  public struct Failure: Error, Hashable, Sendable {
    public let line: Int
    public let message: DriveMessage
  }

  /// The maximum number of bytes read.
  static let limit = 1 << 28

  // MARK: Writing

  public static func text(_ recording: Recording, date: Int? = nil) -> String {
    let environment = recording.terminalType.map { JSON.members(["TERM": .string($0)]) }
    let header = JSON.members([
      "version": .number(2), "width": .number(recording.size.columns),
      "height": .number(recording.size.rows), "timestamp": date.map { .number($0) },
      "duration": .number(microseconds(recording.duration)),
      "title": recording.title.map { .string($0) },
      "env": environment,
    ])
    var lines = [header.text]
    // Two reads may split a character: its beginning waits for the rest.
    var output = WholeCharacters()
    var input = WholeCharacters()
    for event in recording.events {
      let code: String
      let data: String
      switch event.kind {
      case .output(let bytes): (code, data) = ("o", output.take(bytes))
      case .input(let bytes): (code, data) = ("i", input.take(bytes))
      case .resize(let size): (code, data) = ("r", "\(size)")
      case .marker(let name): (code, data) = ("m", name)
      }
      if data.isEmpty, code != "m" { continue }
      lines.append(line(event.time, code, data))
    }
    for (code, rest) in [("o", output.rest), ("i", input.rest)] where !rest.isEmpty {
      lines.append(line(recording.duration, code, rest))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Seconds with at most six decimals: a recording is no more precise.
  private static func microseconds(_ time: Duration) -> Double {
    (time.inSeconds * 1_000_000).rounded() / 1_000_000
  }

  private static func line(_ time: Duration, _ code: String, _ data: String) -> String {
    JSON.array([.number(microseconds(time)), .string(code), .string(data)]).text
  }

  private struct WholeCharacters {
    private var held: [UInt8] = []

    mutating func take(_ bytes: [UInt8]) -> String {
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
    guard header["version"]?.integer == 2 else { throw Failure(line: 1, message: .castVersion) }
    guard let columns = header["width"]?.integer, let rows = header["height"]?.integer,
      (1...9_999).contains(columns), (1...9_999).contains(rows)
    else { throw Failure(line: 1, message: .castHeader) }
    var events: [Recording.Event] = []
    var last = Duration.zero
    for (index, line) in lines.enumerated().dropFirst() where !line.isEmpty {
      let number = index + 1
      let value = try json(line, number)
      guard let parts = value.array, parts.count == 3, let seconds = parts[0].number,
        let code = parts[1].string, let data = parts[2].string, (0...1e7).contains(seconds)
      else { throw Failure(line: number, message: .castEvent) }
      // Times of several threads may cross by microseconds.
      last = max(last, .seconds(seconds))
      switch code {
      case "o": events.append(Recording.Event(time: last, kind: .output(Array(data.utf8))))
      case "i": events.append(Recording.Event(time: last, kind: .input(Array(data.utf8))))
      case "m": events.append(Recording.Event(time: last, kind: .marker(data)))
      case "r":
        guard let size = Written.size(data) else {
          throw Failure(line: number, message: .castEvent)
        }
        events.append(Recording.Event(time: last, kind: .resize(size)))
      // Later versions may have other events, which are ignored.
      default: break
      }
    }
    let duration = header["duration"]?.number ?? 0
    return Recording(
      size: TerminalSize(columns: columns, rows: rows), title: header["title"]?.string,
      terminalType: header["env"]?["TERM"]?.string, events: events,
      duration: .seconds(min(max(duration, 0), 1e7)))
  }

  private static func json(_ line: ArraySlice<UInt8>, _ number: Int) throws(Failure) -> JSON {
    do throws(JSON.Failure) {
      return try JSON(reading: Array(line), rules: .replacesLoneSurrogates)
    } catch {
      throw Failure(line: number, message: .castNotJSON)
    }
  }
}
