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

extension AccountDatabase {
  private static let hour: Int64 = 3_600_000

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

  /// Replaces the pending notice, also one that was given up. `former` is the language that the user last heard of, and `first`
  /// the time when it was first changed.
  func queue(
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
        created_at = excluded.created_at, due_at = excluded.due_at, given_up_at = NULL,
        attempts = CASE WHEN notice.given_up_at IS NULL THEN notice.attempts ELSE 0 END
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
    let last = try connection.number(
      "SELECT at FROM told WHERE account = ? ORDER BY at DESC LIMIT 1 OFFSET ?",
      .integer(account), .integer(Int64(timing.anHour - 1)))
    return last.map { $0 + Self.hour } ?? now
  }
}
