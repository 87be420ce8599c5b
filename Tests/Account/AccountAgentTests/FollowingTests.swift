import AccountModel
import AgentProtocol
import Foundation
import PostgreSQLCluster
import PreferenceStore
import TestCrowd
import Testing

@testable import AccountAgent

@Suite("Following an account", .few)
struct FollowingTests {
  /// Two devices of one person at a real server; both follow.
  private struct Pair {
    let server: AccountServer
    let here: Device
    let elsewhere: Device

    init(by proxy: StallingProxy? = nil, at server: AccountServer? = nil) async throws {
      let server = if let server { server } else { try await AccountServer() }
      self.server = server
      here = try Device(server: proxy?.url ?? server.url, followSeconds: 2)
      elsewhere = try Device(server: server.url, followSeconds: 2)
      for device in [here, elsewhere] {
        #expect(try await device.signIn() == nil)
        #expect(try await device.ask(.open(language: "en", sequence: 0)) == nil)
      }
      try await follows()
    }

    /// Waits until this device has a request at the server.
    func follows() async throws {
      let before = server.lines.count { $0.path == "/rpc/follow" }
      let isAnswered = await eventually {
        server.lines.count { $0.path == "/rpc/follow" } > before
      }
      try #require(isAnswered)
    }

    func chooseElsewhere(_ language: String, at time: Int64? = nil) async throws {
      #expect(try await elsewhere.living().end(of: elsewhere.change(language, at: time)) == nil)
    }
  }

  /// The agent's choice with a number, followed as an app does.
  private func answerChoice(_ number: Int, of device: Device) async throws -> TakenChoice {
    let agent = try #require(device.agent)
    let choice = try await agent.wait("choice \(number)") { reports in
      let choices = reports.compactMap { report in
        if case .choice(let choice) = report { choice } else { nil }
      }
      return choices.count >= number ? choices[number - 1] : nil
    }
    try await device.follow(choice)
    return choice
  }

  /// Waits for a report of the account in a language.
  private func card(_ language: String, at device: Device) async throws {
    try await #require(device.agent).wait("the card in \(language)") { reports in
      for case .account(let report)? in [reports.last(where: { $0.isAccount })]
      where report.account?.preferredLocale == language { return true }
      return nil
    }
  }

  // MARK: A choice made elsewhere

  @Test(
    "R20, R62: what the server offers arrives while the app is open, from SQLite and PostgreSQL",
    arguments: [false, true])
  func offer(isPostgreSQL: Bool) async throws {
    let name = isPostgreSQL ? PostgreSQLCluster.shared.newDatabase() : ""
    defer { if isPostgreSQL { PostgreSQLCluster.shared.dropDatabase(name) } }
    let server = try await AccountServer(
      database: isPostgreSQL ? PostgreSQLCluster.shared.address(name) : nil)
    defer { server.kill() }
    let device = try Device(server: server.url, followSeconds: 30)
    #expect(try await device.signIn() == nil)
    func offered() -> [String]? { device.agent?.lastAccount?.configuration?.languages }
    let isFollowing = await eventually { server.lines.contains { $0.path == "/rpc/follow" } }
    #expect(isFollowing)
    for languages in [["en"], ["ar", "en"]] {
      try await server.administer(["set-languages"] + languages)
      let hasArrived = await eventually { offered() == languages }
      #expect(hasArrived, "\(String(describing: offered())) \(device.log)")
    }
    try await server.administer("set-market", "DE", "en")
    let hasMarket = await eventually {
      device.agent?.lastAccount?.configuration?.markets.last?.code.rawValue == "DE"
    }
    #expect(hasMarket)
  }

  @Test(
    "R62: choices made elsewhere arrive in order, also on the card, and are not sent back")
  func arrives() async throws {
    let pair = try await Pair()
    for (number, language) in ["ar", "en", "ar"].enumerated() {
      try await pair.chooseElsewhere(language)
      let choice = try await answerChoice(number + 1, of: pair.here)
      let chosen = try #require(pair.elsewhere.preferences.read().preference)
      #expect(choice.language == language && choice.cause == .elsewhere)
      #expect(choice.chosenAt == chosen.languageChosenAt)
      try await card(language, at: pair.here)
    }
    #expect(await pair.server.applies(["ar", "en", "ar"]), "\(pair.server.applied)")
    #expect(await pair.server.hasChoices(3), "\(pair.server.choices)")
    // And back.
    #expect(try await pair.here.living().end(of: pair.here.change("en")) == nil)
    #expect(try await answerChoice(1, of: pair.elsewhere).language == "en")
    #expect(await pair.server.hasChoices(4), "\(pair.server.choices)")
  }

  @Test("R62, R44: a profile switched elsewhere brings its language here")
  func profile() async throws {
    let server = try await AccountServer()
    try await server.administer("add-profile", "ana", "Work", "--language", "ar")
    let pair = try await Pair(at: server)
    let work = try #require(pair.elsewhere.agent?.lastAccount?.account?.profiles.last)
    #expect(try await pair.elsewhere.ask(.switchProfile(work.profileID)) == nil)
    #expect(try await answerChoice(1, of: pair.here).language == "ar")
    #expect(server.choices.isEmpty)
  }

  @Test("R62, R37: an earlier choice that arrives late is not taken; one of a fast clock is")
  func clocks() async throws {
    let pair = try await Pair()
    #expect(try await pair.here.living().end(of: pair.here.change("en")) == nil)
    // A clock that is an hour slow; the other's note shows when it has been heard.
    try await pair.chooseElsewhere("ar", at: milliseconds() - 3_600_000)
    #expect(try await pair.elsewhere.ask(.setNote("slow")) == nil)
    try await #require(pair.here.agent).wait("the note") { reports in
      reports.contains { $0.account?.note == "slow" } ? true : nil
    }
    #expect(pair.here.agent?.choices == [])
    // There, the later choice from here has taken its place.
    #expect(try await answerChoice(1, of: pair.elsewhere).language == "en")
    try await pair.chooseElsewhere("ar", at: milliseconds() + 86_400_000)
    #expect(try await answerChoice(1, of: pair.here).language == "ar")
    // This device's own clock does not keep it from choosing again.
    #expect(try await pair.here.living().end(of: pair.here.change("en")) == nil)
    #expect(try await pair.server.account().preferredLocale == "en")
  }

  // MARK: What is pending here

  @Test("R62: nothing is taken while a choice is pending here; news from that time counts later")
  func pending() async throws {
    let server = try FaultServer(isFollowed: true)
    let device = try Device(
      server: server.url, environment: ["LISAN_TOKEN": FaultServer.token], followSeconds: 2)
    #expect(try await device.ask(.open(language: "en", sequence: 0)) == nil)
    let isFollowing = await eventually { server.followers == 1 }
    try #require(isFollowing)
    server.next("PATCH /rpc/me", .answer(500, "{}"))
    let failure = try await device.living().end(of: device.change("en"))
    #expect(failure?.reason == .serverError)
    // Later than the choice here, and it stays so.
    let origin = ChoiceOrigin(
      device: String(repeating: "e", count: 32), sequence: 1, chosenAt: milliseconds() + 1000)
    server.change {
      $0.preferredLocale = "ar"
      $0.lastChange = origin
    }
    try await card("ar", at: device)
    #expect(device.agent?.choices == [])
    #expect(device.agent?.lastSync?.state == .pending)
    // The server decides for the other one.
    server.heal()
    server.next(
      "PATCH /rpc/me", .answer(200, String(decoding: server.account.json(), as: UTF8.self)))
    // The agent tries again by itself; this is not what is tested here.
    _ = try device.living().ask(.changed(language: "en", sequence: device.sequence))
    let choice = try await answerChoice(1, of: device)
    #expect(choice.language == "ar" && choice.chosenAt == origin.chosenAt)
    #expect(device.agent?.choices.count == 1)
    #expect(device.agent?.lastSync?.state == .synced)
  }

  // MARK: Broken connections

  @Test(
    "R62: a server that is killed and started again is followed again, and asked once each time")
  func restarted() async throws {
    let pair = try await Pair()
    for (number, language) in ["ar", "en"].enumerated() {
      pair.server.kill()
      try await pair.server.start()
      // It arrives by the comparison, whether this device is connected by now or not.
      try await pair.chooseElsewhere(language)
      #expect(try await answerChoice(number + 1, of: pair.here).language == language)
    }
    #expect(await pair.server.applies(["ar", "en"]), "\(pair.server.applied)")
  }

  @Test(
    "R62: a silently dead connection is noticed, and the choice arrives by another")
  func silence() async throws {
    let server = try await AccountServer()
    let proxy = try StallingProxy(to: server.port)
    let pair = try await Pair(by: proxy, at: server)
    proxy.stall()
    try await pair.chooseElsewhere("ar")
    #expect(try await answerChoice(1, of: pair.here).language == "ar")
    #expect(pair.here.log.contains("following: timed_out"))
  }

  @Test("R40, R62: a revoked session ends the following; a new one begins it again")
  func revoked() async throws {
    let pair = try await Pair()
    try await pair.server.administer("revoke", "ana")
    let revoked = ContinuousClock.now
    let hasEnded = await eventually {
      pair.here.agent?.lastAccount?.signInState == .signInNeeded(reason: .refused)
    }
    #expect(hasEnded, "\(pair.here.log)")
    #expect(ContinuousClock.now - revoked < .seconds(5))
    // The sync is reported after the account.
    let isUnconfirmed = await eventually { pair.here.agent?.lastSync?.state == .unconfirmed }
    #expect(isUnconfirmed)
    #expect(try await pair.here.signIn() == nil)
    #expect(try await pair.elsewhere.signIn() == nil)
    try await pair.chooseElsewhere("ar")
    #expect(try await answerChoice(1, of: pair.here).language == "ar")
  }

  @Test("R62: signing out ends the following at once, and earlier news does not come back")
  func signedOut() async throws {
    let server = try FaultServer(isFollowed: true)
    let device = try Device(server: server.url, followSeconds: 20)
    #expect(try await device.signIn() == nil)
    let isFollowing = await eventually { server.followers == 1 }
    #expect(isFollowing)
    #expect(try await device.ask(.signOut) == nil)
    server.change { $0.note = "late" }
    #expect(try await device.ask(.status) == nil)
    #expect(device.agent?.lastAccount?.account == nil)
    #expect(server.requests("GET /rpc/follow").count == 2)
  }

  @Test(
    "R62: a server that cannot be followed is asked at long intervals",
    arguments: [
      FaultServer.Fault.answer(404, "{}"), .answer(304, "", headers: ["ETag: \"1\""]),
      .answer(200, "{}", headers: ["ETag: \"1\""]), .answer(200, "{}"), .close, .reset,
      .answer(503, "{}", headers: ["Retry-After: 30"]),
      .answer(429, "{}", headers: ["Retry-After: 30"]), .answer(302, ""),
      .answer(304, "", headers: ["ETag: \"\(String(repeating: "x", count: 100))\""]),
    ])
  func refused(fault: FaultServer.Fault) async throws {
    let server = try FaultServer(isFollowed: true)
    server.next("GET /rpc/follow", fault)
    let device = try Device(
      server: server.url, environment: ["LISAN_TOKEN": FaultServer.token], followSeconds: 10)
    #expect(try await device.ask(.open(language: "en", sequence: 0)) == nil)
    let isAsked = await eventually { device.log.contains("following: ") }
    #expect(isAsked)
    // What the person does meanwhile goes on, and does not start it earlier.
    for language in ["ar", "en", "ar"] {
      #expect(try await device.living().end(of: device.change(language)) == nil)
    }
    // A random pause of up to ten seconds may have been a short one, and libcurl repeats a request
    // whose connection was cut if it had used the connection before.
    #expect(server.requests("GET /rpc/follow").count <= 4)
    #expect(device.agent?.lastSync?.failure == nil)
    #expect(device.agent?.lastSync?.state == .synced)
  }

  @Test("R62: however fast the news is, requests for it come four times a second at most")
  func interval() async throws {
    let server = try FaultServer(isFollowed: true)
    let device = try Device(
      server: server.url, environment: ["LISAN_TOKEN": FaultServer.token], followSeconds: 20)
    #expect(try await device.ask(.open(language: "en", sequence: 0)) == nil)
    var times: [Int64] { server.requests("GET /rpc/follow").map(\.time) }
    for number in 1...10 {
      let isAsked = await eventually { server.followers == 1 && times.count > number }
      try #require(isAsked)
      server.change { $0.note = "\(number)" }
    }
    // Nine intervals. On a busy machine the first request may have come late.
    #expect(try #require(times.last) - times[1] > 1_300_000_000)
  }

  @Test("R62: pauses are random from the first one on, grow, and respect the server's request")
  func pauses() throws {
    func failure(_ reason: AccountFailure.Reason, after: Int? = nil) -> ServiceFailure {
      ServiceFailure(AccountFailure(reason, retryAfter: after), "")
    }
    func sample(_ failures: Int, _ failure: ServiceFailure) -> ClosedRange<Duration> {
      let all = (0..<400).map { _ in
        var pauses = FollowingPauses(seconds: 30)
        for _ in 1..<failures { _ = pauses.failed(failure) }
        return pauses.failed(failure)
      }
      return all.min()!...all.max()!
    }
    let first = sample(1, failure(.offline))
    #expect(first.lowerBound < .seconds(3) && first.upperBound > .seconds(27))
    #expect(first.upperBound <= .seconds(30))
    let second = sample(2, failure(.timedOut))
    #expect(second.lowerBound >= .seconds(30) && second.upperBound <= .seconds(60))
    let tenth = sample(10, failure(.serverError))
    #expect(tenth.lowerBound >= .seconds(300) && tenth.upperBound <= .seconds(600))
    let asked = sample(1, failure(.tooManyRequests, after: 60))
    #expect(asked.lowerBound >= .seconds(60) && asked.upperBound > .seconds(85))
    #expect(asked.upperBound <= .seconds(90))
    #expect(sample(1, failure(.sessionDoubted)).lowerBound >= .seconds(30))
    #expect(sample(1, failure(.notFound)).lowerBound >= .seconds(600))
    var pauses = FollowingPauses(seconds: 30)
    _ = pauses.failed(failure(.offline))
    pauses.succeeded()
    #expect(pauses.failures == 0)
  }

  // MARK: Several instances

  @Test(
    "R62: of two instances on a device one follows; both show it, one applies it; then the other")
  func instances() async throws {
    let server = try FaultServer(isFollowed: true)
    let token = ["LISAN_TOKEN": FaultServer.token]
    let first = try Device(server: server.url, environment: token, followSeconds: 20)
    let second = try Device(
      server: server.url, home: first.home, environment: token, followSeconds: 20)
    for device in [first, second] {
      #expect(try await device.ask(.open(language: "en", sequence: 0)) == nil)
    }
    let isFollowing = await eventually { server.followers == 1 }
    #expect(isFollowing)
    func choose(_ language: String, _ sequence: Int64) {
      server.change {
        $0.preferredLocale = language
        $0.lastChange = ChoiceOrigin(
          device: String(repeating: "e", count: 32), sequence: sequence, chosenAt: milliseconds())
      }
    }
    choose("ar", 1)
    _ = try await answerChoice(1, of: first)
    #expect(try await second.ask(.observed(language: "ar", sequence: first.sequence)) == nil)
    try await card("ar", at: second)
    #expect(server.followers <= 1)

    // An instance that is stopped by Ctrl-Z hears it, and its app does not act. Where the first app
    // needed long for the former choice, both have taken that one.
    let taken = try #require(second.agent).choices.count
    #expect(taken <= 1)
    choose("en", 2)
    #expect(try await answerChoice(taken + 1, of: second).language == "en")
    let isHeard = await eventually { first.agent?.choices.map(\.language) == ["ar", "en"] }
    #expect(
      isHeard,
      "\(first.log) \(first.agent!.id) \(second.agent!.id) \(second.agent!.choices)")
    #expect(try await first.ask(.observed(language: "en", sequence: second.sequence)) == nil)

    // The other one goes on when this one ends, however it ends.
    first.agent?.kill()
    let isFollowedAgain = await eventually { server.followers == 1 }
    #expect(isFollowedAgain)
    choose("ar", 3)
    #expect(try await answerChoice(taken + 2, of: second).language == "ar")
    #expect(server.requests("PATCH /rpc/me").isEmpty)
  }

  @Test("R62: a change by one local instance is on the other's card, also without a server")
  func embedded() async throws {
    let first = try Device(followSeconds: 2)
    let second = try Device(home: first.home, followSeconds: 2)
    for device in [first, second] {
      #expect(try await device.ask(.open(language: "en", sequence: 0)) == nil)
    }
    #expect(try await first.living().end(of: first.change("ar")) == nil)
    try await card("ar", at: second)
    #expect(try await second.ask(.setNote("tea")) == nil)
    try await #require(first.agent).wait("the note") { reports in
      reports.last(where: { $0.isAccount })?.account?.note == "tea" ? true : nil
    }
    #expect(second.agent?.choices == [])
    #expect(first.agent?.choices == [])
  }

  @Test("R62: an agent whose app has gone ends, although it follows")
  func ends() async throws {
    let server = try FaultServer(isFollowed: true)
    let device = try Device(
      server: server.url, environment: ["LISAN_TOKEN": FaultServer.token], followSeconds: 20)
    #expect(try await device.ask(.open(language: "en", sequence: 0)) == nil)
    let isFollowing = await eventually { server.followers == 1 }
    #expect(isFollowing)
    let agent = try #require(device.agent)
    agent.close()
    #expect(try await agent.ends(withinMilliseconds: 3000))
  }
}

extension AgentReport {
  fileprivate var isAccount: Bool { if case .account = self { true } else { false } }
  fileprivate var account: Account? {
    if case .account(let report) = self { report.account } else { nil }
  }
}
