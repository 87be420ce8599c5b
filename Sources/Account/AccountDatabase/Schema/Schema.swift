/// The tables of the database, as steps between versions.
package enum Schema {
  /// The bytes `Lisn`, which identify this program's databases: in the header of a file, and in
  /// the names of locks.
  package static let applicationID: Int64 = 0x4C69_736E

  package static var version: Int { migrations.count }

  /// Step n leads from version n to n + 1. A released step is never changed.
  package static let migrations: [Migration] = [
    .accounts, .notices, .audit, .mail, .web, .withdrawal, .changes, .identity,
  ]
}

/// A step between two versions of the schema. Servers of the version before it run beside those of
/// the version after it while they are exchanged, so a step only adds: tables, indexes, and columns
/// with a default.
package struct Migration: Sendable {
  /// The statements for SQLite.
  package let sqlite: String
  /// The statements for PostgreSQL.
  package let postgresql: String
  /// The oldest version whose programs can work with the database after this step.
  package let oldestReader: Int

  /// - Parameter oldestReader: 0 if all earlier programs can go on.
  package init(sqlite: String, postgresql: String, oldestReader: Int = 0) {
    self.sqlite = sqlite
    self.postgresql = postgresql
    self.oldestReader = oldestReader
  }
}
