import AccountDatabase
import AccountDatabasePostgreSQL
import AccountModel
import AccountProtocol
import Foundation
import PostgreSQLCluster
import ServerHarness
import Synchronization
import Testing

@testable import AccountService

/// Several servers on one PostgreSQL database.
@Suite(.serialized) struct SharedDatabaseTests {
  private let cluster = PostgreSQLCluster.shared
  private let address: String
  private let server: PostgreSQLDatabase

  init() throws {
    address = cluster.address(cluster.newDatabase())
    server = PostgreSQLDatabase(try ConnectionString(address))
  }

  private func servers(
    _ count: Int, users: [String] = [], options: [String] = [], hasOutbox: Bool = false
  ) throws -> [Server] {
    try (0..<count).map { number in
      let server = try Server(
        users: number == 0 ? users : [], options: options, hasOutbox: hasOutbox, database: address)
      try server.start()
      return server
    }
  }

  @Test("R66: a database in another encoding than UTF-8 is refused, by its name without secrets")
  func encoding() throws {
    let name = "\(cluster.newDatabase())ascii"
    #expect(
      cluster.sql("CREATE DATABASE \(name) TEMPLATE template0 ENCODING 'SQL_ASCII' LOCALE 'C'")
        != nil)
    let place = try ConnectionString(cluster.address(name))
    #expect(throws: DatabaseError.notUnicode(path: place.description, encoding: "SQL_ASCII")) {
      try PostgreSQLDatabase(place).migrate()
    }
    // Each host with its own port.
    let hosts = try ConnectionString("postgresql://ana@a:5440,b:5441/accounts?sslmode=prefer")
    #expect(hosts.description == "postgresql://ana@a:5440,b:5441/accounts")
    #expect(try ConnectionString("postgresql://a,b/x").description == "postgresql://a,b/x")
  }

  @Test("R66: the servers on one database name the same identity, refusals too")
  func identity() throws {
    let servers = try servers(2, users: ["ana"])
    let identity = try server.open().identity()
    let token = try servers[0].signIn()
    for server in servers {
      for token in [token, "lisan_unknown"] {
        for path in ["/rpc/me", "/rpc/follow", "/rpc/app_config", "/account"] {
          let answer = try server.ask("GET", path, token: token)
          #expect(answer.headers["lisan-database"] == identity, "\(path) \(answer.status)")
        }
      }
    }
  }

  @Test("R66: three servers, a hundred clients: one order, nothing lost, nothing twice")
  func manyClients() throws {
    let servers = try servers(3, users: ["ana"])
    let database = try server.open()
    let history = ChoiceHistory(at: address)
    // Ten accounts with seven devices each, and one with thirty.
    var clients: [(token: String, device: String, account: Int64)] = []
    for number in 0..<11 {
      let account = try database.addAccount(
        NewAccount(login: "user\(number)", name: "User", language: "en"))
      for _ in 0..<(number == 10 ? 30 : 7) {
        let digits = String(clients.count + 1, radix: 16)
        let device = String(repeating: "0", count: 32 - digits.count) + digits
        let token = Token.random()
        try database.addSession(
          tokenHash: token.hash, account: account, device: device, expiresAt: .max)
        clients.append((token.text, device, account))
      }
    }
    #expect(clients.count == 100)
    let count: Int64 = 12
    let writers = clients.enumerated().map { index, client in
      // Each begins at another server, and their times lie between each other.
      PersistentWriter(
        Array(servers[(index % 3)...] + servers[..<(index % 3)]), client.token,
        device: client.device, limit: count, time: { 1000 * $0 + Int64(index) })
    }
    for writer in writers { writer.join() }
    #expect(writers.allSatisfy { $0.acknowledged == count })
    #expect(writers.flatMap(\.nonsense).isEmpty)
    #expect(history.repeated == 0)
    #expect(history.disordered == 0)
    #expect(history.count >= 100)
    // Each account has the latest choice of all, and each device its last number.
    for account in Set(clients.map(\.account)) {
      let devices = clients.enumerated().filter { $0.element.account == account }
      let record = try database.account(account)
      #expect(record.lastChange?.device == devices.last?.element.device)
      #expect(record.lastChange?.sequence == count)
      #expect(record.lastChange?.chosenAt == 1000 * count + Int64(devices.last?.offset ?? -1))
      #expect(record.preferredLocale == ChoosingWriter.language(count))
      #expect(record.profiles.map(\.languageCode) == [record.preferredLocale])
    }
    #expect(
      PostgreSQLShell.run("SELECT count(*) FROM device WHERE sequence = \(count)", at: address)
        == "100")
  }

  @Test("R66: limits, sessions and notices belong to all servers")
  func together() throws {
    let servers = try servers(
      2, users: [], options: ["--notice-seconds", "0"], hasOutbox: true)
    try servers[0].addUser("ana", "--email", "ana@example.org")
    // A session of one server is one of the other, also its end.
    let token = try servers[0].signIn(device: "a")
    #expect(try servers[1].ask("GET", "/rpc/me", token: token).account?.login == "ana")
    #expect(
      try servers[1].choose("ar", sequence: 1, at: 1, token: token).account?.preferredLocale
        == "ar")
    #expect(try servers[0].ask("GET", "/rpc/me", token: token).account?.preferredLocale == "ar")
    #expect(try servers[0].ask("GET", "/account", token: token).text.contains("dir=\"rtl\""))
    // One notice, from one of them.
    func mails() -> Int {
      servers.map { $0.names("\($0.outbox)/new").count }.reduce(0, +)
    }
    #expect(eventually { mails() > 0 })
    #expect(
      eventually { PostgreSQLShell.run("SELECT count(*) FROM notice", at: address) == "0" })
    #expect(mails() == 1)
    #expect(try servers[1].ask("POST", "/rpc/sign_out", token: token).status == 204)
    #expect(try servers[0].ask("GET", "/rpc/me", token: token).status == 401)
    // Ten failures in all block the login at both.
    for number in 0..<10 {
      #expect(try servers[number % 2].trySignIn("ana", "wrong password").status == 401)
    }
    for server in servers { #expect(try server.trySignIn("ana").status == 429) }
    #expect(try servers[0].administer(["unlock", "ana"]).status == 0)
    #expect(try servers[1].trySignIn("ana").status == 200)
    for server in servers {
      #expect(try server.ask("GET", "/readyz").status == 200)
      server.signal(SIGTERM)
      #expect(server.wait() == 0)
      #expect(server.text(server.complaints).isEmpty)
    }
  }

  @Test(
    "R62: what an administration command changes is told at all servers within a second",
    arguments: [
      ["set-password", "ana"], ["set-developer", "ana", "on"], ["add-profile", "ana", "Work"],
      ["revoke", "ana"], ["revoke-all"], ["remove-user", "ana"],
    ])
  func administration(command: [String]) throws {
    let servers = try servers(2, users: ["ana"])
    // They end with their objects.
    defer { withExtendedLifetime(servers) {} }
    let token = try servers[0].signIn()
    let clients = try servers.map { server in
      let client = try Client(server)
      let version = try client.ask("GET", "/rpc/follow", token: token).headers["etag"]
      client.send(
        Client.head(
          "GET", "/rpc/follow", token: token,
          headers: ["If-None-Match": try #require(version), "Prefer": "wait=50"]))
      return client
    }
    // Beginning to listen, a server looks at everything once.
    #expect(
      eventually {
        PostgreSQLShell.run(
          """
          SELECT count(*) FROM pg_stat_activity
          WHERE datname = current_database() AND query LIKE 'LISTEN%'
          """, at: address) == "2"
      })
    for client in clients { #expect(!client.isReadable(withinMilliseconds: 300)) }
    let run = try servers[0].administer(command, input: "another password\n")
    #expect(run.status == 0, "\(run.error)")
    let ends = ["set-password", "revoke", "revoke-all", "remove-user"].contains(command[0])
    for client in clients {
      #expect(client.isReadable(withinMilliseconds: 1000))
      #expect(try client.receive().status == (ends ? 401 : 200))
    }
  }

  @Test("R66: a connection that ends in the midst of a change costs no client an error")
  func terminatedConnections() throws {
    let servers = try servers(2, users: ["ana"])
    let history = ChoiceHistory(at: address)
    let token = try servers[0].signIn(device: "a")
    let device = String(repeating: "a", count: 32)
    let writer = PersistentWriter(servers, token, device: device)
    for round in Int64(1)...10 {
      #expect(eventually { writer.acknowledged >= round * 20 })
      PostgreSQLShell.run(
        """
        SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
        WHERE application_name = 'lisan-server' AND datname = current_database()
        """, at: address)
    }
    writer.stop()
    #expect(writer.nonsense.isEmpty)
    // 13 ms on an idle machine; the time of a request is 5 s.
    #expect(writer.longestPause < 4, "\(writer.longestPause) s")
    #expect(history.missing(device: device, through: writer.acknowledged) == 0)
    #expect(history.repeated == 0)
  }

  @Test("R66: a process that was idle during a failover refuses the former primary that is back")
  func formerPrimary() throws {
    let (primary, standby) = try PostgreSQLCluster.accountsWithStandby()
    let hosts = try ConnectionString(PostgreSQLCluster.address("accounts", of: [primary, standby]))
    let idle = PostgreSQLDatabase(hosts)
    func port(_ server: PostgreSQLDatabase) throws -> Int? {
      try server.connect().first("SHOW port") { Int($0.text(0)) } ?? nil
    }
    #expect(try port(idle) == primary.port)
    primary.crash()
    try standby.promote()
    try primary.start()
    #expect(primary.sql("SELECT pg_is_in_recovery()") == "f")
    #expect(try port(idle) == standby.port)
    #expect(try port(PostgreSQLDatabase(hosts)) == standby.port)
    // It remembers the new primary while that is down.
    standby.crash()
    #expect(throws: DatabaseError.self) { try port(idle) }
    try standby.start()
    #expect(try port(idle) == standby.port)
  }

  @Test("R66: of threads that connect at once after a failover, none uses the former primary")
  func formerPrimaryAtOnce() throws {
    let (primary, standby) = try PostgreSQLCluster.accountsWithStandby()
    primary.crash()
    try standby.promote()
    try primary.start()
    let hosts = try ConnectionString(PostgreSQLCluster.address("accounts", of: [primary, standby]))
    for _ in 0..<10 {
      // A process that has just started knows no timeline.
      let server = PostgreSQLDatabase(hosts)
      let ports = Mutex<[Int?]>([])
      DispatchQueue.concurrentPerform(iterations: 8) { _ in
        let port = try? server.connect().first("SHOW port") { Int($0.text(0)) } ?? nil
        ports.withLock { $0.append(port) }
      }
      #expect(ports.withLock { $0 } == Array(repeating: standby.port, count: 8))
    }
  }

  @Test("R66: a password in the address is refused, and in no line of log or errors")
  func secrets() throws {
    let host = "postgresql://lisan:tr0ub4dor@127.0.0.1:1/accounts"
    let result = try Server(users: []).administer(
      ["list-users", "--database", host], withDatabase: false)
    #expect(result.status == 2)
    #expect(!result.error.contains("tr0ub4dor") && result.error.contains("PGPASSFILE"))
    let elsewhere = try Server(users: []).administer(
      ["list-users", "--database", "postgresql://127.0.0.1:1/accounts?connect_timeout=2"],
      withDatabase: false)
    #expect(elsewhere.status == 1 && elsewhere.error.contains("127.0.0.1"))
    let invalid = try Server(users: []).administer(
      ["list-users", "--database", "postgresql://h/db?sslmode"], withDatabase: false)
    #expect(invalid.status == 2)
  }
}

extension PostgreSQLCluster {
  /// A primary with the empty database `accounts` of the present schema, and a standby that follows it.
  static func accountsWithStandby() throws -> (
    primary: PostgreSQLCluster, standby: PostgreSQLCluster
  ) {
    let primary = try PostgreSQLCluster(["wal_level = replica"])
    try primary.start()
    primary.sql("CREATE DATABASE accounts")
    // Before the copy for the standby, which need not have what is written later.
    _ = try PostgreSQLDatabase(ConnectionString(primary.address("accounts"))).migrate()
    let standby = try PostgreSQLCluster(standbyOf: primary, named: "standby")
    try standby.start()
    return (primary, standby)
  }
}
