import AccountModel
import AccountProtocol
import AgentProtocol
import CSystem
import Foundation
import Glibc
import LisanPreferences
import Localization
import TestCrowd
import Testing

/// Findings of attacks on the agent; each test names its line.
@Suite("The agent against broken servers, numbers and tokens", .few)
struct FindingTests {
  private static func refusal(_ code: RefusalCode) -> String {
    String(decoding: Refusal(code, message: "x").json(), as: UTF8.self)
  }

  private func text<Message: JSONMessage>(_ message: Message) -> String {
    String(decoding: message.json(), as: UTF8.self)
  }

  private func given(_ server: FaultServer) throws -> Device {
    try Device(server: server.url, environment: ["LISAN_TOKEN": FaultServer.token])
  }

  // MARK: 1

  @Test("The bounds of the preference file and of the protocol are the same")
  func sameBounds() {
    #expect(Preference.sequenceLimit == UInt64(Bounds.sequence.upperBound))
  }

  @Test("The highest number makes a new device, which syncs; the log reports it")
  func usedUpNumbers() async throws {
    let server = try FaultServer()
    let device = try given(server)
    #expect(try await device.living().end(of: device.change("ar")) == nil)
    let first = try #require(device.preferences.read().preference).device
    // Somebody else spoke for this device.
    server.change {
      $0.lastChange = ChoiceOrigin(
        device: first.description, sequence: Bounds.sequence.upperBound, chosenAt: milliseconds())
    }
    for language in ["en", "ar", "en"] {
      #expect(try await device.living().end(of: device.change(language)) == nil)
      #expect(server.account.preferredLocale == language)
      #expect(device.agent?.lastSync?.state == .synced)
    }
    let now = try #require(device.preferences.read().preference)
    #expect(now.device != first && now.sequence == 3)
    #expect(device.log.contains("it goes on as the new device \(now.device)"))
    #expect(try device.events("error").contains { $0.message?.contains("new device") ?? false })
  }

  @Test("A file that was driven past the bound earlier syncs again by itself")
  func pastTheBound() async throws {
    let server = try FaultServer()
    let device = try given(server)
    try device.choose("ar")
    let passing = PreferenceChanges(
      isNumberedAnew: true, sequencePassed: Preference.sequenceLimit - 1)
    try device.preferences.makeDurable(device.preferences.commit(passing))
    #expect(device.sequence == Preference.sequenceLimit)
    #expect(try await device.living().end(of: device.change("en")) == nil)
    #expect(server.account.preferredLocale == "en")
    #expect(device.sequence == 1)
  }

  @Test("Signing in names the device, if there is one")
  func deviceOfSession() async throws {
    let server = try FaultServer()
    let device = try Device(server: server.url)
    #expect(try await device.signIn() == nil)
    let without = try SignIn(json: try #require(server.requests("POST /rpc/sign_in").last).body)
    #expect(without.device == nil)
    try device.choose("ar")
    #expect(try await device.signIn() == nil)
    let with = try SignIn(json: try #require(server.requests("POST /rpc/sign_in").last).body)
    #expect(with.device == device.preferences.read().preference?.device.description)
  }

  @Test("Signing in asks for texts in the language of the app")
  func languageOfSignIn() async throws {
    let server = try FaultServer()
    let device = try Device(server: server.url)
    _ = try device.living(language: "ar")
    #expect(try await device.signIn() == nil)
    let request = try #require(server.requests("POST /rpc/sign_in").last)
    #expect(request.headers["accept-language"] == "ar", "\(request.headers)")
  }

  @Test("A session for another device is reported, and loses no choice")
  func otherDevice() async throws {
    let server = try FaultServer()
    let device = try Device(server: server.url)
    #expect(try await device.signIn() == nil)
    server.next("PATCH /rpc/me", .answer(403, Self.refusal(.otherDevice)))
    let failure = try await device.living().end(of: device.change("ar"))
    #expect(failure?.reason == .otherDevice)
    #expect(device.agent?.lastSync?.state == .pending)
    #expect(device.agent?.lastAccount?.signInState == .signedIn(token: .file))
    #expect(server.requests("PATCH /rpc/me").count == 1)
    server.heal()
    #expect(try await device.signIn() == nil)
    #expect(server.account.preferredLocale == "ar")
  }

  // MARK: 3

  @Test(
    "A 401 that is not from the server never ends a session",
    arguments: [
      "<html><title>401</title></html>", "", "{}", #"{"error":"unauthorized"}"#,
      #"{"error":{"code":"no_such_code","message":"x"}}"#,
    ])
  func foreignRefusal(_ body: String) async throws {
    let server = try FaultServer()
    let device = try Device(server: server.url)
    #expect(try await device.signIn() == nil)
    let html = FaultServer.Fault.answer(401, body)
    for request in ["GET /rpc/me", "GET /rpc/app_config", "PATCH /rpc/me"] {
      server.next(request, html)
    }
    for language in ["ar", "en", "ar"] {
      let failure = try await device.living().end(of: device.change(language))
      #expect(failure?.reason == .nonsense && failure?.status == 401)
      #expect(device.agent?.lastAccount?.signInState == .signedIn(token: .file))
      #expect(access(device.places.token, F_OK) == 0)
      #expect(!device.isSessionDoubted)
      try device.startAgent(language: language)
    }
    server.heal()
    #expect(try await device.ask(.open(language: "ar", sequence: device.sequence)) == nil)
    #expect(server.account.preferredLocale == "ar")
  }

  @Test("A session of a server that names no database ends when it is refused twice over time")
  func twice() async throws {
    let server = try FaultServer(namesDatabase: false)
    let device = try Device(server: server.url)
    #expect(try await device.signIn() == nil)
    func ask() async throws -> AccountFailure.Reason? {
      try device.startAgent()
      return try await device.ask(.open(language: "en", sequence: 0))?.reason
    }
    func isSignedIn() -> Bool {
      device.agent?.lastAccount?.signInState == .signedIn(token: .file)
        && access(device.places.token, F_OK) == 0
    }
    func refuse() {
      server.next("GET /rpc/me", .answer(401, Self.refusal(.notSignedIn)))
    }
    refuse()
    // At once, again and again: that is one time.
    for _ in 0..<3 {
      #expect(try await ask() == .sessionDoubted)
      #expect(isSignedIn())
    }
    // The server knows the session in between: the count begins again.
    server.heal()
    #expect(try await ask() == nil)
    #expect(!device.isSessionDoubted)
    refuse()
    #expect(try await ask() == .sessionDoubted)
    try device.passDoubt()
    #expect(try await ask() == .notSignedIn)
    #expect(!isSignedIn())
    #expect(device.agent?.lastAccount?.signInState == .signInNeeded(reason: .refused))
  }

  // MARK: 6

  /// Whole numbers out of every bound, and what is no whole number.
  private static let extremes = [
    "-1", "9007199254740992", "9300000000000000", "9223372036854775807", "-9223372036854775808",
    "18446744073709551615", "1e19", "1e400", "-1e400", "0.5", "null", "true", "\"5\"", "[]",
  ]

  struct Place: CustomTestStringConvertible, Sendable {
    let field: String
    /// The valid value there.
    let valid: String
    let request: String

    var testDescription: String { field }
  }

  private static let account = """
    {"account_id":11,"login":"ana","name":"Ana","note":"","is_developer":false,\
    "preferredLocale":"en","last_change":{"device":"0123456789abcdef0123456789abcdef",\
    "sequence":12,"chosen_at":13},"active_profile_id":14,"profiles":[{"profile_id":15,\
    "name":"Ana","language_code":"en"}],"privacy":{"analytics":false,"diagnostics":false}}
    """
  private static let configuration = """
    {"languages":["en","ar"],"default_language_code":"en","markets":[],"feature_flags":{},\
    "cooldowns":{"sync_seconds":16}}
    """
  private static let places: [Place] =
    [
      ("account_id", 11), ("sequence", 12), ("chosen_at", 13), ("active_profile_id", 14),
      ("profile_id", 15),
    ].map { Place(field: $0, valid: "\"\($0)\":\($1)", request: "GET /rpc/me") }
    + [Place(field: "sync_seconds", valid: "\"sync_seconds\":16", request: "GET /rpc/app_config")]

  @Test(
    "Every number of a server at its extremes is refused and harms nothing",
    arguments: places)
  func numbers(_ place: Place) async throws {
    let server = try FaultServer()
    let device = try given(server)
    let whole = place.request.hasSuffix("me") ? Self.account : Self.configuration
    #expect(whole.contains(place.valid))
    server.next(place.request, .answer(200, whole))
    #expect(try await device.ask(.open(language: "en", sequence: 0)) == nil, "\(device.log)")
    #expect(device.agent?.lastSync?.failure == nil)
    var all = Self.extremes
    // What is no number may stand for an active profile that there is not.
    if place.field == "active_profile_id" { all.removeAll { $0 == "null" } }
    if place.field == "chosen_at" { all.removeAll { $0 == "9007199254740992" } }
    for value in all + (place.field == "chosen_at" ? ["253402300800000"] : []) {
      server.heal()
      let broken = whole.replacing(place.valid, with: "\"\(place.field)\":\(value)")
      server.next(place.request, .answer(200, broken))
      let failure = try await device.ask(.open(language: "en", sequence: 0))
      // Without its configuration the account still has the choice.
      #expect(failure?.reason == (place.request.hasSuffix("me") ? .nonsense : nil), "\(value)")
      #expect(device.agent?.lastSync?.failure?.reason == .nonsense, "\(value)")
      #expect(try await device.ask(.status) == nil, "\(value)")
      // Nothing of it is kept for the next process.
      try device.startAgent()
      #expect(try await device.ask(.status) == nil, "\(value)")
      #expect(device.agent?.lastAccount?.configuration?.cooldowns.syncSeconds ?? 0 < 86_401)
    }
  }

  @Test(
    "No Retry-After keeps a device away for more than a day",
    arguments: [
      "86401", "9223372036854775807", "99999999999999999999999", "Fri, 31 Dec 9999 23:59:59 GMT",
    ])
  func longRetryAfter(_ value: String) async throws {
    let server = try FaultServer()
    let device = try given(server)
    server.next("PATCH /rpc/me", .answer(429, "", headers: ["Retry-After: \(value)"]))
    let failure = try await device.living().end(of: device.change("ar"))
    #expect(failure?.reason == .tooManyRequests)
    #expect((failure?.retryAfter ?? 0) <= 86_400)
    let agent = try device.startAgent(language: "ar")
    let next = try await agent.end(of: agent.ask(.synchronize(language: "ar", sequence: 1)))
    #expect((next?.retryAfter ?? 0) <= 86_400)
  }

  @Test(
    "A poisoned cache is refused, logged, and replaced",
    arguments: ["9300000000000000", "1000000000000", "-1", "1e400"])
  func poisonedCache(_ seconds: String) async throws {
    let server = try FaultServer()
    let device = try given(server)
    #expect(try await device.living().end(of: device.change("ar")) == nil)
    try await device.ask(.open(language: "ar", sequence: 1))
    device.agent?.kill()
    let good = try String(contentsOfFile: device.places.cache, encoding: .utf8)
    let poisoned = good.replacing("\"sync_seconds\":0", with: "\"sync_seconds\":\(seconds)")
    #expect(poisoned != good)
    try poisoned.write(toFile: device.places.cache, atomically: false, encoding: .utf8)
    let agent = try device.startAgent(language: "ar")
    let preference = try device.choose("en")
    #expect(
      try await agent.end(
        of: agent.ask(.synchronize(language: "en", sequence: preference.sequence))) == nil)
    #expect(server.account.preferredLocale == "en")
    #expect(device.log.contains("\(device.places.cache): not used"))
    #expect(try !String(contentsOfFile: device.places.cache, encoding: .utf8).contains(seconds))
  }

  @Test("A cache with which an agent crashed is not read again")
  func crashedCache() async throws {
    let server = try FaultServer()
    let device = try given(server)
    #expect(try await device.ask(.open(language: "en", sequence: 0)) == nil)
    let agent = try device.startAgent()
    #expect(try await agent.end(of: agent.ask(.status)) == nil)
    #expect(agent.lastAccount?.account?.login == "ana")
    kill(agent.id, SIGILL)
    #expect(try await agent.ends(withinMilliseconds: 10_000))
    #expect(access(device.places.cache, F_OK) != 0)
    let next = try device.startAgent()
    #expect(try await next.end(of: next.ask(.status)) == nil)
    #expect(next.lastAccount?.account == nil)
    #expect(device.log.contains("an agent that had read it crashed"))
    // Killed from outside it proves nothing against the cache.
    #expect(try await device.ask(.open(language: "en", sequence: 0)) == nil)
    device.agent?.kill()
    let last = try device.startAgent()
    #expect(try await last.end(of: last.ask(.status)) == nil)
    #expect(last.lastAccount?.account?.login == "ana")
  }

  // MARK: 10

  private static let noTokens = [
    "", "short", String(repeating: "a", count: 5000), "lisan_good_enough\r\nX-Evil: 1",
    "lisan_good_enough\r\n\r\nGET /evil HTTP/1.1\r\n\r\n", "lisan good enough ",
    "lisan_good_enough\u{0}", "lisan_السلام",
    "lisan_good_enough\t", "lisan_good_enough,b",
  ]

  @Test("An invalid token is no sign-in", arguments: noTokens)
  func tokenOfServer(_ token: String) async throws {
    let server = try FaultServer()
    let device = try Device(server: server.url)
    let answer = SignedIn(token: token, accountID: 1, expiresAt: milliseconds() + 1000)
    server.next("POST /rpc/sign_in", .answer(200, text(answer)))
    #expect(try await device.signIn()?.reason == .nonsense)
    #expect(device.agent?.lastAccount?.signInState == .signInNeeded(reason: .neverSignedIn))
    #expect(access(device.places.token, F_OK) != 0)
    #expect(access(device.places.session, F_OK) != 0)
    #expect(server.requests().allSatisfy { $0.headers["x-evil"] == nil && $0.path != "/evil" })
    if token.utf8.count > 16 { #expect(!device.log.contains(token)) }
  }

  @Test("LISAN_TOKEN and the token file hold tokens or nothing", arguments: noTokens)
  func tokenElsewhere(_ token: String) async throws {
    let server = try FaultServer()
    let device = try Device(server: server.url)
    #expect(try await device.signIn() == nil)
    try Data(token.utf8).write(to: URL(filePath: device.places.token))
    let agent = try device.startAgent()
    let reason = try await agent.end(of: agent.ask(.open(language: "en", sequence: 0)))?.reason
    #expect(reason == .notSignedIn)
    #expect(agent.lastAccount?.signInState == .signInNeeded(reason: .fileTokenInvalid))
    #expect(device.log.contains("does not hold a token"))
    guard !token.isEmpty, !token.contains("\u{0}") else { return }
    let given = try Device(server: server.url, environment: ["LISAN_TOKEN": token])
    #expect(try await given.ask(.open(language: "en", sequence: 0))?.reason == .notSignedIn)
    #expect(
      given.agent?.lastAccount?.signInState == .signInNeeded(reason: .environmentTokenInvalid))
    #expect(given.log.contains("LISAN_TOKEN does not hold a token"))
    #expect(server.requests("GET /rpc/me").allSatisfy { $0.headers["x-evil"] == nil })
  }

  // MARK: 19

  @Test("Eight that sync at once with a stalled server all end within ten seconds")
  func eightAtOnce() async throws {
    let server = try FaultServer()
    server.next("PATCH /rpc/me", .stall)
    let device = try given(server)
    let preference = try device.choose("ar")
    let all = try (0..<8).map { _ in
      let other = try Device(
        server: server.url, home: device.home, environment: ["LISAN_TOKEN": FaultServer.token])
      return (other, try other.startAgent(language: "ar"))
    }
    let start = ContinuousClock.now
    let requests = all.map {
      $0.1.ask(.synchronize(language: "ar", sequence: preference.sequence))
    }
    for ((_, agent), number) in zip(all, requests) {
      #expect(try await agent.end(of: number)?.reason == .timedOut)
    }
    #expect(ContinuousClock.now - start < .seconds(11))
    for (_, agent) in all { agent.kill() }
    server.heal()
    #expect(
      try await device.ask(.synchronize(language: "ar", sequence: preference.sequence)) == nil)
    #expect(server.account.preferredLocale == "ar")
  }

  @Test("A lock held by another process costs four seconds")
  func heldLock() async throws {
    let server = try FaultServer()
    let device = try given(server)
    #expect(try await device.living().end(of: device.change("ar")) == nil)
    let descriptor = open(device.places.lock(of: device.preferences.path), O_RDWR | O_CLOEXEC)
    defer { close(descriptor) }
    #expect(cs_take_lock(descriptor, false) == 0)
    let start = ContinuousClock.now
    #expect(try await device.living().end(of: device.change("en"))?.reason == .timedOut)
    #expect(ContinuousClock.now - start < .seconds(6))
    #expect(device.agent?.lastSync?.state == .pending)
  }

  // MARK: 20

  @Test("The account gets the choice, also if it does not list its offer")
  func configurationAlone() async throws {
    let server = try FaultServer()
    let device = try given(server)
    server.next("GET /rpc/app_config", .answer(503, ""))
    let preference = try device.choose("ar")
    #expect(try await device.ask(.open(language: "ar", sequence: preference.sequence)) == nil)
    #expect(server.account.preferredLocale == "ar")
    #expect(device.agent?.lastSync?.state == .synced)
    #expect(device.agent?.lastSync?.failure?.status == 503)
    #expect(device.log.contains("GET /rpc/app_config: status 503"))
  }

  @Test("Within the cooldown a pending choice is sent, and having none is no error")
  func withinCooldown() async throws {
    let server = try FaultServer(cooldown: 3600)
    let device = try given(server)
    #expect(try await device.ask(.open(language: "en", sequence: 0)) == nil)
    let preference = try device.choose("ar")
    let agent = try device.startAgent(language: "ar")
    let request = AgentRequest.synchronize(language: "ar", sequence: preference.sequence)
    #expect(try await agent.end(of: agent.ask(request)) == nil)
    #expect(server.account.preferredLocale == "ar")
    #expect(try await agent.end(of: agent.ask(request)) == nil)
    #expect(server.requests("PATCH /rpc/me").count == 1)
    #expect(server.requests("GET /rpc/me").count == 1)
  }

  @Test("Retry-After is kept between processes")
  func retryAfterElsewhere() async throws {
    let server = try FaultServer()
    let device = try given(server)
    server.next("PATCH /rpc/me", .answer(429, "", headers: ["Retry-After: 3600"]))
    #expect(try await device.living().end(of: device.change("ar"))?.retryAfter == 3600)
    for _ in 0..<2 {
      let agent = try device.startAgent(language: "ar")
      let failure = try await agent.end(of: agent.ask(.synchronize(language: "ar", sequence: 1)))
      #expect(failure?.reason == .coolingDown)
      #expect((3000...3600).contains(failure?.retryAfter ?? 0))
    }
    #expect(server.requests("PATCH /rpc/me").count == 1)
    server.heal()
    let agent = try device.startAgent(language: "ar")
    #expect(try await agent.end(of: agent.ask(.open(language: "ar", sequence: 1))) == nil)
    // Whoever answers wants to be asked.
    #expect(access(device.places.pause, F_OK) != 0)
  }

  @Test("Signing out finishes waiting requests, and loses no choice")
  func signedOutWhileSending() async throws {
    let server = try FaultServer()
    let device = try Device(server: server.url)
    #expect(try await device.signIn() == nil)
    server.next("PATCH /rpc/me", .held)
    let change = try device.change("ar")
    let isHeld = await eventually { server.requests("PATCH /rpc/me").count == 1 }
    #expect(isHeld)
    #expect(try await device.ask(.signOut) == nil)
    #expect(try await device.living().end(of: change)?.reason == .cancelled)
    #expect(device.agent?.lastSync?.state == .pending)
    server.release()
  }

  @Test("Signing out reports that the server was not informed")
  func silentServer() async throws {
    let server = try FaultServer()
    let device = try Device(server: server.url)
    #expect(try await device.signIn() == nil)
    server.next("POST /rpc/sign_out", .answer(503, ""))
    #expect(try await device.ask(.signOut) == nil)
    #expect(device.agent?.notices.contains(.signOutNotTold) == true)
    #expect(device.agent?.lastAccount?.signInState == .signInNeeded(reason: .signedOut))
    server.heal()
    #expect(try await device.signIn() == nil)
    #expect(try await device.ask(.signOut) == nil)
    #expect(device.agent?.notices.filter { $0 == .signOutNotTold }.count == 1)
  }

  // MARK: 25

  @Test("The agent's environment holds no token")
  func hiddenToken() async throws {
    let server = try FaultServer()
    let device = try given(server)
    #expect(try await device.ask(.open(language: "en", sequence: 0)) == nil)
    let agent = try #require(device.agent)
    let environment = try Data(contentsOf: URL(filePath: "/proc/\(agent.id)/environ"))
    #expect(environment.range(of: Data(FaultServer.token.utf8)) == nil)
  }

  @Test("No proxy gets an unencrypted token")
  func noProxy() async throws {
    let (server, proxy) = (try FaultServer(), try FaultServer())
    // Not known to be this machine by its name.
    let device = try Device(
      server: "http://0.0.0.0:\(server.port)",
      environment: [
        "LISAN_TOKEN": FaultServer.token, "http_proxy": proxy.url, "ALL_PROXY": proxy.url,
      ])
    #expect(try await device.ask(.open(language: "en", sequence: 0)) == nil)
    #expect(proxy.requests().isEmpty)
    #expect(!server.requests().isEmpty)
  }

  // MARK: What a server offers

  @Test("R20: a choice that the server does not offer is reported once, and not sent again")
  func refusedLanguage() async throws {
    let server = try FaultServer()
    let device = try given(server)
    #expect(try await device.living().end(of: device.change("en")) == nil)
    let only = AppConfiguration(languages: ["en"], defaultLanguageCode: "en")
    server.next("GET /rpc/app_config", .answer(200, text(only)))
    server.next("PATCH /rpc/me", .answer(409, Self.refusal(.languageNotOffered)))
    #expect(
      try await device.living().end(of: device.change("ar"))?.reason == .languageNotOffered)
    #expect(device.agent?.notices == [.languageRefused(LanguageCode(rawValue: "ar")!)])
    for _ in 0..<2 {
      let agent = try device.startAgent(language: "ar")
      let opened = try await agent.end(of: agent.ask(.open(language: "ar", sequence: 2)))
      #expect(opened?.reason == .languageNotOffered)
      #expect(agent.notices.isEmpty)
      #expect(agent.lastSync?.state == .pending)
      #expect(agent.lastSync?.failure?.reason == .languageNotOffered)
    }
    #expect(server.requests("PATCH /rpc/me").count == 2)
    // Offered, it is sent.
    server.heal()
    #expect(try await device.ask(.open(language: "ar", sequence: 2)) == nil)
    #expect(server.account.preferredLocale == "ar")
  }

  @Test("A market's code has one bound: the preference file's, the protocol's and the app's")
  func marketCodes() async throws {
    let server = try FaultServer()
    let device = try given(server)
    let longest = marketCode("ABCDEF7")
    #expect(longest.rawValue.utf8.count == MarketCode.lengths.upperBound)
    func offer(_ code: String) -> FaultServer.Fault {
      let configuration = AppConfiguration(
        languages: ["en"], defaultLanguageCode: "en",
        markets: [Market(code: longest, languages: ["en"])])
      return .answer(200, text(configuration).replacing(longest.rawValue, with: code))
    }
    server.next("GET /rpc/app_config", offer(longest.rawValue))
    #expect(try await device.ask(.open(language: "en", sequence: 0)) == nil)
    #expect(device.agent?.lastAccount?.configuration?.markets.first?.code == longest)
    #expect(try await device.ask(.changeMarket(longest)) == nil)
    let commit = try device.preferences.commit(PreferenceChanges(market: longest.rawValue))
    #expect(commit.preference.market == longest.rawValue)
    server.heal()
    server.next("GET /rpc/app_config", offer("ABCDEFG8"))
    #expect(try await device.ask(.open(language: "en", sequence: 0)) == nil)
    #expect(device.agent?.lastAccount?.configuration?.markets.first?.code == longest)
    #expect(device.log.contains("market"))
    #expect(throws: PreferenceError.self) {
      try device.preferences.commit(PreferenceChanges(market: "ABCDEFG8"))
    }
  }
}
