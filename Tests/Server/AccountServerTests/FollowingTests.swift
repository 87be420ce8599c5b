import AccountModel
import AccountProtocol
import Foundation
import ServerHarness
import Testing

@testable import AccountHTTP

@Suite(.serialized) struct FollowingTests {
  let server: Server

  init() throws {
    server = try Server(users: ["ana", "ben"])
  }

  /// The version of the account that a session sees.
  private func version(_ token: String) throws -> String {
    try #require(try server.ask("GET", "/rpc/follow", token: token).headers["etag"])
  }

  /// A connection with a request that waits.
  private func follow(
    _ token: String, seconds: Int = 50, from address: UInt32 = 1, at server: Server? = nil
  ) throws -> Client {
    let server = server ?? self.server
    let client = try Client(server, from: address)
    let version = try client.ask("GET", "/rpc/follow", token: token).headers["etag"]
    client.send(
      Client.head(
        "GET", "/rpc/follow", token: token,
        headers: ["If-None-Match": try #require(version), "Prefer": "wait=\(seconds)"]))
    return client
  }

  private func isWaiting(_ client: Client) -> Bool { !client.isReadable(withinMilliseconds: 300) }

  /// Waits until the server holds so many requests. It must have been started with metrics.
  private func holds(_ count: Int) throws -> Bool {
    let port = try #require(server.metricsPort)
    return try eventually {
      try Client(server, port: port).ask("GET", "/metrics").text
        .contains("\nlisan_followers \(count)\n")
    }
  }

  @Test(
    "R62: each change of an account is told within a second",
    arguments: ["language", "note", "privacy", "profile", "another process"])
  func changes(kind: String) throws {
    #expect(try server.administer(["add-profile", "ana", "Work", "--language", "ar"]).status == 0)
    try server.start()
    let (mine, others) = (try server.signIn(device: "a"), try server.signIn(device: "b"))
    let stranger = try server.signIn("ben")
    let (client, another) = (try follow(mine), try follow(stranger))
    #expect(isWaiting(client))
    let account = try #require(try server.ask("GET", "/rpc/me", token: mine).account)
    let start = Date()
    switch kind {
    case "language":
      _ = try server.choose("ar", sequence: 1, at: 7, device: "b", token: others)
    case "note", "privacy":
      let change =
        kind == "note" ? AccountChange(note: "tea") : AccountChange(analytics: true)
      _ = try Client(server).ask("PATCH", "/rpc/me", token: others, body: change.json())
    case "profile":
      let work = try #require(account.profiles.last).profileID
      let change = ProfileChange(accountID: account.accountID, profileID: work)
      _ = try Client(server).ask(
        "POST", "/rpc/set_active_profile", token: others, body: change.json())
    default: #expect(try server.administer(["set-developer", "ana", "on"]).status == 0)
    }
    let reply = try client.receive()
    #expect(Date().timeIntervalSince(start) < 1)
    #expect(reply.status == 200)
    #expect(reply.account == (try server.ask("GET", "/rpc/me", token: mine).account))
    #expect(reply.account != account)
    #expect(reply.headers["etag"] == (try version(mine)))
    // Nobody else hears of it, and the next request waits again.
    #expect(isWaiting(another))
    #expect(isWaiting(try follow(mine)))
  }

  @Test("R62: without a version, or with another one, the account comes at once; a weak one counts")
  func versions() throws {
    try server.start()
    let token = try server.signIn()
    let version = try version(token)
    func ask(_ version: String?, wait: String?) throws -> Client.Reply {
      var headers: [String: String] = [:]
      headers["If-None-Match"] = version
      headers["Prefer"] = wait
      return try server.ask("GET", "/rpc/follow", token: token, headers: headers)
    }
    for (known, wait) in [
      (nil, "wait=50"), ("\"0\"", "wait=50"), ("*", "wait=50"), (version + "x", "wait=50"),
    ] {
      let reply = try ask(known, wait: wait)
      #expect(reply.status == 200 && reply.account?.login == "ana", "\(known ?? "none")")
    }
    for wait in [nil, "wait=0", "wait=-5", "wait=much", "respond-async", "return=minimal, wait=0"] {
      let reply = try ask(version, wait: wait)
      #expect(reply.status == 304 && reply.headers["etag"] == version, "\(wait ?? "none")")
    }
    let start = Date()
    #expect(try ask("W/" + version, wait: "respond-async, Wait=1; x=1").status == 304)
    #expect((1..<4).contains(Date().timeIntervalSince(start)))
    #expect(WaitPreference(prefer: "wait=99999999999999999999").seconds == 0)
    #expect(WaitPreference(prefer: "wait=\"30\"").seconds == 30)
    #expect(WaitPreference(prefer: "wait=3600").seconds == WaitPreference.maximum)
  }

  @Test(
    "R62: the end of a session ends its requests",
    arguments: ["sign_out", "set-password", "revoke", "remove-user", "expiry", "another sign-in"])
  func ends(kind: String) throws {
    try server.start()
    let token = try server.signIn(device: "a")
    let client = try follow(token)
    #expect(isWaiting(client))
    let start = Date()
    switch kind {
    case "sign_out": #expect(try server.ask("POST", "/rpc/sign_out", token: token).status == 204)
    case "expiry": server.sql("UPDATE session SET expires_at = 1")
    case "another sign-in": _ = try server.signIn(device: "a")
    default:
      let run = try server.administer([kind, "ana"], input: Server.password + "\n")
      #expect(run.status == 0, "\(run.error)")
    }
    let reply = try client.receive()
    #expect(reply.status == 401, "\(reply.text)")
    #expect(reply.code == (kind == "expiry" ? .sessionExpired : .notSignedIn))
    // Hashing a password takes its time.
    #expect(Date().timeIntervalSince(start) < 3)
    #expect(try server.ask("GET", "/rpc/follow", token: token).status == 401)
    #expect(try server.ask("GET", "/rpc/follow", token: "lisan_x").status == 401)
  }

  @Test("R62: a change between two requests, or while one begins, is never missed")
  func concurrency() throws {
    try server.start()
    let (mine, others) = (try server.signIn(device: "a"), try server.signIn(device: "b"))
    let last: Int64 = 400
    let writer = Repeated(last) { [server] sequence in
      let reply = try? server.choose(
        sequence.isMultiple(of: 2) ? "ar" : "en", sequence: sequence, at: sequence, device: "b",
        token: others)
      return reply?.status == 200
    }
    let client = try Client(server)
    var (seen, version, answers) = (Int64(0), "", 0)
    while seen < last {
      // Waiting longer than a client waits for bytes: what is missed fails the test.
      let reply = try client.ask(
        "GET", "/rpc/follow", token: mine,
        headers: ["If-None-Match": version, "Prefer": "wait=50"])
      #expect(reply.status == 200)
      version = try #require(reply.headers["etag"])
      let sequence = reply.account?.lastChange?.sequence ?? 0
      #expect(sequence >= seen)
      seen = sequence
      answers += 1
    }
    #expect(writer.finish())
    #expect(answers > 20)
  }

  @Test(
    "R62: requests for each session, each account and in all are limited, and told when to come")
  func limits() throws {
    try server.start("--followers", "8", "--metrics", "127.0.0.1:0")
    let token = try server.signIn()
    let first = try (1...4).map { count in
      let client = try follow(token)
      #expect(try holds(count))
      return client
    }
    let fifth = try follow(token)
    let reply = try first[0].receive()
    #expect(reply.status == 429 && reply.code == .tooManyAttempts)
    #expect(reply.headers["retry-after"] == "60")
    for client in first.dropFirst() + [fifth] { #expect(isWaiting(client)) }
    // The rest belongs to whoever comes; then the server is full, for new ones only.
    let others = try (0..<4).map { _ in try follow(try server.signIn("ben")) }
    #expect(try holds(8))
    let late = try follow(try server.signIn("ben"))
    let refusal = try late.receive()
    #expect(refusal.status == 503 && refusal.headers["retry-after"] == "60")
    for client in others { #expect(isWaiting(client)) }
    // Answered ones make room.
    _ = try server.choose("ar", sequence: 1, at: 7, token: try server.signIn())
    for client in first.dropFirst() { #expect(try client.receive().status == 200) }
    #expect(isWaiting(try follow(try server.signIn("ben"))))
  }

  @Test("R62: requests that wait have no time limit, and do not count for their address")
  func connections() throws {
    try server.start("--request-seconds", "1", "--connections-per-address", "8")
    let token = try server.signIn()
    let waiting = try (0..<12).map { index in
      try follow(index < 4 ? token : try server.signIn(), seconds: 4)
    }
    let start = Date()
    #expect(try server.ask("GET", "/rpc/me", token: token).status == 200)
    for client in waiting { #expect(try client.receive().status == 304) }
    #expect((3.5..<8).contains(Date().timeIntervalSince(start)))
    // After their answer they count again, and a request that does not come is cut.
    for client in waiting { #expect(client.isClosed(withinMilliseconds: 4000)) }
  }

  @Test("R62: a server that stops answers those who wait, and ends at once")
  func stopping() throws {
    try server.start("--metrics", "127.0.0.1:0")
    let tokens = try (0..<5).map { _ in try server.signIn() }
    let clients = try tokens.map { try follow($0) }
    #expect(try holds(clients.count))
    let start = Date()
    server.signal(SIGTERM)
    for client in clients {
      let reply = try client.receive()
      #expect(reply.status == 503 && reply.headers["retry-after"] != nil)
      #expect(client.isClosed(withinMilliseconds: 3000))
    }
    #expect(server.wait() == 0)
    #expect(Date().timeIntervalSince(start) < 4)
  }

  @Test("R62: clients that have gone do not keep a server from stopping, nor others from following")
  func gone() throws {
    // Several times: the answers wake the server's threads while it closes its socket.
    for _ in 1...8 {
      try server.start("--followers", "4")
      let token = try server.signIn()
      for _ in 0..<12 { _ = try follow(token) }
      let last = try follow(token)
      #expect(!last.isReadable(withinMilliseconds: 50))
      server.signal(SIGTERM)
      let start = Date()
      #expect(server.wait() == 0)
      #expect(Date().timeIntervalSince(start) < 4)
    }
  }

  @Test(
    "R62: a follower costs 20 KB at most, 40 KB over TLS, and no thread",
    arguments: [(isTLS: false, count: 1000, kilobytes: 20), (true, 400, 40)])
  func memory(isTLS: Bool, count: Int, kilobytes: Int) throws {
    try FollowingCrowd.fill(server.database, with: count)
    var options = ["--connections-per-address", "1000"]
    let (key, certificate) = ("\(server.directory)/key.pem", "\(server.directory)/certificate.pem")
    if isTLS {
      try makeCertificate("localhost", key: key, certificate: certificate)
      options += ["--tls-certificate", certificate, "--tls-key", key]
    }
    let server = try Server(users: [], options: options, in: server.directory)
    try server.start()
    // What is needed once, for the first of each kind.
    let url = "\(isTLS ? "https" : "http")://127.0.0.1:\(server.port)"
    let first = try FollowingCrowd(at: url, count: 20, certificate: certificate)
    server.sql("UPDATE account SET note = 'first'")
    #expect(try first.answers().statuses == ["200": 20])
    let (memory, threads) = (server.anonymousMemory(), server.threadPriorities().count)

    let crowd = try FollowingCrowd(at: url, count: count, certificate: certificate)
    let each = Double(server.anonymousMemory() - memory) / Double(count)
    #expect(each < Double(kilobytes), "\(each) KiB")
    #expect(server.threadPriorities().count <= threads + 4)
    // All are told of a change of all within the second, and give the memory back to the next.
    server.sql("UPDATE account SET note = 'tea'")
    let changed = ProcessInfo.processInfo.systemUptime
    let answers = try crowd.answers()
    #expect(answers.statuses == ["200": count])
    #expect(answers.last - changed < 1)
    let again = try FollowingCrowd(at: url, count: count, certificate: certificate)
    #expect(Double(server.anonymousMemory() - memory) / Double(count) < Double(kilobytes))
    server.signal(SIGTERM)
    #expect(try again.answers().statuses == ["503": count])
    #expect(server.wait() == 0)
  }
}

/// Does something with the numbers from 1 on, on its own thread, until it fails.
private final class Repeated: @unchecked Sendable {
  private let done = DispatchSemaphore(value: 0)
  private var isWell = true

  init(_ count: Int64, _ body: @escaping @Sendable (Int64) -> Bool) {
    Thread.detachNewThread { [self] in
      isWell = (1...count).allSatisfy { body($0) }
      done.signal()
    }
  }

  /// Waits for the end; whether nothing failed.
  func finish() -> Bool {
    done.wait()
    return isWell
  }
}
