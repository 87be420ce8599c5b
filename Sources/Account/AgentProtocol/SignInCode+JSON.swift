import AccountModel

extension SignInCode: Codable {
  private enum CodingKeys: String, CodingKey {
    case address
    case code
  }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      address: try fields.decode(String.self, forKey: .address),
      code: try fields.decode(String.self, forKey: .code))
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(address, forKey: .address)
    try fields.encode(code, forKey: .code)
  }
}
