/// What `GET /rpc/app_config` gives: languages, markets, flags, and how often to ask.
public struct AppConfiguration: Hashable, JSONMessage {
  public var languages: [String]
  public var defaultLanguageCode: String
  public var markets: [Market]
  public var featureFlags: [String: Bool]
  public var cooldowns: Cooldowns

  public init(
    languages: [String], defaultLanguageCode: String, markets: [Market] = [],
    featureFlags: [String: Bool] = [:], cooldowns: Cooldowns = Cooldowns()
  ) {
    self.languages = languages
    self.defaultLanguageCode = defaultLanguageCode
    self.markets = markets
    self.featureFlags = featureFlags
    self.cooldowns = cooldowns
  }

  enum CodingKeys: String, CodingKey {
    case languages
    case defaultLanguageCode = "default_language_code"
    case markets
    case featureFlags = "feature_flags"
    case cooldowns
  }

  public mutating func validate() throws(InvalidField) {
    guard !languages.isEmpty else { throw InvalidField("languages", .tooShort) }
    for code in languages { _ = try FieldRules.language(code, "languages") }
    guard languages.contains(defaultLanguageCode) else {
      throw InvalidField("default_language_code", .outOfRange)
    }
    for market in markets {
      _ = try FieldRules.market(market.code)
      guard !market.languages.isEmpty else { throw InvalidField("markets", .tooShort) }
      for code in market.languages { _ = try FieldRules.language(code, "markets") }
    }
  }
}

/// A country or product region and its languages, the default one first.
public struct Market: Hashable, Codable, Sendable {
  public var code: String
  public var languages: [String]

  public init(code: String, languages: [String]) {
    self.code = code
    self.languages = languages
  }
}

/// Seconds to let pass between two requests of a kind.
public struct Cooldowns: Hashable, Codable, Sendable {
  public var syncSeconds: Int

  public init(syncSeconds: Int = 5) { self.syncSeconds = syncSeconds }

  enum CodingKeys: String, CodingKey {
    case syncSeconds = "sync_seconds"
  }
}
