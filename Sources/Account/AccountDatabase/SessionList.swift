import AccountModel

/// What a session belongs to.
public enum SessionKind: String, Hashable, Sendable {
  case app
  case browser
}

/// A session in a list.
public struct ListedSession: Hashable, Sendable {
  /// Nobody can use a session by its token's hash.
  public let tokenHash: [UInt8]
  public let kind: SessionKind
  public let device: String?
  /// In milliseconds since 1970.
  public let createdAt: Int64
  /// In milliseconds since 1970.
  public let expiresAt: Int64

  /// The session's number for people: the first 16 hexadecimal digits of its token's hash, which
  /// tell nothing about the token.
  public var number: String {
    tokenHash.prefix(8).reduce(into: "") { $0 += ($1 < 16 ? "0" : "") + String($1, radix: 16) }
  }
}

extension AccountDatabase {
  /// The valid sessions of an account, the newest first.
  public func sessions(account: Int64) throws(DatabaseError) -> [ListedSession] {
    try connection.all(
      """
      SELECT token_hash, kind, session.device, created_at, expires_at FROM session
      WHERE session.account = ?1 AND expires_at > ?2 ORDER BY created_at DESC, token_hash
      """, .integer(account), .integer(now())
    ) {
      ListedSession(
        tokenHash: $0.blob(0), kind: SessionKind(rawValue: $0.text(1)) ?? .app,
        device: $0.optionalText(2), createdAt: $0.integer(3), expiresAt: $0.integer(4))
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

  /// Ends one session of an account; false if it has none with this hash.
  @discardableResult
  public func removeSession(tokenHash: [UInt8], account: Int64) throws(DatabaseError) -> Bool {
    try connection.run(
      "DELETE FROM session WHERE token_hash = ?1 AND session.account = ?2", .blob(tokenHash),
      .integer(account)) > 0
  }

  /// Ends the sessions of an account except one, and the codes of devices that were allowed.
  public func removeSessions(
    account: Int64, except tokenHash: [UInt8]
  ) throws(DatabaseError) {
    try transaction { () throws(DatabaseError) in
      try lock(account: account)
      try removeAllowedCodes(account: account)
      try connection.run(
        "DELETE FROM session WHERE session.account = ?1 AND token_hash <> ?2", .integer(account),
        .blob(tokenHash))
    }
  }

  /// Applies a choice that a device makes now and whose number this database gives: the next one
  /// of the device (R37).
  public func choose(
    _ language: String, device: String, account: Int64
  ) throws(DatabaseError) -> ChoiceOutcome {
    try transaction { () throws(DatabaseError) in
      try lock(account: account)
      let last = try connection.number(
        "SELECT sequence FROM device WHERE device.account = ?1 AND device.device = ?2",
        .integer(account), .text(device))
      let origin = ChoiceOrigin(device: device, sequence: (last ?? 0) + 1, chosenAt: now())
      return try apply(Choice(language: language, origin: origin), account: account)
    }
  }
}
