import AccountDatabase
import AccountDatabasePostgreSQL
import ServerTexts

/// Carries the accounts of an SQLite file into a new PostgreSQL database.
///
/// Accounts go over in batches, in the order of their numbers, each batch in one transaction. So a
/// copy that was interrupted goes on after the last number that is there. Until the end, a mark in
/// the new database keeps servers from using it (`PostgreSQLDatabase.check`). The file is locked
/// against changes meanwhile.
struct AccountCopy {
  private let source: any DatabaseConnection
  private let target: any DatabaseConnection
  private let place: String
  /// The columns of each table, with their types in PostgreSQL.
  private let columns: [String: [(name: String, type: String)]]
  /// Called with the number of accounts that are there, after each batch.
  private let tell: (Int) -> Void

  private static let batch: Int64 = 500

  /// - Parameter target: a migrated database.
  init(
    from source: AccountDatabase, to target: PostgreSQLDatabase, tell: @escaping (Int) -> Void
  ) throws(DatabaseError) {
    self.source = source.connection
    let connection = try target.connect(isCopying: true)
    self.target = connection
    place = target.place.description
    var columns: [String: [(name: String, type: String)]] = [:]
    for table in Schema.copied {
      columns[table.name] = try connection.all(
        """
        SELECT attname, CAST(atttypid AS regtype) FROM pg_attribute
        WHERE attrelid = CAST('\(table.name)' AS regclass) AND attnum > 0 AND NOT attisdropped
        """
      ) { ($0.text(0), $0.text(1)) }
    }
    self.columns = columns
    self.tell = tell
  }

  /// Copies what is missing, compares both databases, and lets servers use the new one.
  ///
  /// - Returns: the number of rows of each table.
  func run() throws(Failure) -> [(table: String, rows: Int)] {
    // Nothing is acknowledged in the file that the copy would not have.
    try failing { () throws(DatabaseError) in try source.begin(writes: true) }
    defer { try? source.execute("ROLLBACK") }
    try mark()
    try failing { () throws(DatabaseError) in
      try copyAccounts()
      try copyShared()
    }
    var counts: [(table: String, rows: Int)] = []
    for table in Schema.copied {
      let rows = try failing { () throws(DatabaseError) in try equalRows(of: table) }
      guard let rows else { throw Failure(.copyDiffers, table.name) }
      counts.append((table.name, rows))
    }
    _ = try failing { () throws(DatabaseError) in
      try target.run("DELETE FROM setting WHERE name = ?", .text(Schema.copyMark))
    }
    return counts
  }

  /// Marks the new database, unless it is marked by a copy that did not end.
  private func mark() throws(Failure) {
    let isFree = try failing { () throws(DatabaseError) in
      try target.transaction { () throws(DatabaseError) in
        let mark = try target.number(
          "SELECT 1 FROM setting WHERE name = ?", .text(Schema.copyMark))
        if mark != nil { return true }
        guard try target.number("SELECT 1 FROM account LIMIT 1") == nil else { return false }
        try target.run(
          "INSERT INTO setting (name, value) VALUES (?, '')", .text(Schema.copyMark))
        return true
      }
    }
    guard isFree else { throw Failure(.copyTargetInUse, place) }
  }

  private func copyAccounts() throws(DatabaseError) {
    let tables = Schema.copied.filter { $0.account != nil }
    var last = try target.number("SELECT max(id) FROM account") ?? 0
    while true {
      let end = try source.number(
        """
        SELECT max(id) FROM (SELECT id FROM account WHERE id > ?1 ORDER BY id LIMIT ?2) AS batch
        """, .integer(last), .integer(Self.batch))
      guard let end else { return }
      try target.transaction { () throws(DatabaseError) in
        for table in tables {
          try copy(table, range: (last, end))
        }
        // An account and its active profile name each other.
        let active = try source.all(
          """
          SELECT id, active_profile FROM account
          WHERE id > ?1 AND id <= ?2 AND active_profile IS NOT NULL
          """, .integer(last), .integer(end)
        ) { ($0.integer(0), $0.integer(1)) }
        for (account, profile) in active {
          try target.run(
            "UPDATE account SET active_profile = ?1 WHERE id = ?2", .integer(profile),
            .integer(account))
        }
      }
      last = end
      tell(Int(try target.number("SELECT count(*) FROM account") ?? 0))
    }
  }

  /// Copies the tables of the whole service, and sets where new numbers begin.
  private func copyShared() throws(DatabaseError) {
    try target.transaction { () throws(DatabaseError) in
      for table in Schema.copied where table.account == nil {
        let condition = table.condition.map { " WHERE \($0)" } ?? ""
        try target.run("DELETE FROM \(table.name)\(condition)")
        try copy(table, range: nil)
      }
      for table in ["account", "profile"] {
        // SQLite never gives a number twice, and remembers the last one in its own table.
        let given = try source.number(
          "SELECT seq FROM sqlite_sequence WHERE name = ?", .text(table))
        try target.run(
          "SELECT setval(pg_get_serial_sequence('\(table)', 'id'), ?1, TRUE)",
          .integer(max(given ?? 0, 1)))
      }
    }
  }

  private func copy(
    _ table: CopiedTable, range: (after: Int64, through: Int64)?
  ) throws(DatabaseError) {
    let columns = columns[table.name]!.map(\.name)
    let places = columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
    let insert =
      "INSERT INTO \(table.name) (\(columns.joined(separator: ", "))) VALUES (\(places))"
    let active = columns.firstIndex(of: "active_profile")
    for values in try rows(of: table, range, in: source) {
      var values = values
      if let active { values[active] = .null }
      _ = try target.perform(insert, values) { _ in }
    }
  }

  /// - Parameter range: the accounts whose rows are read; of a table of the whole service, all are.
  private func rows(
    of table: CopiedTable, _ range: (after: Int64, through: Int64)?,
    in database: any DatabaseConnection
  ) throws(DatabaseError) -> [[StoredValue]] {
    var conditions = table.condition.map { [$0] } ?? []
    var parameters: [StoredValue] = []
    if let range, let account = table.account {
      conditions += ["\(account) > ?1", "\(account) <= ?2"]
      parameters = [.integer(range.after), .integer(range.through)]
    }
    let condition = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
    let columns = columns[table.name]!
    let list = columns.map(\.name).joined(separator: ", ")
    var rows: [[StoredValue]] = []
    _ = try database.perform(
      "SELECT \(list) FROM \(table.name)\(condition) ORDER BY \(table.order)", parameters
    ) { row in
      rows.append(
        zip(Int32(0)..., columns).map { place, column in
          if row.isNull(place) { return .null }
          return switch column.type {
          case "bigint": .integer(row.integer(place))
          case "boolean": .flag(row.flag(place))
          case "bytea": .blob(row.blob(place))
          default: .text(row.text(place))
          }
        })
    }
    return rows
  }

  /// The number of a table's rows; nil unless both databases have the same ones.
  private func equalRows(of table: CopiedTable) throws(DatabaseError) -> Int? {
    let query = "SELECT max(id) FROM account"
    let last = max(try source.number(query) ?? 0, try target.number(query) ?? 0)
    var count = 0
    var start: Int64 = 0
    // In parts, because a table may be larger than the memory.
    repeat {
      let range = (after: start, through: start + 10 * Self.batch)
      let old = try rows(of: table, range, in: source)
      guard try old == rows(of: table, range, in: target) else { return nil }
      count += old.count
      start = range.through
    } while table.account != nil && start < last
    return count
  }
}
