import AccountModel

/// The body of `POST /rpc/set_active_profile`. It may include a language choice: `language_code`,
/// `device`, `sequence` and `chosen_at` are all present or all absent.
public struct ProfileChange: Hashable, JSONMessage {
  public var accountID: Int64
  public var profileID: Int64
  public var choice: Choice?

  public init(accountID: Int64, profileID: Int64, choice: Choice? = nil) {
    self.accountID = accountID
    self.profileID = profileID
    self.choice = choice
  }

  enum CodingKeys: String, CodingKey {
    case accountID = "account_id"
    case profileID = "profile_id"
    case languageCode = "language_code"
    case device
    case sequence
    case chosenAt = "chosen_at"
  }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    accountID = try fields.decode(Int64.self, forKey: .accountID)
    profileID = try fields.decode(Int64.self, forKey: .profileID)
    choice = try Choice(from: fields, language: .languageCode, .device, .sequence, .chosenAt)
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(accountID, forKey: .accountID)
    try fields.encode(profileID, forKey: .profileID)
    try fields.encodeIfPresent(choice?.language, forKey: .languageCode)
    try choice?.origin.encode(to: encoder)
  }

  public mutating func validate() throws(InvalidField) {
    accountID = try FieldRules.number(accountID, "account_id", Bounds.identifier)
    profileID = try FieldRules.number(profileID, "profile_id", Bounds.identifier)
    if let choice {
      self.choice?.language = try FieldRules.language(choice.language, "language_code")
      try self.choice?.origin.validate()
    }
  }
}
