import AccountModel

/// What an app asks its agent for.
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
  /// What a person asks for. The agent goes by `language` and `sequence` where it synchronizes.
  case account(request: AccountRequest, language: String, sequence: UInt64)
  /// Reports the account and the state of sync as they are, without asking anybody.
  case status

  /// Checks each field against its bounds, and brings it into its usual form.
  ///
  /// - Throws: the first field that is out of its bounds.
  public mutating func validate() throws(InvalidField) {
    switch self {
    case .open(let code, let sequence):
      self = .open(language: try FieldRules.language(code, "language"), sequence: sequence)
    case .changed(let code, let sequence):
      self = .changed(language: try FieldRules.language(code, "language"), sequence: sequence)
    case .language(let code):
      self = .language(language: try FieldRules.language(code, "language"))
    case .account(var request, let code, let sequence):
      try request.validate()
      self = .account(
        request: request, language: try FieldRules.language(code, "language"), sequence: sequence)
    case .status: break
    }
  }
}
