import AccountProtocol
import Foundation
import ServerHarness
import Testing

@Suite(.serialized) struct SecurityTests {
  @Test("R45: unknown logins and wrong passwords get the same answer after the same work")
  func noEnumeration() throws {
    let server = try Server()
    try server.start()
    func quickest(_ login: String) throws -> (Client.Reply, Double) {
      var replies: [(Client.Reply, Double)] = []
      for _ in 0..<4 {
        let start = Date()
        let reply = try server.trySignIn(login, "wrong password")
        replies.append((reply, Date().timeIntervalSince(start)))
      }
      return try #require(replies.min { $0.1 < $1.1 })
    }
    let (known, knownTime) = try quickest("ana")
    let (unknown, unknownTime) = try quickest("nobody")
    #expect(known.status == 401 && known.code == .invalidCredentials)
    #expect(unknown.status == 401 && unknown.body == known.body)
    var headers = (known.headers, unknown.headers)
    headers.0["date"] = nil
    headers.1["date"] = nil
    #expect(headers.0 == headers.1)
    // An unknown login that were answered at once would take a hundredth.
    #expect(unknownTime > knownTime / 10, "\(unknownTime) \(knownTime)")
  }

  @Test("R45: who signs in with the old password while it is changed gets no session")
  func passwordChangedMeanwhile() throws {
    let server = try Server()
    try server.start("--hash-threads", "1")
    let body = SignIn(login: "ana", password: Server.password).json()
    let head = Client.head(
      "POST", "/rpc/sign_in", headers: ["Content-Type": "application/json"], length: body.count)
    let request = Array(head.utf8) + body
    // Each signs in until it is refused, so a password is being checked whenever the command changes it.
    var clients = try (0..<4).map { _ in try Client(server) }
    for client in clients { client.send(request) }
    let ended = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      _ = try? server.administer(["set-password", "ana"], input: "another password\n")
      ended.signal()
    }
    var statuses: Set<Int> = []
    for _ in 0..<1000 where !clients.isEmpty {
      clients = try clients.filter { client in
        let status = try client.receive().status
        statuses.insert(status)
        return status == 200 && client.send(request)
      }
    }
    ended.wait()
    #expect(clients.isEmpty)
    #expect(statuses.contains(503), "\(statuses)")
    #expect(statuses.isSubset(of: [200, 401, 503]), "\(statuses)")
    #expect(server.sql("SELECT count(*) FROM session") == "0")
    #expect(try server.trySignIn("ana", "another password").status == 200)
  }

  @Test("R45: failures are counted for the address that the proxy tells")
  func addressLimit() throws {
    let server = try Server(users: ["ana"], options: ["--behind-proxy"])
    try server.start()
    func attempt(_ number: Int, from address: String) throws -> Client.Reply {
      try server.trySignIn(
        "user\(number)", "wrong",
        headers: [
          // Two headers, as a proxy leaves them that adds its own after what the client made up.
          "X-Forwarded-For": "203.0.113.\(number)\r\nx-forwarded-for: 198.51.100.1, \(address)"
        ])
    }
    #expect(try attempt(0, from: "192.0.2.7").status == 401)
    server.sql("UPDATE attempt SET count = 50")
    let closed = try attempt(1, from: "192.0.2.7")
    #expect(closed.status == 429 && closed.code == .tooManyAttempts)
    let seconds = try #require(closed.headers["retry-after"].flatMap { Int($0) })
    #expect((1...900).contains(seconds))
    #expect(try attempt(1, from: "192.0.2.8").status == 401)
  }

  @Test("R45: tokens and passwords are neither in the database nor in the log")
  func secrets() throws {
    let server = try Server()
    try server.start()
    let token = try server.signIn()
    _ = try server.trySignIn("ana", "a wrong secret")
    _ = try server.ask("GET", "/rpc/me?token=\(token)", token: token)
    _ = try server.ask("GET", "/account", token: token)
    #expect(token.hasPrefix("lisan_") && token.utf8.count == 49)
    server.signal(SIGTERM)
    #expect(server.wait() == 0)
    for name in server.names(server.directory) {
      let data = try Data(contentsOf: URL(filePath: "\(server.directory)/\(name)"))
      for secret in [token, String(token.dropFirst(6)), Server.password, "a wrong secret"] {
        #expect(data.firstRange(of: Data(secret.utf8)) == nil, "\(name)")
      }
    }
    #expect(server.sql("SELECT password_hash FROM account")?.hasPrefix("$argon2id$") == true)
    #expect(server.sql("SELECT length(token_hash) FROM session") == "32")
  }

  @Test("R40: an expired session is told from one that never was; sessions outlive a restart")
  func sessions() throws {
    let server = try Server()
    try server.start()
    let token = try server.signIn()
    let other = try server.signIn()
    #expect(token != other)
    try server.restart(after: SIGTERM)
    #expect(try server.ask("GET", "/rpc/me", token: token).status == 200)
    try server.restart(after: SIGKILL)
    #expect(try server.ask("GET", "/rpc/me", token: token).status == 200)
    server.sql("UPDATE session SET expires_at = 1700000000000")
    for method in ["GET", "PATCH"] {
      #expect(try server.ask(method, "/rpc/me", token: token, "{}").code == .sessionExpired)
    }
    let fresh = try server.signIn()
    let changed = try server.administer(["set-password", "ana"], input: "another password\n")
    #expect(changed.status == 0)
    #expect(try server.ask("GET", "/rpc/me", token: fresh).code == .notSignedIn)
    #expect(try server.trySignIn("ana").status == 401)
    #expect(try server.trySignIn("ana", "another password").status == 200)
  }
}
