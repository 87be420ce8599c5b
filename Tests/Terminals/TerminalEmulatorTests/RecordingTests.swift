import Foundation
import TerminalEmulator
import TerminalHarness
import Testing

/// What real programs wrote to a terminal of 80x24, kept so that a test does not depend on them.
///
/// `RECORD_PROGRAMS=1 make test-one NAME=RecordingTests` records them again.
enum Recording: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case dialog, whiptail, vim, htop, less

  var testDescription: String { rawValue }

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Recordings")

  private var file: URL { Self.folder.appendingPathComponent("\(rawValue).bytes") }

  func bytes() throws -> [UInt8] { Array(try Data(contentsOf: file)) }

  func save(_ bytes: [UInt8]) throws { try Data(bytes).write(to: file) }
}

@Suite("Recordings", .timeLimit(.minutes(5)))
struct RecordingTests {
  @Test("real programs write no unknown sequence", arguments: Recording.allCases)
  func known(_ recording: Recording) throws {
    var emulator = Emulator()
    emulator.feed(try recording.bytes())
    // Vim sends two sequences that no terminal knows, to see whether they leave a trace.
    #expect(emulator.unknownSequences == (recording == .vim ? ["␛Pzz", "␛[0%m"] : []))
    #expect(emulator.screen.modes.bidi == .implicit)
  }

  @Test("programs leave the main screen and the modes as they were", arguments: Recording.allCases)
  func restored(_ recording: Recording) throws {
    var emulator = Emulator()
    emulator.feed(try recording.bytes())
    #expect(!emulator.screen.isAlternate)
    #expect(emulator.screen.pushedTitles == 0)
    #expect(emulator.screen.cursor.isVisible)
    var modes = emulator.screen.modes
    // dialog and vim use what terminfo calls "very visible", and leave the cursor blinking or not.
    modes.cursorBlink = false
    #expect(modes == ScreenModes())
  }
}

/// Makes the recordings, when asked for.
@Suite(
  "Recording real programs",
  .enabled(
    if: ProcessInfo.processInfo.environment["RECORD_PROGRAMS"] != nil, "RECORD_PROGRAMS is not set"),
  .serialized)
struct MakeRecordings {
  private func end(_ session: TerminalSession, _ recording: Recording) async throws {
    try await session.waitForExit()
    try recording.save(session.log.output)
  }

  @Test func dialog() async throws {
    let items = (1...9).flatMap { ["\($0)", "Item \($0) اللغة 中文"] }
    let session = try TerminalSession(
      "dialog",
      arguments: ["--title", "Título", "--menu", "Choose a language", "14", "50", "5"] + items)
    try await session.waitUntil("the menu") { $0.shows("Cancel") }
    for _ in 0..<8 {
      session.press(.down)
      try await session.settled()
    }
    session.press(.up)
    try await session.settled()
    session.press(.enter)
    try await end(session, .dialog)
  }

  @Test func whiptail() async throws {
    let items = (1...9).flatMap { ["\($0)", "Item \($0) é中"] }
    let session = try TerminalSession(
      "whiptail", arguments: ["--title", "Title", "--menu", "Choose", "16", "50", "5"] + items)
    try await session.waitUntil("the menu") { $0.shows("Cancel") }
    for key in [TerminalKey.down, .down, .down, .down, .down, .tab, .tab, .tab] {
      session.press(key)
      try await session.settled()
    }
    session.press(.enter)
    try await end(session, .whiptail)
  }

  @Test func vim() async throws {
    let session = try TerminalSession(
      "vim", arguments: ["-u", "NONE", "-c", "set nocp ruler hls | syntax on", "/etc/services"])
    try await session.waitUntil("the file") { $0.isAlternate && $0.rows[0].hasPrefix("#") }
    let steps = [
      "/tcp\n", "\u{4}", "\u{15}", "5dd", "p", "u", "ihello e\u{301} 中文 سلام\u{1B}", ":split\n",
      "\u{6}", "\u{17}\u{17}", "\u{5}\u{5}\u{19}", "zz", ":set nu\n", "10G", "ddP", "V5j\u{1B}",
      ":set list\n", "gg", "G",
    ]
    for step in steps {
      session.type(step)
      try await session.settled()
    }
    session.type(":qa!\n")
    try await end(session, .vim)
  }

  @Test func htop() async throws {
    var environment = TerminalSession.plainEnvironment
    environment["HOME"] = "/nonexistent"
    // In a process namespace of its own, so that the recording tells nothing of the machine.
    let others = String(repeating: "tail -f /dev/null & ", count: 12)
    let session = try TerminalSession(
      "unshare", arguments: ["-fp", "--mount-proc", "sh", "-c", others + "exec htop"],
      environment: environment)
    try await session.waitUntil("the list") { $0.shows("Load average") }
    for key in [TerminalKey.down, .down, .function(5), .down, .function(6), .escape, .function(1)] {
      session.press(key)
      try await session.settled()
    }
    session.press(.escape)
    try await session.settled()
    session.type("q")
    try await end(session, .htop)
  }

  @Test func less() async throws {
    let session = try TerminalSession("less", arguments: ["-N", "/etc/services"])
    try await session.waitUntil("the file") { $0.shows("/etc/services") }
    for step in [" ", "b", "j", "j", "k", "/tcp\n", "n", "G", "g", "20\n"] {
      session.type(step)
      try await session.settled()
    }
    session.type("q")
    try await end(session, .less)
  }
}
