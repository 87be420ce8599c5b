import BuiltPrograms
import Foundation
import TerminalHarness
import TestCrowd
import Testing

/// The trace against the table that documents it, docs/tracing.md, and against what is seen outside.
@Suite(.few, .timeLimit(.minutes(20)))
struct TraceTests {
  /// A row of the table: an event with its fields.
  private struct Row {
    enum Kind: String {
      case bool, text, number, texts

      func holds(_ value: Any) -> Bool {
        switch self {
        case .text: return value is String
        case .texts: return value is [String]
        // JSONSerialization makes a number of either; its type tells them apart.
        case .bool: return (value as? NSNumber).map(Self.isBool) ?? false
        case .number: return (value as? NSNumber).map { !Self.isBool($0) } ?? false
        }
      }

      private static func isBool(_ number: NSNumber) -> Bool {
        String(cString: number.objCType) == "c"
      }
    }

    let fields: [String: Kind]
    /// Fields that are not in every event of this name.
    let optional: Set<String>

    static func table() throws -> [String: Row] {
      let url = packageRoot.appending(path: "docs/tracing.md")
      let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
      var table: [String: Row] = [:]
      for line in lines where line.hasPrefix("| `") {
        let cells = line.split(separator: "|", omittingEmptySubsequences: false)
        let name = cells[1].trimmingCharacters(in: CharacterSet(charactersIn: " `"))
        var fields: [String: Kind] = [:]
        var optional: Set<String> = []
        for field in cells[2].matches(of: /`([a-z]+)`: ([a-z]+)(\?)?/) {
          let kind = try #require(Kind(rawValue: String(field.2)), "\(line)")
          fields[String(field.1)] = kind
          if field.3 != nil { optional.insert(String(field.1)) }
        }
        #expect(cells[2].split(separator: ",").filter { $0.contains("`") }.count == fields.count)
        #expect(table[name] == nil)
        table[name] = Row(fields: fields, optional: optional)
      }
      return table
    }
  }

  private func objects(_ installation: Installation) throws -> [[String: Any]] {
    try String(contentsOfFile: installation.trace, encoding: .utf8).split(separator: "\n").map {
      let object = try JSONSerialization.jsonObject(with: Data($0.utf8))
      return try #require(object as? [String: Any], "\($0)")
    }
  }

  @Test("R59: every event has the fields in the table, and every event of the table occurs")
  func table() async throws {
    let whole = try Installation()
    let session = try await whole.openScreen()
    session.type("2")
    try await session.waitUntil("the prompt") { $0.shows(.restartNowArabic) }
    session.press(.escape)
    try await session.waitUntil("the pending line") { !$0.shows(.laterArabic) }
    session.type("r")
    try await session.waitUntil("the mirrored screen") { $0.isMirrored }
    try await whole.wait(for: "the helper's event") {
      try whole.events().contains { $0.name == "sync.result" }
    }
    session.type("q")
    #expect(try await session.waitForExit() == .exited(0))

    // A catalog that does not load, a choice that cannot be written, and no helper.
    let broken = try Installation()
    let catalog = "\(broken.resources)/ar.lproj/Localizable.strings"
    let sound = try String(contentsOfFile: catalog, encoding: .utf8)
    try "\"unfinished\" = ".write(toFile: catalog, atomically: true, encoding: .utf8)
    let other = try await broken.openScreen(
      environment: ["LISAN_PREFERENCES": "/proc/lisan/preferences"])
    other.type("2")
    try await other.waitUntil("the toast") { $0.shows("did not complete") }
    try sound.write(toFile: catalog, atomically: true, encoding: .utf8)
    other.type("2")
    try await other.waitUntil("the prompt") { $0.shows(.restartNowArabic) }
    other.type("nq")
    #expect(try await other.waitForExit() == .exited(0))

    let table = try Row.table()
    var seen: [String: Int] = [:]
    for event in try objects(whole) + objects(broken) {
      let name = try #require(event["event"] as? String)
      seen[name, default: 0] += 1
      let row = try #require(table[name], "\(name) is not in docs/tracing.md: \(event)")
      let fields = Set(event.keys).subtracting(["t", "event"])
      #expect(fields.isSubset(of: row.fields.keys), "\(event)")
      #expect(fields.isSuperset(of: Set(row.fields.keys).subtracting(row.optional)), "\(event)")
      for (field, kind) in row.fields {
        if let value = event[field] { #expect(kind.holds(value), "\(field) of \(event)") }
      }
      #expect(Row.Kind.number.holds(event["t"] ?? ""), "\(event)")
    }
    for name in table.keys.sorted() { #expect(seen[name] != nil, "\(name) never came") }
    // Fields that may be missing are there in one event and missing in another.
    let writes = try objects(whole) + objects(broken)
    for (name, row) in table {
      for field in row.optional {
        let has = writes.filter { $0["event"] as? String == name }.map { $0[field] != nil }
        #expect(Set(has) == [true, false], "\(field) of \(name)")
      }
    }
  }

  @Test("R59: frames and choices in the trace are those seen from outside")
  func outside() async throws {
    let installation = try Installation()
    let session = try await installation.openScreen()
    let opened = session.time
    session.press(.down)
    try await session.waitUntil("the hint") { $0.shows("Press Enter to switch") }
    // Every byte that reached the terminal is of a frame: as soon as both sides have all of them.
    var (told, sent) = (0, -1)
    let limit = ContinuousClock.now + .seconds(20)
    while told != sent, ContinuousClock.now < limit {
      try await session.settled()
      sent = session.log.output.count
      told = try installation.events().compactMap { $0["bytes"].flatMap { Int($0) } }.reduce(0, +)
    }
    #expect(told == sent)
    let frame = try installation.lastFrame()
    #expect(frame["focus"] == "language.option.ar")
    #expect(frame["language"] == "en" && frame["direction"] == "ltr")
    let screen = session.screen
    #expect(frame.rows.count == 24)
    for (row, text) in zip(screen.rows, frame.rows)
    where text.unicodeScalars.allSatisfy({ $0.value < 0x600 }) {
      #expect(row.trimmingSuffix(while: \.isWhitespace) == text[...])
    }
    #expect(frame.rows.contains { $0.contains(Word.arabic.rawValue) })
    // Frames are counted without a gap, by a clock that only goes on.
    var frames = try installation.events().filter { $0.name == "frame" }
    #expect(frames.compactMap { $0["n"].flatMap { Int($0) } } == Array(1...frames.count))
    #expect(frames.map(\.time) == frames.map(\.time).sorted())

    // The key press and the frame that it made stand between the same times inside and outside. The
    // clock inside starts with the program, a little after the one outside.
    let later = opened.inSeconds - frames[0].time
    let pressed = session.time
    session.press(.enter)
    try await session.waitUntil("the prompt") { $0.shows(.restartNowArabic) }
    let shown = session.time
    frames = try installation.events().filter { $0.name == "frame" && $0["language"] == "ar" }
    let first = try #require(frames.first)
    #expect(first.time >= pressed.inSeconds - later && first.time <= shown.inSeconds)
    // One change: one write that the file has, one direction, one request for the account.
    let stored = try #require(installation.stored())
    let events = try installation.events()
    #expect(events.filter { $0.name == "preference.write" }.map { $0["code"] } == [stored.language])
    #expect(events.filter { $0.name == "direction.force" }.map { $0.isTrue("rtl") } == [true])
    for name in ["language.change.begin", "language.change.end"] {
      #expect(events.filter { $0.name == name }.map { $0["code"] } == ["ar"])
    }
    let requests = {
      try installation.events().filter { $0.name == "sync.request" && $0["code"] == "ar" }
    }
    try await installation.wait(for: "the request") { try !requests().isEmpty }
    #expect(try requests().map { $0["sequence"] } == [String(stored.sequence)])
    // An error is in the log in these words.
    let errors = try installation.events().filter { $0.name == "error" }
    for error in errors { #expect(installation.logText.contains(try #require(error["message"]))) }
  }
}

extension Duration {
  fileprivate var inSeconds: Double { self / .seconds(1) }
}

extension String {
  fileprivate func trimmingSuffix(while isTrimmed: (Character) -> Bool) -> Substring {
    var text = self[...]
    while let last = text.last, isTrimmed(last) { text.removeLast() }
    return text
  }
}
