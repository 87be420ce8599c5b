import AccountDatabase

extension AccountDatabase {
  /// All accounts, of which there are few.
  func accounts() throws(DatabaseError) -> [ListedAccount] { try accounts(limit: 1000) }
}
