import AccountModel
import AccountProtocol
import PreferenceStore

/// What an account has of one preference file, as far as this device can tell.
///
/// It lies in a file beside the account's others, so that a kill at any moment loses nothing and
/// submits nothing twice (R39). What is owed follows from comparing the ledger with the preference
/// file; nothing has to be written when a choice is made.
package struct SyncLedger: Hashable, JSONMessage {
  /// Whose file it is; a new preference file is a new device.
  package var device: String
  package var accountID: Int64?
  /// The last choice that the account has, or was refused because a later one holds.
  package var acknowledged: Acknowledged?
  /// The last choice that came from the account: its commit here is not sent back (R61).
  package var taken: Taken?
  package var refused: Refused?
  /// When the account last answered, and when it was last compared with this device (R61), in
  /// milliseconds since 1970.
  package var syncedAt: Int64?
  package var comparedAt: Int64?

  package struct Acknowledged: Hashable, Codable, Sendable {
    /// Up to here nothing is owed.
    package var sequence: UInt64
    /// The number of the last choice that was submitted: some need not be.
    package var submitted: UInt64
    /// The resolved code.
    package var language: String
    /// When the account says that the choice was made: by its own clock, where the device's is
    /// ahead.
    package var chosenAt: Int64

    package init(sequence: UInt64, submitted: UInt64, language: String, chosenAt: Int64) {
      self.sequence = sequence
      self.submitted = submitted
      self.language = language
      self.chosenAt = chosenAt
    }

    package enum CodingKeys: String, CodingKey {
      case sequence
      case submitted = "sent"
      case language
      case chosenAt = "chosen_at"
    }
  }

  /// A choice that the account does not take (409): it is not sent again until its language is
  /// offered.
  package struct Refused: Hashable, Codable, Sendable {
    package var sequence: UInt64
    package var language: String

    package init(sequence: UInt64, language: String) {
      self.sequence = sequence
      self.language = language
    }
  }

  package struct Taken: Hashable, Codable, Sendable {
    package var language: String
    package var chosenAt: Int64

    package init(language: String, chosenAt: Int64) {
      self.language = language
      self.chosenAt = chosenAt
    }

    package enum CodingKeys: String, CodingKey {
      case language
      case chosenAt = "chosen_at"
    }
  }

  package init(device: String, accountID: Int64? = nil) {
    self.device = device
    self.accountID = accountID
  }

  package enum CodingKeys: String, CodingKey {
    case device
    case accountID = "account_id"
    case acknowledged
    case taken
    case refused
    case syncedAt = "synced_at"
    case comparedAt = "compared_at"
  }

  /// The device of a preference file that is not there yet.
  private static let noDevice = String(repeating: "0", count: 32)

  package mutating func validate() throws(InvalidField) {
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
    if let taken { _ = try FieldRules.number(taken.chosenAt, "taken.chosen_at", Bounds.time) }
    if let syncedAt { _ = try FieldRules.number(syncedAt, "synced_at", Bounds.time) }
    if let comparedAt { _ = try FieldRules.number(comparedAt, "compared_at", Bounds.time) }
  }

  /// What the file says of a device; of another device it says when the account last answered.
  static func read(_ file: RememberedFile<SyncLedger>, device: String) -> SyncLedger {
    guard let kept = file.read() else { return SyncLedger(device: device) }
    guard kept.device != device else { return kept }
    if kept.device == noDevice {
      // The first choice of a new file may be the one that was taken.
      var own = kept
      own.device = device
      return own
    }
    var other = SyncLedger(device: device, accountID: kept.accountID)
    (other.syncedAt, other.comparedAt) = (kept.syncedAt, kept.comparedAt)
    return other
  }

  /// The same for another account, which has nothing of this device yet, if it is another.
  package mutating func belong(to account: Int64) {
    guard accountID != account else { return }
    self = SyncLedger(device: device, accountID: account)
  }
}
