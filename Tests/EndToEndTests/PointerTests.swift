import Foundation
import TerminalHarness
import TestCrowd
import Testing

@Suite(.few, .timeLimit(.minutes(5)))
struct PointerTests {
  @Test("R50: the whole way by mouse: choose, restart, choose back in the mirrored layout, quit")
  func wholeWay() async throws {
    let installation = try Installation()
    let session = try await installation.openScreen()
    #expect(session.screen.modes.mouseTracking == .buttons)
    #expect(session.screen.modes.mouseEncoding == .sgr)
    session.click(try await session.waitFor(.text("(AR)")))
    try await session.waitUntil("the prompt") { $0.shows(.restartNowArabic) }
    session.click(try await session.waitFor(.text(Word.restartNowArabic.rawValue)))
    try await session.waitUntil("the mirrored screen") { $0.isMirrored }
    #expect(session.screen.modes.mouseTracking == .buttons)
    let english = try await session.waitFor(.text("English (EN)"))
    session.click(english)
    session.click(try await session.waitFor(.text(Word.restartNow.rawValue)))
    try await session.waitUntil("the screen as it was") {
      $0.isStraight && $0.shows(.languageSection)
    }
    session.click(try await session.waitFor(.text("Quit")))
    #expect(try await session.waitForExit() == .exited(0))
  }

  @Test("R54: what is pasted where no text field is open does nothing")
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
