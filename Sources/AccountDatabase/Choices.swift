import AccountProtocol

/// What became of a choice (R37).
public enum ChoiceOutcome: String, Hashable, Sendable {
  /// It is the record's language now.
  case applied
  /// Not newer than the last from the same device: late, or sent again.
  case repeated
  /// Another device chose later.
  case superseded
}

extension AccountDatabase {
  /// The most devices of an account that are remembered; the ones seen last stay. A choice of a
  /// forgotten device is still judged by its time.
  static let deviceLimit = 200

  /// Takes a choice into the user record, and into its active profile, if it is the last one (R37).
  ///
  /// Not newer by sequence than the last from the same device: `repeated`. Else the later time
  /// wins, a time in the future taken as now; of two equal times the greater device, so that the
  /// order of arrival does not matter. A device's own order holds whatever its clock did.
  @discardableResult
  public func apply(_ choice: Choice, account: Int64) throws(DatabaseError) -> ChoiceOutcome {
    try transaction { () throws(DatabaseError) in
      try requireOffered(choice.language)
      guard let last = try lastChoice(account) else { throw .noAccount }
      let device = choice.origin.device
      let known = try connection.first(
        "SELECT sequence FROM device WHERE account = ? AND device = ?", .integer(account),
        .text(device)
      ) { $0.integer(0) }
      if let known, choice.origin.sequence <= known { return .repeated }
      let now = now()
      try remember(device, sequence: choice.origin.sequence, account, now)

      var time = min(choice.origin.chosenAt, now)
      if let origin = last.origin {
        if origin.device == device {
          time = max(time, origin.chosenAt)
        } else if (time, device) < (origin.chosenAt, origin.device) {
          return .superseded
        }
      }
      let origin = ChoiceOrigin(device: device, sequence: choice.origin.sequence, chosenAt: time)
      try set(Choice(language: choice.language, origin: origin), account)
      return .applied
    }
  }

  /// Makes a profile the active one. Its language becomes the record's, as a choice made now; with
  /// a choice of its own, that is taken first (R44).
  @discardableResult
  public func setActiveProfile(
    _ profile: Int64, choice: Choice? = nil, account: Int64
  ) throws(DatabaseError) -> ChoiceOutcome {
    try transaction { () throws(DatabaseError) in
      _ = try self.account(existing: account)
      let language = try connection.first(
        "SELECT language_code FROM profile WHERE id = ? AND account = ?", .integer(profile),
        .integer(account)
      ) { $0.text(0) }
      guard let language else { throw .noProfile }
      try connection.run(
        "UPDATE account SET active_profile = ? WHERE id = ?", .integer(profile), .integer(account))
      if let choice { return try apply(choice, account: account) }
      // No device chose; the empty one has no sequence to compare with.
      let origin = ChoiceOrigin(device: Self.noDevice, sequence: 1, chosenAt: now())
      try set(Choice(language: language, origin: origin), account)
      return .applied
    }
  }

  /// The device of a choice that came with a profile.
  static let noDevice = String(repeating: "0", count: 32)

  private func lastChoice(
    _ account: Int64
  ) throws(DatabaseError) -> (language: String, origin: ChoiceOrigin?)? {
    try connection.first(
      """
      SELECT preferred_locale, choice_device, choice_sequence, choice_at FROM account WHERE id = ?
      """, .integer(account)
    ) { row in
      let origin = row.optionalText(1).map {
        ChoiceOrigin(device: $0, sequence: row.integer(2), chosenAt: row.integer(3))
      }
      return (row.text(0), origin)
    }
  }

  /// Writes the record's one language, and queues the notice where it is another than before.
  private func set(_ choice: Choice, _ account: Int64) throws(DatabaseError) {
    if queuesNotices {
      try connection.run(
        """
        INSERT INTO notice (account, language, created_at)
        SELECT id, ?1, ?2 FROM account
        WHERE id = ?3 AND preferred_locale <> ?1 AND email IS NOT NULL
        """, .text(choice.language), .integer(now()), .integer(account))
    }
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

  private func remember(
    _ device: String, sequence: Int64, _ account: Int64, _ now: Int64
  ) throws(DatabaseError) {
    try connection.run(
      """
      INSERT INTO device (account, device, sequence, seen_at) VALUES (?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET sequence = excluded.sequence, seen_at = excluded.seen_at
      """, .integer(account), .text(device), .integer(sequence), .integer(now))
    let count = try connection.first(
      "SELECT count(*) FROM device WHERE account = ?", .integer(account)
    ) { $0.integer(0) }
    guard (count ?? 0) > Self.deviceLimit else { return }
    try connection.run(
      """
      DELETE FROM device WHERE account = ?1 AND device IN (
        SELECT device FROM device WHERE account = ?1 ORDER BY seen_at DESC, device LIMIT -1 OFFSET ?2)
      """, .integer(account), .integer(Int64(Self.deviceLimit)))
  }
}
