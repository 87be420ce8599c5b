import CSQLite

/// Runs SQL on a database file beside the program that has it open.
///
/// - Returns: the first column of the first row; nil where there is none, or SQLite refuses.
@discardableResult
package func runSQL(_ statement: String, in database: String) -> String? {
  var handle: OpaquePointer?
  sqlite3_open(database, &handle)
  defer { sqlite3_close(handle) }
  sqlite3_busy_timeout(handle, 5000)
  var prepared: OpaquePointer?
  guard sqlite3_prepare_v2(handle, statement, -1, &prepared, nil) == SQLITE_OK else { return nil }
  defer { sqlite3_finalize(prepared) }
  guard sqlite3_step(prepared) == SQLITE_ROW, let text = sqlite3_column_text(prepared, 0) else {
    return nil
  }
  return String(cString: text)
}
