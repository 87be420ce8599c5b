import AccountModel
import Localization

/// The answer to `GET /rpc/app_config`.
extension AppConfiguration: JSONMessage {
  private enum CodingKeys: String, CodingKey {
    case languages
    case defaultLanguageCode = "default_language_code"
    case markets
    case featureFlags = "feature_flags"
    case cooldowns
  }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      languages: try fields.decode([String].self, forKey: .languages),
      defaultLanguageCode: try fields.decode(String.self, forKey: .defaultLanguageCode),
      markets: try fields.decode([Market].self, forKey: .markets),
      featureFlags: try fields.decode([String: Bool].self, forKey: .featureFlags),
      cooldowns: try fields.decode(Cooldowns.self, forKey: .cooldowns))
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(languages, forKey: .languages)
    try fields.encode(defaultLanguageCode, forKey: .defaultLanguageCode)
    try fields.encode(markets, forKey: .markets)
    try fields.encode(featureFlags, forKey: .featureFlags)
    try fields.encode(cooldowns, forKey: .cooldowns)
  }
}

extension Market: Codable {
  private enum CodingKeys: String, CodingKey {
    case code
    case languages
  }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      code: try fields.market(.code, "markets"),
      languages: try fields.decode([String].self, forKey: .languages))
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(code.rawValue, forKey: .code)
    try fields.encode(languages, forKey: .languages)
  }
}

extension Cooldowns: Codable {
  private enum CodingKeys: String, CodingKey {
    case syncSeconds = "sync_seconds"
  }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    self.init(syncSeconds: try fields.decode(Int.self, forKey: .syncSeconds))
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(syncSeconds, forKey: .syncSeconds)
  }
}

extension KeyedDecodingContainer {
  /// Decodes a market's code.
  ///
  /// - Parameter field: the field name for errors.
  /// - Throws: `InvalidField`, or the decoder's error.
  package func market(_ key: Key, _ field: String) throws -> MarketCode {
    try FieldRules.market(try decode(String.self, forKey: key), field)
  }
}
