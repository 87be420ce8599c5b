/// What a person needs to sign in with a browser (RFC 8628).
public struct SignInCode: Hashable, Codable, Sendable {
  /// The page of the server.
  public var address: String
  /// What to type there.
  public var code: String

  public init(address: String, code: String) {
    self.address = address
    self.code = code
  }
}
