import AccountModel
import AccountProtocol
import AgentProtocol
import Foundation
import Glibc
import TestCrowd
import Testing

@Suite("A choice and a server that misbehaves", .few)
struct FaultTests {
  let server: FaultServer
  let device: Device

  init() throws {
    server = try FaultServer()
    device = try Device(server: server.url, environment: ["LISAN_TOKEN": FaultServer.token])
  }

  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let fault: FaultServer.Fault
    let reason: AccountFailure.Reason
    var status: Int?
    var retryAfter: Int?

    var testDescription: String { name }
  }

  private static func refusal(_ code: RefusalCode) -> String {
    String(decoding: Refusal(code, message: "x").json(), as: UTF8.self)
  }

  static let cases: [Case] = [
    Case(
      name: "403", fault: .answer(403, refusal(.forbidden)), reason: .forbidden, status: 403),
    Case(name: "404", fault: .answer(404, "not here"), reason: .notFound, status: 404),
    Case(
      name: "409", fault: .answer(409, refusal(.languageNotOffered)), reason: .languageNotOffered,
      status: 409),
    Case(name: "413", fault: .answer(413, refusal(.tooLarge)), reason: .refused, status: 413),
    Case(
      name: "429", fault: .answer(429, refusal(.tooManyAttempts), headers: ["Retry-After: 30"]),
      reason: .tooManyRequests, status: 429, retryAfter: 30),
    Case(name: "500", fault: .answer(500, refusal(.failed)), reason: .serverError, status: 500),
    Case(
      name: "503", fault: .answer(503, "<html>", headers: ["Retry-After: 60"]),
      reason: .serverError, status: 503, retryAfter: 60),
    Case(
      name: "a redirect elsewhere",
      fault: .answer(307, "", headers: ["Location: http://127.0.0.1:9/rpc/me"]),
      reason: .redirected, status: 307),
    Case(name: "no connection that lives", fault: .reset, reason: .offline),
    Case(name: "a connection closed without a byte", fault: .close, reason: .offline),
    Case(name: "a body that is cut", fault: .cut, reason: .offline),
    Case(name: "no answer", fault: .stall, reason: .timedOut),
    Case(name: "a body that drips", fault: .drip, reason: .timedOut),
    Case(name: "headers that drip", fault: .dripHeaders, reason: .timedOut),
    Case(name: "a hundred megabytes", fault: .large, reason: .nonsense),
    Case(name: "a hundred megabytes in chunks", fault: .largeChunks, reason: .nonsense),
    Case(name: "headers without an end", fault: .largeHeaders, reason: .nonsense),
    Case(name: "another protocol", fault: .bytes("SSH-2.0-x\r\n"), reason: .nonsense),
    Case(name: "no JSON", fault: .answer(200, "<html>"), reason: .nonsense, status: 200),
    Case(
      name: "JSON of something else", fault: .answer(200, "[1]"), reason: .nonsense, status: 200),
    Case(
      name: "a record out of bounds",
      fault: .answer(
        200, #"{"account_id":1,"login":"ana","name":"\u0007","preferredLocale":"en"}"#),
      reason: .nonsense, status: 200),
    Case(
      name: "JSON of a million brackets",
      fault: .answer(200, String(repeating: "[", count: 60_000)), reason: .nonsense, status: 200),
  ]

  @Test(
    "R38: a failed sync keeps the choice, reports the reason in time, and the next one sends it",
    arguments: cases)
  func faults(_ fault: Case) async throws {
    server.next("PATCH /rpc/me", fault.fault)
    let failure = try await device.living().end(of: device.change("ar"))
    #expect(failure?.reason == fault.reason)
    #expect(failure?.status == fault.status)
    #expect(failure?.retryAfter == fault.retryAfter)
    #expect(device.preferences.read().preference?.language == "ar")
    let sync = try #require(device.agent?.lastSync)
    #expect(sync.state == .pending)
    #expect(sync.failure == failure)
    #expect(device.log.contains("warning"))
    #expect(device.log.contains(fault.reason.rawValue))
    #expect(!device.log.contains(FaultServer.token))
    let tries = try device.events("sync.request")
    #expect(!tries.isEmpty && tries.count <= 3)
    let results = try device.events("sync.result")
    #expect(try #require(results.last).t - tries[0].t < 10)
    #expect(results.allSatisfy { $0.ok == false } && results.count == tries.count)
    #expect(Set(tries.map(\.sequence)) == [1])

    server.heal()
    let agent = try device.startAgent(language: "ar")
    #expect(try await agent.end(of: agent.ask(.open(language: "ar", sequence: 1))) == nil)
    #expect(server.account.preferredLocale == "ar")
    #expect(agent.lastSync?.state == .synced)
    #expect(agent.lastSync?.failure == nil)
  }

  @Test("R38: an answer of a hundred megabytes is not received, and takes no memory")
  func memory() async throws {
    for fault in [FaultServer.Fault.large, .largeChunks] {
      let before = server.bytesSent
      server.heal()
      server.next("GET /rpc/me", fault)
      let failure = try await device.ask(.open(language: "en", sequence: 0))
      #expect(failure?.reason == .nonsense)
      // The kernel's buffers accepted this much.
      #expect(server.bytesSent - before < 20_000_000)
    }
    let status = try String(
      contentsOfFile: "/proc/\(try #require(device.agent).id)/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") })
    let kilobytes = line.split(separator: " ").compactMap { Int($0) }.first
    #expect(try #require(kilobytes) < 32_000)
  }

  @Test("R13: a change does not wait for the one before, which is superseded")
  func superseded() async throws {
    server.next("PATCH /rpc/me", .stall, .answer(503, ""), .held)
    let first = try device.change("ar")
    let stalled = await eventually { server.requests("PATCH /rpc/me").count == 1 }
    #expect(stalled)
    server.heal()
    let written = Device.now()
    let second = try device.change("en")
    #expect(try await device.living().end(of: second) == nil)
    #expect(try await device.living().end(of: first) == nil)
    let requests = server.requests("PATCH /rpc/me")
    #expect(requests.map { $0.change?.choice?.language } == ["ar", "en"])
    #expect(try #require(requests.last).time - written < 1_000_000_000)
    #expect(server.account.preferredLocale == "en")
  }

  @Test("R13: a change does not wait for another instance's, which is superseded as well")
  func supersededElsewhere() async throws {
    server.next("PATCH /rpc/me", .stall)
    let first = try device.change("ar")
    let isStalled = await eventually { server.requests("PATCH /rpc/me").count == 1 }
    #expect(isStalled)
    server.heal()
    let other = try Device(
      server: server.url, home: device.home, environment: ["LISAN_TOKEN": FaultServer.token])
    try await other.ask(.status)
    let written = Device.now()
    #expect(try await other.living().end(of: other.change("en")) == nil)
    #expect(try await device.living().end(of: first) == nil)
    let requests = server.requests("PATCH /rpc/me")
    #expect(requests.map { $0.change?.choice?.language } == ["ar", "en"])
    #expect(try #require(requests.last).time - written < 1_000_000_000)
  }

  @Test("R13, R37: answers out of order leave the last choice at the server and here")
  func outOfOrder() async throws {
    server.next("PATCH /rpc/me", .held)
    let first = try device.change("ar")
    let isHeld = await eventually { server.requests("PATCH /rpc/me").count == 1 }
    #expect(isHeld)
    server.heal()
    #expect(try await device.living().end(of: device.change("en")) == nil)
    // The first request is answered, and applied by a server without order, after the second.
    server.release()
    #expect(try await device.living().end(of: first) == nil)
    #expect(server.account.preferredLocale == "en")
    try await device.ask(.open(language: "en", sequence: 2))
    #expect(device.agent?.choices == [])
    #expect(device.agent?.lastSync?.state == .synced)
  }

  @Test("R36: retries and Sync now respect Retry-After, a new choice does not")
  func retryAfter() async throws {
    server.next("PATCH /rpc/me", .answer(429, "", headers: ["Retry-After: 3600"]))
    #expect(try await device.living().end(of: device.change("ar"))?.retryAfter == 3600)
    #expect(server.requests("PATCH /rpc/me").count == 1)
    let failure = try await device.ask(.synchronize(language: "ar", sequence: 1))
    #expect(failure?.reason == .coolingDown)
    #expect((3000...3600).contains(failure?.retryAfter ?? 0))
    #expect(server.requests("PATCH /rpc/me").count == 1)
    server.heal()
    #expect(try await device.living().end(of: device.change("en")) == nil)
    #expect(server.account.preferredLocale == "en")
  }

  @Test("R38: Sync now respects the server's cooldown if nothing is pending")
  func cooldown() async throws {
    let server = try FaultServer(cooldown: 3600)
    let device = try Device(server: server.url, environment: ["LISAN_TOKEN": FaultServer.token])
    #expect(try await device.ask(.open(language: "en", sequence: 0)) == nil)
    let request = AgentRequest.synchronize(language: "en", sequence: 0)
    for _ in 0..<2 {
      #expect(try await device.ask(request) == nil)
      try device.startAgent()
    }
    #expect(server.requests("GET /rpc/me").count == 1)
  }

  @Test("R38: in the server's cooldown Sync now says which refusal the last choice met")
  func cooldownAfterRefusal() async throws {
    let server = try FaultServer(cooldown: 3600)
    let device = try Device(server: server.url, environment: ["LISAN_TOKEN": FaultServer.token])
    #expect(try await device.ask(.open(language: "en", sequence: 0)) == nil)
    server.next("PATCH /rpc/me", .answer(409, Self.refusal(.languageNotOffered)))
    #expect(try await device.living().end(of: device.change("ar"))?.reason == .languageNotOffered)
    server.heal()
    let requests = server.requests().count
    let failure = try await device.ask(.synchronize(language: "ar", sequence: 1))
    #expect(failure?.reason == .languageNotOffered)
    #expect(server.requests().count == requests)
  }

  @Test("R36: every request has the language and the token, and an unsafe one is sent once")
  func headers() async throws {
    try device.startAgent(language: "ar")
    try await device.ask(.open(language: "ar", sequence: 0))
    server.next("PATCH /rpc/me", .close)
    #expect(try await device.ask(.setNote("tea"))?.reason == .offline)
    #expect(server.requests("PATCH /rpc/me").count == 1)
    server.heal()
    try await device.ask(.language(language: "en"))
    #expect(try await device.ask(.setNote("tea")) == nil)
    #expect(device.agent?.lastAccount?.account?.note == "tea")
    let languages = server.requests().map { $0.headers["accept-language"] }
    #expect(languages == ["ar", "ar", "ar", "en"])
    #expect(
      server.requests().allSatisfy { $0.headers["authorization"] == "Bearer \(FaultServer.token)" })
  }

  @Test("R41: no token follows a redirect")
  func redirectedToken() async throws {
    let other = try FaultServer()
    server.next(
      "GET /rpc/me", .answer(307, "", headers: ["Location: \(other.url)/rpc/me"]),
      .answer(302, "", headers: ["Location: \(server.url)/rpc/you"]))
    #expect(try await device.ask(.open(language: "en", sequence: 0))?.reason == .redirected)
    #expect(try await device.ask(.open(language: "en", sequence: 0))?.reason == .redirected)
    #expect(other.requests().isEmpty)
    #expect(server.requests("GET /rpc/you").isEmpty)
  }

  @Test("R55: a cancelled request ends at once, and an owed choice stays owed")
  func cancelled() async throws {
    server.next("PATCH /rpc/me", .stall)
    server.next("POST /rpc/set_active_profile", .stall)
    let agent = try device.living()
    let number = try device.change("ar")
    let stalled = await eventually { server.requests("PATCH /rpc/me").count == 1 }
    #expect(stalled)
    agent.send(.cancel(id: number))
    #expect(try await agent.end(of: number)?.reason == .cancelled)
    #expect(agent.lastSync?.state == .pending)
    let other = agent.ask(.account(.switchProfile(1)))
    let isAsked = await eventually {
      server.requests("POST /rpc/set_active_profile").count == 1
    }
    #expect(isAsked)
    agent.send(.cancel(id: other))
    #expect(try await agent.end(of: other)?.reason == .cancelled)
    server.heal()
    #expect(try await device.ask(.synchronize(language: "ar", sequence: 1)) == nil)
    #expect(server.account.preferredLocale == "ar")
  }

  @Test("R38: a missing server is reported, and an address that is not a server gets no request")
  func noServer() async throws {
    server.refuse()
    #expect(try await device.ask(.open(language: "en", sequence: 0))?.reason == .offline)
    let nowhere = try Device(server: "ftp://example.org")
    #expect(try await nowhere.ask(.open(language: "en", sequence: 0))?.reason == .invalidServer)
    #expect(try await nowhere.ask(.signOut)?.reason == .notPossible)
  }
}
