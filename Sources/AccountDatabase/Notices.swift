/// A message to an account's person that its language was changed, not delivered yet (R46).
public struct Notice: Hashable, Sendable {
  public let id: Int64
  /// The person's address and name.
  public let email: String
  public let name: String
  public let login: String
  /// The language that was chosen.
  public let language: String
  /// Milliseconds since 1970.
  public let createdAt: Int64
}

extension AccountDatabase {
  /// The notices that wait, the oldest first. They are queued by the change itself, in its
  /// transaction, so that a crash loses none.
  public func waitingNotices(limit: Int = 100) throws(DatabaseError) -> [Notice] {
    try connection.all(
      """
      SELECT notice.id, email, name, login, language, created_at
      FROM notice JOIN account ON account.id = account WHERE email IS NOT NULL
      ORDER BY notice.id LIMIT ?
      """, .integer(Int64(limit))
    ) {
      Notice(
        id: $0.integer(0), email: $0.text(1), name: $0.text(2), login: $0.text(3),
        language: $0.text(4), createdAt: $0.integer(5))
    }
  }

  /// Takes delivered notices off the queue.
  public func removeNotices(_ ids: [Int64]) throws(DatabaseError) {
    try transaction { () throws(DatabaseError) in
      for id in ids { try connection.run("DELETE FROM notice WHERE id = ?", .integer(id)) }
    }
  }
}
