/// When changes of the language are told (R46): one notice for what holds after a quiet time, and so
/// many an hour at most.
public struct NoticeTiming: Hashable, Sendable {
  /// Milliseconds that a language has to hold before it is told; changes all the time put that off
  /// ten times as long at most.
  public var quiet: Int64
  /// The most notices of an account in an hour.
  public var anHour: Int

  public init(quiet: Int64 = 60_000, anHour: Int = 4) {
    self.quiet = quiet
    self.anHour = anHour
  }
}

/// A message to an account's person that its language was changed, not delivered yet (R46).
public struct Notice: Hashable, Sendable {
  public let account: Int64
  /// The person's address and name.
  public let email: String
  public let name: String
  public let login: String
  /// The language that was chosen.
  public let language: String
  /// When it was, in milliseconds since 1970; with the account it names the notice.
  public let createdAt: Int64
}

extension AccountDatabase {
  private static let hour: Int64 = 3_600_000

  /// The notices that are due, the oldest first. They are queued by the change itself, in its
  /// transaction, so that a crash loses none.
  public func dueNotices(limit: Int = 100) throws(DatabaseError) -> [Notice] {
    try connection.all(
      """
      SELECT account, email, name, login, language, created_at
      FROM notice JOIN account ON account.id = account WHERE email IS NOT NULL AND due_at <= ?
      ORDER BY due_at LIMIT ?
      """, .integer(now()), .integer(Int64(limit))
    ) {
      Notice(
        account: $0.integer(0), email: $0.text(1), name: $0.text(2), login: $0.text(3),
        language: $0.text(4), createdAt: $0.integer(5))
    }
  }

  /// The milliseconds until the next notice is due; nil where none waits.
  public func nextNotice() throws(DatabaseError) -> Int64? {
    let due = try connection.first("SELECT min(due_at) FROM notice") { $0.optionalInteger(0) }
    guard let due, let due else { return nil }
    return max(0, due - now())
  }

  /// Takes a delivered notice off the queue. Where the language has changed since, the person now
  /// knows of the delivered one, and is told of the present one later.
  public func removeNotice(
    _ notice: Notice, timing: NoticeTiming
  ) throws(DatabaseError) {
    try transaction { () throws(DatabaseError) in
      let now = now()
      try connection.run(
        "INSERT INTO told (account, at) SELECT id, ? FROM account WHERE id = ?", .integer(now),
        .integer(notice.account))
      try connection.run("DELETE FROM notice WHERE account = ?", .integer(notice.account))
      let present = try connection.first(
        "SELECT preferred_locale FROM account WHERE id = ?", .integer(notice.account)
      ) { $0.text(0) }
      guard let present, present != notice.language else { return }
      try queue(present, insteadOf: notice.language, since: now, notice.account, timing)
    }
  }

  /// Queues the notice that an account gets another language than it has; back to the one that the
  /// person knows of, there is nothing to tell any more.
  func queueNotice(of language: String, _ account: Int64) throws(DatabaseError) {
    guard let timing = notices else { return }
    let now = now()
    let changed = try connection.first(
      "SELECT preferred_locale FROM account WHERE id = ? AND preferred_locale <> ? AND email NOTNULL",
      .integer(account), .text(language)
    ) { $0.text(0) }
    guard let former = changed else { return }
    let waiting = try connection.first(
      "SELECT former, first_at FROM notice WHERE account = ?", .integer(account)
    ) { ($0.text(0), $0.integer(1)) }
    if let waiting, waiting.0 == language {
      try connection.run("DELETE FROM notice WHERE account = ?", .integer(account))
      return
    }
    // A clock that was put back must not put a notice off for years.
    try queue(
      language, insteadOf: waiting?.0 ?? former, since: min(waiting?.1 ?? now, now), account,
      timing)
  }

  /// Queues a notice in the place of the one that waits: of a language, told to somebody who knows
  /// of another one, which was first left at a time.
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
      ON CONFLICT DO UPDATE SET language = excluded.language, first_at = excluded.first_at,
        created_at = excluded.created_at, due_at = excluded.due_at
      """, .integer(account), .text(former), .text(language), .integer(first), .integer(now),
      .integer(due))
  }

  /// When the account may get another notice.
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
