import AccountModel

/// The result of looking up a token's hash.
public enum SessionState: Hashable, Sendable {
  case session(Session)
  case expired
  case unknown
}

extension SessionState {
  /// From a row of account, end and device.
  fileprivate init(_ row: any Row, _ now: Int64) {
    self =
      row.integer(1) > now
      ? .session(Session(account: row.integer(0), device: row.optionalText(2))) : .expired
  }
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
    let now = now()
    return try connection.first(
      "SELECT session.account, expires_at, device FROM session WHERE token_hash = ?",
      .blob(tokenHash)
    ) { SessionState($0, now) } ?? .unknown
  }

  /// Looks up a session, and reads its account in the same statement; nil unless it is valid.
  public func sessionWithAccount(
    tokenHash: [UInt8]
  ) throws(DatabaseError) -> (state: SessionState, account: Account?) {
    let now = now()
    var state = SessionState.unknown
    var reading = AccountReading(after: 3)
    _ = try connection.perform(
      """
      SELECT session.account, expires_at, session.device, \(AccountReading.columns) FROM session
      JOIN account ON account.id = session.account
      LEFT JOIN profile ON profile.account = account.id
      WHERE token_hash = ? ORDER BY profile.id
      """, [.blob(tokenHash)]
    ) { row in
      state = SessionState(row, now)
      reading.read(row)
    }
    guard case .session = state else { return (state, nil) }
    return (state, reading.account)
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
