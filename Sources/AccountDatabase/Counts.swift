// Numbers for an operator.

extension AccountDatabase {
  /// The notices that wait to be sent, due or not.
  public func waitingNotices() throws(DatabaseError) -> Int {
    Int(clamping: try connection.first("SELECT count(*) FROM notice") { $0.integer(0) } ?? 0)
  }

  /// The codes of devices that nobody has decided about.
  public func openDeviceCodes() throws(DatabaseError) -> Int {
    let count = try connection.first(
      """
      SELECT count(*) FROM device_code
      WHERE device_code.account IS NULL AND NOT is_refused AND expires_at > ?1
      """, .integer(now())
    ) { $0.integer(0) }
    return Int(clamping: count ?? 0)
  }
}
