/// How a preference comes to a language.
public enum LanguageResolution {
  /// The language that `preference` comes to, by the first of these that there is:
  ///
  /// 1. the explicit choice, if the market supports it;
  /// 2. the first of the system's languages that the market supports;
  /// 3. the market's first language;
  /// 4. the default language of the server, and English where nobody names one.
  ///
  /// - Parameters:
  ///   - system: what `SystemLanguage.preferred` found, most wanted first.
  ///   - supported: the market's languages in its order, its default first.
  ///   - available: the languages that have a catalog here; others of the market are ignored.
  ///   - fallback: the default language of whoever offers them (`MarketList.fallback`).
  public static func resolve(
    _ preference: LanguagePreference, system: [LanguageCode], supported: [LanguageCode],
    available: [LanguageCode], fallback: LanguageCode = .english
  ) -> LanguageCode {
    let offered = supported.filter(available.contains)
    if case .explicit(let code) = preference, offered.contains(code) { return code }
    for code in system {
      if let match = code.bestMatch(in: offered) { return match }
    }
    return offered.first ?? (available.contains(fallback) ? fallback : .english)
  }
}
