import Foundation
import Glibc
import Preferences
import TerminalHarness
import TestCrowd
import Testing

@Suite(.few, .timeLimit(.minutes(5)))
struct FollowTests {
  @Test("R34: another instance follows a choice, with its prompt, and does not write it again")
  func instances() async throws {
    let installation = try Installation()
    let first = try await installation.openScreen()
    let trace = "\(installation.home)/second"
    let second = try await installation.openScreen(environment: ["LISAN_TRACE": trace])
    first.type("2")
    try await second.waitUntil("the prompt in the other instance") {
      $0.shows(.restartNowArabic)
    }
    #expect(try installation.events().count("preference.write") == 1)
    let events = try String(contentsOfFile: trace, encoding: .utf8).split(separator: "\n").map {
      try Event(line: String($0))
    }
    #expect(events.count("preference.write") == 0)
    #expect(events.count("direction.force") == 1)
    #expect(events.count("restart.prompt.shown") == 1)
    #expect(installation.stored()?.generation == 1)
    // A restart reads the same file and goes on watching it.
    second.press(.enter)
    try await second.waitUntil("the mirrored screen") { $0.isMirrored }
    first.press(.escape)
    first.type("1")
    try await second.waitUntil("the prompt in English") { $0.shows(.restartNow) }
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
