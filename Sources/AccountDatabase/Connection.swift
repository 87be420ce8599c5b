import CSQLite

/// A value in SQLite.
enum StoredValue {
  case integer(Int64)
  case text(String)
  case blob([UInt8])
  case null

  init(_ text: String?) { self = text.map { .text($0) } ?? .null }
  init(_ number: Int64?) { self = number.map { .integer($0) } ?? .null }
  init(_ flag: Bool) { self = .integer(flag ? 1 : 0) }
}

/// A connection to a database file with a cache of prepared statements; for one thread at a time.
final class Connection {
  private let handle: OpaquePointer
  private var statements: [String: OpaquePointer] = [:]
  private var depth = 0

  /// Opens an existing file (sqlite3_open_v2).
  init(path: String) throws(DatabaseError) {
    var handle: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let result = sqlite3_open_v2(path, &handle, flags, nil)
    guard result == SQLITE_OK, let handle else {
      let message = String(cString: sqlite3_errstr(result))
      sqlite3_close(handle)
      throw .sqlite(code: result, message: message)
    }
    self.handle = handle
    sqlite3_busy_timeout(handle, 5000)
  }

  deinit {
    for statement in statements.values { sqlite3_finalize(statement) }
    sqlite3_close(handle)
  }

  /// Runs statements without parameters or results, such as a migration.
  func execute(_ sql: String) throws(DatabaseError) {
    try check(sqlite3_exec(handle, sql, nil, nil, nil))
  }

  /// Runs one statement and returns how many rows it changed.
  @discardableResult
  func run(_ sql: String, _ values: StoredValue...) throws(DatabaseError) -> Int {
    _ = try rows(sql, values) { _ in }
    return Int(sqlite3_changes(handle))
  }

  /// The first row of a result, or nil.
  func first<T>(
    _ sql: String, _ values: StoredValue..., read: (Row) -> T
  ) throws(DatabaseError) -> T? {
    try rows(sql, values, read).first
  }

  /// All rows of a result.
  func all<T>(
    _ sql: String, _ values: StoredValue..., read: (Row) -> T
  ) throws(DatabaseError) -> [T] {
    try rows(sql, values, read)
  }

  private func rows<T>(
    _ sql: String, _ values: [StoredValue], _ read: (Row) -> T
  ) throws(DatabaseError) -> [T] {
    let statement = try prepared(sql)
    defer {
      sqlite3_reset(statement)
      sqlite3_clear_bindings(statement)
    }
    for (place, value) in zip(1..., values) { try check(bind(value, Int32(place), statement)) }
    var rows: [T] = []
    while true {
      let result = sqlite3_step(statement)
      if result == SQLITE_DONE { return rows }
      if result != SQLITE_ROW { try check(result) }
      rows.append(read(Row(statement: statement)))
    }
  }

  private func prepared(_ sql: String) throws(DatabaseError) -> OpaquePointer {
    if let statement = statements[sql] { return statement }
    var statement: OpaquePointer?
    try check(
      sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil))
    statements[sql] = statement
    return statement!
  }

  private func bind(_ value: StoredValue, _ place: Int32, _ statement: OpaquePointer) -> Int32 {
    switch value {
    case .integer(let number): sqlite3_bind_int64(statement, place, number)
    case .text(var text):
      text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          // The address of an empty string may be null, which would bind NULL.
          sq_bind_text(statement, place, $0.baseAddress ?? emptyText, Int32($0.count))
        }
      }
    case .blob(let bytes): sq_bind_blob(statement, place, bytes, Int32(bytes.count))
    case .null: sqlite3_bind_null(statement, place)
    }
  }

  var lastInsertedID: Int64 { sqlite3_last_insert_rowid(handle) }

  /// Runs changes atomically: the outermost call is a write transaction, nested ones are
  /// savepoints.
  func transaction<T>(_ body: () throws(DatabaseError) -> T) throws(DatabaseError) -> T {
    try transaction("BEGIN IMMEDIATE", body)
  }

  /// Runs reads on a consistent snapshot.
  func snapshot<T>(_ body: () throws(DatabaseError) -> T) throws(DatabaseError) -> T {
    try transaction("BEGIN", body)
  }

  private func transaction<T>(
    _ beginning: String, _ body: () throws(DatabaseError) -> T
  ) throws(DatabaseError) -> T {
    let level = depth
    try run(level == 0 ? beginning : "SAVEPOINT level\(level)")
    depth = level + 1
    defer { depth = level }
    do throws(DatabaseError) {
      let value = try body()
      try run(level == 0 ? "COMMIT" : "RELEASE level\(level)")
      return value
    } catch {
      // If the disk is full, SQLite has already rolled back the whole transaction.
      if isInTransaction {
        let undo = level == 0 ? "ROLLBACK" : "ROLLBACK TO level\(level); RELEASE level\(level)"
        // Report the first error.
        _ = try? execute(undo)
      }
      throw error
    }
  }

  /// Whether a transaction is open; false after SQLite has rolled it back by itself.
  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  private func check(_ result: Int32) throws(DatabaseError) {
    guard result != SQLITE_OK else { return }
    throw .sqlite(code: result, message: String(cString: sqlite3_errmsg(handle)))
  }
}

/// The current row of a result; its columns count from 0.
struct Row {
  fileprivate let statement: OpaquePointer

  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }
  func flag(_ column: Int32) -> Bool { integer(column) != 0 }

  func text(_ column: Int32) -> String {
    guard let start = sqlite3_column_text(statement, column) else { return "" }
    let count = Int(sqlite3_column_bytes(statement, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }
  func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }
  func optionalInteger(_ column: Int32) -> Int64? { isNull(column) ? nil : integer(column) }
}

nonisolated(unsafe) private let emptyText: UnsafePointer<CChar> = {
  let byte = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
  byte.initialize(to: 0)
  return UnsafePointer(byte)
}()
