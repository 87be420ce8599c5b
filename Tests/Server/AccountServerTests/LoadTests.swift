import AccountModel
import AccountProtocol
import Foundation
import ServerHarness
import Testing

@Suite(.serialized) struct LoadTests {
  @Test("R45: two hundred connections at once are all answered")
  func manyConnections() throws {
    // The clients are one thread beside hundreds of other tests, and slower than a client may be.
    let server = try Server(options: ["--request-seconds", "300"])
    try server.start()
    let token = try server.signIn()
    let clients = try (0..<200).map { try Client(server, from: UInt32(1 + $0 % 4)) }
    let head = Array(Client.head("GET", "/rpc/me", token: token).utf8)
    // All have begun before any has ended.
    for client in clients { client.send(Array(head.prefix(30))) }
    for client in clients { client.send(Array(head.dropFirst(30))) }
    for client in clients { #expect(try client.receive().account?.login == "ana") }
    for (number, client) in clients.enumerated() {
      let origin = ChoiceOrigin(
        device: String(repeating: "e", count: 32), sequence: Int64(number + 1), chosenAt: 7)
      let change = AccountChange(choice: Choice(language: "ar", origin: origin)).json()
      client.send(
        Array(
          Client.head(
            "PATCH", "/rpc/me", token: token, headers: ["Content-Type": "application/json"],
            length: change.count
          ).utf8) + change)
    }
    for client in clients { #expect(try client.receive().status == 200) }
    let record = try server.ask("GET", "/rpc/me", token: token).account
    #expect(record?.lastChange?.sequence == 200)
  }

  @Test("R45: more sign-ins at once than can be checked are told to come again, none is lost")
  func manySignIns() throws {
    let server = try Server()
    try server.start()
    let clients = try (0..<60).map { _ in try Client(server) }
    let bodies = clients.indices.map { SignIn(login: "user\($0)", password: "wrong").json() }
    for (client, body) in zip(clients, bodies) {
      client.send(
        Array(
          Client.head(
            "POST", "/rpc/sign_in", headers: ["Content-Type": "application/json"],
            length: body.count
          ).utf8) + body)
    }
    // Reading does not wait for the passwords.
    let start = Date()
    #expect(try server.ask("GET", "/healthz").status == 200)
    #expect(Date().timeIntervalSince(start) < 2)
    var counts: [Int: Int] = [:]
    for client in clients { counts[try client.receive().status, default: 0] += 1 }
    #expect(counts[401, default: 0] > 0 && counts[401, default: 0] <= 50, "\(counts)")
    #expect(Set(counts.keys) == [401, 503], "\(counts)")
  }

  @Test("R45: clients that drip or fall silent are cut, and others are served meanwhile")
  func slowClients() throws {
    let server = try Server(options: ["--request-seconds", "1"])
    try server.start()
    let token = try server.signIn()
    let silent = try Client(server)
    let dripping = try Client(server)
    let drippingBody = try Client(server)
    drippingBody.send(
      Client.head(
        "PATCH", "/rpc/me", token: token, headers: ["Content-Type": "application/json"], length: 900
      ))
    let start = Date()
    var open = [dripping, drippingBody]
    while !open.isEmpty, Date().timeIntervalSince(start) < 10 {
      dripping.send("G")
      drippingBody.send(" ")
      #expect(try server.ask("GET", "/rpc/me", token: token).status == 200)
      open.removeAll { $0.isClosed(withinMilliseconds: 100) }
    }
    #expect(open.isEmpty)
    #expect(Date().timeIntervalSince(start) > 0.9)
    #expect(silent.isClosed(withinMilliseconds: 5000))
  }

  @Test("R45: requests one after the other on one connection take no memory with them")
  func flatMemory() throws {
    let server = try Server()
    try server.start()
    let token = try server.signIn()
    let client = try Client(server)
    func ask(_ count: Int) throws {
      for _ in 0..<count {
        #expect(try client.ask("GET", "/rpc/me", token: token).status == 200)
      }
    }
    try ask(500)
    let before = server.anonymousMemory()
    try ask(4000)
    #expect(before > 0 && server.anonymousMemory() - before < 1024)
  }
}
