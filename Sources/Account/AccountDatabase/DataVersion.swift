extension AccountDatabase {
  /// A number that changes when another connection has committed to the same SQLite file (`PRAGMA
  /// data_version`).
  public func dataVersion() throws(DatabaseError) -> Int64? {
    try connection.number("PRAGMA data_version")
  }
}
