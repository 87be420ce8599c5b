import AgentProtocol
import Foundation
import Glibc
import LisanPreferences
import TestCrowd
import Testing

@Suite("A choice and a real server", .few)
struct RemoteSyncTests {
  let server: AccountServer
  let device: Device

  init() async throws {
    server = try await AccountServer()
    device = try Device(server: server.url)
  }

  @Test(
    "R13, R36: one PATCH for each change, within a second of its writing, none for a repeated one")
  func onePerChange() async throws {
    #expect(try await device.signIn() == nil)
    for (number, language) in ["ar", "en", "ar"].enumerated() {
      let written = Device.now()
      #expect(try await device.living().end(of: device.change(language)) == nil)
      let sent = try #require(device.events("sync.request").last)
      #expect(sent.t - Double(written - device.start) / 1e9 < 1)
      #expect(await server.hasChoices(number + 1), "\(server.choices)")
    }
    try await device.ask(.changed(language: "ar", sequence: device.sequence))
    try await device.ask(.open(language: "ar", sequence: device.sequence))
    #expect(await server.applies(["ar", "en", "ar"]), "\(server.applied)")
    #expect(try await server.account().preferredLocale == "ar")
    #expect(try device.events("sync.request").map(\.sequence) == [1, 2, 3])
    #expect(try device.events("sync.request").map(\.code) == ["ar", "en", "ar"])
    #expect(try device.events("sync.result").map(\.status) == [200, 200, 200])
    #expect(device.agent?.lastSync?.state == .synced)
  }

  @Test("R21: following the system is not sent, whatever language it comes to")
  func followingSilently() async throws {
    #expect(try await device.signIn() == nil)
    #expect(try await device.living().end(of: device.change("ar")) == nil)
    for following in [true, false, true] {
      let commit = try device.preferences.commit(
        PreferenceChanges(followsSystemLanguage: following))
      try await device.ask(.changed(language: "ar", sequence: commit.preference.sequence))
    }
    #expect(await server.hasChoices(1), "\(server.choices)")
    // The next start, under another system language.
    let agent = try device.startAgent(language: "en")
    #expect(try await agent.end(of: agent.ask(.open(language: "en", sequence: 4))) == nil)
    #expect(await server.hasChoices(1), "\(server.choices)")
    #expect(device.sequence == 4)
    #expect(device.preferences.read().preference?.followsSystemLanguage == true)
  }

  @Test("R39: an app that quits right after a change loses nothing, and its agent ends")
  func quitAtOnce() async throws {
    #expect(try await device.signIn() == nil)
    for language in ["ar", "en", "ar"] {
      try device.change(language)
      let agent = try #require(device.agent)
      agent.close()
      #expect(try await agent.ends(withinMilliseconds: 20_000))
    }
    #expect(await server.applies(["ar", "en", "ar"]), "\(server.applied)")
    #expect(await server.hasChoices(3), "\(server.choices)")
  }

  @Test("R39: agents killed at any moment of a change lose nothing and apply nothing twice")
  func killedAgents() async throws {
    #expect(try await device.signIn() == nil)
    var last = ""
    for number in 0..<12 {
      last = number.isMultiple(of: 2) ? "ar" : "en"
      try device.change(last)
      // From before the request to after the answer, in steps that meet each in between.
      poll(nil, 0, Int32(number * 3))
      device.agent?.kill()
    }
    let agent = try device.startAgent(language: last)
    #expect(
      try await agent.end(of: agent.ask(.open(language: last, sequence: device.sequence))) == nil)
    #expect(try await server.account().preferredLocale == last)
    #expect(try await server.account().lastChange?.sequence == 12)
    let applied = server.choices.filter { $0.outcome == "applied" }.compactMap(\.sequence)
    #expect(applied == Array(Set(applied)).sorted())
    #expect(server.choices.allSatisfy { $0.outcome == "applied" || $0.outcome == "repeated" })
  }

  @Test("R38, R39, R47: a server killed in between gets the last choice, without help")
  func killedServer() async throws {
    #expect(try await device.signIn() == nil)
    server.kill()
    let failure = try await device.living().end(of: device.change("ar"))
    #expect(failure?.reason == .offline)
    #expect(device.agent?.lastSync?.state == .pending)
    try await server.start()
    // Nobody asks for it again: the agent tries of its own accord while the app is there.
    let agent = try #require(device.agent)
    try await agent.wait("the sync") { reports in
      if case .sync(let sync)? = reports.last(where: {
        if case .sync = $0 { true } else { false }
      }), sync.state == .synced {
        sync
      } else {
        nil
      }
    }
    #expect(await server.applies(["ar"]), "\(server.applied)")
  }

  @Test("R38: a server that is away at the app's start gets the choice at the next start")
  func nextStart() async throws {
    #expect(try await device.signIn() == nil)
    server.kill()
    try device.change("ar")
    device.agent?.kill()
    try await server.start()
    #expect(server.choices.isEmpty)
    let agent = try device.startAgent(language: "ar")
    #expect(try await agent.end(of: agent.ask(.open(language: "ar", sequence: 1))) == nil)
    #expect(await server.applies(["ar"]), "\(server.applied)")
    #expect(agent.lastSync?.state == .synced)
  }

  @Test("R37: two instances that change at once leave the last choice")
  func twoInstances() async throws {
    #expect(try await device.signIn() == nil)
    let other = try Device(server: server.url, home: device.home)
    let instances = [device, other]
    for number in 0..<12 {
      try instances[number / 3 % 2].change(number.isMultiple(of: 2) ? "ar" : "en")
    }
    let preference = try #require(device.preferences.read().preference)
    let arrived = await eventually { server.choices.last?.sequence == 12 }
    #expect(arrived, "\(device.log)")
    #expect(try await server.account().preferredLocale == preference.language)
    #expect(try await server.account().lastChange?.sequence == 12)
    let numbers = server.choices.compactMap(\.sequence)
    #expect(numbers.count == Set(numbers).count, "each at most once")
    // One that was superseded on its way may arrive after the one that did.
    let applied = server.choices.filter { $0.outcome == "applied" }.compactMap(\.sequence)
    #expect(applied == applied.sorted())
    // What the one sent, the other does not send again.
    for instance in instances {
      let sequence = instance.sequence
      try await instance.ask(.synchronize(language: preference.language, sequence: sequence))
    }
    #expect(server.choices.compactMap(\.sequence) == numbers)
  }

  @Test("R61: another device's later choice is taken, followed, and not sent back")
  func takenFromElsewhere() async throws {
    #expect(try await device.signIn() == nil)
    #expect(try await device.living().end(of: device.change("en")) == nil)
    let other = try Device(server: server.url)
    #expect(try await other.signIn() == nil)
    #expect(try await other.living().end(of: other.change("ar")) == nil)
    let chosenAt = try #require(other.preferences.read().preference).languageChosenAt

    let agent = try device.startAgent(language: "en")
    #expect(try await agent.end(of: agent.ask(.open(language: "en", sequence: 1))) == nil)
    #expect(
      agent.choices == [TakenChoice(language: "ar", chosenAt: chosenAt, cause: .elsewhere)])
    try await device.follow(#require(agent.choices.first))
    let again = try device.startAgent(language: "ar")
    #expect(try await again.end(of: again.ask(.open(language: "ar", sequence: 2))) == nil)
    #expect(again.choices.isEmpty)
    #expect(await server.hasChoices(2), "\(server.choices)")
    // From here on this device chooses again.
    #expect(try await again.end(of: device.change("en")) == nil)
    #expect(await server.applies(["en", "ar", "en"]), "\(server.applied)")
  }

  @Test("R61: a device without a choice takes the account's, unless the system resolves to it")
  func newDevice() async throws {
    #expect(try await device.signIn() == nil)
    #expect(try await device.living().end(of: device.change("ar")) == nil)
    let arabic = try Device(server: server.url)
    try arabic.startAgent(language: "ar")
    #expect(try await arabic.signIn() == nil)
    #expect(arabic.agent?.choices == [])
    let english = try Device(server: server.url)
    #expect(try await english.signIn() == nil)
    let choice = try #require(english.agent?.choices.first)
    #expect(choice.language == "ar")
    try await english.follow(choice)
    #expect(english.preferences.read().preference?.sequence == 1)
    #expect(await server.hasChoices(1), "\(server.choices)")
  }

  @Test("R61: an agent killed after it reported a choice does not cause it to be sent back")
  func killedWhileTaking() async throws {
    #expect(try await device.signIn() == nil)
    #expect(try await device.living().end(of: device.change("ar")) == nil)
    let other = try Device(server: server.url)
    #expect(try await other.signIn() == nil)
    let choice = try #require(other.agent?.choices.first)
    other.agent?.kill()
    let preference = try other.choose(choice.language, at: choice.chosenAt)
    let agent = try other.startAgent(language: "ar")
    #expect(
      try await agent.end(of: agent.ask(.open(language: "ar", sequence: preference.sequence)))
        == nil)
    #expect(await server.hasChoices(1), "\(server.choices)")
  }

  @Test("R37: a preference file restored from a copy still reaches the account")
  func restoredFile() async throws {
    #expect(try await device.signIn() == nil)
    #expect(try await device.living().end(of: device.change("ar")) == nil)
    let copy = try Data(contentsOf: URL(filePath: device.preferences.path))
    for language in ["en", "ar", "en", "ar"] {
      #expect(try await device.living().end(of: device.change(language)) == nil)
    }
    device.agent?.kill()
    try FileManager.default.removeItem(atPath: device.preferences.path)
    try copy.write(to: URL(filePath: device.preferences.path))
    let agent = try device.startAgent(language: "ar")
    #expect(try await agent.end(of: agent.ask(.open(language: "ar", sequence: 1))) == nil)
    #expect(try await agent.end(of: device.change("en")) == nil)
    #expect(try await server.account().preferredLocale == "en")
    #expect(device.sequence > 5)
  }

  @Test("R42: account and configuration are kept for the next start, and the markets as a file")
  func offlineStart() async throws {
    #expect(try await device.signIn() == nil)
    try await device.ask(.setNote("tea"))
    server.kill()
    let agent = try device.startAgent()
    let failure = try await agent.end(of: agent.ask(.open(language: "en", sequence: 0)))
    #expect(failure?.reason == .offline)
    let report = try #require(agent.lastAccount)
    #expect(report.signInState == .signedIn(token: .file))
    #expect(report.account?.note == "tea")
    #expect(report.configuration?.languages == ["en", "ar"])
    #expect(!report.isFresh)
    let markets = try String(contentsOfFile: device.places.markets, encoding: .utf8)
    #expect(markets.contains("\"EG\" = \"ar en\";\n"))
    for path in [device.places.cache, device.places.markets] {
      #expect(try mode(path) == 0o600)
    }
  }

  @Test("R43: a market is checked at the server, and without the server there is no change")
  func markets() async throws {
    #expect(try await device.signIn() == nil)
    #expect(try await device.ask(.changeMarket(marketCode("EG"))) == nil)
    #expect(try await device.ask(.changeMarket(marketCode("XX")))?.reason == .noSuchMarket)
    try await server.administer("set-market", "XX", "ar")
    #expect(try await device.ask(.changeMarket(marketCode("XX"))) == nil)
    #expect(device.agent?.lastAccount?.configuration?.markets.last?.code.rawValue == "XX")
    server.kill()
    #expect(try await device.ask(.changeMarket(marketCode("EG")))?.reason == .offline)
  }

  @Test("R44: a switched profile brings its language, and a failed one changes nothing")
  func profiles() async throws {
    try await server.administer("add-profile", "ana", "Work", "--language", "ar")
    #expect(try await device.signIn() == nil)
    #expect(try await device.living().end(of: device.change("en")) == nil)
    let account = try #require(device.agent?.lastAccount?.account)
    let work = try #require(account.profiles.last)
    #expect(try await device.ask(.switchProfile(work.profileID)) == nil)
    let choice = try #require(device.agent?.choices.last)
    #expect(choice.language == "ar")
    #expect(choice.cause == .profile)
    try await device.follow(choice)
    #expect(device.agent?.lastAccount?.account?.activeProfileID == work.profileID)
    #expect(await server.hasChoices(1), "\(server.choices)")
    // The region shows English in place of the chosen Arabic: a profile in English replaces the choice.
    let home = account.profiles[0].profileID
    try await device.ask(.open(language: "en", sequence: device.sequence))
    #expect(try await device.ask(.switchProfile(home)) == nil)
    #expect(device.agent?.choices.last?.language == "en")
    #expect(try await device.ask(.switchProfile(work.profileID)) == nil)
    #expect(try await device.ask(.switchProfile(999))?.reason == .noSuchProfile)
    server.kill()
    #expect(
      try await device.ask(.switchProfile(account.profiles[0].profileID))?.reason
        == .offline)
    #expect(device.agent?.lastAccount?.account?.activeProfileID == work.profileID)
  }

  private func mode(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return try #require(attributes[.posixPermissions] as? Int)
  }
}
