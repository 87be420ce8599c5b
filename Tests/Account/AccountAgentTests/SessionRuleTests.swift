import AccountModel
import AccountProtocol
import AgentProtocol
import Foundation
import Glibc
import TerminalHarness
import TestCrowd
import Testing

@Suite("The end of a session, and confirmed states", .few)
struct SessionRuleTests {
  private static let refusal = String(
    decoding: Refusal(.notSignedIn, message: "x").json(), as: UTF8.self)

  private func open(_ device: Device) async throws -> AccountFailure.Reason? {
    try device.startAgent()
    return try await device.ask(.open(language: "en", sequence: device.sequence))?.reason
  }

  private func isSignedIn(_ device: Device) -> Bool {
    device.agent?.lastAccount?.signInState == .signedIn(token: .file)
      && access(device.places.token, F_OK) == 0
  }

  // MARK: Another database

  @Test("R40: refusals of another account database never end a session, and nothing is lost")
  func otherDatabase() async throws {
    let (server, other) = (try await AccountServer(), try await AccountServer())
    let device = try Device(server: server.url)
    #expect(try await device.signIn() == nil)
    #expect(try await device.living().end(of: device.change("ar")) == nil)
    server.exchangeDatabase(with: other)
    try await server.start()
    for language in ["en", "ar", "en"] {
      let failure = try await device.living().end(of: device.change(language))
      #expect(failure?.reason == .otherDatabase && failure?.status == 401)
      #expect(isSignedIn(device))
      #expect(!device.isSessionDoubted)
      #expect(device.agent?.lastSync?.state == .pending)
      try device.startAgent(language: language)
    }
    #expect(server.lines.filter { $0.status == 401 }.count >= 3)
    server.exchangeDatabase(with: other)
    try await server.start()
    #expect(try await open(device) == nil)
    #expect(isSignedIn(device))
    #expect(device.agent?.lastSync?.state == .synced)
    #expect(try await server.account().preferredLocale == "en")
  }

  @Test("R40: a session of an earlier version learns its database from the first answer it gets")
  func learnt() async throws {
    let (server, other) = (try await AccountServer(), try await AccountServer())
    let device = try Device(server: server.url)
    #expect(try await device.signIn() == nil)
    device.agent?.kill()
    #expect(unlink(device.places.identity) == 0)
    #expect(try await open(device) == nil)
    server.exchangeDatabase(with: other)
    try await server.start()
    #expect(try await open(device) == .otherDatabase)
    #expect(isSignedIn(device))
  }

  @Test("R40: signing in at another database begins a session of that one")
  func signingInElsewhere() async throws {
    let (server, other) = (try await AccountServer(), try await AccountServer())
    let device = try Device(server: server.url)
    #expect(try await device.signIn() == nil)
    server.exchangeDatabase(with: other)
    try await server.start()
    #expect(try await device.signIn() == nil)
    #expect(device.agent?.lastSync?.state == .synced)
    try await server.administer("revoke-all")
    #expect(try await open(device) == .notSignedIn)
  }

  // MARK: Strangers

  @Test("R40: an imitated refusal ends no session whose database is known")
  func imitation() async throws {
    let server = try FaultServer()
    let device = try Device(server: server.url)
    #expect(try await device.signIn() == nil)
    for _ in 0..<3 {
      for request in ["GET /rpc/me", "PATCH /rpc/me"] {
        server.next(request, .answer(401, Self.refusal))
      }
      #expect(try await open(device) == .sessionDoubted)
      #expect(isSignedIn(device))
      // However long ago the last one was.
      #expect(!device.isSessionDoubted)
    }
    server.heal()
    #expect(try await open(device) == nil)
    #expect(device.agent?.lastSync?.state == .synced)
  }

  @Test("R40: a public answer of the server clears no doubt about a session")
  func publicAnswer() async throws {
    let server = try FaultServer(namesDatabase: false)
    let device = try Device(server: server.url)
    #expect(try await device.signIn() == nil)
    server.next("GET /rpc/me", .answer(401, Self.refusal))
    #expect(try await open(device) == .sessionDoubted)
    #expect(try await device.ask(.changeMarket(.world)) == nil)
    #expect(server.requests("GET /rpc/app_config").count >= 2)
    #expect(device.isSessionDoubted)
    #expect(device.agent?.lastSync?.state == .unconfirmed)
    try device.passDoubt()
    #expect(try await open(device) == .notSignedIn)
    #expect(!isSignedIn(device))
  }

  // MARK: What is confirmed

  @Test(
    "R38: nothing is synced that no answer of the account has confirmed",
    arguments: [
      FaultServer.Fault.answer(500, ""), .answer(502, "<html>"), .answer(200, "<html>"),
      .answer(404, "<html>"), .answer(403, "<html>"), .answer(401, "<html>"),
      .answer(302, "", headers: ["Location: /"]), .close,
    ])
  func unconfirmed(_ fault: FaultServer.Fault) async throws {
    let server = try FaultServer()
    let device = try Device(
      server: server.url, environment: ["LISAN_TOKEN": FaultServer.token])
    server.next("GET /rpc/me", fault)
    let failure = try #require(
      try await device.ask(.open(language: "en", sequence: 0)), "\(device.log)")
    #expect(device.agent?.lastSync?.state == .unconfirmed)
    #expect(device.agent?.lastSync?.failure?.reason == failure.reason)
    // The next process knows it as well, until somebody answers.
    var agent = try device.startAgent()
    #expect(try await agent.end(of: agent.ask(.status)) == nil)
    #expect(agent.lastSync?.state == .unconfirmed)
    server.heal()
    #expect(try await device.ask(.open(language: "en", sequence: 0)) == nil)
    #expect(agent.lastSync?.state == .synced && agent.lastSync?.failure == nil)
    // What was confirmed once is in doubt again.
    server.next("GET /rpc/me", fault)
    #expect(try await open(device) == failure.reason)
    #expect(device.agent?.lastSync?.state == .unconfirmed)
    agent = try device.startAgent()
    #expect(try await agent.end(of: agent.ask(.status)) == nil)
    #expect(agent.lastSync?.state == .unconfirmed)
    #expect(agent.lastSync?.failure?.reason == failure.reason)
  }

  @Test("R38, R62: a following screen shows when the server is away, and when it is back")
  func followed() async throws {
    let server = try await AccountServer()
    let device = try Device(server: server.url, followSeconds: 1)
    #expect(try await device.signIn() == nil)
    #expect(device.agent?.lastSync?.state == .synced)
    server.kill()
    let isAway = await eventually { device.agent?.lastSync?.state == .unconfirmed }
    #expect(isAway, "\(device.log)")
    #expect(device.agent?.lastSync?.failure?.reason == .offline)
    try await server.start()
    let isBack = await eventually { device.agent?.lastSync?.state == .synced }
    #expect(isBack, "\(device.log)")
    #expect(device.agent?.lastSync?.failure == nil)
  }

  // MARK: Output for people

  @Test("R38, R40: a revoked session closes the settings at once, and status reports it")
  func revokedScreen() async throws {
    let server = try await AccountServer()
    let home = try Home(server: server.url)
    let password = "\(AccountServer.password)\n"
    #expect(try await home.lisan("sign-in", "ana", input: password).status == 0)
    let session = try home.open()
    try await session.waitUntil("the sync") { $0.shows("✓ Synced") }
    try await server.administer("revoke-all")
    let revoked = ContinuousClock.now
    try await session.waitUntil("the form") { $0.shows("does not know your session any more") }
    #expect(ContinuousClock.now - revoked < .seconds(5))
    #expect(!session.screen.shows("Synced"))
    let status = try await home.lisan("status")
    #expect(status.status == 3)
    #expect(status.text.contains("session\tsigned-out\nreason\trefused\n"), "\(status.text)")
    #expect(status.text.contains("sync\tsigned-out\n"), "\(status.text)")
    session.type("q")
  }

  @Test(
    "R38: a fresh home whose server answers 500 or a page shows that nothing is synced",
    arguments: [FaultServer.Fault.answer(500, ""), .answer(200, "<html>")])
  func freshHome(_ fault: FaultServer.Fault) async throws {
    let server = try FaultServer(isFollowed: true)
    for request in ["GET /rpc/me", "GET /rpc/app_config", "GET /rpc/follow"] {
      server.next(request, fault)
    }
    let home = try Home(server: server.url)
    let token = ["LISAN_TOKEN": FaultServer.token]
    let session = try home.open("open", "sync", environment: token)
    try await session.waitUntil("the state") {
      $0.shows("↻ Not synced yet") && $0.shows("not synced so far")
    }
    #expect(!session.screen.shows("Synced"))
    let status = try await home.lisan("status", environment: token)
    #expect(status.text.contains("sync\tunconfirmed\n"), "\(status.text)")
    #expect(status.text.contains("failure\t"), "\(status.text)")
    session.type("q")
    #expect(try await session.waitForExit() == .exited(0))
  }
}

@Suite("The server of the tests of faults", .few)
struct FaultServerTests {
  private struct Answer: Hashable {
    var status: Int
    var headers: Set<String>
    /// The names and types of the body's values.
    var body: String
  }

  private func shape(_ value: Any) -> String {
    switch value {
    case let object as [String: Any]:
      let fields = object.keys.sorted().map { "\($0): \(shape(object[$0]!))" }
      return "{\(fields.joined(separator: ", "))}"
    case let list as [Any]: return "[\(list.first.map { shape($0) } ?? "")]"
    case is String: return "text"
    default: return "number"
    }
  }

  private func ask(
    _ url: String, _ request: String, _ body: String?, token: String?
  ) async throws -> (Answer, text: String) {
    let words = request.split(separator: " ")
    var arguments = ["-s", "-S", "-i", "-m", "20", "-X", "\(words[0])", "\(url)\(words[1])"]
    if let token { arguments += ["-H", "Authorization: Bearer \(token)"] }
    if body != nil { arguments += ["-H", "Content-Type: application/json", "--data-binary", "@-"] }
    let run = try await Run(
      "/usr/bin/curl", arguments, environment: ["NO_PROXY": "*"], input: Array((body ?? "").utf8))
    try #require(run.status == 0, "\(request): \(run.errors)")
    let parts = run.text.split(
      separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
    let lines = parts[0].split(separator: "\r\n")
    let status = try #require(Int(lines[0].split(separator: " ")[1]))
    let headers = lines.dropFirst().compactMap { line -> String? in
      let field = line.split(separator: ":", maxSplits: 1)
      let name = field[0].lowercased()
      switch name {
      // Only the real one has a clock and a name for each status.
      case "date": return nil
      case "content-length", "etag", "lisan-database": return name
      default: return "\(name):\(field[1])"
      }
    }
    let text = String(parts[1])
    let value = text.isEmpty ? nil : try JSONSerialization.jsonObject(with: Data(text.utf8))
    return (
      Answer(status: status, headers: Set(headers), body: value.map { shape($0) } ?? ""), text
    )
  }

  @Test("The fault server answers each route as lisan-server does, with a session and without")
  func likeTheRealOne() async throws {
    let (real, fake) = (try await AccountServer(), try FaultServer(isFollowed: true))
    // The second profile of the fake has no counterpart in a new account.
    fake.change { $0.profiles.removeLast() }
    let login = #"{"login":"ana","password":"\#(AccountServer.password)"}"#
    var tokens: [String] = []
    for url in [real.url, fake.url] {
      let (_, text) = try await ask(url, "POST /rpc/sign_in", login, token: nil)
      tokens.append(try SignedIn(json: Array(text.utf8)).token)
    }
    let device = String(repeating: "a", count: 32)
    let requests: [(String, String?)] = [
      ("POST /rpc/sign_in", login), ("GET /rpc/app_config", nil), ("GET /rpc/me", nil),
      ("GET /rpc/follow", nil), ("PATCH /rpc/me", #"{"note":"tea"}"#),
      ("PATCH /rpc/me", #"{"note":7}"#),
      ("POST /rpc/set_active_profile", #"{"account_id":1,"profile_id":1}"#),
      (
        "PATCH /rpc/me",
        #"{"preferredLocale":"ar","device":"\#(device)","sequence":2,"chosen_at":1}"#
      ),
      ("GET /rpc/me", nil), ("GET /rpc/nothing", nil), ("POST /rpc/sign_out", nil),
    ]
    for isSignedIn in [false, true] {
      for unknown in isSignedIn ? [nil] : [nil, "lisan_of_a_stranger"] {
        for (request, body) in requests {
          let (expected, _) = try await ask(
            real.url, request, body, token: isSignedIn ? tokens[0] : unknown)
          let (answer, _) = try await ask(
            fake.url, request, body, token: isSignedIn ? tokens[1] : unknown)
          #expect(answer == expected, "\(request) \(body ?? "")")
        }
      }
    }
  }
}
