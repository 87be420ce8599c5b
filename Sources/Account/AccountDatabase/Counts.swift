// Numbers for an operator.

extension AccountDatabase {
  /// The codes of devices that nobody has decided about.
  public func openDeviceCodes() throws(DatabaseError) -> Int {
    let count = try connection.number(
      """
      SELECT count(*) FROM device_code
      WHERE device_code.account IS NULL AND NOT is_refused AND expires_at > ?1
      """, .integer(now()))
    return Int(clamping: count ?? 0)
  }
}
