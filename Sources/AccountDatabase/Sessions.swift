/// What a token's hash was found to be.
public enum SessionState: Hashable, Sendable {
  case session(Session)
  case expired
  case unknown
}

/// A session that lives: whose it is, and the device that it speaks for; nil until its first choice
/// where signing in named none.
public struct Session: Hashable, Sendable {
  public let account: Int64
  public let device: String?

  public init(account: Int64, device: String?) {
    self.account = account
    self.device = device
  }
}

extension AccountDatabase {
  /// The most sessions of an account; the newest stay.
  static let sessionLimit = 50
  /// How long an ended session is still told from an unknown one: 30 days in milliseconds.
  static let expiredKept: Int64 = 30 * 86_400_000

  /// Begins a session by the hash of its token; the token itself is never stored. A device has one
  /// session: an earlier one of it ends.
  public func addSession(
    tokenHash: [UInt8], account: Int64, device: String? = nil, expiresAt: Int64
  ) throws(DatabaseError) {
    try transaction { () throws(DatabaseError) in
      _ = try self.account(existing: account)
      let now = now()
      if let device {
        try connection.run(
          "DELETE FROM session WHERE account = ? AND device = ?", .integer(account), .text(device))
      }
      try connection.run(
        """
        INSERT INTO session (token_hash, account, device, created_at, expires_at)
        VALUES (?, ?, ?, ?, ?)
        """, .blob(tokenHash), .integer(account), StoredValue(device), .integer(now),
        .integer(expiresAt))
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
      "SELECT account, expires_at, device FROM session WHERE token_hash = ?", .blob(tokenHash)
    ) { ($0.integer(0), $0.integer(1), $0.optionalText(2)) }
    guard let (account, expiresAt, device) = found else { return .unknown }
    return expiresAt > now() ? .session(Session(account: account, device: device)) : .expired
  }

  /// Lets a session speak for a device: a session that is bound to none yet is bound to it; one that
  /// is bound to another refuses.
  public func speak(for device: String, tokenHash: [UInt8]) throws(DatabaseError) {
    try connection.run(
      "UPDATE session SET device = ? WHERE token_hash = ? AND device IS NULL", .text(device),
      .blob(tokenHash))
    let bound = try connection.first(
      "SELECT device FROM session WHERE token_hash = ?", .blob(tokenHash)
    ) { $0.text(0) }
    // The session may have ended since its token was looked up.
    guard let bound else { throw .noAccount }
    guard bound == device else { throw .otherDevice }
  }

  public func removeSession(tokenHash: [UInt8]) throws(DatabaseError) {
    try connection.run("DELETE FROM session WHERE token_hash = ?", .blob(tokenHash))
  }

  /// Ends all sessions, or those of one account; how many there were.
  @discardableResult
  public func removeSessions(account: Int64? = nil) throws(DatabaseError) -> Int {
    guard let account else { return try connection.run("DELETE FROM session") }
    return try connection.run("DELETE FROM session WHERE account = ?", .integer(account))
  }
}
