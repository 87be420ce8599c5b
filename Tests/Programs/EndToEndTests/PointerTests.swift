import Foundation
import TerminalHarness
import TestCrowd
import Testing

@Suite(.few, .timeLimit(.minutes(20)))
struct PointerTests {
  @Test("R54: a paste without an open text field does nothing")
  func paste() async throws {
    let installation = try Installation()
    let session = try await installation.openScreen()
    #expect(session.screen.modes.bracketedPaste)
    session.paste("q\n2\nq")
    session.type("?")
    try await session.waitUntil("the help") { $0.shows("Home/End") }
    #expect(try installation.events().count("preference.write") == 0)
  }
}
