import AccountProtocol
import Foundation
import ServerHarness
import Testing

/// What one address, or many, can take from others.
@Suite(.serialized) struct FloodTests {
  @Test("What was not judged is no failed attempt, and shuts nobody out")
  func busyIsNoFailure() throws {
    let server = try Server()
    try server.start()
    // More right passwords at once than can wait: some are judged, the others told to come again.
    for _ in 0..<3 {
      let clients = try (0..<60).map { _ in try Client(server) }
      let body = SignIn(login: "ana", password: Server.password).json()
      for client in clients { sendSignIn(body, on: client) }
      var counts: [Int: Int] = [:]
      for client in clients { counts[try client.receive().status, default: 0] += 1 }
      #expect(Set(counts.keys) == [200, 503], "\(counts)")
    }
    #expect(server.sql("SELECT count(*) FROM attempt") == "0")
    #expect(try server.trySignIn("ana").status == 200)
  }

  @Test("A flood from some places keeps nobody else from signing in")
  func fairQueue() throws {
    let server = try Server()
    try server.start()
    _ = try server.signIn()
    let body = { (number: Int) in SignIn(login: "user\(number)", password: "wrong").json() }
    // Three places with twenty each fill the queue.
    let flood = try (0..<60).map { try Client(server, from: UInt32(10 + $0 % 3)) }
    for (number, client) in flood.enumerated() { sendSignIn(body(number), on: client) }
    let start = Date()
    #expect(try server.trySignIn("ana", from: 2).status == 200)
    let wait = Date().timeIntervalSince(start)
    var last = 0.0
    var statuses: Set<Int> = []
    for client in flood {
      statuses.insert(try client.receive().status)
      last = max(last, Date().timeIntervalSince(start))
    }
    #expect(statuses == [401, 503])
    // It took its turn after a few, not after all.
    #expect(wait < last * 0.7, "\(wait) of \(last)")
  }

  @Test("Hashing a password has a lower priority than answering requests")
  func hashingIsNice() throws {
    let server = try Server()
    try server.start()
    // The tests may run at a lower priority themselves.
    let usual = try #require(server.threadPriorities().max())
    let hashing = min(usual + 10, 19)
    #expect(!server.threadPriorities().contains(hashing))
    let body = SignIn(login: "ana", password: Server.password).json()
    let clients = try (0..<6).map { _ in try Client(server) }
    for client in clients { sendSignIn(body, on: client) }
    #expect(eventually { server.threadPriorities().contains(hashing) })
    #expect(server.threadPriorities().contains(usual))
    for client in clients { #expect(try client.receive().status == 200) }
    #expect(eventually { !server.threadPriorities().contains(hashing) })
  }

  @Test("What was right clears the failures before it; an administrator unlocks")
  func clearing() throws {
    let server = try Server(users: ["ana"], options: ["--behind-proxy"])
    try server.start()
    var number = 0
    func fail(_ times: Int) throws {
      for _ in 0..<times {
        number += 1
        let reply = try server.trySignIn(
          "ana", "wrong", headers: ["X-Forwarded-For": "192.0.2.\(number)"])
        #expect(reply.status == 401)
      }
    }
    try fail(9)
    #expect(try server.trySignIn("ana").status == 200)
    try fail(9)
    #expect(try server.trySignIn("ana").status == 200)
    for cure in ["unlock", "set-password"] {
      try fail(10)
      #expect(try server.trySignIn("ana").status == 429)
      let result = try server.administer([cure, "ANA"], input: Server.password + "\n")
      #expect(result.status == 0, "\(result.error)")
      #expect(try server.trySignIn("ana").status == 200, "\(cure)")
    }
    #expect(try server.administer(["unlock", "nobody"]).status == 1)
  }

  @Test("A password that could not be hashed is not wrong, and not counted")
  func noMemory() throws {
    let server = try Server()
    try server.start()
    _ = try server.signIn()
    try server.limitMemory(toFurther: 48 << 10)
    for _ in 0..<12 {
      let reply = try server.trySignIn("ana")
      #expect(reply.status == 503 && reply.code == .unavailable)
    }
    #expect(server.sql("SELECT count(*) FROM attempt") == "0")
    #expect(eventually { server.text(server.log).contains("password.not_judged") })
    try server.limitMemory(toFurther: nil)
    #expect(try server.trySignIn("ana").status == 200)
  }

  @Test("One address holds a part of the connections only")
  func connectionsOfOneAddress() throws {
    let server = try Server(options: ["--connections-per-address", "50"])
    try server.start()
    let greedy = try (0..<120).map { _ in try Client(server, from: 7) }
    for client in greedy { client.send("GET /healthz HTTP/1.1\r\nHost: ") }
    #expect(eventually { greedy.count { $0.isClosed(withinMilliseconds: 0) } == 70 })
    let start = Date()
    #expect(try Client(server, from: 8).ask("GET", "/healthz").status == 200)
    #expect(Date().timeIntervalSince(start) < 2)
    // Those that it holds are served.
    var served = 0
    for client in greedy where !client.isClosed(withinMilliseconds: 0) {
      client.send("localhost\r\n\r\n")
      if try client.receive().status == 200 { served += 1 }
    }
    #expect(served == 50)
  }

  @Test("An address is the same however it is spelt, an IPv6 customer has a /64")
  func spellings() throws {
    let server = try Server(users: [], options: ["--behind-proxy"])
    try server.start()
    func attempt(from address: String) throws -> Int {
      try server.trySignIn("user", "wrong", headers: ["X-Forwarded-For": address]).status
    }
    let groups: [(first: String, same: [String], other: [String])] = [
      (
        "2001:db8::1",
        [
          "2001:DB8::2", "2001:0db8:0000:0000:9::3", "[2001:db8::4]", "[2001:db8::5]:4711",
          "2001:db8:0:0:ffff:ffff:ffff:ffff", "  2001:db8::6\t", "198.51.100.9, 2001:db8::7",
        ], ["2001:db8:0:1::1", "2001:db9::1"]
      ),
      (
        "192.0.2.1", ["192.0.2.1:5555", "::ffff:192.0.2.1", "[::FFFF:192.0.2.1]:80", " 192.0.2.1"],
        ["192.0.2.2", "192.0.2.11:5555"]
      ),
      // What is no address counts as the proxy's own.
      ("127.0.0.1", ["unknown", "", "1.2.3", "2001:db8::1::2", "_hidden", "192.0.2.1:99999"], []),
    ]
    for (first, same, other) in groups {
      server.sql("DELETE FROM attempt")
      #expect(try attempt(from: first) == 401)
      server.sql("UPDATE attempt SET count = 50")
      // Another login, whose own failures are not what closes it.
      for (number, address) in same.enumerated() {
        let reply = try server.trySignIn(
          "user\(number)", "wrong", headers: ["X-Forwarded-For": address])
        #expect(reply.status == 429, "\(address)")
      }
      for address in other {
        #expect(
          try server.trySignIn("other", "w", headers: ["X-Forwarded-For": address]).status == 401)
      }
    }
  }

  @Test("A log that nobody reads keeps no request waiting, and says what it lost")
  func blockedLog() throws {
    let server = try Server()
    let pipe = Pipe()
    try server.start(logsTo: pipe)
    let client = try Client(server)
    let path = "/" + String(repeating: "x", count: 120)
    for _ in 0..<8000 { #expect(try client.ask("GET", path).status == 404) }
    // Read now, it tells how much was dropped.
    var said: [UInt8] = []
    while !said.containsText("log.dropped") {
      let data = pipe.fileHandleForReading.availableData
      if data.isEmpty { break }
      said = said.suffix(200) + Array(data)
    }
    #expect(said.containsText("log.dropped"))
    // Full again, it does not keep the server from ending.
    for _ in 0..<8000 { #expect(try client.ask("GET", path).status == 404) }
    let start = Date()
    server.signal(SIGTERM)
    #expect(server.wait() == 0)
    #expect(Date().timeIntervalSince(start) < 8)
  }

  private func sendSignIn(_ body: [UInt8], on client: Client) {
    client.send(
      Array(
        Client.head(
          "POST", "/rpc/sign_in", headers: ["Content-Type": "application/json"], length: body.count
        ).utf8) + body)
  }
}

extension [UInt8] {
  fileprivate func containsText(_ text: String) -> Bool { firstRange(of: Array(text.utf8)) != nil }
}
