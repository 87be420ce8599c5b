/// Resolves a preference to a language.
public enum LanguageResolution {
  /// The language that `preference` resolves to: the first of these that exists.
  ///
  /// 1. the explicit choice, if the market supports it;
  /// 2. the first of the system's languages that the market supports;
  /// 3. the market's first language;
  /// 4. the default language of the server, or English if none is named.
  ///
  /// - Parameters:
  ///   - system: the result of `SystemLanguage.preferred`, most wanted first.
  ///   - supported: the market's languages in its order, its default first.
  ///   - available: the languages with a catalog; others of the market are ignored.
  ///   - fallback: the default language of the offer.
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
