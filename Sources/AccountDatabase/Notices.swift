/// When language changes are notified (R46): after a quiet time, and with a limit per hour.
public struct NoticeTiming: Hashable, Sendable {
  /// How long a language must stay unchanged before its notice, in milliseconds. Continual changes
  /// delay the notice by at most ten times as long.
  public var quiet: Int64
  /// The maximum number of notices per account and hour.
  public var anHour: Int

  public init(quiet: Int64 = 60_000, anHour: Int = 4) {
    self.quiet = quiet
    self.anHour = anHour
  }
}

/// A pending notice to a user that the account's language was changed (R46).
public struct Notice: Hashable, Sendable {
  public let account: Int64
  /// The user's address and name.
  public let email: String
  public let name: String
  public let login: String
  /// The new language.
  public let language: String
  /// The time of the change in milliseconds since 1970. With the account it identifies the notice.
  public let createdAt: Int64
}

extension AccountDatabase {
  private static let hour: Int64 = 3_600_000

  /// The due notices, oldest first. Each is queued in the transaction of its change, so that a
  /// crash loses none.
  public func dueNotices(limit: Int = 100) throws(DatabaseError) -> [Notice] {
    try connection.all(
      """
      SELECT notice.account, email, name, login, language, created_at
      FROM notice JOIN account ON account.id = notice.account WHERE email IS NOT NULL AND due_at <= ?
      ORDER BY due_at LIMIT ?
      """, .integer(now()), .integer(Int64(limit))
    ) {
      Notice(
        account: $0.integer(0), email: $0.text(1), name: $0.text(2), login: $0.text(3),
        language: $0.text(4), createdAt: $0.integer(5))
    }
  }

  /// The milliseconds until the next notice is due; nil if there is none.
  public func nextNotice() throws(DatabaseError) -> Int64? {
    let due = try connection.first("SELECT min(due_at) FROM notice") { $0.optionalInteger(0) }
    guard let due, let due else { return nil }
    return max(0, due - now())
  }

  /// Removes a delivered notice from the queue. If the language has changed since, queues a notice
  /// of the current one.
  public func removeNotice(
    _ notice: Notice, timing: NoticeTiming
  ) throws(DatabaseError) {
    try transaction { () throws(DatabaseError) in
      let now = now()
      try connection.run(
        "INSERT INTO told (account, at) SELECT id, CAST(? AS BIGINT) FROM account WHERE id = ?",
        .integer(now),
        .integer(notice.account))
      try connection.run("DELETE FROM notice WHERE account = ?", .integer(notice.account))
      let present = try connection.first(
        "SELECT preferred_locale FROM account WHERE id = ?", .integer(notice.account)
      ) { $0.text(0) }
      guard let present, present != notice.language else { return }
      try queue(present, insteadOf: notice.language, since: now, notice.account, timing)
    }
  }

  /// Queues a notice of a new language. If the account returns to the language that the user last
  /// heard of, removes the pending notice.
  func queueNotice(of language: String, _ account: Int64) throws(DatabaseError) {
    guard notices != nil else { return }
    let former = try connection.first(
      """
      SELECT preferred_locale FROM account
      WHERE id = ? AND preferred_locale <> ? AND email IS NOT NULL
      """, .integer(account), .text(language)
    ) { $0.text(0) }
    if let former { try queueNotice(of: language, insteadOf: former, account) }
  }

  /// Queues a notice to somebody with an address whose language was `former` until this transaction.
  func queueNotice(
    of language: String, insteadOf former: String, _ account: Int64
  ) throws(DatabaseError) {
    guard let timing = notices else { return }
    let now = now()
    let waiting = try connection.first(
      "SELECT former, first_at FROM notice WHERE account = ?", .integer(account)
    ) { ($0.text(0), $0.integer(1)) }
    if let waiting, waiting.0 == language {
      try connection.run("DELETE FROM notice WHERE account = ?", .integer(account))
      return
    }
    // Setting the clock back must not delay a notice for years.
    try queue(
      language, insteadOf: waiting?.0 ?? former, since: min(waiting?.1 ?? now, now), account,
      timing)
  }

  /// Replaces the pending notice. `former` is the language that the user last heard of, and `first`
  /// the time when it was first changed.
  private func queue(
    _ language: String, insteadOf former: String, since first: Int64, _ account: Int64,
    _ timing: NoticeTiming
  ) throws(DatabaseError) {
    let now = now()
    let due = max(
      min(now + timing.quiet, first + 10 * timing.quiet), try earliestNotice(account, timing, now))
    try connection.run(
      """
      INSERT INTO notice (account, former, language, first_at, created_at, due_at)
      VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (account) DO UPDATE SET language = excluded.language, first_at = excluded.first_at,
        created_at = excluded.created_at, due_at = excluded.due_at
      """, .integer(account), .text(former), .text(language), .integer(first), .integer(now),
      .integer(due))
  }

  /// The earliest time for another notice to the account.
  private func earliestNotice(
    _ account: Int64, _ timing: NoticeTiming, _ now: Int64
  ) throws(DatabaseError) -> Int64 {
    try connection.run(
      "DELETE FROM told WHERE account = ? AND (at <= ? OR at > ?)", .integer(account),
      .integer(now - Self.hour), .integer(now))
    let last = try connection.first(
      "SELECT at FROM told WHERE account = ? ORDER BY at DESC LIMIT 1 OFFSET ?",
      .integer(account), .integer(Int64(timing.anHour - 1))
    ) { $0.integer(0) }
    return last.map { $0 + Self.hour } ?? now
  }
}
