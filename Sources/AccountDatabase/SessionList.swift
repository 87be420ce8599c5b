/// A session in a list.
public struct ListedSession: Hashable, Sendable {
  public let tokenHash: [UInt8]
  public let device: String?
  /// Milliseconds since 1970.
  public let createdAt: Int64
  public let expiresAt: Int64

  /// The session's number for people: the first 16 hexadecimal digits of its token's hash, which
  /// tell nothing about the token.
  public var number: String {
    tokenHash.prefix(8).map { byte in
      let digits = String(byte, radix: 16)
      return byte < 16 ? "0\(digits)" : digits
    }.joined()
  }
}

extension AccountDatabase {
  /// The sessions of an account that have not expired, oldest first.
  public func sessions(account: Int64) throws(DatabaseError) -> [ListedSession] {
    try connection.all(
      """
      SELECT session.token_hash, session.device, session.created_at, session.expires_at
      FROM session WHERE session.account = ?1 AND session.expires_at > ?2
      ORDER BY session.created_at, session.token_hash
      """, .integer(account), .integer(now())
    ) {
      ListedSession(
        tokenHash: $0.blob(0), device: $0.optionalText(1), createdAt: $0.integer(2),
        expiresAt: $0.integer(3))
    }
  }

  /// Ends the session of an account with a number; false if there is none.
  public func removeSession(number: String, account: Int64) throws(DatabaseError) -> Bool {
    try transaction { () throws(DatabaseError) in
      let found = try sessions(account: account).filter { $0.number == number }
      for session in found { try removeSession(tokenHash: session.tokenHash) }
      return !found.isEmpty
    }
  }
}
