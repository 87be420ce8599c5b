import AccountModel
import AccountProtocol
import LocaleValues

/// A report from the agent to its app: one JSON object per packet of their socket pair.
public enum AgentReport: Hashable, JSONMessage {
  /// The current account, after each change of the account or the session.
  case account(AccountReport)
  case sync(SyncReport)
  /// A choice of the account that this device lacks. The app applies it like a local choice and
  /// commits it with the choice's time (`PreferenceChanges.languageChosenAt`). It reports the
  /// commit with `changed` as usual; the agent knows not to send it back (R61).
  case choice(TakenChoice)
  /// A notice for the user, shown once.
  case notice(AccountNotice)
  /// The data with which a person signs in with a browser.
  case code(SignInCode)
  /// Values as a language writes them; those that the locale library does not write are left out.
  case formatted(FormattedReport)
  /// The end of a request, its last report; `failure` is nil on success.
  case finished(id: Int, failure: AccountFailure?)

  private enum CodingKeys: String, CodingKey {
    case account
    case sync
    case choice
    case notice
    case code
    case formatted
    case finished
  }

  // The value is coded directly under its name, without a label.
  public init(from decoder: any Decoder) throws {
    let (name, fields) = try decoder.oneOf(CodingKeys.self)
    switch name {
    case .account: self = .account(try fields.decode(AccountReport.self, forKey: .account))
    case .sync: self = .sync(try fields.decode(SyncReport.self, forKey: .sync))
    case .choice: self = .choice(try fields.decode(TakenChoice.self, forKey: .choice))
    case .notice: self = .notice(try fields.decode(AccountNotice.self, forKey: .notice))
    case .code: self = .code(try fields.decode(SignInCode.self, forKey: .code))
    case .formatted:
      self = .formatted(try fields.decode(FormattedReport.self, forKey: .formatted))
    case .finished:
      let end = try fields.decode(End.self, forKey: .finished)
      self = .finished(id: end.id, failure: end.failure)
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .account(let report): try fields.encode(report, forKey: .account)
    case .sync(let report): try fields.encode(report, forKey: .sync)
    case .choice(let choice): try fields.encode(choice, forKey: .choice)
    case .notice(let notice): try fields.encode(notice, forKey: .notice)
    case .code(let code): try fields.encode(code, forKey: .code)
    case .formatted(let report): try fields.encode(report, forKey: .formatted)
    case .finished(let id, let failure):
      try fields.encode(End(id: id, failure: failure), forKey: .finished)
    }
  }

  private struct End: Codable {
    let id: Int
    let failure: AccountFailure?
  }
}

extension AgentReport {
  /// The app's last request of which a report on choices knows (`SyncReport.request`).
  public var request: Int? {
    switch self {
    case .sync(let report): report.request
    case .choice(let choice): choice.request
    case .account, .notice, .code, .formatted, .finished: nil
    }
  }
}

/// A language choice made elsewhere.
public struct TakenChoice: Hashable, Codable, Sendable {
  public enum Cause: String, Hashable, Codable, Sendable {
    /// Chosen on another device.
    case elsewhere
    /// It came with the newly active profile.
    case profile
  }

  /// A language code; this device may not know it.
  public var language: String
  /// In milliseconds since 1970; 0 for the language that an administrator gave the account.
  public var chosenAt: Int64
  public var cause: Cause
  /// As `SyncReport.request`: a choice that the app has made since then is later than this one.
  public var request: Int?

  public init(language: String, chosenAt: Int64, cause: Cause, request: Int? = nil) {
    self.language = language
    self.chosenAt = chosenAt
    self.cause = cause
    self.request = request
  }

  enum CodingKeys: String, CodingKey {
    case language
    case chosenAt = "chosen_at"
    case cause, request
  }
}

/// Values as a language writes them.
public struct FormattedReport: Hashable, Codable, Sendable {
  /// The language's code.
  public var language: String
  /// The CLDR name of the digits.
  public var digits: String
  public var texts: [FormattedText]

  public init(language: String, digits: String, texts: [FormattedText]) {
    self.language = language
    self.digits = digits
    self.texts = texts
  }
}
