import AccountDatabase

extension AccountDatabase {
  /// Takes the due notices with a lease that ends at once.
  func due() throws(DatabaseError) -> [Notice] {
    try claimNotices(limit: 100, lease: "test", for: 0)
  }
}
