/// The databases that can hold the accounts.
public enum Engine: CaseIterable, Sendable {
  /// One file, one writer at a time.
  case sqlite
  /// A server with many connections, which lock rows.
  case postgresql
}

/// A parameter of a statement.
package enum StoredValue: Sendable {
  case integer(Int64)
  case text(String)
  case blob([UInt8])
  case flag(Bool)
  case null

  package init(_ text: String?) { self = text.map { .text($0) } ?? .null }
}

extension StoredValue: Equatable {
  /// Texts are equal only with the same bytes.
  package static func == (one: StoredValue, other: StoredValue) -> Bool {
    switch (one, other) {
    case (.integer(let one), .integer(let other)): one == other
    case (.text(let one), .text(let other)): one.utf8.elementsEqual(other.utf8)
    case (.blob(let one), .blob(let other)): one == other
    case (.flag(let one), .flag(let other)): one == other
    case (.null, .null): true
    default: false
    }
  }
}

/// The current row of a result; its columns count from 0. Valid only while it is being read.
package protocol Row {
  func isNull(_ column: Int32) -> Bool
  /// 0 for NULL.
  func integer(_ column: Int32) -> Int64
  /// False for NULL.
  func flag(_ column: Int32) -> Bool
  /// Empty for NULL.
  func text(_ column: Int32) -> String
  func blob(_ column: Int32) -> [UInt8]
}

extension Row {
  package func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }
  package func optionalInteger(_ column: Int32) -> Int64? {
    isNull(column) ? nil : integer(column)
  }
}

/// A connection to a database: what the accounts need of SQLite and of PostgreSQL. For one thread
/// at a time.
///
/// Statements are written once, in the SQL that both understand, with parameters `?1` or `?`.
package protocol DatabaseConnection: AnyObject {
  var engine: Engine { get }
  /// Whether a transaction is open. An engine may end one by itself: SQLite if the disk is full,
  /// PostgreSQL if the connection is lost.
  var isInTransaction: Bool { get }
  /// How many calls of `transaction` and `snapshot` enclose the current one.
  var depth: Int { get set }

  /// Runs statements without parameters or results, such as a migration.
  func execute(_ sql: String) throws(DatabaseError)

  /// Runs one statement.
  ///
  /// - Parameter read: called for each row of the result.
  /// - Returns: how many rows it changed.
  func perform(
    _ sql: String, _ values: [StoredValue], _ read: (any Row) -> Void
  ) throws(DatabaseError) -> Int

  /// Starts the outermost transaction: one that writes, or one whose reads are consistent.
  func begin(writes: Bool) throws(DatabaseError)
  /// Ends the outermost transaction. Its changes are on disk when this returns.
  func commit() throws(DatabaseError)
}

extension DatabaseConnection {
  /// Runs one statement and returns how many rows it changed.
  @discardableResult
  package func run(_ sql: String, _ values: StoredValue...) throws(DatabaseError) -> Int {
    try perform(sql, values) { _ in }
  }

  /// The first row of a result, or nil.
  package func first<T>(
    _ sql: String, _ values: StoredValue..., read: (any Row) -> T
  ) throws(DatabaseError) -> T? {
    var found: T?
    _ = try perform(sql, values) { row in
      if found == nil { found = read(row) }
    }
    return found
  }

  /// The number in the first column of a result; nil without rows, or for NULL.
  package func number(_ sql: String, _ values: StoredValue...) throws(DatabaseError) -> Int64? {
    var found: Int64?
    _ = try perform(sql, values) { row in found = found ?? row.optionalInteger(0) }
    return found
  }

  /// All rows of a result.
  package func all<T>(
    _ sql: String, _ values: StoredValue..., read: (any Row) -> T
  ) throws(DatabaseError) -> [T] {
    var rows: [T] = []
    _ = try perform(sql, values) { rows.append(read($0)) }
    return rows
  }

  /// Runs changes atomically: the outermost call is a write transaction, nested ones are
  /// savepoints.
  package func transaction<T>(
    _ body: () throws(DatabaseError) -> T
  ) throws(DatabaseError) -> T {
    try transaction(writes: true, body)
  }

  /// Runs reads on a consistent snapshot.
  package func snapshot<T>(_ body: () throws(DatabaseError) -> T) throws(DatabaseError) -> T {
    try transaction(writes: false, body)
  }

  private func transaction<T>(
    writes: Bool, _ body: () throws(DatabaseError) -> T
  ) throws(DatabaseError) -> T {
    let level = depth
    if level == 0 { try begin(writes: writes) } else { try execute("SAVEPOINT level\(level)") }
    depth = level + 1
    defer { depth = level }
    do throws(DatabaseError) {
      let value = try body()
      if level == 0 { try commit() } else { try execute("RELEASE level\(level)") }
      return value
    } catch {
      // The engine may already have rolled back the whole transaction.
      if isInTransaction {
        let undo = level == 0 ? "ROLLBACK" : "ROLLBACK TO level\(level); RELEASE level\(level)"
        // Report the first error.
        _ = try? execute(undo)
      }
      throw error
    }
  }

  /// Ends a sub-select that takes rows of a queue: rows that another transaction has locked are
  /// left to it. SQLite has one writer, so there is nothing to skip.
  package var skipLocked: String { engine == .postgresql ? "FOR UPDATE SKIP LOCKED" : "" }
}
