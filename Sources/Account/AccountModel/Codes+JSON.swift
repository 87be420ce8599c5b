import Localization

extension LanguageCode: Codable {
  /// - Throws: `InvalidField`, or the decoder's error.
  public init(from decoder: any Decoder) throws {
    guard let code = Self(rawValue: try String(from: decoder)) else {
      throw InvalidField("language", .malformed)
    }
    self = code
  }
}

extension MarketCode: Codable {
  /// - Throws: `InvalidField`, or the decoder's error.
  public init(from decoder: any Decoder) throws {
    self = try FieldRules.market(try String(from: decoder))
  }
}
