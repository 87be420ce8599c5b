import AccountModel
import AccountProtocol

/// What the agent says to its app: one JSON object in each packet of their socket pair.
public enum AgentReport: Hashable, JSONMessage {
  /// The account as it is now; after each change of it, and of the session.
  case account(AccountReport)
  case sync(SyncReport)
  /// A choice that the account has and this device has not: to be followed as if chosen here, and
  /// committed with its own time (`PreferenceChanges.languageChosenAt`). The commit is told by
  /// `changed` like every other; the agent knows that it need not be sent back (R61).
  case choice(TakenChoice)
  /// Something that the person should be told once.
  case notice(AccountNotice)
  /// A request's end, the last report of it; no failure where it was done.
  case finished(id: Int, failure: AccountFailure?)

  private enum CodingKeys: String, CodingKey {
    case account
    case sync
    case choice
    case notice
    case finished
  }

  // The object itself stands under the name: no name for a value that has no label.
  public init(from decoder: any Decoder) throws {
    let (name, fields) = try decoder.oneOf(CodingKeys.self)
    switch name {
    case .account: self = .account(try fields.decode(AccountReport.self, forKey: .account))
    case .sync: self = .sync(try fields.decode(SyncReport.self, forKey: .sync))
    case .choice: self = .choice(try fields.decode(TakenChoice.self, forKey: .choice))
    case .notice: self = .notice(try fields.decode(AccountNotice.self, forKey: .notice))
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
    case .finished(let id, let failure):
      try fields.encode(End(id: id, failure: failure), forKey: .finished)
    }
  }

  private struct End: Codable {
    let id: Int
    let failure: AccountFailure?
  }
}

/// A choice of a language that was made elsewhere.
public struct TakenChoice: Hashable, Codable, Sendable {
  public enum Cause: String, Hashable, Codable, Sendable {
    /// Chosen on another device.
    case elsewhere
    /// It came with the profile that was switched to.
    case profile
  }

  /// A language code, which need not be one that is known here.
  public var language: String
  /// In milliseconds since 1970; 0 where nobody ever chose, and the account was made with it.
  public var chosenAt: Int64
  public var cause: Cause

  public init(language: String, chosenAt: Int64, cause: Cause) {
    self.language = language
    self.chosenAt = chosenAt
    self.cause = cause
  }

  enum CodingKeys: String, CodingKey {
    case language
    case chosenAt = "chosen_at"
    case cause
  }
}
