import Foundation
import PreferenceStore
import TerminalHarness
import TestCrowd
import Testing

/// What has to be here within a second. `make test` runs these with nothing beside them.
@Suite("Following an account, and its time limit", .serialized, .timeLimit(.minutes(5)))
struct FollowingTimeLimitTests {
  let server: AccountServer
  let elsewhere: Device
  let home: Home

  init() async throws {
    server = try await AccountServer()
    elsewhere = try Device(server: server.url)
    home = try Home(server: server.url)
    #expect(try await elsewhere.signIn() == nil)
    let signedIn = try await home.lisan("sign-in", "ana", input: AccountServer.password + "\n")
    try #require(signedIn.status == 0, "\(signedIn.errors)")
  }

  /// Waits until the home follows: a request after the one that is answered at once.
  private func follows() async throws {
    let isAsked = await eventually { server.lines.contains { $0.path == "/rpc/follow" } }
    try #require(isAsked)
  }

  private func choose(_ language: String) throws {
    try elsewhere.change(language)
  }

  @Test(
    "R62: a screen shows a choice made elsewhere within a second")
  func screen() async throws {
    let session = try home.open()
    try await session.waitUntil("the first frame") { $0.shows("(EN)") }
    try await follows()
    // The sections' names are in the previews of the languages too, this one is not.
    let words = ["ar": "حول لسان", "en": "About"]
    let series = try await Series.measured(
      limit: .seconds(1), of: session.processID
    ) { round in
      let language = round.isMultiple(of: 2) ? "ar" : "en"
      let chosen = session.time
      try choose(language)
      try await session.waitUntil(language) { $0.shows(words[language]!) }
      return session.time - chosen
    }
    #expect(series.isWithinLimit, "\(series)")
    session.type("q")
    #expect(try await session.waitForExit(limit: .seconds(5)).hasEnded)
    // Nothing was sent back.
    #expect(Set(server.choices.compactMap(\.device)).count == 1)
  }

  @Test("R62: lisan watch prints a choice made elsewhere within a second, and writes it")
  func watch() async throws {
    let session = try home.open("watch")
    try await session.waitUntil("en") { $0.shows("en") }
    try await follows()
    let series = try await Series.measured(
      limit: .seconds(1), of: session.processID
    ) { round in
      let language = round.isMultiple(of: 2) ? "ar" : "en"
      let mark = session.log.end
      let chosen = session.time
      try choose(language)
      let isPrinted = await eventually {
        String(decoding: session.log.output(since: mark), as: UTF8.self).contains(language)
      }
      try #require(isPrinted)
      return session.time - chosen
    }
    #expect(series.isWithinLimit, "\(series)")
    #expect(home.stored?.language == "en")
    #expect(try await home.lisan("get").text == "en\n")
    session.press(.control("c"))
    #expect(try await session.waitForExit(limit: .seconds(5)).hasEnded)
    #expect(Set(server.choices.compactMap(\.device)).count == 1)
  }
}
