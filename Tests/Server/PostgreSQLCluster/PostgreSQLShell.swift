import CPostgreSQL

/// SQL beside the programs under test, through connections of its own.
package enum PostgreSQLShell {
  /// Runs a statement.
  ///
  /// - Returns: the first column of the first row, empty where there is none; nil if PostgreSQL
  ///   refuses.
  @discardableResult
  package static func run(_ statement: String, at address: String) -> String? {
    let connection = PQconnectdb(address)
    defer { PQfinish(connection) }
    let result = PQexec(connection, statement)
    defer { PQclear(result) }
    switch PQresultStatus(result) {
    case PGRES_COMMAND_OK: return ""
    case PGRES_TUPLES_OK:
      return PQntuples(result) > 0 ? PQgetvalue(result, 0, 0).map { String(cString: $0) } : ""
    default: return nil
    }
  }

  /// Whether a server accepts connections (PQping).
  static func accepts(_ address: String) -> Bool { PQping(address) == PQPING_OK }
}
