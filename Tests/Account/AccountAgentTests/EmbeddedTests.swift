import AgentProtocol
import Foundation
import Glibc
import LisanPreferences
import SQLiteShell
import TestCrowd
import Testing

@Suite("The embedded account", .few)
struct EmbeddedTests {
  let device: Device

  init() throws {
    device = try Device()
  }

  /// Runs SQL beside the agent, and gives the first column of the first row.
  @discardableResult
  private func sql(_ statement: String) -> String? {
    runSQL(statement, in: device.places.database)
  }

  @Test("R35: without a server the Unix user has a local account, without signing in")
  func unixUser() async throws {
    #expect(try await device.ask(.open(language: "en", sequence: 0)) == nil)
    let report = try #require(device.agent?.lastAccount)
    #expect(report.signInState == .embedded)
    #expect(report.configuration == nil)
    #expect(report.account?.login == String(cString: getpwuid(getuid()).pointee.pw_name))
    #expect(report.account?.preferredLocale == "en")
    #expect(try await device.signIn()?.reason == .notPossible)
    #expect(try await device.ask(.signOut)?.reason == .notPossible)
    #expect(try await device.ask(.changeMarket(marketCode("EG"))) == nil)
    #expect(try await device.ask(.setNote("tea")) == nil)
    #expect(device.agent?.lastAccount?.account?.note == "tea")
  }

  @Test("R13, R35: one update for each change, and none for a repeated one")
  func onePerChange() async throws {
    for language in ["ar", "en", "ar"] {
      #expect(try await device.living().end(of: device.change(language)) == nil)
    }
    try await device.ask(.changed(language: "ar", sequence: 3))
    #expect(try device.events("sync.request").map(\.code) == ["ar", "en", "ar"])
    #expect(try device.events("sync.result").allSatisfy { $0.ok == true })
    #expect(sql("SELECT preferred_locale FROM account") == "ar")
    #expect(sql("SELECT choice_sequence FROM account") == "3")
    #expect(device.agent?.lastSync?.state == .synced)
  }

  @Test("R61: the embedded account is never read back into the preference")
  func neverReadBack() async throws {
    #expect(try await device.living().end(of: device.change("en")) == nil)
    sql(
      "UPDATE account SET preferred_locale = 'ar', choice_at = 9999999999999, choice_device = 'f'")
    try await device.ask(.synchronize(language: "en", sequence: 1))
    #expect(device.agent?.choices == [])
  }

  @Test("R21: an account without a choice has the displayed language")
  func beforeTheFirstChoice() async throws {
    try await device.ask(.open(language: "en", sequence: 0))
    let agent = try device.startAgent(language: "ar")
    #expect(try await agent.end(of: agent.ask(.open(language: "ar", sequence: 0))) == nil)
    #expect(agent.lastAccount?.account?.preferredLocale == "ar")
    #expect(agent.lastAccount?.account?.profiles.first?.languageCode == "ar")
    #expect(device.sequence == 0)
  }

  @Test("R44: a profile of the embedded account brings its language as well")
  func profiles() async throws {
    #expect(try await device.living().end(of: device.change("en")) == nil)
    sql("INSERT INTO profile (account, name, language_code) VALUES (1, 'Work', 'ar')")
    #expect(try await device.ask(.switchProfile(2)) == nil)
    let choice = try #require(device.agent?.choices.last)
    #expect(choice == TakenChoice(language: "ar", chosenAt: choice.chosenAt, cause: .profile))
    #expect(try await device.ask(.switchProfile(9))?.reason == .noSuchProfile)
  }

  @Test("R35: a damaged database is set aside, reported, and rebuilt from the cache")
  func damaged() async throws {
    #expect(try await device.living().end(of: device.change("ar")) == nil)
    try await device.ask(.setNote("tea شاي"))
    sql("INSERT INTO profile (account, name, language_code) VALUES (1, 'Work', 'en')")
    try await device.ask(.setNote("coffee"))
    device.agent?.kill()
    for companion in ["", "-wal", "-shm"] {
      let path = device.places.database + companion
      guard access(path, F_OK) == 0 else { continue }
      try Data(repeating: 0x5A, count: 20_000).write(to: URL(filePath: path))
    }
    let agent = try device.startAgent(language: "ar")
    #expect(try await agent.end(of: agent.ask(.open(language: "ar", sequence: 1))) == nil)
    guard case .databaseSetAside(let path)? = agent.notices.first else {
      Issue.record("nothing was said: \(agent.reports)")
      return
    }
    #expect(access(path, F_OK) == 0)
    #expect(device.log.contains(path))
    let account = try #require(agent.lastAccount?.account)
    #expect(account.note == "coffee")
    #expect(account.profiles.map(\.name).contains("Work"))
    #expect(account.preferredLocale == "ar")
    #expect(sql("SELECT choice_sequence FROM account") == "1")
    #expect(agent.lastSync?.state == .synced)
  }

  @Test("R38: a full disk keeps the choice pending, is reported, and the next sync succeeds")
  func fullDisk() async throws {
    #expect(try await device.living().end(of: device.change("en")) == nil)
    let agent = try #require(device.agent)
    try await limitFiles(of: agent, to: "0")
    let failure = try await agent.end(of: device.change("ar"))
    #expect(failure?.reason == .storage)
    #expect(agent.lastSync?.state == .pending)
    try await limitFiles(of: agent, to: "unlimited")
    #expect(try await device.ask(.synchronize(language: "ar", sequence: 2)) == nil)
    #expect(sql("SELECT preferred_locale FROM account") == "ar")
    #expect(agent.lastSync?.state == .synced)
  }

  /// How large the files of a process may grow: with 0, each write is one on a full disk.
  private func limitFiles(of agent: AgentProcess, to size: String) async throws {
    let run = try await Run(
      "/usr/bin/prlimit", ["--pid", String(agent.id), "--fsize=\(size):unlimited"])
    try #require(run.status == 0, "\(run.errors)")
  }

  @Test("R39: an agent killed while it writes the database loses nothing")
  func killed() async throws {
    var last = ""
    for number in 0..<10 {
      last = number.isMultiple(of: 2) ? "ar" : "en"
      try device.change(last)
      poll(nil, 0, Int32(number * 3))
      device.agent?.kill()
    }
    let agent = try device.startAgent(language: last)
    #expect(try await agent.end(of: agent.ask(.open(language: last, sequence: 10))) == nil)
    #expect(sql("SELECT preferred_locale FROM account") == last)
    #expect(sql("SELECT choice_sequence FROM account") == "10")
    #expect(agent.notices == [])
  }

  @Test("R32: a read-only data directory keeps the choice pending, and is reported")
  func unwritable() async throws {
    try "x".write(toFile: "\(device.home)/data", atomically: true, encoding: .utf8)
    let failure = try await device.living().end(of: device.change("ar"))
    #expect(failure?.reason == .storage)
    #expect(device.agent?.lastSync?.state == .pending)
    try FileManager.default.removeItem(atPath: "\(device.home)/data")
    #expect(try await device.ask(.synchronize(language: "ar", sequence: 1)) == nil)
  }
}
