import AccountDatabase
import AccountDatabasePostgreSQL
import AccountModel
import CSQLite
import Glibc
import Localization
import PostgreSQLCluster
import Synchronization
import SystemCalls
import TestFolders

/// A database of a test's own, gone with the last reference: a directory with a file, or a database
/// on the cluster of this process.
final class Scratch: Sendable {
  let engine: Engine
  private let folder: TestFolder
  /// The name of the database on the cluster.
  private let name: String

  init(_ engine: Engine) throws {
    self.engine = engine
    name = engine == .postgresql ? PostgreSQLCluster.shared.newDatabase() : ""
    folder = try TestFolder()
  }

  deinit {
    if engine == .postgresql { PostgreSQLCluster.shared.dropDatabase(name) }
  }

  var directory: String { folder.path }

  /// The database on the cluster.
  var server: PostgreSQLDatabase {
    get throws { PostgreSQLDatabase(try ConnectionString(address)) }
  }

  var address: String { PostgreSQLCluster.shared.address(name) }

  /// Opens the database, as a program does that starts.
  func open(
    now: @escaping @Sendable () -> Int64 = SystemClock.millisecondsSince1970
  ) throws -> AccountDatabase {
    switch engine {
    case .sqlite: try AccountDatabase(path: path, now: now)
    case .postgresql: try server.open(now: now)
    }
  }

  /// Opens another connection.
  func openAgain() throws(DatabaseError) -> AccountDatabase {
    switch engine {
    case .sqlite: return try AccountDatabase(further: path)
    case .postgresql:
      guard let server = try? server else { fatalError(address) }
      return try server.open()
    }
  }

  var path: String { "\(directory)/accounts.db" }

  func names() -> [String] { folder.names }

  /// Runs SQL beside the database's own connection.
  func execute(_ sql: String) {
    if engine == .postgresql {
      precondition(PostgreSQLShell.run(sql, at: address) != nil, sql)
      return
    }
    var handle: OpaquePointer?
    sqlite3_open(path, &handle)
    defer { sqlite3_close(handle) }
    precondition(sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK, sql)
  }

  /// The first number that a query answers with.
  func number(_ sql: String, in file: String? = nil) -> Int64? {
    if engine == .postgresql {
      return PostgreSQLShell.run(sql, at: address).flatMap { Int64($0) }
    }
    var handle: OpaquePointer?
    sqlite3_open(file ?? path, &handle)
    defer { sqlite3_close(handle) }
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else { return nil }
    defer { sqlite3_finalize(statement) }
    return sqlite3_step(statement) == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : nil
  }

  func write(_ bytes: [UInt8], at offset: Int = 0) {
    let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    precondition(pwrite(descriptor, bytes, bytes.count, off_t(offset)) == bytes.count)
    close(descriptor)
  }
}

/// A clock that a test sets.
final class TestClock: Sendable {
  private let time = Mutex<Int64>(1_000_000)

  var now: Int64 {
    get { time.withLock { $0 } }
    set { time.withLock { $0 = newValue } }
  }

  var read: @Sendable () -> Int64 { { self.now } }
}

extension Choice {
  /// A choice of device `a`, `b` and so on.
  init(_ language: String, _ device: Character, _ sequence: Int64, at time: Int64) {
    self.init(
      language: language,
      origin: ChoiceOrigin(
        device: String(repeating: device, count: 32), sequence: sequence, chosenAt: time))
  }
}

extension AppConfiguration {
  static let sample = AppConfiguration(
    languages: ["en", "ar"], defaultLanguageCode: "en",
    markets: [
      Market(code: .world, languages: ["en", "ar"]),
      Market(code: MarketCode(rawValue: "EG")!, languages: ["ar", "en"]),
    ], featureFlags: ["analytics": true])
}
