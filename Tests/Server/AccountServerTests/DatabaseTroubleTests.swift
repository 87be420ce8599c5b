import AccountDatabase
import AccountDatabasePostgreSQL
import AccountModel
import AccountProtocol
import Foundation
import PostgreSQLCluster
import ServerHarness
import Synchronization
import Testing

@testable import AccountAdministration
@testable import AccountService

/// What a server does when PostgreSQL is slow, full, stuck or gone, on a cluster of this suite's own.
@Suite(.serialized) struct DatabaseTroubleTests {
  private let cluster: PostgreSQLCluster
  private let address: String

  init() throws {
    cluster = try PostgreSQLCluster(["max_connections = 14", "deadlock_timeout = 100ms"])
    try cluster.start()
    address = cluster.address(cluster.newDatabase())
  }

  @Test(
    "R66: a commit that is on one machine only is not acknowledged, and its repetition is, once")
  func committedLocally() throws {
    let server = try Server(database: address)
    try server.start()
    let history = ChoiceHistory(at: address)
    let token = try server.signIn(device: "a")
    #expect(try server.choose("ar", sequence: 1, at: 1, token: token).status == 200)
    // A standby that is not there: commits wait for it, and nothing but cancelling ends that.
    cluster.sql("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
    cluster.sql("SELECT pg_reload_conf()")
    #expect(eventually { cluster.sql("SHOW synchronous_standby_names") == "nobody" })
    let start = Date()
    let reply = try server.choose("en", sequence: 2, at: 2, token: token)
    #expect(reply.status == 503 && reply.code == .unavailable)
    #expect(reply.headers["retry-after"] != nil)
    #expect((4.5...15).contains(Date().timeIntervalSince(start)))
    // It is there, but a repetition waits for the standby as well.
    #expect(try server.ask("GET", "/rpc/me", token: token).account?.preferredLocale == "en")
    #expect(try server.choose("en", sequence: 2, at: 2, token: token).status == 503)
    #expect(try server.ask("GET", "/healthz").status == 200)
    cluster.sql("ALTER SYSTEM RESET synchronous_standby_names")
    cluster.sql("SELECT pg_reload_conf()")
    #expect(eventually { cluster.sql("SHOW synchronous_standby_names") == "" })
    let again = try server.choose("en", sequence: 2, at: 2, token: token)
    #expect(again.status == 200 && again.account?.lastChange?.sequence == 2)
    #expect(history.count == 2 && history.repeated == 0)
    #expect(server.text(server.log).contains("the change may have been made"))
  }

  @Test("R66: with fewer connections than servers want, changes wait and are made")
  func tooManyConnections() throws {
    let servers = [
      try Server(database: address), try Server(users: [], database: address),
      try Server(users: [], database: address),
    ]
    for server in servers { try server.start() }
    let database = try PostgreSQLDatabase(ConnectionString(address)).open()
    let account = try #require(try database.account(login: "ana"))
    let writers = try (1...40).map { number in
      let digits = String(number, radix: 16)
      let device = String(repeating: "0", count: 32 - digits.count) + digits
      let token = Token.random()
      try database.addSession(
        tokenHash: token.hash, account: account, device: device, expiresAt: .max)
      return PersistentWriter(
        [servers[number % 3]], token.text, device: device, limit: 10,
        time: { 100 * $0 + Int64(number) })
    }
    for writer in writers { writer.join() }
    #expect(writers.allSatisfy { $0.acknowledged == 10 && $0.nonsense.isEmpty })
    #expect(cluster.logText.contains("too many clients"))
  }

  @Test("R66: a server that nobody asks any more leaves all connections but one to others")
  func unusedConnections() throws {
    let place = PostgreSQLDatabase(try ConnectionString(address))
    let database = try place.open()
    let storage = PooledStorage(
      place, try database.identity(), notices: nil, standing: Standing { _ in },
      log: try AccessLog(path: "/dev/null"))
    func connections() throws -> Int64? {
      try database.connection.number(
        "SELECT count(*) - 1 FROM pg_stat_activity WHERE datname = current_database()")
    }
    let reading = Atomic(0)
    for _ in 0..<8 {
      let isTaken = storage.dispatch {
        _ = Result { () throws(DatabaseError) in
          try storage.read { _ throws(DatabaseError) in
            reading.add(1, ordering: .relaxed)
            _ = eventually { reading.load(ordering: .relaxed) == 8 }
          }
        }
      }
      #expect(isTaken)
    }
    #expect(try eventually { try connections() == 8 })
    #expect(try eventually { try connections() == 1 })
    storage.finish()
    #expect(try eventually { try connections() == 0 })
  }

  @Test("R66: of two changes that lock each other out, both are made")
  func deadlock() throws {
    let place = PostgreSQLDatabase(try ConnectionString(address))
    let database = try place.open()
    let accounts = try ["ana", "bob"].map {
      try database.addAccount(NewAccount(login: $0, name: "N", language: "en"))
    }
    let storage = PooledStorage(
      place, try database.identity(), notices: nil, standing: Standing { _ in },
      log: try AccessLog(path: "/dev/null"))
    let begun = Atomic(0)
    let attempts = Atomic(0)
    let results = Mutex<[Result<Void, DatabaseError>]>([])
    for order in [accounts, accounts.reversed()] {
      storage.submit(isRepeatable: false, isWhole: false) { database throws(DatabaseError) in
        attempts.add(1, ordering: .relaxed)
        try database.lock(account: order[0])
        begun.add(1, ordering: .relaxed)
        // Both have their first lock before either asks for its second.
        _ = eventually { begun.load(ordering: .relaxed) >= 2 }
        try database.lock(account: order[1])
      } then: { result in
        results.withLock { $0.append(result) }
      }
    }
    #expect(eventually { results.withLock { $0.count } == 2 })
    for result in results.withLock({ $0 }) { #expect(throws: Never.self) { try result.get() } }
    let count = attempts.load(ordering: .relaxed)
    #expect(count == 3)
    storage.finish()
  }

  @Test("R66: requests that read at the same time get their own answer, or a refusal in their time")
  func readsTogether() throws {
    let place = PostgreSQLDatabase(try ConnectionString(address))
    let database = try place.open()
    let hashes = try (0..<50).map { number in
      let account = try database.addAccount(
        NewAccount(login: "user\(number)", name: "User \(number)", language: "en"))
      let hash = Token.random().hash
      try database.addSession(tokenHash: hash, account: account, expiresAt: .max)
      return hash
    }
    let storage = PooledStorage(
      place, try database.identity(), notices: nil, standing: Standing { _ in },
      log: try AccessLog(path: "/dev/null"))
    /// Looks up all sessions `rounds` times; the logins that were found, or nil for a failure.
    func logins(_ rounds: Int) -> [(asked: Int, found: String?)] {
      let results = Mutex<[(asked: Int, found: String?)]>([])
      for number in 0..<50 * rounds {
        let isTaken = storage.lookUp(hashes[number % 50]) { result in
          let login = (try? result.get())?.account?.login
          results.withLock { $0.append((number % 50, login)) }
        }
        #expect(isTaken)
      }
      #expect(eventually { results.withLock { $0.count } == 50 * rounds })
      return results.withLock { $0 }
    }
    #expect(logins(10).allSatisfy { $0.found == "user\($0.asked)" })
    cluster.stop()
    let start = Date()
    #expect(logins(1).allSatisfy { $0.found == nil })
    #expect((4.5...8).contains(Date().timeIntervalSince(start)))
    try cluster.start()
    #expect(logins(2).allSatisfy { $0.found == "user\($0.asked)" })
    storage.finish()
    #expect(!storage.lookUp(hashes[0]) { _ in })
  }

  @Test("R66: without its database a server lives and says that it is not ready, until it is back")
  func gone() throws {
    let server = try Server(database: address)
    try server.start()
    let token = try server.signIn(device: "a")
    #expect(try server.ask("GET", "/readyz").status == 200)
    cluster.stop()
    let start = Date()
    let reply = try server.ask("GET", "/rpc/me", token: token)
    #expect(reply.status == 503 && reply.headers["retry-after"] != nil)
    #expect((4.5...15).contains(Date().timeIntervalSince(start)))
    #expect(try server.ask("GET", "/healthz").status == 200)
    #expect(!server.text(server.log).contains("FATAL"))
    let another = try Server(users: [], database: address, makesDatabase: false)
    #expect(throws: Client.Failure.self) { try another.start() }
    #expect(another.text(another.complaints).contains("cannot be used"))
    try cluster.start()
    #expect(try server.ask("GET", "/rpc/me", token: token).status == 200)
    #expect(try server.ask("GET", "/readyz").status == 200)
    server.signal(SIGTERM)
    #expect(server.wait() == 0)
  }

  @Test(
    "R66: without rights, or with an empty or other database in its place, a server is out of service until that is mended"
  )
  func unusable() throws {
    let name = cluster.newDatabase()
    func sql(_ statement: String, place: SourceLocation = #_sourceLocation) {
      #expect(
        cluster.sql(statement, in: name) != nil, "\(statement): \(cluster.logText.suffix(400))",
        sourceLocation: place)
    }
    // The server of this test has no more rights than the owner of its database.
    sql("CREATE ROLE keeper LOGIN")
    sql("ALTER SCHEMA public OWNER TO keeper")
    let address = cluster.address(name).replacing("user=lisan", with: "user=keeper")
    let server = try Server(database: address)
    try server.start()
    let token = try server.signIn(device: "a")
    var sequence: Int64 = 0

    func answers() throws -> [Client.Reply] {
      sequence += 1
      return [
        try server.ask("GET", "/readyz"), try server.ask("GET", "/rpc/me", token: token),
        try server.choose("ar", sequence: sequence, at: sequence, token: token),
        try server.ask("GET", "/rpc/follow", token: token), try server.trySignIn("ana"),
      ]
    }
    func expectService(_ what: String, place: SourceLocation = #_sourceLocation) throws {
      let isBack = try eventually { try answers().allSatisfy { $0.status == 200 } }
      let last = try answers().map(\.text)
      #expect(isBack, "\(what): \(last)", sourceLocation: place)
    }
    func expectNoService(_ what: String, place: SourceLocation = #_sourceLocation) throws {
      for answer in try answers() {
        #expect(
          answer.status == 503 && answer.code == .outOfService,
          "\(what): \(answer.status) \(answer.text)", sourceLocation: place)
        #expect(answer.headers["lisan-database"] == nil, "\(what)", sourceLocation: place)
      }
    }

    try expectService("at the start")
    sql("REVOKE ALL ON ALL TABLES IN SCHEMA public FROM keeper")
    try expectNoService("without rights")
    sql("GRANT ALL ON ALL TABLES IN SCHEMA public TO keeper")
    try expectService("with its rights again")

    // One table is enough for a proxy to ask another server.
    sql("REVOKE UPDATE ON notice FROM keeper")
    #expect(try server.ask("GET", "/readyz").code == .outOfService)
    sql("GRANT ALL ON notice TO keeper")

    sql("ALTER SCHEMA public RENAME TO away")
    sql("CREATE SCHEMA public AUTHORIZATION keeper")
    try expectNoService("with an empty database")
    #expect(try server.administer(["init"]).status == 0)
    #expect(try server.ask("GET", "/rpc/me", token: token).code == .outOfService)
    let isNoticed = try eventually { try answers().allSatisfy { $0.code == .outOfService } }
    #expect(isNoticed)
    try expectNoService("with another database")
    sql("DROP SCHEMA public CASCADE")
    sql("ALTER SCHEMA away RENAME TO public")
    try expectService("with its database again")
    #expect(server.text(server.log).contains("another database is in the place"))
  }
}
