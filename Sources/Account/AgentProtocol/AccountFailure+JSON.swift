import AccountModel

extension AccountFailure: Codable {
  private enum CodingKeys: String, CodingKey {
    case reason
    case status
    case retryAfter = "retry_after"
  }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try fields.decode(Reason.self, forKey: .reason),
      status: try fields.decodeIfPresent(Int.self, forKey: .status),
      retryAfter: try fields.decodeIfPresent(Int.self, forKey: .retryAfter))
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(reason, forKey: .reason)
    try fields.encodeIfPresent(status, forKey: .status)
    try fields.encodeIfPresent(retryAfter, forKey: .retryAfter)
  }
}

extension AccountFailure.Reason: Codable {}
