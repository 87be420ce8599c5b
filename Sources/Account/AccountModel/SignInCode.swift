/// The data with which a person signs in with a browser (RFC 8628).
public struct SignInCode: Hashable, Codable, Sendable {
  /// The page of the server.
  public var address: String
  /// The code to type there.
  public var code: String

  public init(address: String, code: String) {
    self.address = address
    self.code = code
  }
}
