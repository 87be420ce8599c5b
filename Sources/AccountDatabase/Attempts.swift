/// A limit of attempts under one key, such as ten failures in a quarter of an hour.
public struct AttemptLimit: Hashable, Sendable {
  /// The hash of what is limited: a login, an address.
  public let key: [UInt8]
  public let count: Int
  /// Milliseconds.
  public let window: Int64

  public init(key: [UInt8], count: Int, window: Int64) {
    self.key = key
    self.count = count
    self.window = window
  }
}

extension AccountDatabase {
  /// Counts one attempt under all limits, before it is judged, so that many at once cannot pass
  /// together; nothing is counted where one limit is reached: then the milliseconds to wait.
  public func countAttempt(_ limits: [AttemptLimit]) throws(DatabaseError) -> Int64? {
    try transaction { () throws(DatabaseError) in
      let now = now()
      var wait: Int64 = 0
      for limit in limits {
        let found = try connection.first(
          "SELECT count, since FROM attempt WHERE key = ?", .blob(limit.key)
        ) { ($0.integer(0), $0.integer(1)) }
        // A clock that was put back must not lock anybody out.
        guard let (count, since) = found, since <= now, now - since < limit.window else {
          try connection.run("DELETE FROM attempt WHERE key = ?", .blob(limit.key))
          continue
        }
        if count >= Int64(limit.count) { wait = max(wait, since + limit.window - now) }
      }
      if wait > 0 { return wait }
      for limit in limits {
        try connection.run(
          """
          INSERT INTO attempt (key, count, since) VALUES (?, 1, ?)
          ON CONFLICT DO UPDATE SET count = count + 1
          """, .blob(limit.key), .integer(now))
      }
      let longest = limits.map(\.window).max() ?? 0
      try connection.run("DELETE FROM attempt WHERE since < ?", .integer(now - longest))
      return nil
    }
  }

  /// Takes one attempt back that turned out right.
  public func forgetAttempt(_ limits: [AttemptLimit]) throws(DatabaseError) {
    try transaction { () throws(DatabaseError) in
      for limit in limits {
        try connection.run(
          "UPDATE attempt SET count = max(0, count - 1) WHERE key = ?", .blob(limit.key))
      }
    }
  }
}
