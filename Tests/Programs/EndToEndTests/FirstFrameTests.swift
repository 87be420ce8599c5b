import TerminalEmulator
import TerminalHarness
import TestCrowd
import Testing

/// What a terminal was sent and what the file holds, without the program's own trace.
@Suite(.few, .timeLimit(.minutes(20)))
struct FirstFrameTests {
  /// The screens of a session, one for each piece of output, as the terminal showed them. Pieces in
  /// the middle of a synchronized update are left out, because a terminal does not show them.
  private func screens(_ session: TerminalSession) -> [Screen] {
    var emulator = Emulator(size: session.screen.size, profile: .xterm)
    return session.log.chunks.filter(\.isOutput).compactMap { chunk in
      emulator.feed(chunk.bytes)
      return emulator.screen.modes.synchronizedOutput ? nil : emulator.screen
    }
  }

  @Test(
    "R18: from the first byte on, no screen is in another language or direction than the stored one",
    arguments: [
      ("ar", "en_US.UTF-8", true), ("en", "ar_EG.UTF-8", false), ("system", "ar_EG.UTF-8", true),
      ("system", "en_US.UTF-8", false),
    ])
  func firstScreens(stored: String, locale: String, isArabic: Bool) async throws {
    let installation = try Installation()
    #expect(try installation.run("set", stored).status == 0)
    // They show texts of the other language, and only native names may be left of it.
    #expect(try installation.run("set", "previews", "off").status == 0)
    let session = try await installation.openScreen(
      isArabic ? .languageSectionArabic : .languageSection,
      environment: ["LANG": locale, "LANGUAGE": nil])
    session.type("q")
    #expect(try await session.waitForExit() == .exited(0))
    var looked = 0
    for screen in screens(session) where screen.isAlternate {
      let letters = screen.rows.joined().unicodeScalars
      guard letters.contains(where: { $0.properties.isAlphabetic }) else { continue }
      looked += 1
      #expect(screen.isMirrored == isArabic && screen.isStraight == !isArabic, "\(screen.picture)")
      #expect(screen.shows(.about) == !isArabic, "\(screen.picture)")
      #expect(screen.shows(.aboutArabic) == isArabic, "\(screen.picture)")
    }
    #expect(looked > 0)
  }
}
