/// A code by which a device asks to be signed in (RFC 8628). The codes themselves are never stored.
public struct NewDeviceCode: Sendable {
  /// The hash of the secret that the device polls with.
  public let hash: [UInt8]
  /// The hash of the code that a person types.
  public let userCodeHash: [UInt8]
  /// The device of the session that may come of it.
  public let device: String?
  /// The hash of the network that the device asks from.
  public let network: [UInt8]
  /// Where the device asks from, as its person sees it.
  public let address: String
  /// In milliseconds since 1970.
  public let expiresAt: Int64
  /// How long the device has to wait between two polls, in milliseconds.
  public let pause: Int64

  public init(
    hash: [UInt8], userCodeHash: [UInt8], device: String?, network: [UInt8], address: String,
    expiresAt: Int64, pause: Int64
  ) {
    self.hash = hash
    self.userCodeHash = userCodeHash
    self.device = device
    self.network = network
    self.address = address
    self.expiresAt = expiresAt
    self.pause = pause
  }
}

/// What a person sees of a device's request before deciding.
public struct DeviceRequest: Hashable, Sendable {
  public let address: String
  /// In milliseconds since 1970.
  public let createdAt: Int64
}

/// What a device that polls is told.
public enum DeviceCodeState: Hashable, Sendable {
  /// Nobody has decided yet.
  case pending
  /// Nobody has decided yet, and the device polls too often: its pause is longer from now on.
  case tooOften
  case refused
  /// The code is too old, or was used, withdrawn or never given.
  case expired
  /// A person allowed it. The code is used up by that.
  case allowed(account: Int64, device: String?)
}

extension AccountDatabase {
  /// By how much a pause grows when a device polls too often: five seconds (RFC 8628, section 3.5).
  static let pauseGrowth: Int64 = 5000

  /// Adds a code; false if its network has as many open ones as it may have.
  public func addDeviceCode(_ code: NewDeviceCode, limit: Int) throws(DatabaseError) -> Bool {
    try transaction { () throws(DatabaseError) in
      try lock(.deviceCodes)
      let now = now()
      try connection.run("DELETE FROM device_code WHERE expires_at <= ?1", .integer(now))
      let open = try connection.number(
        "SELECT count(*) FROM device_code WHERE network = ?1", .blob(code.network))
      guard (open ?? 0) < Int64(limit) else { return false }
      // The first poll may come at once.
      return try connection.run(
        """
        INSERT INTO device_code (code_hash, user_code_hash, device, network, address, created_at,
          expires_at, pause, polled_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 0)
        ON CONFLICT (user_code_hash) DO NOTHING
        """, .blob(code.hash), .blob(code.userCodeHash), StoredValue(code.device),
        .blob(code.network), .text(code.address), .integer(now), .integer(code.expiresAt),
        .integer(code.pause)) > 0
    }
  }

  /// The undecided request with the code that a person typed; nil if there is none.
  public func deviceRequest(userCodeHash: [UInt8]) throws(DatabaseError) -> DeviceRequest? {
    try connection.first(
      """
      SELECT address, created_at FROM device_code
      WHERE user_code_hash = ?1 AND device_code.account IS NULL AND NOT is_refused
        AND expires_at > ?2
      """, .blob(userCodeHash), .integer(now())
    ) { DeviceRequest(address: $0.text(0), createdAt: $0.integer(1)) }
  }

  /// Lets a device sign in to an account; false if there is nothing to decide (any more).
  ///
  /// - Parameter session: the token's hash of the session that allows it. The code ends with this
  ///   session. If it has ended already, this throws `noAccount`.
  public func allowDevice(
    userCodeHash: [UInt8], account: Int64, by session: [UInt8]
  ) throws(DatabaseError) -> Bool {
    try transaction { () throws(DatabaseError) in
      // Whatever ends sessions of the account waits for this, or has been waited for.
      try lock(account: account)
      let isFound = try connection.run(
        """
        UPDATE device_code SET account = ?3
        WHERE user_code_hash = ?1 AND device_code.account IS NULL AND NOT is_refused
          AND expires_at > ?2
        """, .blob(userCodeHash), .integer(now()), .integer(account))
      guard isFound > 0 else { return false }
      // The update has waited for a transaction that ends all sessions, so look only now.
      guard case .session(let own) = try self.session(tokenHash: session), own.account == account
      else { throw .noAccount }
      try connection.run(
        "UPDATE device_code SET allowed_by = ?2 WHERE user_code_hash = ?1", .blob(userCodeHash),
        .blob(session))
      return true
    }
  }

  /// Refuses a device; false if there is nothing to decide (any more).
  public func refuseDevice(userCodeHash: [UInt8]) throws(DatabaseError) -> Bool {
    try connection.run(
      """
      UPDATE device_code SET is_refused = ?3
      WHERE user_code_hash = ?1 AND device_code.account IS NULL AND NOT is_refused
        AND expires_at > ?2
      """, .blob(userCodeHash), .integer(now()), .flag(true)) > 0
  }

  /// Tells a device that polls. An allowed code is taken by one poll alone.
  public func pollDeviceCode(hash: [UInt8]) throws(DatabaseError) -> DeviceCodeState {
    try transaction { () throws(DatabaseError) in
      let now = now()
      if let allowed = try consumeAllowedCode(hash: hash) { return allowed }
      let found = try connection.first(
        "SELECT is_refused, polled_at, pause FROM device_code WHERE code_hash = ?1 AND expires_at > ?2",
        .blob(hash), .integer(now)
      ) { ($0.flag(0), $0.integer(1), $0.integer(2)) }
      guard let (isRefused, polledAt, pause) = found else { return .expired }
      guard !isRefused else {
        try removeDeviceCode(hash: hash)
        return .refused
      }
      // Setting the clock back must not keep a device waiting.
      let isEarly = polledAt <= now && now < polledAt + pause
      try connection.run(
        "UPDATE device_code SET polled_at = ?2, pause = ?3 WHERE code_hash = ?1", .blob(hash),
        .integer(now), .integer(isEarly ? pause + Self.pauseGrowth : pause))
      return isEarly ? .tooOften : .pending
    }
  }

  /// Uses up a code that was allowed; nil if it was not (any more).
  private func consumeAllowedCode(hash: [UInt8]) throws(DatabaseError) -> DeviceCodeState? {
    let now = now()
    let account = try connection.number(
      """
      SELECT account FROM device_code
      WHERE code_hash = ?1 AND device_code.account IS NOT NULL AND expires_at > ?2
      """, .blob(hash), .integer(now))
    // What ends the sessions of the account either withdraws the code first, or ends the session
    // that begins with it.
    guard let account, try lockIfPresent(account: account) else { return nil }
    return try connection.first(
      """
      DELETE FROM device_code
      WHERE code_hash = ?1 AND device_code.account = ?3 AND expires_at > ?2 RETURNING device
      """, .blob(hash), .integer(now), .integer(account)
    ) { .allowed(account: account, device: $0.optionalText(0)) }
  }

  /// Withdraws the codes that an account, or any account, has allowed and whose devices have not
  /// fetched their session. Otherwise, a device that was signed out could fetch a new one.
  func removeAllowedCodes(account: Int64?) throws(DatabaseError) {
    guard let account else {
      try connection.run("DELETE FROM device_code WHERE device_code.account IS NOT NULL")
      return
    }
    try connection.run("DELETE FROM device_code WHERE device_code.account = ?1", .integer(account))
  }

  /// Withdraws a code.
  public func removeDeviceCode(hash: [UInt8]) throws(DatabaseError) {
    try connection.run("DELETE FROM device_code WHERE code_hash = ?1", .blob(hash))
  }
}
