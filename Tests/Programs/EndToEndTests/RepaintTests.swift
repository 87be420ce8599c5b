import TerminalHarness
import TestCrowd
import Testing

/// What ncurses sends as the difference between two frames, against the whole second frame.
@Suite(.few, .timeLimit(.minutes(20)))
struct RepaintTests {
  /// A key, and the screen after its answer.
  private static let steps: [(key: String, word: String, isThere: Bool)] = [
    ("?", "Home/End", true), ("\u{1B}", "Home/End", false),
    ("m", "Messages", true), ("\u{1B}", "Messages", false),
    ("2", Word.restartNowArabic.rawValue, true), ("n", Word.restartNowArabic.rawValue, false),
    ("1", Word.pendingArabic.rawValue, false),
  ]

  @Test(
    "R29: frames sent as differences equal whole frames, in large windows too",
    arguments: ["vt100", "vt220", "linux", "screen-256color", "xterm-256color"],
    [TerminalSize.standard, TerminalSize(columns: 100, rows: 40), .init(columns: 200, rows: 60)])
  func differences(type: String, size: TerminalSize) async throws {
    let installation = try Installation()
    let session = try installation.open(
      environment: ["TERM": type], size: size, profile: type == "linux" ? .linuxConsole : .xterm)
    try await session.waitUntil("the first frame") { $0.shows("English (EN)") }
    for step in Self.steps {
      session.type(step.key)
      try await session.waitUntil("the answer to \(step.key.debugDescription)") {
        $0.shows(step.word) == step.isThere
      }
      let after = try await session.settled(for: .milliseconds(100))
      let mark = session.log.end
      session.press(.control("l"))
      try await installation.wait(for: "a frame that is sent whole") {
        session.log.output(since: mark).count > 200
      }
      try await session.waitUntil("the whole frame after \(step.key.debugDescription)") {
        $0.rows == after.rows
      }
    }
    session.type("q")
    #expect(try await session.waitForExit() == .exited(0))
  }
}
