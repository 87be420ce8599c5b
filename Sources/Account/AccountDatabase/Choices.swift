import AccountModel

/// The result of a choice (R37).
public enum ChoiceOutcome: String, Hashable, Sendable {
  /// It is now the account's language.
  case applied
  /// It is not newer than the device's last choice: late, or sent again.
  case repeated
  /// Another device made a later choice.
  case superseded
}

extension AccountDatabase {
  /// The maximum number of remembered devices per account. It keeps the devices seen last, the one
  /// with the current choice, and those with a session. No other device can send a late choice.
  static let deviceLimit = 200

  /// Applies a choice to the account and its active profile if it is the latest (R37).
  ///
  /// Sequences order the choices of one device, whatever its clock did. A choice whose sequence is
  /// not newer than the last one is `repeated`. Each choice counts with the latest time of all
  /// choices up to it. Between devices the later time wins, and a future time counts as now. Of
  /// equal times the greater device id wins, so that the order of arrival does not matter.
  @discardableResult
  public func apply(_ choice: Choice, account: Int64) throws(DatabaseError) -> ChoiceOutcome {
    // Without notices it is a transaction by itself.
    if connection.engine == .postgresql, notices == nil { return try choose(choice, account) }
    return try transaction { () throws(DatabaseError) in
      if connection.engine == .postgresql { return try choose(choice, account) }
      try requireOffered(choice.language)
      guard let holding = try lastChoice(account) else { throw .noAccount }
      let now = now()
      let device = choice.origin.device
      let isTimed = choice.origin.chosenAt <= now
      var last = try lastChoice(of: device, account)
      if last == nil, let holding, holding.origin.device == device { last = holding }

      var choice = choice
      choice.origin.chosenAt = min(choice.origin.chosenAt, now)
      let isRepeated = last.map { choice.origin.sequence <= $0.origin.sequence } ?? false
      if let last {
        let time = max(choice.origin.chosenAt, min(last.origin.chosenAt, now))
        if isRepeated {
          // A late choice with a later time gives the device's last choice that time. A choice that
          // is sent again or has no usable time changes nothing.
          guard isTimed, choice.origin.sequence < last.origin.sequence, time > last.origin.chosenAt
          else { return .repeated }
          choice = last
        }
        choice.origin.chosenAt = time
      }
      try remember(choice, account, now)
      if let holding, holding.origin.device != device,
        !choice.origin.isLater(than: holding.origin, now)
      {
        return isRepeated ? .repeated : .superseded
      }
      try set(choice, account)
      return isRepeated ? .repeated : .applied
    }
  }

  /// Applies a choice of a session's device, and reads the account as it is then.
  ///
  /// Throws if the session has ended, or is another device's. One that is no device's yet becomes
  /// this one's. In PostgreSQL without notices, this is one statement.
  public func apply(
    _ choice: Choice, session tokenHash: [UInt8], account: Int64
  ) throws(DatabaseError) -> (outcome: ChoiceOutcome, account: Account) {
    guard connection.engine == .postgresql, notices == nil else {
      return try transaction { () throws(DatabaseError) in
        try speak(for: choice.origin.device, tokenHash: tokenHash)
        let outcome = try apply(choice, account: account)
        return (outcome, try self.account(account))
      }
    }
    if let result = try chooseAndRead(choice, tokenHash, account) { return result }
    try speak(for: choice.origin.device, tokenHash: tokenHash)
    guard let result = try chooseAndRead(choice, tokenHash, account) else { throw .noAccount }
    return result
  }

  /// Nil if the session has ended, or is not that of the choice's device.
  private func chooseAndRead(
    _ choice: Choice, _ tokenHash: [UInt8], _ account: Int64
  ) throws(DatabaseError) -> (outcome: ChoiceOutcome, account: Account)? {
    var outcome: ChoiceOutcome?
    var reading = AccountReading(after: 3)
    _ = try connection.perform(
      "SELECT * FROM choose_and_read(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
      [
        .blob(tokenHash), .integer(account), .text(choice.origin.device),
        .integer(choice.origin.sequence), .integer(choice.origin.chosenAt),
        .text(choice.language), .integer(now()), .integer(Int64(Self.deviceLimit)),
      ]
    ) { row in
      outcome = ChoiceOutcome(rawValue: row.text(0))
      reading.read(row)
    }
    guard let found = reading.account else { return nil }
    guard let outcome else { throw .languageNotOffered }
    return (outcome, found)
  }

  /// The same in one statement of PostgreSQL: the function `choose` decides while it holds the lock
  /// of the account's row (`Schema/Migration+Release.swift`).
  private func choose(_ choice: Choice, _ account: Int64) throws(DatabaseError) -> ChoiceOutcome {
    let origin = choice.origin
    let answer = try connection.first(
      "SELECT outcome, language, former FROM choose(?1, ?2, ?3, ?4, ?5, ?6, ?7)",
      .integer(account), .text(origin.device), .integer(origin.sequence),
      .integer(origin.chosenAt), .text(choice.language), .integer(now()),
      .integer(Int64(Self.deviceLimit))
    ) { (outcome: $0.text(0), language: $0.text(1), former: $0.optionalText(2)) }
    guard let answer, answer.outcome != "no_account" else { throw .noAccount }
    guard let outcome = ChoiceOutcome(rawValue: answer.outcome) else { throw .languageNotOffered }
    if let former = answer.former {
      try queueNotice(of: answer.language, insteadOf: former, account)
    }
    return outcome
  }

  /// Activates a profile. Its language becomes the account's, as a choice made now; an explicit
  /// choice is applied instead (R44).
  @discardableResult
  public func setActiveProfile(
    _ profile: Int64, choice: Choice? = nil, account: Int64
  ) throws(DatabaseError) -> ChoiceOutcome {
    try transaction { () throws(DatabaseError) in
      try lock(account: account)
      let language = try connection.first(
        "SELECT language_code FROM profile WHERE id = ? AND account = ?", .integer(profile),
        .integer(account)
      ) { $0.text(0) }
      guard let language else { throw .noProfile }
      try connection.run(
        "UPDATE account SET active_profile = ? WHERE id = ?", .integer(profile), .integer(account))
      if let choice { return try apply(choice, account: account) }
      // No device made this choice; the null device has no sequence to compare with.
      let origin = ChoiceOrigin(device: ChoiceOrigin.noDevice, sequence: 1, chosenAt: now())
      try set(Choice(language: language, origin: origin), account)
      return .applied
    }
  }

  /// The current choice; the inner value is nil without a choice, the outer without an account.
  private func lastChoice(_ account: Int64) throws(DatabaseError) -> Choice?? {
    try connection.first(
      """
      SELECT preferred_locale, choice_device, choice_sequence, choice_at FROM account WHERE id = ?
      """, .integer(account)
    ) { row in
      row.optionalText(1).map {
        Choice(
          language: row.text(0),
          origin: ChoiceOrigin(device: $0, sequence: row.integer(2), chosenAt: row.integer(3)))
      }
    }
  }

  /// The last choice of a device, whether or not it is current.
  private func lastChoice(
    of device: String, _ account: Int64
  ) throws(DatabaseError) -> Choice? {
    try connection.first(
      """
      SELECT coalesce(language, preferred_locale), sequence, coalesce(chosen_at, 0)
      FROM device JOIN account ON account.id = device.account
      WHERE device.account = ? AND device.device = ?
      """, .integer(account), .text(device)
    ) {
      Choice(
        language: $0.text(0),
        origin: ChoiceOrigin(device: device, sequence: $0.integer(1), chosenAt: $0.integer(2)))
    }
  }

  /// Writes the account's language, and queues a notice.
  private func set(_ choice: Choice, _ account: Int64) throws(DatabaseError) {
    try queueNotice(of: choice.language, account)
    try connection.run(
      """
      UPDATE account SET preferred_locale = ?, choice_device = ?, choice_sequence = ?,
        choice_at = ? WHERE id = ?
      """, .text(choice.language), .text(choice.origin.device), .integer(choice.origin.sequence),
      .integer(choice.origin.chosenAt), .integer(account))
    try connection.run(
      """
      UPDATE profile SET language_code = ?
      WHERE id = (SELECT active_profile FROM account WHERE id = ?)
      """, .text(choice.language), .integer(account))
  }

  private func remember(_ choice: Choice, _ account: Int64, _ now: Int64) throws(DatabaseError) {
    try connection.run(
      """
      INSERT INTO device (account, device, sequence, language, chosen_at, seen_at)
      VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (account, device) DO UPDATE SET sequence = excluded.sequence,
        language = excluded.language, chosen_at = excluded.chosen_at, seen_at = excluded.seen_at
      """, .integer(account), .text(choice.origin.device), .integer(choice.origin.sequence),
      .text(choice.language), .integer(choice.origin.chosenAt), .integer(now))
    let count = try connection.number(
      "SELECT count(*) FROM device WHERE account = ?", .integer(account))
    guard (count ?? 0) > Self.deviceLimit else { return }
    let forgotten = try connection.run(
      """
      DELETE FROM device WHERE account = ?1 AND device IN (
        SELECT device FROM device WHERE account = ?1
          AND device IS DISTINCT FROM (SELECT choice_device FROM account WHERE id = ?1)
          AND device NOT IN (
            SELECT device FROM session WHERE account = ?1 AND device IS NOT NULL AND expires_at > ?3)
        ORDER BY seen_at DESC, device LIMIT ?4 OFFSET ?2)
      """, .integer(account), .integer(Int64(Self.deviceLimit)), .integer(now), .integer(.max))
    if forgotten > 0 { dropped.append("\(forgotten) oldest devices of account \(account)") }
  }
}

extension ChoiceOrigin {
  /// Whether this choice wins against the current one of another device. A current time in the
  /// future came from a wrong clock and only shows that the choice came earlier.
  fileprivate func isLater(than holding: ChoiceOrigin, _ now: Int64) -> Bool {
    holding.chosenAt > now || (chosenAt, device) >= (holding.chosenAt, holding.device)
  }
}
