import CSQLite

/// A connection to a database file with a cache of prepared statements; for one thread at a time.
final class SQLiteConnection: DatabaseConnection {
  private let handle: OpaquePointer
  private var statements: [String: OpaquePointer] = [:]
  var depth = 0

  var engine: Engine { .sqlite }

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

  func execute(_ sql: String) throws(DatabaseError) {
    try check(sqlite3_exec(handle, sql, nil, nil, nil))
  }

  func perform(
    _ sql: String, _ values: [StoredValue], _ read: (any Row) -> Void
  ) throws(DatabaseError) -> Int {
    let statement = try prepared(sql)
    defer {
      sqlite3_reset(statement)
      sqlite3_clear_bindings(statement)
    }
    for (place, value) in zip(1..., values) { try check(bind(value, Int32(place), statement)) }
    let row = SQLiteRow(statement: statement)
    while true {
      let result = sqlite3_step(statement)
      if result == SQLITE_DONE { return Int(sqlite3_changes(handle)) }
      if result != SQLITE_ROW { try check(result) }
      read(row)
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
    case .text(let text):
      text.withCString { sq_bind_text(statement, place, $0, Int32(text.utf8.count)) }
    case .blob(let bytes): sq_bind_blob(statement, place, bytes, Int32(bytes.count))
    case .flag(let isOn): sqlite3_bind_int64(statement, place, isOn ? 1 : 0)
    case .null: sqlite3_bind_null(statement, place)
    }
  }

  func begin(writes: Bool) throws(DatabaseError) {
    try run(writes ? "BEGIN IMMEDIATE" : "BEGIN")
  }

  func commit() throws(DatabaseError) { try run("COMMIT") }

  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  private func check(_ result: Int32) throws(DatabaseError) {
    guard result != SQLITE_OK else { return }
    throw .sqlite(code: result, message: String(cString: sqlite3_errmsg(handle)))
  }
}

/// The row that a statement has stepped to.
private struct SQLiteRow: Row {
  let statement: OpaquePointer

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }
  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }
  func flag(_ column: Int32) -> Bool { integer(column) != 0 }

  func text(_ column: Int32) -> String {
    guard let start = sqlite3_column_text(statement, column) else { return "" }
    let count = Int(sqlite3_column_bytes(statement, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  func blob(_ column: Int32) -> [UInt8] {
    let start = sqlite3_column_blob(statement, column)
    let count = Int(sqlite3_column_bytes(statement, column))
    return Array(UnsafeRawBufferPointer(start: start, count: count))
  }
}
