import AccountModel
import AccountProtocol
import LisanPreferences

/// The account's knowledge of one preference file, as far as this device can tell.
///
/// It is stored next to the account's other files, so that a kill at any moment neither loses a
/// choice nor submits it twice (R39). Comparing it with the preference file shows what to send;
/// making a choice does not write it.
struct SyncLedger: Hashable, JSONMessage {
  /// The device of the preference file; a new file is a new device.
  var device: String
  var accountID: Int64?
  /// The last choice that the account has, or that a later one superseded.
  var acknowledged: Acknowledged?
  /// The last choice taken from the account; its local commit is not sent back (R61).
  var taken: Taken?
  var refused: Refused?
  /// The last choice that the preference file could not take (R12).
  var unstored: Unstored?
  /// The device's identity at the account, if it was sent a choice before there was a file.
  var knownAs: String?
  /// When the account last answered, and when it was last compared with this device (R61), in
  /// milliseconds since 1970.
  var syncedAt: Int64?
  var comparedAt: Int64?

  struct Acknowledged: Hashable, Codable, Sendable {
    /// Choices up to this number are not sent.
    var sequence: UInt64
    /// The number of the last submitted choice; some choices need not be submitted.
    var submitted: UInt64
    /// The resolved language code.
    var language: String
    /// The time of the choice according to the account, which uses its clock if the device's is
    /// ahead.
    var chosenAt: Int64

    enum CodingKeys: String, CodingKey {
      case sequence
      case submitted = "sent"
      case language
      case chosenAt = "chosen_at"
    }
  }

  /// A choice that the account refused (409). It is not sent again until its language is offered.
  struct Refused: Hashable, Codable, Sendable {
    var sequence: UInt64
    var language: String
  }

  struct Taken: Hashable, Codable, Sendable {
    var language: String
    var chosenAt: Int64

    enum CodingKeys: String, CodingKey {
      case language
      case chosenAt = "chosen_at"
    }
  }

  /// A choice that the preference file could not take. It has the device's next number, and is owed
  /// like a stored one until the file has a later record.
  struct Unstored: Hashable, Codable, Sendable {
    /// The number of the file's record, which stays.
    var record: UInt64
    var sequence: UInt64
    var language: String
    var chosenAt: Int64
    /// Whether the file's record was chosen again since then, which needs no new record.
    var isSuperseded: Bool?

    enum CodingKeys: String, CodingKey {
      case record
      case sequence
      case language
      case chosenAt = "chosen_at"
      case isSuperseded = "superseded"
    }
  }

  enum CodingKeys: String, CodingKey {
    case device
    case accountID = "account_id"
    case acknowledged
    case taken
    case refused
    case unstored
    case knownAs = "known_as"
    case syncedAt = "synced_at"
    case comparedAt = "compared_at"
  }

  mutating func validate() throws(InvalidField) {
    device = try FieldRules.device(device)
    if let accountID {
      self.accountID = try FieldRules.number(accountID, "account_id", Bounds.identifier)
    }
    if let acknowledged {
      let numbers = [acknowledged.sequence, acknowledged.submitted]
      guard numbers.allSatisfy({ $0 <= Preference.sequenceLimit }) else {
        throw InvalidField("acknowledged.sequence", .outOfRange)
      }
      _ = try FieldRules.number(acknowledged.chosenAt, "acknowledged.chosen_at", Bounds.time)
    }
    if let unstored {
      guard max(unstored.record, unstored.sequence) <= Preference.sequenceLimit else {
        throw InvalidField("unstored.sequence", .outOfRange)
      }
      _ = try FieldRules.number(unstored.chosenAt, "unstored.chosen_at", Bounds.time)
    }
    if let knownAs { _ = try FieldRules.device(knownAs) }
    if let taken { _ = try FieldRules.number(taken.chosenAt, "taken.chosen_at", Bounds.time) }
    if let syncedAt { _ = try FieldRules.number(syncedAt, "synced_at", Bounds.time) }
    if let comparedAt { _ = try FieldRules.number(comparedAt, "compared_at", Bounds.time) }
  }

  /// Reads a device's ledger. From another device's ledger it keeps only the account and times.
  static func read(_ file: RememberedFile<SyncLedger>, device: String) -> SyncLedger {
    guard let kept = file.read() else { return SyncLedger(device: device) }
    guard kept.device != device else { return kept }
    if kept.device == DeviceIdentifier.none.description {
      // There was no preference file yet. The first choice of a new one may be the one taken from the
      // account.
      var own = kept
      own.device = device
      return own
    }
    var other = SyncLedger(device: device, accountID: kept.accountID)
    (other.syncedAt, other.comparedAt) = (kept.syncedAt, kept.comparedAt)
    return other
  }

  /// Whether the account has the choice that the file could not take.
  var hasToldUnstored: Bool {
    unstored.map { acknowledged?.sequence ?? 0 >= $0.sequence } ?? false
  }

  /// Resets the ledger if the account is a different one.
  mutating func belong(to account: Int64) {
    guard accountID != account else { return }
    let knownAs = knownAs
    self = SyncLedger(device: device, accountID: account)
    self.knownAs = knownAs
  }
}
