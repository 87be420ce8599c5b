import Foundation
import Glibc
import TerminalHarness
import TestCrowd
import Testing

@Suite(.few, .timeLimit(.minutes(5)))
struct FaultTests {
  @Test("R10: a broken catalog changes nothing, is said and logged; mended, it works at once")
  func brokenCatalog() async throws {
    let installation = try Installation()
    let path = "\(installation.resources)/ar.lproj/Localizable.strings"
    let sound = try String(contentsOfFile: path, encoding: .utf8)
    try (sound + "\"unfinished\" = ").write(toFile: path, atomically: true, encoding: .utf8)
    let session = try await installation.openScreen()
    session.type("2")
    try await session.waitUntil("the toast") { $0.shows("did not complete") }
    #expect(session.screen.shows("English (EN)") && session.screen.shows(.languageSection))
    #expect(!FileManager.default.fileExists(atPath: installation.preferences))
    let line = sound.split(separator: "\n", omittingEmptySubsequences: false).count
    #expect(installation.logText.contains("ar.lproj/Localizable.strings:\(line):"))
    let events = try installation.events()
    #expect(events.count("direction.force") == 0)
    #expect(events.count("preference.write") == 0)
    try sound.write(toFile: path, atomically: true, encoding: .utf8)
    session.type("2")
    try await session.waitUntil("the prompt") { $0.shows(.restartNowArabic) }
  }

  @Test("R12: where nothing can be written the session goes on, and a restart keeps the choice")
  func unwritable() async throws {
    let installation = try Installation()
    // Not even root can make a file there.
    let session = try await installation.openScreen(
      environment: ["LISAN_PREFERENCES": "/proc/lisan/preferences"])
    session.type("2")
    try await session.waitUntil("the prompt") { $0.shows(.restartNowArabic) }
    #expect(installation.logText.contains("/proc/lisan/preferences"))
    let events = try installation.events()
    #expect(events.filter { $0.name == "preference.write" }.map { $0.isTrue("ok") } == [false])
    session.press(.enter)
    try await session.waitUntil("the mirrored screen") { $0.isMirrored }
    session.type("1")
    try await session.waitUntil("the prompt in English") { $0.shows(.restartNow) }
    #expect(session.screen.shows("will not survive this session"))
    #expect(try installation.events().count("preference.write") == 2)
  }

  @Test("R19, R32: a corrupt file means English, is said and logged, and set aside by a choice")
  func corrupt() async throws {
    let installation = try Installation()
    try installation.store("ar") { bytes in
      for slot in [0, 4096] {
        bytes.replaceSubrange(slot + 8..<slot + 512, with: repeatElement(0x5A, count: 504))
      }
    }
    let session = try await installation.openScreen(saying: "damaged")
    #expect(try installation.lastFrame()["direction"] == "ltr")
    #expect(logged("error", "\(installation.preferences): damaged", in: installation))
    session.type("2")
    try await session.waitUntil("the prompt") { $0.shows(.restartNowArabic) }
    let directory = (installation.preferences as NSString).deletingLastPathComponent
    let files = try FileManager.default.contentsOfDirectory(atPath: directory)
    let aside = try #require(files.first { $0.hasPrefix("preferences.damaged-") }, "\(files)")
    #expect(
      logged(
        "error", "the damaged file was set aside as \(directory)/\(aside)", in: installation))
    #expect(installation.stored()?.language == "ar")
  }

  @Test("R19: a stored language that is not configured means English, and is said and logged")
  func unknownStored() async throws {
    let installation = try Installation()
    _ = try installation.run("set", "ar")
    try "\"languages\" = \"en\";\n".write(
      toFile: "\(installation.resources)/Languages.strings", atomically: true, encoding: .utf8)
    _ = try await installation.openScreen(
      saying: "The stored language ar is not available")
    #expect(logged("warning", "the stored language ar is not configured", in: installation))
    // The choice is not erased.
    #expect(installation.stored()?.language == "ar")
  }

  @Test("R19: a stored language whose catalog does not load means English, is said and logged")
  func storedBroken() async throws {
    let installation = try Installation()
    _ = try installation.run("set", "ar")
    try FileManager.default.removeItem(
      atPath: "\(installation.resources)/ar.lproj/Localizable.strings")
    _ = try await installation.openScreen()
    // The account has the language too, and what is said about that may follow at once.
    try await installation.wait(for: "the message") {
      try installation.events().contains { event in
        event.name == "frame"
          && event.rows.contains { $0.contains("is not available, so English is used") }
      }
    }
    #expect(try installation.lastFrame()["direction"] == "ltr")
    #expect(
      logged("error", "ar.lproj/Localizable.strings", in: installation),
      "\(installation.logText)")
  }

  @Test("R19: a store that cannot be read means English, is said and logged, and stays as it is")
  func unreadable() async throws {
    let installation = try Installation()
    try FileManager.default.createDirectory(
      atPath: installation.preferences, withIntermediateDirectories: true)
    let session = try await installation.openScreen(saying: "could not be read")
    #expect(try installation.lastFrame()["language"] == "en")
    #expect(logged("error", installation.preferences, in: installation))
    session.type("q")
    #expect(try await session.waitForExit() == .exited(0))
    #expect(try FileManager.default.contentsOfDirectory(atPath: installation.preferences).isEmpty)
  }

  @Test("R6: a selector that cannot be built is logged, and tried again on coming back")
  func selector() async throws {
    let installation = try Installation()
    let list = "\(installation.resources)/Languages.strings"
    let sound = try String(contentsOfFile: list, encoding: .utf8)
    try "\"languages\" = ".write(toFile: list, atomically: true, encoding: .utf8)
    let session = try await installation.openScreen()
    let failure = "The list of languages could not be loaded:"
    #expect(session.screen.shows(failure))
    let line = "\(list):1:"
    #expect(logged("error", line, in: installation), "\(installation.logText)")
    let count = { installation.logText.components(separatedBy: line).count }
    let before = count()
    // The rest of the screen works; coming back tries it again, and says so again.
    session.press(.end)
    try await session.waitUntil("the section About") { $0.shows(.version) }
    session.press(.home, .down)
    try await session.waitUntil("the section again") { $0.shows(failure) }
    #expect(count() > before)
    session.press(.end)
    try await session.waitUntil("the section About") { $0.shows(.version) }
    try sound.write(toFile: list, atomically: true, encoding: .utf8)
    session.press(.home, .down)
    try await session.waitUntil("the selector") { $0.shows("English (EN)") }
    session.type("2")
    try await session.waitUntil("the prompt") { $0.shows(.restartNowArabic) }
  }

  /// Whether the log has a line of this level that says so.
  private func logged(_ level: String, _ words: String, in installation: Installation) -> Bool {
    installation.logText.split(separator: "\n").contains {
      $0.contains(" \(level) [") && $0.contains(words)
    }
  }

  @Test("R6, R19: without any resources the screen opens in English")
  func noResources() async throws {
    let installation = try Installation()
    let session = try await installation.openScreen(
      environment: ["LISAN_RESOURCES": "/nonexistent"])
    #expect(session.screen.shows("The list of languages could not be loaded:"))
    #expect(logged("error", "/nonexistent/Languages.strings", in: installation))
    session.press(.end)
    try await session.waitUntil("the section About") { $0.shows(.version) }
    session.type("q")
    #expect(try await session.waitForExit() == .exited(0))
  }

  @Test("R19: a broken English catalog is logged and said, and the built-in texts serve")
  func brokenEnglish() async throws {
    let installation = try Installation()
    try "\"Lisan\"".write(
      toFile: "\(installation.resources)/en.lproj/Localizable.strings", atomically: true,
      encoding: .utf8)
    _ = try await installation.openScreen(
      saying: "The English texts could not be loaded")
    #expect(installation.logText.contains("en.lproj/Localizable.strings:1:"))
  }
}
