import AccountModel
import AccountProtocol
import Foundation
import TestCrowd
import Testing

@testable import AccountAgent

@Suite("Fetching from the account", .few)
struct ComparisonTests {
  let server: FaultServer
  let device: Device

  init() throws {
    server = try FaultServer()
    device = try Device(server: server.url, environment: ["LISAN_TOKEN": FaultServer.token])
  }

  private static let both = ["GET /rpc/me", "GET /rpc/app_config"]

  private func configuration(market code: String) -> FaultServer.Fault {
    let configuration = AppConfiguration(
      languages: ["en", "ar"], defaultLanguageCode: "en",
      markets: [Market(code: marketCode(code), languages: ["ar"])],
      cooldowns: Cooldowns(syncSeconds: 0))
    return .answer(200, String(decoding: configuration.json(), as: UTF8.self))
  }

  private func account(note: String) -> FaultServer.Fault {
    var account = server.account
    account.note = note
    return .answer(200, String(decoding: account.json(), as: UTF8.self))
  }

  private var market: String? {
    device.agent?.lastAccount?.configuration?.markets.first?.code.rawValue
  }

  @Test("R42: the next comparison comes after 45 to 75 minutes, not at one time for all")
  func pauses() {
    let pauses = (0..<1000).map { _ in Agent.comparisonPause() }
    #expect(pauses.allSatisfy { (.seconds(45 * 60)...(.seconds(75 * 60))).contains($0) })
    #expect(Set(pauses).count > 900)
  }

  @Test(
    "R42: account and configuration are requested at once; neither waits for the other")
  func sideBySide() async throws {
    for request in Self.both { server.next(request, .held) }
    let agent = try device.living()
    let number = agent.ask(.open(language: "en", sequence: 0))
    // Neither has an answer, and both are at the server.
    let areBoth = await eventually { Self.both.allSatisfy { server.requests($0).count == 1 } }
    #expect(areBoth, "\(server.requests().map(\.path))")
    // A stored report may have been sent already, and is not fresh.
    #expect(agent.lastAccount?.isFresh != true)
    server.heal()
    server.release()
    #expect(try await agent.end(of: number) == nil)
    #expect(agent.lastAccount?.isFresh == true)
    #expect(agent.lastAccount?.account?.login == "ana")
    #expect(market == "001")
  }

  @Test(
    "R38: while a comparison is on its way, it is reported as such, and is neither done nor failed")
  func comparing() async throws {
    for request in Self.both { server.next(request, .held) }
    let agent = try device.living()
    let number = agent.ask(.open(language: "en", sequence: 0))
    try await agent.wait("the report") { reports in
      reports.contains { if case .sync(let sync) = $0 { sync.state == .sending } else { false } }
        ? true : nil
    }
    #expect(agent.lastSync?.state == .sending && agent.lastSync?.failure == nil)
    server.heal()
    server.release()
    #expect(try await agent.end(of: number) == nil)
    #expect(agent.lastSync?.state == .synced)
    // Each report says which request it knows of.
    #expect(agent.lastSync?.request == number)
  }

  @Test("R42: whichever answer arrives last, one report has both", arguments: both)
  func merged(last: String) async throws {
    let isAccount = last == "GET /rpc/me"
    server.next(last, .held)
    server.next(
      isAccount ? "GET /rpc/app_config" : "GET /rpc/me",
      isAccount ? configuration(market: "EG") : account(note: "tea"))
    let agent = try device.living()
    let number = agent.ask(.open(language: "en", sequence: 0))
    let areBoth = await eventually { Self.both.allSatisfy { server.requests($0).count == 1 } }
    #expect(areBoth)
    server.release()
    #expect(try await agent.end(of: number) == nil)
    let fresh = agent.reports.compactMap { report in
      if case .account(let account) = report, account.isFresh { account } else { nil }
    }
    let report = try #require(fresh.first)
    #expect(report.account?.note == (isAccount ? "" : "tea"))
    #expect(report.configuration?.markets.first?.code.rawValue == (isAccount ? "EG" : "001"))
    #expect(fresh.allSatisfy { $0 == report })
  }

  @Test("R42: if only the account answers, it is new and the configuration is the stored one")
  func configurationFails() async throws {
    server.next("GET /rpc/app_config", configuration(market: "EG"))
    #expect(try await device.ask(.open(language: "en", sequence: 0)) == nil)
    server.heal()
    server.next("GET /rpc/app_config", .answer(404, "{}"))
    server.next("GET /rpc/me", account(note: "new"))
    let agent = try device.startAgent()
    #expect(try await agent.end(of: agent.ask(.open(language: "en", sequence: 0))) == nil)
    #expect(agent.lastSync?.failure?.reason == .notFound)
    #expect(agent.lastAccount?.account?.note == "new")
    #expect(agent.lastAccount?.isFresh == true)
    #expect(market == "EG")
  }

  @Test("R42: if only the configuration answers, the account is the stored one, and marked so")
  func accountFails() async throws {
    server.next("GET /rpc/me", account(note: "old"))
    #expect(try await device.ask(.open(language: "en", sequence: 0)) == nil)
    server.heal()
    server.next("GET /rpc/me", .answer(404, "{}"))
    server.next("GET /rpc/app_config", configuration(market: "AE"))
    let agent = try device.startAgent()
    let failure = try await agent.end(of: agent.ask(.open(language: "en", sequence: 0)))
    #expect(failure?.reason == .notFound)
    #expect(agent.lastAccount?.account?.note == "old")
    #expect(agent.lastAccount?.isFresh == false)
    #expect(market == "AE")
    // And the next start has both without any server.
    server.refuse()
    let next = try device.startAgent()
    _ = try await next.end(of: next.ask(.open(language: "en", sequence: 0)))
    #expect(next.lastAccount?.account?.note == "old")
    #expect(market == "AE")
  }
}
