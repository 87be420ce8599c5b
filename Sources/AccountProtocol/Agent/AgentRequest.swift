/// What an app can ask its agent for.
///
/// `language` is always the resolved code, what the preference comes to here (R21), and `sequence`
/// the number of the record that it was resolved from (`Preference.sequence`, 0 where there is no
/// file): another instance may have written a newer one by now. The rest of the choice, its device
/// and time, the agent reads from the preference file.
public enum AgentRequest: Hashable, Codable, Sendable {
  /// The app has started: compares with the account (R61), sends what is pending (R38), fetches
  /// the account and the configuration (R42). Finishes when all of it has come to its end. Not
  /// after a restart in place, which keeps its agent: `status` is enough then.
  ///
  /// Where the preference comes to another language than the account was sent, with no choice
  /// since (R21: another system language), the agent counts the choice up in the file by itself.
  case open(language: String, sequence: UInt64)
  /// A commit to the preference file that changed the language, the following of the system
  /// language, or the market: sends the choice, if the account does not have it (R13, R21).
  /// Finishes when the account has the last choice, or cannot have it now.
  case changed(language: String, sequence: UInt64)
  /// Another language is shown, without a commit of this app: for `Accept-Language`.
  case language(language: String)
  /// "Sync now": the same as `open`, at most as often as the server wants to be asked.
  case synchronize(language: String, sequence: UInt64)
  /// Then compares as `open` does.
  case signIn(login: String, password: String)
  case signOut
  /// Makes a profile the active one; its language comes back as a `choice` (R44).
  case switchProfile(profile: Int64)
  /// Asks whether a market can be changed to: a remote account has to answer anew (R43). The app
  /// commits it when this has finished well.
  case changeMarket(market: String)
  case setNote(note: String)
  case setPrivacy(analytics: Bool, diagnostics: Bool)
  /// Reports the account and the state of sync as known, without asking anybody.
  case status

  private enum CodingKeys: String, CodingKey {
    case open
    case changed
    case language
    case synchronize
    case signIn = "sign_in"
    case signOut = "sign_out"
    case switchProfile = "switch_profile"
    case changeMarket = "change_market"
    case setNote = "set_note"
    case setPrivacy = "set_privacy"
    case status
  }

  /// Judges each field, and brings it into its usual form.
  public mutating func validate() throws(InvalidField) {
    switch self {
    case .open(let code, let sequence):
      self = .open(language: try FieldRules.language(code, "language"), sequence: sequence)
    case .changed(let code, let sequence):
      self = .changed(language: try FieldRules.language(code, "language"), sequence: sequence)
    case .language(let code):
      self = .language(language: try FieldRules.language(code, "language"))
    case .synchronize(let code, let sequence):
      self = .synchronize(language: try FieldRules.language(code, "language"), sequence: sequence)
    case .signIn(let login, let password):
      self = .signIn(
        login: try FieldRules.login(login), password: try FieldRules.password(password))
    case .switchProfile(let profile):
      _ = try FieldRules.number(profile, "profile", Bounds.identifier)
    case .changeMarket(let market): _ = try FieldRules.market(market)
    case .setNote(let note): self = .setNote(note: try FieldRules.note(note))
    case .signOut, .setPrivacy, .status: break
    }
  }
}
