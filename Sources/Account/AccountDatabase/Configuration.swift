import AccountModel

extension AccountDatabase {
  private enum Setting {
    static let languages = "languages"
    static let defaultLanguage = "default_language_code"
    static let syncCooldown = "sync_seconds"
    static let identity = "identity"
    /// The beginning of the settings with names: `name/language/fa/en`.
    static let name = "name"
  }

  /// Languages, markets, flags and cooldowns; nil if they have never been set.
  public func configuration() throws(DatabaseError) -> AppConfiguration? {
    try connection.snapshot { () throws(DatabaseError) in try readConfiguration() }
  }

  private func readConfiguration() throws(DatabaseError) -> AppConfiguration? {
    guard let languages = try setting(Setting.languages).map(words), let first = languages.first
    else { return nil }
    var configuration = AppConfiguration(
      languages: languages, defaultLanguageCode: try setting(Setting.defaultLanguage) ?? first)
    for (code, languages) in try connection.all(
      "SELECT code, languages FROM market ORDER BY position, code",
      read: { ($0.text(0), words($0.text(1))) })
    {
      do throws(InvalidField) {
        let code = try FieldRules.market(code, "markets")
        configuration.markets.append(Market(code: code, languages: languages))
      } catch {
        throw .invalidConfiguration(error)
      }
    }
    var names = LocalizedNames()
    for (setting, name) in try connection.all(
      "SELECT name, value FROM setting WHERE name LIKE '\(Setting.name)/%'",
      read: { ($0.text(0), $0.text(1)) })
    {
      let words = setting.split(separator: "/").map(String.init)
      guard words.count == 4, let kind = LocalizedNames.Kind(rawValue: words[1]) else { continue }
      names[kind, words[2], in: words[3]] = name
    }
    if !names.isEmpty { configuration.names = names }
    for (name, isOn) in try connection.all(
      "SELECT name, is_on FROM flag", read: { ($0.text(0), $0.flag(1)) })
    {
      configuration.featureFlags[name] = isOn
    }
    if let seconds = try setting(Setting.syncCooldown).flatMap({ Int($0) }) {
      configuration.cooldowns.syncSeconds = seconds
    }
    return configuration
  }

  /// Replaces the whole configuration.
  public func setConfiguration(_ configuration: AppConfiguration) throws(DatabaseError) {
    try transaction { () throws(DatabaseError) in
      try lock(.configuration)
      try set(Setting.languages, configuration.languages.joined(separator: " "))
      try set(Setting.defaultLanguage, configuration.defaultLanguageCode)
      try set(Setting.syncCooldown, String(configuration.cooldowns.syncSeconds))
      try connection.run("DELETE FROM market")
      for (position, market) in configuration.markets.enumerated() {
        try connection.run(
          "INSERT INTO market (code, position, languages) VALUES (?, ?, ?)",
          .text(market.code.rawValue),
          .integer(Int64(position)), .text(market.languages.joined(separator: " ")))
      }
      try connection.run("DELETE FROM setting WHERE name LIKE '\(Setting.name)/%'")
      for (kind, code, language, name) in configuration.names?.all ?? [] {
        try set("\(Setting.name)/\(kind.rawValue)/\(code)/\(language)", name)
      }
      try connection.run("DELETE FROM flag")
      for (name, isOn) in configuration.featureFlags {
        try connection.run(
          "INSERT INTO flag (name, is_on) VALUES (?, ?)", .text(name), .flag(isOn))
      }
    }
  }

  /// Changes the configuration; throws if the result is invalid: out of bounds, or with a default
  /// that is not among its languages.
  public func changeConfiguration(
    _ change: (inout AppConfiguration) -> Void
  ) throws(DatabaseError) {
    try transaction { () throws(DatabaseError) in
      try lock(.configuration)
      guard var changed = try readConfiguration() else { throw .noConfiguration }
      change(&changed)
      do throws(InvalidField) {
        try changed.validate()
      } catch {
        throw .invalidConfiguration(error)
      }
      try setConfiguration(changed)
    }
  }

  /// Sets a market's languages; a new market is appended.
  public func setMarket(_ market: Market) throws(DatabaseError) {
    try changeConfiguration { configuration in
      if let place = configuration.markets.firstIndex(where: { $0.code == market.code }) {
        configuration.markets[place] = market
      } else {
        configuration.markets.append(market)
      }
    }
  }

  /// Removes a market.
  ///
  /// - Parameter code: any text, so that an invalid row written by others can be removed too.
  /// - Returns: false if there is no such market.
  @discardableResult
  public func removeMarket(_ code: String) throws(DatabaseError) -> Bool {
    try connection.run("DELETE FROM market WHERE code = ?", .text(code)) > 0
  }

  public func setFlag(_ name: String, _ isOn: Bool) throws(DatabaseError) {
    try changeConfiguration { $0.featureFlags[name] = isOn }
  }

  /// Throws if a configuration is set and does not offer the language.
  func requireOffered(_ language: String) throws(DatabaseError) {
    guard let languages = try setting(Setting.languages).map(words) else { return }
    guard languages.contains(language) else { throw .languageNotOffered }
  }

  /// What distinguishes this database from all others: 32 lower-case hexadecimal digits, made with
  /// the schema. Copies and backups keep it.
  public func identity() throws(DatabaseError) -> String {
    guard let identity = try setting(Setting.identity) else { throw .noIdentity }
    return identity
  }

  /// Throws if this is another database.
  public func requireIdentity(_ expected: String) throws(DatabaseError) {
    guard try identity() == expected else { throw .otherIdentity }
  }

  /// The value of a setting; nil if it was never set.
  func setting(_ name: String) throws(DatabaseError) -> String? {
    try connection.first("SELECT value FROM setting WHERE name = ?", .text(name)) { $0.text(0) }
  }

  func set(_ name: String, _ value: String) throws(DatabaseError) {
    try connection.run(
      """
      INSERT INTO setting (name, value) VALUES (?, ?)
      ON CONFLICT (name) DO UPDATE SET value = excluded.value
      """, .text(name), .text(value))
  }
}

private func words(_ line: String) -> [String] { line.split(separator: " ").map(String.init) }
