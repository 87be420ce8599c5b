import Foundation
import Glibc
import LisanPreferences
import TerminalHarness
import TestCrowd
import Testing

@Suite(.few, .timeLimit(.minutes(20)))
struct FollowTests {
  @Test(
    "R14, R15, R34: another instance follows a choice without a prompt, and does not write it again"
  )
  func instances() async throws {
    let installation = try Installation()
    let first = try await installation.openScreen()
    let trace = "\(installation.home)/second"
    let second = try await installation.openScreen(environment: ["LISAN_TRACE": trace])
    first.type("2")
    try await second.waitUntil("the news in the other instance") {
      $0.shows("تغيرت اللغة إلى العربية من برنامج آخر على هذا الجهاز") && $0.shows(.pendingArabic)
    }
    #expect(try installation.events().count("preference.write") == 1)
    #expect(try installation.events().count("restart.prompt.shown") == 1)
    let events = try String(contentsOfFile: trace, encoding: .utf8).split(separator: "\n").map {
      try Event(line: String($0))
    }
    #expect(events.count("preference.write") == 0)
    #expect(events.count("direction.force") == 1)
    #expect(events.count("restart.prompt.shown") == 0)
    #expect(installation.stored()?.generation == 1)
    // A restart reads this file and continues to watch it.
    second.type("r")
    try await second.waitUntil("the mirrored screen") { $0.isMirrored }
    first.press(.escape)
    first.type("1")
    try await second.waitUntil("the news in English") {
      $0.shows("Another program on this device changed the language to English")
        && $0.shows(.pending)
    }
  }

  @Test("R14, R34: lisan set beside the screen takes no key from the search, and u undoes it")
  func commandBesideTyping() async throws {
    let installation = try Installation()
    let session = try await installation.openScreen(.about)
    session.type("/the")
    try await session.waitUntil("what was typed") { $0.shows("/ the") }
    #expect(try installation.run("set", "ar").status == 0)
    try await session.waitUntil("the source of the change") {
      $0.shows("من برنامج آخر على هذا الجهاز")
    }
    session.type("me")
    try await session.waitUntil("the rest of the word, and the news") {
      $0.shows("/ theme") && $0.shows("من برنامج آخر على هذا الجهاز")
    }
    session.press(.escape)
    try await session.waitUntil("the pending line") { $0.shows(.pendingArabic) }
    #expect(!session.screen.shows(.restartNowArabic))
    session.type("u")
    try await session.waitUntil("English again") {
      $0.shows(.about) && !$0.shows(.pending) && !$0.shows(.pendingArabic)
        && $0.shows("The language is English again. Press u to go back to")
    }
    try await installation.wait(for: "the stored choice, which was to follow the system") {
      installation.stored()?.followsSystemLanguage == true
    }
    session.type("q")
    #expect(try await session.waitForExit() == .exited(0))
  }

  @Test("R34: lisan watch prints each change in order and ends when nobody reads")
  func watch() async throws {
    let installation = try Installation()
    let session = try installation.open("watch")
    try await session.waitUntil("the language now") { $0.rows[0] == "en" }
    for (row, code) in [(1, "ar"), (2, "en"), (3, "ar")] {
      _ = try installation.run("set", code)
      try await session.waitUntil("the change to \(code)") { $0.rows[row] == code }
    }
    try FileManager.default.removeItem(atPath: installation.preferences)
    try await session.waitUntil("what holds without a file") { $0.rows[4] == "en" }
    _ = try installation.run("set", "ar")
    try await session.waitUntil("the change in a new file") { $0.rows[5] == "ar" }
    session.press(.control("c"))
    #expect(try await session.waitForExit() == .signaled(SIGINT))

    let piped = try installation.open(
      "-c", "\(Installation.program) watch | head -1; echo over", program: "/bin/sh")
    try await piped.waitUntil("the first line") { $0.rows[0] == "ar" }
    #expect(try await piped.waitForExit() == .exited(0))
    #expect(piped.screen.rows[1] == "over")
  }
}
