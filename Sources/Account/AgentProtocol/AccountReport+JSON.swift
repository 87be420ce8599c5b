import AccountModel
import AccountProtocol

extension AccountReport: Codable {
  private enum CodingKeys: String, CodingKey {
    case signInState = "sign_in_state"
    case account
    case configuration
    case isFresh = "is_fresh"
  }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      signInState: try fields.decode(SignInState.self, forKey: .signInState),
      account: try fields.decodeIfPresent(Account.self, forKey: .account),
      configuration: try fields.decodeIfPresent(AppConfiguration.self, forKey: .configuration),
      isFresh: try fields.decode(Bool.self, forKey: .isFresh))
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(signInState, forKey: .signInState)
    try fields.encodeIfPresent(account, forKey: .account)
    try fields.encodeIfPresent(configuration, forKey: .configuration)
    try fields.encode(isFresh, forKey: .isFresh)
  }
}

extension SignInState: Codable {
  private enum CodingKeys: String, CodingKey {
    case embedded
    case signedIn = "signed_in"
    case signInNeeded = "sign_in_needed"
  }

  private enum ValueKeys: String, CodingKey {
    case token
    case reason
  }

  public init(from decoder: any Decoder) throws {
    let (name, fields) = try decoder.oneOf(CodingKeys.self)
    let values = try fields.nestedContainer(keyedBy: ValueKeys.self, forKey: name)
    switch name {
    case .embedded: self = .embedded
    case .signedIn: self = .signedIn(token: try values.decode(TokenPlace.self, forKey: .token))
    case .signInNeeded:
      self = .signInNeeded(reason: try values.decode(SignInReason.self, forKey: .reason))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    func values(_ name: CodingKeys) -> KeyedEncodingContainer<ValueKeys> {
      fields.nestedContainer(keyedBy: ValueKeys.self, forKey: name)
    }
    switch self {
    case .embedded: _ = values(.embedded)
    case .signedIn(let token):
      var values = values(.signedIn)
      try values.encode(token, forKey: .token)
    case .signInNeeded(let reason):
      var values = values(.signInNeeded)
      try values.encode(reason, forKey: .reason)
    }
  }
}

extension TokenPlace: Codable {}
extension SignInReason: Codable {}

extension SyncReport: Codable {
  private enum CodingKeys: String, CodingKey {
    case state
    case syncedAt = "synced_at"
    case failure
  }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      state: try fields.decode(State.self, forKey: .state),
      syncedAt: try fields.decodeIfPresent(Int64.self, forKey: .syncedAt),
      failure: try fields.decodeIfPresent(AccountFailure.self, forKey: .failure))
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(state, forKey: .state)
    try fields.encodeIfPresent(syncedAt, forKey: .syncedAt)
    try fields.encodeIfPresent(failure, forKey: .failure)
  }
}

extension SyncReport.State: Codable {}
