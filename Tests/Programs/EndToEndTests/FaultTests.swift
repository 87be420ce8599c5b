import Foundation
import Glibc
import TerminalHarness
import TestCrowd
import Testing

@Suite(.few, .timeLimit(.minutes(20)))
struct FaultTests {
  @Test("R12: if nothing can be written, the session continues, and a restart keeps the choice")
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

  @Test("R19, R32: a corrupt file means English, is reported and logged, and set aside by a choice")
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

  @Test("R19: an unreadable store means English, is reported and logged, and is unchanged")
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

  /// Whether the log has a line of this level with this text.
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
}
