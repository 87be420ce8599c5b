import AccountModel

/// The result of looking up a token's hash.
public enum SessionState: Hashable, Sendable {
  case session(Session)
  case expired
  case unknown
}

/// A valid session: its account and its device. The device is nil until the session's first choice
/// if the sign-in named none.
public struct Session: Hashable, Sendable {
  public let account: Int64
  public let device: String?

  public init(account: Int64, device: String?) {
    self.account = account
    self.device = device
  }
}

extension AccountDatabase {
  /// How long an expired session is distinguished from an unknown one: 30 days in milliseconds.
  static let expiredKept: Int64 = 30 * 86_400_000

  /// Adds a session by its token's hash; the token itself is never stored. A device has only one
  /// session, so an earlier one ends.
  ///
  /// - Returns: how many of the account's oldest sessions ended because there were too many.
  @discardableResult
  public func addSession(
    tokenHash: [UInt8], account: Int64, device: String? = nil, kind: SessionKind = .app,
    expiresAt: Int64
  ) throws(DatabaseError) -> Int {
    try transaction { () throws(DatabaseError) in
      try lock(account: account)
      let now = now()
      if let device {
        try connection.run(
          "DELETE FROM session WHERE account = ? AND device = ?", .integer(account), .text(device))
      }
      try connection.run(
        """
        INSERT INTO session (token_hash, account, device, kind, created_at, expires_at)
        VALUES (?, ?, ?, ?, ?, ?)
        """, .blob(tokenHash), .integer(account), StoredValue(device), .text(kind.rawValue),
        .integer(now), .integer(expiresAt))
      try connection.run(
        "DELETE FROM session WHERE expires_at < ?", .integer(now - Self.expiredKept))
      let ended = try connection.run(
        """
        DELETE FROM session WHERE account = ?1 AND token_hash IN (
          SELECT token_hash FROM session WHERE account = ?1
          ORDER BY created_at DESC LIMIT ?3 OFFSET ?2)
        """, .integer(account), .integer(Int64(Bounds.sessions)), .integer(.max))
      if ended > 0 { dropped.append(.sessions(ended, account: account)) }
      return ended
    }
  }

  /// Looks up a session.
  public func session(tokenHash: [UInt8]) throws(DatabaseError) -> SessionState {
    let found = try connection.first(
      "SELECT account, expires_at, device FROM session WHERE token_hash = ?", .blob(tokenHash)
    ) { ($0.integer(0), $0.integer(1), $0.optionalText(2)) }
    guard let (account, expiresAt, device) = found else { return .unknown }
    return expiresAt > now() ? .session(Session(account: account, device: device)) : .expired
  }

  /// Binds a session to a device if it has none; throws if it is bound to another one.
  public func speak(for device: String, tokenHash: [UInt8]) throws(DatabaseError) {
    try connection.run(
      "UPDATE session SET device = ? WHERE token_hash = ? AND device IS NULL", .text(device),
      .blob(tokenHash))
    let bound = try connection.first(
      "SELECT device FROM session WHERE token_hash = ?", .blob(tokenHash)
    ) { $0.text(0) }
    // The session may have ended since the look-up.
    guard let bound else { throw .noAccount }
    guard bound == device else { throw .otherDevice }
  }

  public func removeSession(tokenHash: [UInt8]) throws(DatabaseError) {
    try connection.run("DELETE FROM session WHERE token_hash = ?", .blob(tokenHash))
  }

  /// Ends all sessions, or those of one account; returns their number. The codes of devices that
  /// were allowed end as well.
  @discardableResult
  public func removeSessions(account: Int64? = nil) throws(DatabaseError) -> Int {
    try transaction { () throws(DatabaseError) in
      if let account { try lock(account: account) } else { try lockDeviceCodes() }
      try removeAllowedCodes(account: account)
      guard let account else { return try connection.run("DELETE FROM session") }
      return try connection.run("DELETE FROM session WHERE account = ?", .integer(account))
    }
  }
}
