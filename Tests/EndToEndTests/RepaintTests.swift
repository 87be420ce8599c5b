import TerminalHarness
import TestCrowd
import Testing

/// What ncurses sends as the difference between two frames, against the whole second frame.
@Suite(.few, .timeLimit(.minutes(5)))
struct RepaintTests {
  @Test(
    "R29: frames that come as differences are the frames that come whole, in large windows too",
    arguments: ["vt100", "vt220", "linux", "screen-256color", "xterm-256color"],
    [TerminalSize.standard, TerminalSize(columns: 100, rows: 40), .init(columns: 200, rows: 60)])
  func differences(type: String, size: TerminalSize) async throws {
    let installation = try Installation()
    let session = try installation.open(
      environment: ["TERM": type], size: size, profile: type == "linux" ? .linuxConsole : .xterm)
    try await session.waitUntil("the first frame") { $0.shows("English (EN)") }
    // The help over the section, the messages, the other sections, the prompt, a toast.
    for keys in ["?", "\u{1B}", "m", "\u{1B}", "\t", "\u{1B}[B", "\u{1B}[B", "\t", "2", "n", "1"] {
      session.type(keys)
      let after = try await session.settled()
      let mark = session.log.end
      session.press(.control("l"))
      try await session.waitUntil("the whole frame") { $0.rows == after.rows }
      let whole = try await session.settled()
      #expect(session.log.output(since: mark).count > 200)
      #expect(whole.rows == after.rows, "after \(keys.debugDescription)")
    }
    session.type("q")
    #expect(try await session.waitForExit() == .exited(0))
  }
}
