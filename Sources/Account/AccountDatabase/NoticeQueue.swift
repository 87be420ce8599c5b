/// A pending notice to a user that the account's language was changed (R46), taken by one server.
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
  /// How often its delivery has failed.
  public let attempts: Int64
  /// Who has taken it.
  public let lease: String
}

/// A notice in a list.
public struct ListedNotice: Hashable, Sendable {
  public enum State: String, Hashable, Sendable {
    case waiting
    case sending
    /// It was refused for good, or too often, and stays until it is retried, dropped or replaced by
    /// the notice of a later change.
    case undeliverable
  }

  public let account: Int64
  public let login: String
  public let email: String?
  public let language: String
  public let state: State
  /// Milliseconds since 1970.
  public let createdAt: Int64
  public let dueAt: Int64
  public let attempts: Int64
  /// Why the last attempt failed.
  public let problem: String?
}

/// The queue of notices. Each is queued in the transaction of its change, so that a crash loses none.
///
/// Of several servers one takes a notice, by writing a lease into its row, and sends it without a
/// transaction. A server that dies with a lease lets it run out.
extension AccountDatabase {
  /// Takes due notices, oldest first.
  ///
  /// - Parameters:
  ///   - lease: names who takes them; never used before.
  ///   - length: how long nobody else takes them, in milliseconds.
  public func claimNotices(
    limit: Int, lease: String, for length: Int64
  ) throws(DatabaseError) -> [Notice] {
    let now = now()
    // A lease that ends later than any that is given now was given before the clock was set back.
    let latest = now + 2 * length
    return try transaction { () throws(DatabaseError) in
      let count = try connection.run(
        """
        UPDATE notice SET lease = ?1, taken_until = ?2
        WHERE (taken_until <= ?3 OR taken_until > ?5) AND account IN (
          SELECT notice.account FROM notice
          WHERE notice.due_at <= ?3 AND (notice.taken_until <= ?3 OR notice.taken_until > ?5)
            AND notice.given_up_at IS NULL
          ORDER BY notice.due_at LIMIT ?4 \(connection.skipLocked))
        """, .text(lease), .integer(now + length), .integer(now), .integer(Int64(limit)),
        .integer(latest))
      guard count > 0 else { return [] }
      // An account that has lost its address since.
      try connection.run(
        """
        DELETE FROM notice WHERE lease = ?1
          AND account IN (SELECT account.id FROM account WHERE account.email IS NULL)
        """, .text(lease))
      return try connection.all(
        """
        SELECT notice.account, account.email, account.name, account.login, notice.language,
          notice.created_at, notice.attempts
        FROM notice JOIN account ON account.id = notice.account
        WHERE notice.lease = ?1 ORDER BY notice.due_at
        """, .text(lease)
      ) {
        Notice(
          account: $0.integer(0), email: $0.text(1), name: $0.text(2), login: $0.text(3),
          language: $0.text(4), createdAt: $0.integer(5), attempts: $0.integer(6), lease: lease)
      }
    }
  }

  /// The milliseconds until the next notice can be taken; nil if there is none.
  public func nextNotice() throws(DatabaseError) -> Int64? {
    let due = try connection.number(
      """
      SELECT min(CASE WHEN lease IS NOT NULL AND taken_until > due_at THEN taken_until
        ELSE due_at END)
      FROM notice WHERE given_up_at IS NULL
      """)
    return due.map { max(0, $0 - now()) }
  }

  /// Removes a delivered notice from the queue. If the language has changed since, queues a notice
  /// of the current one.
  public func finishNotice(_ notice: Notice, timing: NoticeTiming) throws(DatabaseError) {
    try transaction { () throws(DatabaseError) in
      let now = now()
      // An account that was removed meanwhile took its notice with it.
      guard try lockIfPresent(account: notice.account) else { return }
      try connection.run(
        "INSERT INTO told (account, at) SELECT id, CAST(? AS BIGINT) FROM account WHERE id = ?",
        .integer(now), .integer(notice.account))
      try connection.run(
        "DELETE FROM notice WHERE account = ? AND lease = ?", .integer(notice.account),
        .text(notice.lease))
      // Nothing is left, unless the lease has run out or the language has changed there and back.
      let other = try connection.number(
        "SELECT 1 FROM notice WHERE account = ?", .integer(notice.account))
      guard other == nil else { return }
      let present = try connection.first(
        "SELECT preferred_locale FROM account WHERE id = ?", .integer(notice.account)
      ) { $0.text(0) }
      guard let present, present != notice.language else { return }
      try queue(present, insteadOf: notice.language, since: now, notice.account, timing)
    }
  }

  /// Puts a notice whose delivery has failed back into the queue.
  ///
  /// - Parameter pause: the milliseconds until it is due again.
  public func postponeNotice(
    _ notice: Notice, by pause: Int64, problem: String
  ) throws(DatabaseError) {
    try connection.run(
      """
      UPDATE notice SET lease = NULL, taken_until = 0, attempts = attempts + 1, problem = ?1,
        due_at = ?2
      WHERE account = ?3 AND lease = ?4
      """, .text(problem), .integer(now() + pause), .integer(notice.account),
      .text(notice.lease))
  }

  /// Keeps a notice that cannot be delivered, for the operator.
  public func giveUpNotice(_ notice: Notice, problem: String) throws(DatabaseError) {
    try connection.run(
      """
      UPDATE notice SET lease = NULL, taken_until = 0, attempts = attempts + 1, problem = ?1,
        given_up_at = ?2
      WHERE account = ?3 AND lease = ?4
      """, .text(problem), .integer(now()), .integer(notice.account), .text(notice.lease))
  }

  /// Gives back notices that were taken and not tried.
  ///
  /// - Parameter problem: why nothing can be delivered, if that is so.
  public func releaseNotices(
    lease: String, problem: String? = nil
  ) throws(DatabaseError) {
    try connection.run(
      """
      UPDATE notice SET lease = NULL, taken_until = 0, problem = coalesce(CAST(?1 AS TEXT), problem)
      WHERE lease = ?2
      """, StoredValue(problem), .text(lease))
  }

  /// A page of the notices, in the order of their accounts: those after an account whose login,
  /// address or problem contains a text.
  public func notices(
    after account: Int64 = 0, limit: Int, containing text: String = ""
  ) throws(DatabaseError) -> [ListedNotice] {
    let now = now()
    return try connection.all(
      """
      SELECT notice.account, account.login, account.email, notice.language, notice.created_at,
        notice.due_at, notice.attempts, notice.problem, notice.given_up_at, notice.taken_until
      FROM notice JOIN account ON account.id = notice.account
      WHERE notice.account > ?1
        AND (\(contains("?2", "account.login", "account.email", "notice.problem")))
      ORDER BY notice.account LIMIT ?3
      """, .integer(account), .text(pattern(containing: text)), .integer(Int64(limit))
    ) {
      ListedNotice(
        account: $0.integer(0), login: $0.text(1), email: $0.optionalText(2),
        language: $0.text(3),
        state: !$0.isNull(8) ? .undeliverable : $0.integer(9) > now ? .sending : .waiting,
        createdAt: $0.integer(4), dueAt: $0.integer(5), attempts: $0.integer(6),
        problem: $0.optionalText(7))
    }
  }

  /// Makes notices due at once: the one of an account, or all undeliverable ones. Returns their
  /// number.
  public func retryNotices(account: Int64? = nil) throws(DatabaseError) -> Int {
    let change = "UPDATE notice SET given_up_at = NULL, attempts = 0, due_at = ?1"
    guard let account else {
      return try connection.run("\(change) WHERE given_up_at IS NOT NULL", .integer(now()))
    }
    return try connection.run("\(change) WHERE account = ?2", .integer(now()), .integer(account))
  }

  /// Removes notices: the one of an account, or all undeliverable ones. Returns their number.
  public func dropNotices(account: Int64? = nil) throws(DatabaseError) -> Int {
    guard let account else {
      return try connection.run("DELETE FROM notice WHERE given_up_at IS NOT NULL")
    }
    return try connection.run("DELETE FROM notice WHERE account = ?", .integer(account))
  }

  /// How many notices wait to be sent, and how many cannot be delivered.
  public func noticeCounts() throws(DatabaseError) -> (waiting: Int64, undeliverable: Int64) {
    try connection.first(
      "SELECT count(*), count(given_up_at) FROM notice",
      read: { ($0.integer(0) - $0.integer(1), $0.integer(1)) }) ?? (0, 0)
  }
}
