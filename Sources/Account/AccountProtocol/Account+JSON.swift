import AccountModel

/// The answer to `GET /rpc/me`.
extension Account: JSONMessage {
  private enum CodingKeys: String, CodingKey {
    case accountID = "account_id"
    case login
    case name
    case email
    case phone
    case note
    case isDeveloper = "is_developer"
    case preferredLocale
    case lastChange = "last_change"
    case activeProfileID = "active_profile_id"
    case profiles
    case privacy
  }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      accountID: try fields.decode(Int64.self, forKey: .accountID),
      login: try fields.decode(String.self, forKey: .login),
      name: try fields.decode(String.self, forKey: .name),
      email: try fields.decodeIfPresent(String.self, forKey: .email),
      phone: try fields.decodeIfPresent(String.self, forKey: .phone),
      note: try fields.decode(String.self, forKey: .note),
      isDeveloper: try fields.decode(Bool.self, forKey: .isDeveloper),
      preferredLocale: try fields.decode(String.self, forKey: .preferredLocale),
      lastChange: try fields.decodeIfPresent(ChoiceOrigin.self, forKey: .lastChange),
      activeProfileID: try fields.decodeIfPresent(Int64.self, forKey: .activeProfileID),
      profiles: try fields.decode([Profile].self, forKey: .profiles),
      privacy: try fields.decode(Privacy.self, forKey: .privacy))
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(accountID, forKey: .accountID)
    try fields.encode(login, forKey: .login)
    try fields.encode(name, forKey: .name)
    try fields.encodeIfPresent(email, forKey: .email)
    try fields.encodeIfPresent(phone, forKey: .phone)
    try fields.encode(note, forKey: .note)
    try fields.encode(isDeveloper, forKey: .isDeveloper)
    try fields.encode(preferredLocale, forKey: .preferredLocale)
    try fields.encodeIfPresent(lastChange, forKey: .lastChange)
    try fields.encodeIfPresent(activeProfileID, forKey: .activeProfileID)
    try fields.encode(profiles, forKey: .profiles)
    try fields.encode(privacy, forKey: .privacy)
  }
}

extension Profile: Codable {
  private enum CodingKeys: String, CodingKey {
    case profileID = "profile_id"
    case name
    case languageCode = "language_code"
  }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      profileID: try fields.decode(Int64.self, forKey: .profileID),
      name: try fields.decode(String.self, forKey: .name),
      languageCode: try fields.decode(String.self, forKey: .languageCode))
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(profileID, forKey: .profileID)
    try fields.encode(name, forKey: .name)
    try fields.encode(languageCode, forKey: .languageCode)
  }
}

extension Privacy: Codable {
  private enum CodingKeys: String, CodingKey {
    case analytics
    case diagnostics
  }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      analytics: try fields.decode(Bool.self, forKey: .analytics),
      diagnostics: try fields.decode(Bool.self, forKey: .diagnostics))
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(analytics, forKey: .analytics)
    try fields.encode(diagnostics, forKey: .diagnostics)
  }
}

extension ChoiceOrigin: Codable {
  private enum CodingKeys: String, CodingKey {
    case device
    case sequence
    case chosenAt = "chosen_at"
  }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      device: try fields.decode(String.self, forKey: .device),
      sequence: try fields.decode(Int64.self, forKey: .sequence),
      chosenAt: try fields.decode(Int64.self, forKey: .chosenAt))
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(device, forKey: .device)
    try fields.encode(sequence, forKey: .sequence)
    try fields.encode(chosenAt, forKey: .chosenAt)
  }
}
