extension AccountDatabase {
  /// Adds all accounts or none, each with a profile, in one transaction.
  ///
  /// - Parameter finish: the last part of the transaction, such as an entry in the audit log.
  /// - Returns: the places in the list of those whose login is taken. If there are any, nothing was
  ///   added.
  public func addAccounts(
    _ accounts: [NewAccount], then finish: () throws(DatabaseError) -> Void
  ) throws(DatabaseError) -> [Int] {
    var taken: [Int] = []
    do throws(DatabaseError) {
      try transaction { () throws(DatabaseError) in
        taken = []
        // Accounts without a profile can exist; those up to this id are none of ours.
        let last = try connection.number("SELECT max(id) FROM account")
        for (place, account) in accounts.enumerated() where try add(account) == nil {
          taken.append(place)
        }
        guard taken.isEmpty else { throw .loginTaken }
        try addFirstProfiles(after: last ?? 0)
        try finish()
      }
    } catch {
      guard error == .loginTaken else { throw error }
    }
    return taken
  }

  /// Gives each account without a profile one with the user's name: two statements for all.
  private func addFirstProfiles(after id: Int64) throws(DatabaseError) {
    try connection.run(
      """
      INSERT INTO profile (account, name, language_code)
      SELECT account.id, account.name, account.preferred_locale FROM account
      WHERE account.id > ?1 AND account.active_profile IS NULL
      """, .integer(id))
    try connection.run(
      """
      UPDATE account SET active_profile =
        (SELECT min(profile.id) FROM profile WHERE profile.account = account.id)
      WHERE id > ?1 AND active_profile IS NULL
      """, .integer(id))
  }

  /// Replaces a password's hash by another one of the same password, made with other costs. Ends no
  /// session, and does nothing if the password was changed meanwhile.
  public func replacePasswordHash(
    _ old: String, by new: String, account: Int64
  ) throws(DatabaseError) {
    try connection.run(
      "UPDATE account SET password_hash = ?1 WHERE id = ?2 AND password_hash = ?3", .text(new),
      .integer(account), .text(old))
  }
}
