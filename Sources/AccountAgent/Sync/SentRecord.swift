import AccountProtocol

/// What an account is known to have of one preference file: in a file beside the account's others,
/// so that a kill at any moment loses nothing and sends nothing twice (R39).
///
/// What is owed follows from comparing this with the preference file; nothing has to be written
/// when a choice is made.
struct SentRecord: Hashable, JSONMessage {
  /// Whose file it is; a new preference file is a new device.
  var device: String
  var accountID: Int64?
  /// The last choice that the account has, or was refused because a later one holds.
  var acknowledged: Acknowledged?
  /// The last choice that came from the account: its commit here is not sent back (R61).
  var taken: Taken?
  /// When the account last answered, and when it was last compared with this device (R61), in
  /// milliseconds since 1970.
  var syncedAt: Int64?
  var comparedAt: Int64?

  struct Acknowledged: Hashable, Codable {
    var sequence: UInt64
    /// The resolved code.
    var language: String
    /// When the account says that the choice was made: by its own clock, where the device's is
    /// ahead.
    var chosenAt: Int64

    enum CodingKeys: String, CodingKey {
      case sequence
      case language
      case chosenAt = "chosen_at"
    }
  }

  struct Taken: Hashable, Codable {
    var language: String
    var chosenAt: Int64

    enum CodingKeys: String, CodingKey {
      case language
      case chosenAt = "chosen_at"
    }
  }

  init(device: String, accountID: Int64? = nil) {
    self.device = device
    self.accountID = accountID
  }

  enum CodingKeys: String, CodingKey {
    case device
    case accountID = "account_id"
    case acknowledged
    case taken
    case syncedAt = "synced_at"
    case comparedAt = "compared_at"
  }

  /// What the file says of a device; of another device it says when the account last answered.
  static func read(_ file: PrivateFile, device: String) -> SentRecord {
    guard let bytes = file.read(), let record = try? SentRecord(json: bytes) else {
      return SentRecord(device: device)
    }
    guard record.device != device else { return record }
    var other = SentRecord(device: device, accountID: record.accountID)
    other.syncedAt = record.syncedAt
    return other
  }

  /// The same for another account, which has nothing of this device yet, if it is another.
  mutating func belong(to account: Int64) {
    guard accountID != account else { return }
    self = SentRecord(device: device, accountID: account)
  }
}
