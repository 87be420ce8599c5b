import AccountModel
import LocaleValues
import Localization

/// An app's request to its agent.
///
/// `language` is the language on display, which is not sent as a choice (R21). `sequence` is the
/// number of the record that it was resolved from (`Preference.sequence`, 0 without a file); another
/// instance may have written a newer one. The agent reads the choice from the preference file.
public enum AgentRequest: Hashable, Codable, Sendable {
  /// The app has started. The agent compares with the account (R61), sends what is pending (R38),
  /// and fetches the account and the configuration (R42). It finishes after all of this. A restart
  /// in place keeps its agent and uses `status` instead.
  case open(language: String, sequence: UInt64)
  /// The app committed a change of the language or of following the system language. The agent
  /// sends the choice if the account does not have it (R13, R21). It finishes when the account has
  /// the last choice, or cannot have it now.
  case changed(language: String, sequence: UInt64)
  /// The app made a choice of this language that it could not write (R12); the record with this
  /// number stays. The agent sends it once, and finishes as after `changed`.
  case unstored(language: String, sequence: UInt64)
  /// Another instance committed a record with this number, and the app follows it. The other
  /// instance's agent sends it.
  case observed(language: String, sequence: UInt64)
  /// Another language is shown without a commit of this app; for `Accept-Language`.
  case language(language: String)
  /// A user's request. The agent uses `language` and `sequence` if it synchronizes.
  case account(request: AccountRequest, language: String, sequence: UInt64)
  /// Reports the current account and sync state without asking the server.
  case status
  /// Asks for values as a language writes them, with digits by their CLDR name. One `formatted`
  /// answers it without waiting for the account.
  case format(values: [FormattedValue], language: String, digits: String)

  /// Whether a report of the sync from before this request may not know the last choice.
  public var mayTellOfChoice: Bool {
    switch self {
    case .open, .changed, .unstored, .observed, .status, .account(.synchronize, _, _): true
    case .language, .account, .format: false
    }
  }

  /// Checks each field against its bounds and normalizes it.
  public mutating func validate() throws(InvalidField) {
    switch self {
    case .open(let code, _), .changed(let code, _), .unstored(let code, _), .observed(let code, _),
      .language(let code):
      _ = try FieldRules.language(code, "language")
    case .account(var request, let code, let sequence):
      try request.validate()
      _ = try FieldRules.language(code, "language")
      self = .account(request: request, language: code, sequence: sequence)
    case .status: break
    case .format(let values, let code, let digits):
      try FieldRules.count(values.count, "values", 1...Bounds.values)
      for value in values { try value.validate() }
      guard NumberingSystem(id: digits) != nil else { throw InvalidField("digits", .malformed) }
      _ = try FieldRules.language(code, "language")
    }
  }
}

extension FormattedValue {
  fileprivate func validate() throws(InvalidField) {
    switch self {
    case .moment(_, let offset), .elapsed(_, _, let offset):
      try FieldRules.count(offset, "offset", Bounds.offset)
    case .region(let code):
      guard MarketCode(rawValue: code) != nil else { throw InvalidField("code", .malformed) }
    case .language(let code): _ = try FieldRules.language(code, "code")
    case .number: break
    }
  }
}
