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

/// A session as it was looked up, and its account unless the session is not valid.
public typealias SessionWithAccount = (state: SessionState, account: Account?)

/// Puts a session together with its account, from one row or more.
private struct FoundSession {
  static let query = """
    SELECT session.account, expires_at, session.device, token_hash,
      \(AccountReading.columns)
    FROM session JOIN account ON account.id = session.account
    LEFT JOIN profile ON profile.account = account.id
    """

  private var state = SessionState.unknown
  private var account = AccountReading(after: 4)

  mutating func read(_ row: any Row, _ now: Int64) {
    state = SessionState(row, now)
    account.read(row)
  }

  var result: SessionWithAccount {
    if case .session = state { (state, account.account) } else { (state, nil) }
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
  /// The size of a token's hash in bytes.
  private static let hashSize = 32
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
      if ended > 0 { dropped.append("\(ended) oldest sessions of account \(account)") }
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

  /// Looks up a session, and reads its account in the same statement.
  public func sessionWithAccount(tokenHash: [UInt8]) throws(DatabaseError) -> SessionWithAccount {
    let now = now()
    var found = FoundSession()
    _ = try connection.perform(
      "\(FoundSession.query) WHERE token_hash = ? ORDER BY profile.id", [.blob(tokenHash)]
    ) { found.read($0, now) }
    return found.result
  }

  /// The maximum number of sessions that are looked up in one statement.
  public static let sessionsAtOnce = 16

  /// Looks up several sessions, and reads their accounts: with PostgreSQL, in one statement if they
  /// are not more than `sessionsAtOnce`.
  ///
  /// - Returns: one result for each token's hash, in this order.
  public func sessionsWithAccounts(
    tokenHashes: [[UInt8]]
  ) throws(DatabaseError) -> [SessionWithAccount] {
    // A session that is asked for twice is read once.
    let asked = Set(tokenHashes)
    guard connection.engine == .postgresql, (2...Self.sessionsAtOnce).contains(asked.count),
      asked.allSatisfy({ $0.count == Self.hashSize })
    else {
      var results: [SessionWithAccount] = []
      for hash in tokenHashes { results.append(try sessionWithAccount(tokenHash: hash)) }
      return results
    }
    let now = now()
    var found: [[UInt8]: FoundSession] = [:]
    // With OFFSET, the inner query stays as it is: one look-up by key for each session. Without it,
    // PostgreSQL may read whole tables where they are small. The number of places is constant, so
    // that one plan is as good as another, and PostgreSQL keeps it.
    _ = try connection.perform(
      """
      SELECT found.* FROM generate_series(0, \(Self.sessionsAtOnce - 1)) place, LATERAL (
        \(FoundSession.query)
        WHERE token_hash = substr(CAST(? AS BYTEA), place * \(Self.hashSize) + 1, \(Self.hashSize))
        ORDER BY profile.id OFFSET 0) found
      """, [.blob(asked.flatMap { $0 })]
    ) { row in
      found[row.blob(3), default: FoundSession()].read(row, now)
    }
    return tokenHashes.map { found[$0, default: FoundSession()].result }
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
