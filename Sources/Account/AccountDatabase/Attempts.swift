/// A limit of failed attempts under one key, such as ten in a quarter of an hour.
public struct AttemptLimit: Hashable, Sendable {
  /// The hash of the limited login or address.
  public let key: [UInt8]
  public let count: Int
  /// The length of the window in milliseconds.
  public let window: Int64

  public init(key: [UInt8], count: Int, window: Int64) {
    self.key = key
    self.count = count
    self.window = window
  }
}

extension AccountDatabase {
  /// The maximum number of stored keys; the oldest are removed first. The cost of each failure
  /// keeps the number far below this.
  static let attemptLimit = 50_000

  /// The counted failures under a key, and the milliseconds until they expire.
  public func failures(_ limit: AttemptLimit) throws(DatabaseError) -> (count: Int, wait: Int64) {
    let now = now()
    let found = try connection.first(
      "SELECT count, since FROM attempt WHERE key = ?", .blob(limit.key)
    ) { ($0.integer(0), $0.integer(1)) }
    // Setting the clock back must not lock anybody out.
    guard let (count, since) = found, since <= now, now - since < limit.window else {
      return (0, 0)
    }
    return (Int(clamping: count), since + limit.window - now)
  }

  /// Counts a failure under all limits.
  public func countFailure(_ limits: [AttemptLimit]) throws(DatabaseError) {
    try transaction { () throws(DatabaseError) in
      let now = now()
      // Two transactions with the same keys must take them in the same order.
      for limit in limits.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
        // A window that has passed, or that begins in the future, begins anew.
        try connection.run(
          """
          INSERT INTO attempt (key, count, since) VALUES (?1, 1, ?2)
          ON CONFLICT (key) DO UPDATE SET
            count = CASE WHEN attempt.since > ?2 OR attempt.since <= ?3 THEN 1
              ELSE attempt.count + 1 END,
            since = CASE WHEN attempt.since > ?2 OR attempt.since <= ?3 THEN ?2
              ELSE attempt.since END
          """, .blob(limit.key), .integer(now), .integer(now - limit.window))
      }
      let longest = limits.map(\.window).max() ?? 0
      try connection.run(
        "DELETE FROM attempt WHERE since < ? OR since > ?", .integer(now - longest), .integer(now))
      let rows = try connection.number("SELECT count(*) FROM attempt") ?? 0
      guard rows > Int64(Self.attemptLimit) else { return }
      let forgotten = try connection.run(
        "DELETE FROM attempt WHERE key IN (SELECT key FROM attempt ORDER BY since LIMIT ?)",
        .integer(rows - Int64(Self.attemptLimit)))
      if forgotten > 0 { dropped.append("\(forgotten) oldest keys of counted attempts") }
    }
  }

  /// Clears the failures under a key, after a success or by an administrator.
  public func forgetFailures(_ key: [UInt8]) throws(DatabaseError) {
    try connection.run("DELETE FROM attempt WHERE key = ?", .blob(key))
  }
}
