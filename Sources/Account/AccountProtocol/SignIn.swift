import AccountModel

/// The body of `POST /rpc/sign_in`.
public struct SignIn: Hashable, JSONMessage {
  public var login: String
  public var password: String
  /// The session's device, in the form that a choice has. The session can send only this device's
  /// choices. If it is absent, the session's first choice sets the device.
  public var device: String?

  public init(login: String, password: String, device: String? = nil) {
    self.login = login
    self.password = password
    self.device = device
  }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    login = try fields.decode(String.self, forKey: .login)
    password = try fields.decode(String.self, forKey: .password)
    device = try fields.optional(String.self, .device)
  }

  public mutating func validate() throws(InvalidField) {
    login = try FieldRules.login(login)
    password = try FieldRules.password(password)
    if let device { self.device = try FieldRules.device(device) }
  }
}

/// The answer to `POST /rpc/sign_in`, with the token for later requests
/// (`Authorization: Bearer …`).
public struct SignedIn: Hashable, JSONMessage {
  public var token: String
  public var accountID: Int64
  /// When the token expires, in milliseconds since 1970.
  public var expiresAt: Int64
  /// How many of the account's oldest sessions ended to make room for this one; absent for none.
  public var endedSessions: Int?

  public init(token: String, accountID: Int64, expiresAt: Int64, endedSessions: Int? = nil) {
    self.token = token
    self.accountID = accountID
    self.expiresAt = expiresAt
    self.endedSessions = endedSessions
  }

  enum CodingKeys: String, CodingKey {
    case token
    case accountID = "account_id"
    case expiresAt = "expires_at"
    case endedSessions = "ended_sessions"
  }

  public mutating func validate() throws(InvalidField) {
    token = try FieldRules.token(token)
    accountID = try FieldRules.number(accountID, "account_id", Bounds.identifier)
    expiresAt = try FieldRules.number(expiresAt, "expires_at", Bounds.time)
    try FieldRules.count(endedSessions ?? 0, "ended_sessions", 0...Bounds.sessions)
  }
}
