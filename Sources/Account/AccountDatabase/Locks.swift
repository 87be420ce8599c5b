/// What belongs to no single account and is changed by one transaction at a time.
package enum SharedLock: Int64 {
  /// Languages, markets and flags.
  case configuration = 1
  /// The version of the schema.
  case schema = 2
  /// The codes by which devices sign in.
  case deviceCodes = 3
}

extension AccountDatabase {
  /// Keeps other transactions from changing an account until this one ends. A change that decides
  /// by what it has read calls this first; SQLite has one writer, so nothing is left to lock.
  ///
  /// A transaction that needs several locks takes shared ones first, then accounts in ascending
  /// order.
  package func lock(account: Int64) throws(DatabaseError) {
    guard try lockIfPresent(account: account) else { throw .noAccount }
  }

  /// Like `lock`; false if the account does not exist.
  func lockIfPresent(account: Int64) throws(DatabaseError) -> Bool {
    let row = connection.engine == .postgresql ? " FOR NO KEY UPDATE" : ""
    return try connection.number(
      "SELECT 1 FROM account WHERE id = ?\(row)", .integer(account)) != nil
  }

  /// Keeps other transactions from changing the code of any device, as one does that ends the
  /// sessions of all accounts, which it cannot lock one by one.
  func lockDeviceCodes() throws(DatabaseError) {
    guard connection.engine == .postgresql else { return }
    try connection.execute("LOCK TABLE device_code IN SHARE ROW EXCLUSIVE MODE")
  }

  /// Lets one transaction at a time change what a shared lock stands for.
  package func lock(_ lock: SharedLock) throws(DatabaseError) {
    guard connection.engine == .postgresql else { return }
    try connection.run(
      "SELECT pg_advisory_xact_lock(?)", .integer(Schema.applicationID << 32 | lock.rawValue))
  }
}
