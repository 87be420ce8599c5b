import AccountDatabase
import AccountDatabasePostgreSQL
import AccountModel
import Foundation
import PostgreSQLCluster
import ServerHarness
import Synchronization
import Testing

/// The schema of a PostgreSQL database, while servers of several versions use it.
@Suite(.serialized) struct MigrationTests {
  private let address: String
  private let server: PostgreSQLDatabase

  init() throws {
    let cluster = PostgreSQLCluster.shared
    address = cluster.address(cluster.newDatabase())
    server = PostgreSQLDatabase(try ConnectionString(address))
  }

  private func sql(_ statement: String) -> String? {
    PostgreSQLShell.run(statement, at: address)
  }

  @Test("R66: of many servers that start on a new database, one migrates it")
  func startsTogether() throws {
    let versions = Mutex<[Int]>([])
    let failures = Mutex<[DatabaseError]>([])
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      do throws(DatabaseError) {
        let former = try server.migrate()
        versions.withLock { $0.append(former) }
      } catch {
        failures.withLock { $0.append(error) }
      }
    }
    #expect(failures.withLock { $0 }.isEmpty)
    #expect(versions.withLock { $0.filter { $0 == 0 }.count } == 1)
    #expect(sql("SELECT count(*) FROM lisan_schema") == "1")
    #expect(sql("SELECT version FROM lisan_schema") == "\(Schema.version)")
  }

  @Test("R66: `migrate` says what it did; a database of another program is left alone")
  func command() throws {
    let server = try Server(users: [], database: address, makesDatabase: false)
    let first = try server.administer(["migrate"])
    #expect(first.status == 0 && first.output.contains("version 0 and has version"))
    let second = try server.administer(["migrate"])
    #expect(second.output.contains("version \(Schema.version) and has version"))
    _ = sql("DROP TABLE lisan_schema")
    let foreign = try server.administer(["migrate"])
    #expect(foreign.status == 1 && foreign.error.contains("another program"))
    #expect(sql("SELECT to_regclass('lisan_schema') IS NULL") == "t")
  }

  @Test("R66: a server goes on beside a newer one whose schema it can read, and starts beside it")
  func newerSideBySide() throws {
    let running = try Server(database: address)
    try running.start()
    let token = try running.signIn(device: "a")
    _ = sql(
      "UPDATE lisan_schema SET version = version + 1; ALTER TABLE account ADD later BIGINT DEFAULT 7"
    )
    #expect(try running.choose("ar", sequence: 1, at: 1, token: token).status == 200)
    let another = try Server(users: [], database: address)
    try another.start()
    #expect(try another.ask("GET", "/rpc/me", token: token).account?.preferredLocale == "ar")
    // It does not take the newer schema back.
    #expect(sql("SELECT version FROM lisan_schema") == "\(Schema.version + 1)")
  }

  @Test("R66: a server that a newer schema excludes refuses to start, and says so while it runs")
  func newerExcludes() throws {
    let running = try Server(database: address)
    try running.start()
    let token = try running.signIn(device: "a")
    _ = sql("UPDATE lisan_schema SET version = version + 1, oldest_reader = version + 1")
    #expect(
      eventually { (try? running.ask("GET", "/rpc/me", token: token).code) == .outOfService })
    #expect(try running.ask("GET", "/healthz").status == 200)
    #expect(running.text(running.complaints).contains("newer version"))
    let another = try Server(users: [], database: address)
    #expect(throws: Client.Failure.self) { try another.start() }
    #expect(another.text(another.complaints).contains("from the future"))
  }

  @Test("R66: an older schema is migrated before anything is read from it")
  func older() throws {
    try server.migrate()
    _ = sql("UPDATE lisan_schema SET version = 1")
    #expect(throws: DatabaseError.olderVersion(path: server.place.description, version: 1)) {
      try server.connect()
    }
  }
}
