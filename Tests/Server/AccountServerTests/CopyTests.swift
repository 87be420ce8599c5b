import AccountDatabase
import AccountDatabasePostgreSQL
import AccountModel
import CSQLite
import Foundation
import PostgreSQLCluster
import ServerHarness
import Synchronization
import Testing

@testable import AccountAdministration

/// `lisan-server copy`, from a file to PostgreSQL.
@Suite(.serialized) struct CopyTests {
  private let address: String
  private let target: PostgreSQLDatabase

  init() throws {
    let cluster = PostgreSQLCluster.shared
    address = cluster.address(cluster.newDatabase())
    target = PostgreSQLDatabase(try ConnectionString(address))
  }

  private func sql(_ statement: String) -> String? {
    PostgreSQLShell.run(statement, at: address)
  }

  private func copy(from file: String) throws -> Server.Result {
    try Server(users: []).administer(
      ["copy", "--from", file, "--to", address], withDatabase: false)
  }

  /// Fills a file with something in every table and every kind of value.
  private func fill(_ database: AccountDatabase, accounts: Int) throws {
    try database.transaction { () throws(DatabaseError) in
      try database.setConfiguration(
        AppConfiguration(
          languages: ["en", "ar"], defaultLanguageCode: "en",
          markets: [Market(code: .world, languages: ["en", "ar"])],
          featureFlags: ["analytics": true, "off": false]))
      database.notices = NoticeTiming(quiet: 3_600_000)
      for number in 0..<accounts {
        let account = try database.addAccount(
          NewAccount(
            login: "user\(number)", name: "لبنى '\(number)\" \\",
            email: number % 2 == 0 ? "user\(number)@example.org" : nil,
            isDeveloper: number % 3 == 0, language: "en", passwordHash: "hash\(number)"))
        let work = try database.addProfile("Work", language: "ar", account: account)
        if number % 5 == 0 { try database.setActiveProfile(work, account: account) }
        let device = String(repeating: "a", count: 32)
        try database.addSession(
          tokenHash: Array("token\(number)".utf8) + [0, 255], account: account, device: device,
          expiresAt: .max)
        try database.apply(
          Choice(
            language: "ar", origin: ChoiceOrigin(device: device, sequence: 3, chosenAt: 1000)),
          account: account)
      }
      try database.countFailure([AttemptLimit(key: [0, 1, 255], count: 3, window: .max / 2)])
      let code = NewDeviceCode(
        hash: [0, 1, 255], userCodeHash: [2], device: nil, network: [3], address: "192.0.2.7",
        expiresAt: .max, pause: 5000)
      #expect(try database.addDeviceCode(code, limit: 1))
      // Numbers that were given once are not given again.
      try database.removeAccount(Int64(accounts))
    }
    // No notice is due yet.
    let notices = try database.claimNotices(limit: 1, lease: "none", for: 1)
    #expect(notices.isEmpty)
  }

  @Test("R66: every table of both databases, with every column, is carried by a copy")
  func tables() throws {
    let file = try Server(users: ["ana"])
    try target.migrate()
    let carried = Schema.copied.map(\.name).sorted()
    let old = file.sql(
      """
      SELECT group_concat(name, ' ') FROM (SELECT name FROM sqlite_schema
      WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name)
      """)
    let new = sql(
      """
      SELECT string_agg(relname, ' ' ORDER BY relname COLLATE "C") FROM pg_class
      WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname <> 'lisan_schema'
      """)
    #expect(old == carried.joined(separator: " "))
    #expect(new == carried.joined(separator: " "))
    for table in Schema.copied {
      let old = file.sql(
        """
        SELECT group_concat(name, ' ') FROM (
          SELECT name FROM pragma_table_info('\(table.name)') ORDER BY name)
        """)
      let new = sql(
        """
        SELECT string_agg(attname, ' ' ORDER BY attname COLLATE "C") FROM pg_attribute
        WHERE attrelid = '\(table.name)'::regclass AND attnum > 0 AND NOT attisdropped
        """)
      #expect(old != nil && old == new, "\(table.name)")
    }
  }

  @Test("R66: a copy has all rows, is compared, and serves; the tokens of the file are good there")
  func whole() throws {
    let file = try Server(users: ["ana"])
    try file.start()
    let token = try file.signIn(device: "a")
    #expect(try file.choose("ar", sequence: 1, at: 1, token: token).status == 200)
    try fill(AccountDatabase(path: file.database), accounts: 1200)
    file.sql("INSERT INTO told (account, at) VALUES (5, 1000)")
    file.signal(SIGTERM)
    #expect(file.wait() == 0)
    let result = try copy(from: file.database)
    #expect(result.status == 0, "\(result.error)")
    #expect(result.output.contains("account\t1200\n"))
    for table in Schema.copied {
      let condition = table.condition.map { " WHERE \($0)" } ?? ""
      let count = "SELECT count(*) FROM \(table.name)\(condition)"
      #expect(sql(count) == file.sql(count) && sql(count) != "0", "\(table.name)")
    }
    let identity = "SELECT value FROM setting WHERE name = 'identity'"
    #expect(sql(identity) == file.sql(identity))
    let server = try Server(users: [], database: address)
    try server.start()
    #expect(try server.ask("GET", "/rpc/me", token: token).account?.preferredLocale == "ar")
    #expect(try server.choose("en", sequence: 2, at: 2, token: token).status == 200)
    #expect(try server.trySignIn("ana").status == 200)
    let database = try target.open()
    let next = try database.addAccount(NewAccount(login: "new", name: "New", language: "en"))
    #expect(next == 1202)
    // It does not go over accounts that are there.
    let again = try copy(from: file.database)
    #expect(again.status == 1 && again.error.contains("already"))
  }

  @Test(
    "R66: an interrupted copy serves nobody, goes on when it is repeated, and finds what differs")
  func interrupted() throws {
    let file = try Server(users: [])
    try fill(AccountDatabase(path: file.database), accounts: 700)
    let source = try AccountDatabase(path: file.database)
    try target.migrate()
    // It ends after its first batch, as if it had been killed: the connection is gone.
    let copying = try AccountCopy(from: source, to: target) { _ in
      PostgreSQLShell.run(
        """
        SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
        WHERE application_name = 'lisan-server' AND datname = current_database()
        """, at: address)
    }
    #expect(throws: Failure.self) { try copying.run() }
    #expect(sql("SELECT count(*) FROM account") == "500")
    #expect(throws: DatabaseError.unfinishedCopy(path: target.place.description)) {
      try target.connect()
    }
    let server = try Server(users: [], database: address)
    #expect(throws: Client.Failure.self) { try server.start() }
    #expect(server.text(server.complaints).contains("unfinished copy"))
    // What was changed meanwhile is found, and the database stays closed.
    _ = sql("UPDATE account SET name = 'Eve' WHERE id = 7")
    let differing = try copy(from: file.database)
    #expect(differing.status == 1 && differing.error.contains("account"))
    #expect(throws: DatabaseError.self) { try target.connect() }
    _ = sql(
      "UPDATE account SET name = (SELECT replace(name, '8', '6') FROM account WHERE id = 9) WHERE id = 7"
    )
    _ = sql("INSERT INTO told (account, at) VALUES (7, 1000)")
    let excessive = try copy(from: file.database)
    #expect(excessive.status == 1 && excessive.error.contains("told"))
    _ = sql("DELETE FROM told")
    let finished = try copy(from: file.database)
    #expect(finished.status == 0, "\(finished.error)")
    #expect(sql("SELECT count(*) FROM account") == "699")
    try server.start()
    #expect(try server.ask("GET", "/readyz").status == 200)
  }

  @Test("R66: the file cannot be changed while it is copied, and what is no file is said")
  func locked() throws {
    let file = try Server(users: ["ana"])
    let source = try AccountDatabase(path: file.database)
    try target.migrate()
    let isTried = Atomic(false)
    let result = Result {
      try AccountCopy(from: source, to: target) { _ in
        var handle: OpaquePointer?
        sqlite3_open(file.database, &handle)
        defer { sqlite3_close(handle) }
        #expect(sqlite3_exec(handle, "DELETE FROM account", nil, nil, nil) == SQLITE_BUSY)
        isTried.store(true, ordering: .relaxed)
      }.run()
    }
    #expect(throws: Never.self) { try result.get() }
    let wasTried = isTried.load(ordering: .relaxed)
    #expect(wasTried)
    let missing = try copy(from: "/nonexistent/accounts.db")
    #expect(missing.status == 1 && missing.error.contains("/nonexistent/accounts.db"))
    #expect(!FileManager.default.fileExists(atPath: "/nonexistent"))
  }
}
