import Localization

/// A server's configuration: languages, markets, their names, feature flags and request intervals.
public struct AppConfiguration: Hashable, Codable, Sendable {
  /// The codes of the languages on offer, at least one.
  public var languages: [String]
  /// The language if nothing else decides; it is on offer.
  public var defaultLanguageCode: String
  /// The markets on offer.
  public var markets: [Market]
  /// The names of languages and markets that the installation's do not serve for; nil for none.
  public var names: LocalizedNames?
  /// Whether each feature is on, by its name.
  public var featureFlags: [String: Bool]
  /// The minimum time between requests of a kind.
  public var cooldowns: Cooldowns

  private enum CodingKeys: String, CodingKey {
    case languages
    case defaultLanguageCode = "default_language_code"
    case markets, names
    case featureFlags = "feature_flags"
    case cooldowns
  }

  public init(
    languages: [String], defaultLanguageCode: String, markets: [Market] = [],
    names: LocalizedNames? = nil, featureFlags: [String: Bool] = [:],
    cooldowns: Cooldowns = Cooldowns()
  ) {
    self.languages = languages
    self.defaultLanguageCode = defaultLanguageCode
    self.markets = markets
    self.names = names
    self.featureFlags = featureFlags
    self.cooldowns = cooldowns
  }

  /// Checks the lists, their members and the numbers against their bounds.
  public func validate() throws(InvalidField) {
    try FieldRules.count(languages.count, "languages", Bounds.languages)
    for code in languages { _ = try FieldRules.language(code, "languages") }
    guard languages.contains(defaultLanguageCode) else {
      throw InvalidField("default_language_code", .outOfRange)
    }
    try FieldRules.count(markets.count, "markets", 0...Bounds.markets)
    for market in markets { try market.validate() }
    try names?.validate()
    try FieldRules.count(featureFlags.count, "feature_flags", 0...Bounds.flags)
    for name in featureFlags.keys { _ = try FieldRules.flag(name) }
    try cooldowns.validate()
  }

  /// The sorted names of the enabled feature flags.
  public var flagsThatAreOn: [String] { featureFlags.filter(\.value).keys.sorted() }
}

/// A country or product region with its languages, the default one first.
public struct Market: Hashable, Codable, Sendable {
  /// The country or region, such as `EG`.
  public var code: MarketCode
  /// The codes of its languages, at least one.
  public var languages: [String]

  public init(code: MarketCode, languages: [String]) {
    self.code = code
    self.languages = languages
  }

  func validate() throws(InvalidField) {
    try FieldRules.count(languages.count, "markets", Bounds.languages)
    for language in languages { _ = try FieldRules.language(language, "markets") }
  }
}

/// Minimum intervals in seconds between requests of a kind.
public struct Cooldowns: Hashable, Codable, Sendable {
  /// The minimum time between two comparisons of the account with a device.
  public var syncSeconds: Int

  private enum CodingKeys: String, CodingKey {
    case syncSeconds = "sync_seconds"
  }

  public init(syncSeconds: Int = 5) { self.syncSeconds = syncSeconds }

  func validate() throws(InvalidField) {
    _ = try FieldRules.number(
      Int64(syncSeconds), "cooldowns.sync_seconds", Bounds.syncCooldown)
  }
}
