/// An account with its fields, profiles and privacy settings.
public struct Account: Hashable, Codable, Sendable {
  /// The number of the account at its server.
  public var accountID: Int64
  /// The sign-in name, in lower case.
  public var login: String
  /// The person's full name.
  public var name: String
  /// The address for notices; nil if there is none.
  public var email: String?
  /// The telephone number; nil if there is none.
  public var phone: String?
  /// The person's note, which may have several lines.
  public var note: String
  /// Whether the person may see the Developer section.
  public var isDeveloper: Bool
  /// The last chosen language; before the first choice, the initial one.
  public var preferredLocale: String
  /// Where and when the language was chosen; nil before the first choice.
  public var lastChange: ChoiceOrigin?
  /// The profile whose language is in use; nil if there is none.
  public var activeProfileID: Int64?
  /// The profiles, 50 at most (`Bounds.profiles`).
  public var profiles: [Profile]
  /// The person's consent to the collection of data.
  public var privacy: Privacy

  private enum CodingKeys: String, CodingKey {
    case accountID = "account_id"
    case login, name, email, phone, note
    case isDeveloper = "is_developer"
    case preferredLocale
    case lastChange = "last_change"
    case activeProfileID = "active_profile_id"
    case profiles, privacy
  }

  public init(
    accountID: Int64, login: String, name: String, email: String? = nil, phone: String? = nil,
    note: String = "", isDeveloper: Bool = false, preferredLocale: String,
    lastChange: ChoiceOrigin? = nil, activeProfileID: Int64? = nil, profiles: [Profile] = [],
    privacy: Privacy = Privacy()
  ) {
    self.accountID = accountID
    self.login = login
    self.name = name
    self.email = email
    self.phone = phone
    self.note = note
    self.isDeveloper = isDeveloper
    self.preferredLocale = preferredLocale
    self.lastChange = lastChange
    self.activeProfileID = activeProfileID
    self.profiles = profiles
    self.privacy = privacy
  }

  /// Checks each field against its bounds and normalizes it.
  public mutating func validate() throws(InvalidField) {
    accountID = try FieldRules.number(accountID, "account_id", Bounds.identifier)
    if let activeProfileID {
      self.activeProfileID = try FieldRules.number(
        activeProfileID, "active_profile_id", Bounds.identifier)
    }
    login = try FieldRules.login(login)
    name = try FieldRules.name(name)
    if let email { self.email = try FieldRules.email(email) }
    if let phone { self.phone = try FieldRules.phone(phone) }
    note = try FieldRules.note(note)
    preferredLocale = try FieldRules.language(preferredLocale)
    try lastChange?.validate()
    try FieldRules.count(profiles.count, "profiles", 0...Bounds.profiles)
    for index in profiles.indices { try profiles[index].validate() }
  }
}

/// One of the persons or roles that share an account.
public struct Profile: Hashable, Codable, Sendable {
  /// The number of the profile at its server.
  public var profileID: Int64
  /// The name of the person or role.
  public var name: String
  /// The language of the profile, such as `ar`.
  public var languageCode: String

  private enum CodingKeys: String, CodingKey {
    case profileID = "profile_id"
    case name
    case languageCode = "language_code"
  }

  public init(profileID: Int64, name: String, languageCode: String) {
    self.profileID = profileID
    self.name = name
    self.languageCode = languageCode
  }

  /// Checks each field against its bounds.
  public mutating func validate() throws(InvalidField) {
    profileID = try FieldRules.number(profileID, "profile_id", Bounds.identifier)
    name = try FieldRules.name(name)
    languageCode = try FieldRules.language(languageCode, "language_code")
  }
}

/// The user's consent to data collection.
public struct Privacy: Hashable, Codable, Sendable {
  /// Whether data on usage may be collected.
  public var analytics: Bool
  /// Whether data on failures may be collected.
  public var diagnostics: Bool

  public init(analytics: Bool = false, diagnostics: Bool = false) {
    self.analytics = analytics
    self.diagnostics = diagnostics
  }
}
