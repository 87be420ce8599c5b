import Localization

/// A user's request to the account.
public enum AccountRequest: Hashable, Codable, Sendable {
  /// Signs in, then compares the account with this device.
  case signIn(login: String, password: String)
  /// Signs in with a browser: the agent reports a code, and waits until it was used there.
  case signInByCode
  /// Ends the session, here and at the server.
  case signOut
  /// Activates a profile. Its language is applied here.
  case switchProfile(Int64)
  /// Checks that a market is available, with a new answer from a remote account. The app commits
  /// the change after the request has succeeded.
  case changeMarket(MarketCode)
  /// Replaces the note.
  case setNote(String)
  /// Sets the consent to the collection of data.
  case setPrivacy(analytics: Bool, diagnostics: Bool)
  /// "Sync now": sends a pending choice, and compares the account with this device at most as often
  /// as the server allows.
  case synchronize

  private enum CodingKeys: String, CodingKey {
    case signIn = "sign_in"
    case signInByCode = "sign_in_by_code"
    case signOut = "sign_out"
    case switchProfile = "switch_profile"
    case changeMarket = "change_market"
    case setNote = "set_note"
    case setPrivacy = "set_privacy"
    case synchronize
  }

  private enum SwitchProfileCodingKeys: String, CodingKey {
    case _0 = "profile"
  }

  private enum ChangeMarketCodingKeys: String, CodingKey {
    case _0 = "market"
  }

  private enum SetNoteCodingKeys: String, CodingKey {
    case _0 = "note"
  }

  /// Checks each field against its bounds and normalizes it.
  public mutating func validate() throws(InvalidField) {
    switch self {
    case .signIn(let login, let password):
      self = .signIn(
        login: try FieldRules.login(login), password: try FieldRules.password(password))
    case .switchProfile(let profile):
      _ = try FieldRules.number(profile, "profile", Bounds.identifier)
    case .setNote(let note): self = .setNote(try FieldRules.note(note))
    case .signInByCode, .signOut, .changeMarket, .setPrivacy, .synchronize: break
    }
  }
}
