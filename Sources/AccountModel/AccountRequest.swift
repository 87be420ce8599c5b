import Localization

/// Something that a person asks for of the account.
public enum AccountRequest: Hashable, Sendable {
  /// Signs in, then compares the account with this device.
  case signIn(login: String, password: String)
  case signOut
  /// Makes a profile the active one. Its language is followed here.
  case switchProfile(Int64)
  /// Asks whether a market can be changed to: a remote account has to answer anew. The app commits
  /// the change when the request has succeeded.
  case changeMarket(MarketCode)
  case setNote(String)
  case setPrivacy(analytics: Bool, diagnostics: Bool)
  /// "Sync now": sends a choice that is owed, and compares the account with this device at most as
  /// often as the server wants to be asked.
  case synchronize

  /// Checks each field against its bounds, and brings it into its usual form.
  ///
  /// - Throws: the first field that is out of its bounds.
  public mutating func validate() throws(InvalidField) {
    switch self {
    case .signIn(let login, let password):
      self = .signIn(
        login: try FieldRules.login(login), password: try FieldRules.password(password))
    case .switchProfile(let profile):
      _ = try FieldRules.number(profile, "profile", Bounds.identifier)
    case .setNote(let note): self = .setNote(try FieldRules.note(note))
    case .signOut, .changeMarket, .setPrivacy, .synchronize: break
    }
  }
}
