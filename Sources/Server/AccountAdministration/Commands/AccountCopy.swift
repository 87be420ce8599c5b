import AccountDatabase
import AccountDatabasePostgreSQL
import CSodium

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
  /// Called with the number of accounts that are there, after each batch.
  private let tell: (Int) -> Void

  private static let batch: Int64 = 500

  /// - Parameter target: a migrated database.
  init(
    from source: AccountDatabase, to target: PostgreSQLDatabase, tell: @escaping (Int) -> Void
  ) throws(DatabaseError) {
    self.source = source.connection
    self.target = try target.connect(isCopying: true)
    place = target.place.description
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
      let (old, new) = try failing { () throws(DatabaseError) in
        (try summary(of: table, in: source), try summary(of: table, in: target))
      }
      guard old == new else { throw Failure(.copyDiffers, table.name) }
      counts.append((table.name, old.rows))
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
    let places = table.columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
    let insert = "INSERT INTO \(table.name) (\(table.list)) VALUES (\(places))"
    let active = table.columns.firstIndex { $0.name == "active_profile" }
    for values in try rows(of: table, range, in: source) {
      var values = values
      if let active { values[active] = .null }
      _ = try target.perform(insert, values) { _ in }
    }
  }

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
    var rows: [[StoredValue]] = []
    _ = try database.perform(
      "SELECT \(table.list) FROM \(table.name)\(condition) ORDER BY \(table.order)", parameters
    ) { rows.append(table.values($0)) }
    return rows
  }

  // MARK: Verification

  private struct Summary: Equatable {
    var rows = 0
    var digest: [UInt8] = []
  }

  /// The number of a table's rows, and a digest of all their values (BLAKE2b).
  private func summary(
    of table: CopiedTable, in database: any DatabaseConnection
  ) throws(DatabaseError) -> Summary {
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: crypto_generichash_statebytes(), alignment: 64)
    defer { memory.deallocate() }
    let state = OpaquePointer(memory)
    crypto_generichash_init(state, nil, 0, 32)
    var summary = Summary()
    func add(_ rows: [[StoredValue]]) {
      for row in rows {
        summary.rows += 1
        for value in row {
          let bytes = value.bytes
          crypto_generichash_update(state, bytes, UInt64(bytes.count))
        }
      }
    }
    if table.account == nil {
      add(try rows(of: table, nil, in: database))
    } else {
      // In parts, because a table may be larger than the memory.
      let last = try database.number("SELECT max(id) FROM account") ?? 0
      var start: Int64 = 0
      while start < last {
        add(try rows(of: table, (start, start + 10 * Self.batch), in: database))
        start += 10 * Self.batch
      }
    }
    summary.digest = [UInt8](repeating: 0, count: 32)
    crypto_generichash_final(state, &summary.digest, 32)
    return summary
  }
}

extension StoredValue {
  /// An unambiguous form: kind, length, bytes.
  fileprivate var bytes: [UInt8] {
    let (kind, content): (UInt8, [UInt8]) =
      switch self {
      case .null: (0, [])
      case .integer(let number): (1, Array(String(number).utf8))
      case .text(let text): (2, Array(text.utf8))
      case .blob(let blob): (3, blob)
      case .flag(let isOn): (4, [isOn ? 1 : 0])
      }
    return [kind] + withUnsafeBytes(of: UInt64(content.count).littleEndian) { Array($0) } + content
  }
}
