// The samples of TerminalHarness's documentation.
import TerminalHarness
import Testing

@Test func secondItem() async throws {
  let session = try TerminalSession(
    "dialog", arguments: ["--menu", "Language", "10", "40", "2", "en", "English", "ar", "العربية"])

  try await session.waitFor(.text("العربية"))
  session.press(.down, .enter)

  #expect(try await session.waitForExit() == .exited(0))
  #expect(session.lineSettings == session.initialLineSettings)
  #expect(session.unknownSequences.isEmpty)
}

/// Parts of a test; only compiled.
private func parts(_ session: TerminalSession) async throws {
  try await session.waitUntil("the second page") { $0.rows[0].hasPrefix("Page 2") }
  try await session.waitFor(.text("Save").styled("highlighted") { $0.reverse })
  try await session.waitForScreen(
    """
    ┌────────┐
    │ Ready? │
    └────────┘
    """)
  #expect(session.screen.logicalRows[5] == "العربية (AR)")
  #expect(session.screen.grid.allSatisfy { $0.bidiMode == .explicit })
  #expect(session.log.holds(inOrder: "\u{1B}[?1049h", "\u{1B}[8l", "\u{1B}[2J"))
}
