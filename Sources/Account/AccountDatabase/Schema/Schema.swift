/// The tables of the database, as steps between versions.
package enum Schema {
  /// The bytes `Lisn`, which identify this program's databases: in the header of a file, and in
  /// the names of locks.
  package static let applicationID: Int64 = 0x4C69_736E

  /// The version of release 1.0.0. No release had an earlier one.
  private static let first = 5

  package static var version: Int { first + migrations.count - 1 }

  /// The first step makes the first version, and each leads to the next one. A released step is never
  /// changed.
  private static let migrations: [Migration] = [.release, .withdrawal, .changes, .identity]

  /// The steps from a version to this program's; nil for a version that no release had.
  ///
  /// - Parameter version: 0 for an empty database.
  package static func steps(from version: Int) -> ArraySlice<Migration>? {
    if version == 0 { return migrations[...] }
    return version < first ? nil : migrations[(version - first + 1)...]
  }
}

/// A step between two versions of the schema. Servers of the version before it run beside those of
/// the version after it while they are exchanged, so a step only adds: tables, indexes, and columns
/// with a default.
package struct Migration: Sendable {
  /// The statements for SQLite.
  package let sqlite: String
  /// The statements for PostgreSQL.
  package let postgresql: String
}
