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

  @Test("R19, R32: a corrupt file means English, is said, and is set aside")
  func corrupt() async throws {
    let installation = try Installation()
    try installation.store("ar") { $0 = Array(repeating: 0x5A, count: 8192) }
    let session = try await installation.openScreen(saying: "The stored choice was damaged")
    #expect(try installation.lastFrame()["direction"] == "ltr")
    let directory = (installation.preferences as NSString).deletingLastPathComponent
    let files = try FileManager.default.contentsOfDirectory(atPath: directory)
    #expect(files.contains { $0.hasPrefix("preferences.") || $0.contains("damaged") }, "\(files)")
    session.type("2")
    try await session.waitUntil("the prompt") { $0.shows(.restartNowArabic) }
    #expect(installation.stored()?.language == "ar")
  }

  @Test("R19: a stored language that is not configured means English, and is said")
  func unknownStored() async throws {
    let installation = try Installation()
    _ = try installation.run("set", "ar")
    try "\"languages\" = \"en\";\n".write(
      toFile: "\(installation.resources)/Languages.strings", atomically: true, encoding: .utf8)
    _ = try await installation.openScreen(
      saying: "The stored language ar is not available")
    // The choice is not erased.
    #expect(installation.stored()?.language == "ar")
  }

  @Test("R19: a stored language whose catalog does not load means English, and is said")
  func storedBroken() async throws {
    let installation = try Installation()
    _ = try installation.run("set", "ar")
    try FileManager.default.removeItem(
      atPath: "\(installation.resources)/ar.lproj/Localizable.strings")
    _ = try await installation.openScreen(
      saying: "is not available, so English is used")
    #expect(try installation.lastFrame()["direction"] == "ltr")
  }

  @Test("R6, R19: without any resources the screen opens in English")
  func noResources() async throws {
    let installation = try Installation()
    let session = try await installation.openScreen(
      environment: ["LISAN_RESOURCES": "/nonexistent"])
    #expect(session.screen.shows("The list of languages could not be loaded."))
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
