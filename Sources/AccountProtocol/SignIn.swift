/// The body of `POST /rpc/sign_in`.
public struct SignIn: Hashable, JSONMessage {
  public var login: String
  public var password: String

  public init(login: String, password: String) {
    self.login = login
    self.password = password
  }

  public mutating func validate() throws(InvalidField) {
    login = try FieldRules.login(login)
    password = try FieldRules.password(password)
  }
}

/// The answer to `POST /rpc/sign_in`: the token that every further request carries as
/// `Authorization: Bearer …`.
public struct SignedIn: Hashable, JSONMessage {
  public var token: String
  public var accountID: Int64
  /// When the token ends, in milliseconds since 1970.
  public var expiresAt: Int64

  public init(token: String, accountID: Int64, expiresAt: Int64) {
    self.token = token
    self.accountID = accountID
    self.expiresAt = expiresAt
  }

  enum CodingKeys: String, CodingKey {
    case token
    case accountID = "account_id"
    case expiresAt = "expires_at"
  }
}
