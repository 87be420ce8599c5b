/// What a token's hash was found to be.
public enum SessionState: Hashable, Sendable {
  case account(Int64)
  case expired
  case unknown
}

extension AccountDatabase {
  /// The most sessions of an account; the newest stay.
  static let sessionLimit = 50
  /// How long an ended session is still told from an unknown one: 30 days in milliseconds.
  static let expiredKept: Int64 = 30 * 86_400_000

  /// Begins a session by the hash of its token; the token itself is never stored.
  public func addSession(
    tokenHash: [UInt8], account: Int64, expiresAt: Int64
  ) throws(DatabaseError) {
    try transaction { () throws(DatabaseError) in
      _ = try self.account(existing: account)
      let now = now()
      try connection.run(
        "INSERT INTO session (token_hash, account, created_at, expires_at) VALUES (?, ?, ?, ?)",
        .blob(tokenHash), .integer(account), .integer(now), .integer(expiresAt))
      try connection.run(
        "DELETE FROM session WHERE expires_at < ?", .integer(now - Self.expiredKept))
      try connection.run(
        """
        DELETE FROM session WHERE account = ?1 AND token_hash IN (
          SELECT token_hash FROM session WHERE account = ?1
          ORDER BY created_at DESC LIMIT -1 OFFSET ?2)
        """, .integer(account), .integer(Int64(Self.sessionLimit)))
    }
  }

  /// Whose session it is.
  public func session(tokenHash: [UInt8]) throws(DatabaseError) -> SessionState {
    let found = try connection.first(
      "SELECT account, expires_at FROM session WHERE token_hash = ?", .blob(tokenHash)
    ) { ($0.integer(0), $0.integer(1)) }
    guard let (account, expiresAt) = found else { return .unknown }
    return expiresAt > now() ? .account(account) : .expired
  }

  public func removeSession(tokenHash: [UInt8]) throws(DatabaseError) {
    try connection.run("DELETE FROM session WHERE token_hash = ?", .blob(tokenHash))
  }
}
