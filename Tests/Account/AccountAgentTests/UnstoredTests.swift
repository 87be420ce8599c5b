import AccountModel
import AgentProtocol
import Foundation
import Glibc
import LisanPreferences
import TerminalHarness
import TestCrowd
import Testing

@Suite("A choice that the preference file could not take", .few)
struct UnstoredTests {
  let server: AccountServer
  let device: Device

  init() async throws {
    server = try await AccountServer()
    device = try Device(server: server.url)
  }

  private func fail(to language: String) async throws {
    let failure = try await device.ask(
      .unstored(language: language, sequence: device.sequence))
    #expect(failure == nil, "\(device.log)")
  }

  @Test("R12, R13: the account gets it once, and the file's next choice follows it")
  func told() async throws {
    #expect(try await device.signIn() == nil)
    #expect(try await device.living().end(of: device.change("ar")) == nil)
    for _ in 0..<2 { try await fail(to: "en") }
    try await device.ask(.synchronize(language: "en", sequence: device.sequence))
    #expect(await server.applies(["ar", "en"]) && server.choices.count == 2, "\(server.choices)")
    #expect(device.agent?.lastSync?.state == .synced)
    // Further ones fail as well.
    try await fail(to: "ar")
    try await fail(to: "en")
    #expect(await server.applies(["ar", "en", "ar", "en"]), "\(server.applied)")
    #expect(device.sequence == 1)
    // Mended, the file has a number that the account knows.
    #expect(try await device.living().end(of: device.change("ar")) == nil)
    #expect(await server.applies(["ar", "en", "ar", "en", "ar"]), "\(server.applied)")
    #expect(try await server.account().preferredLocale == "ar")
    #expect(try await server.account().lastChange?.sequence == Int64(device.sequence))
    try await device.ask(.open(language: "ar", sequence: device.sequence))
    #expect(await server.hasChoices(5), "\(server.choices)")
    #expect(device.agent?.choices == [])
  }

  @Test(
    "R12, R13: without a file the account gets it once, from the device of the later file")
  func withoutFile() async throws {
    #expect(try await device.signIn() == nil)
    for _ in 0..<2 { try await fail(to: "ar") }
    #expect(await server.applies(["ar"]) && server.choices.count == 1, "\(server.choices)")
    for language in ["en", "ar"] {
      #expect(try await device.living().end(of: device.change(language)) == nil, "\(device.log)")
    }
    #expect(await server.applies(["ar", "en", "ar"]), "\(server.applied)")
    #expect(Set(server.choices.map(\.device)).count == 1)
    #expect(try await device.ask(.signOut) == nil)
    #expect(try await device.signIn() == nil)
    #expect(try await device.living().end(of: device.change("en")) == nil, "\(device.log)")
    #expect(await eventually { server.applied.last == "en" }, "\(server.applied)")
  }

  @Test("R12, R39: a choice that could be neither sent nor stored is sent at the next start, once")
  func nextStart() async throws {
    #expect(try await device.signIn() == nil)
    #expect(try await device.living().end(of: device.change("ar")) == nil)
    server.kill()
    #expect(
      try await device.ask(.unstored(language: "en", sequence: device.sequence))?.reason
        == .offline)
    #expect(device.agent?.lastSync?.state == .pending)
    device.agent?.kill()
    try await server.start()
    for _ in 0..<2 {
      let agent = try device.startAgent(language: "ar")
      #expect(try await agent.end(of: agent.ask(.open(language: "ar", sequence: 1))) == nil)
      #expect(await server.applies(["ar", "en"]) && server.choices.count == 2, "\(server.choices)")
      // The account has it, so it comes back as a choice of the account.
      let choice = try #require(agent.choices.last)
      #expect(choice.language == "en")
    }
    // Taken and stored, it is not sent back.
    try await device.follow(try #require(device.agent?.choices.last))
    #expect(await server.hasChoices(2), "\(server.choices)")
    #expect(try await device.living().end(of: device.change("ar")) == nil)
    #expect(await server.applies(["ar", "en", "ar"]), "\(server.applied)")
  }

  @Test("R12, R13: a screen whose file cannot be written sends the account each change once")
  func screen() async throws {
    let home = try Home(server: server.url)
    let password = "\(AccountServer.password)\n"
    // Not even root can make a file there.
    let variables = ["LISAN_PREFERENCES": "/proc/lisan/preferences"]
    let signedIn = try await home.lisan("sign-in", "ana", input: password, environment: variables)
    #expect(signedIn.status == 0, "\(signedIn.errors)")
    let session = try home.open(environment: variables)
    try await session.waitUntil("the first frame") { $0.isAlternate && $0.shows("(EN)") }
    session.type("2n")
    let hasArabic = await eventually { server.applied == ["ar"] }
    #expect(hasArabic, "\(home.log)")
    session.type("1")
    let hasEnglish = await eventually { server.applied == ["ar", "en"] }
    #expect(hasEnglish, "\(home.log)")
    session.type("q")
    #expect(try await session.waitForExit() == .exited(0))
    #expect(await server.hasChoices(2), "\(server.choices)")
    #expect(home.events.filter { $0 == "sync.request" }.count == 2)
  }
}
