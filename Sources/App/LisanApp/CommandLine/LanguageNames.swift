import LocaleValues
import Localization
import SettingsCore

extension LanguagePreference {
  /// Understands how people name a language: by its code, a locale (`ar_EG.UTF-8`), its own name, or
  /// its name in the language on display or in English. `system` is the system's language.
  ///
  /// - Parameter write: names of languages as some languages write them, where their data has none.
  /// - Returns: nil if no language has that name.
  init?(
    name: String, among languages: [Language], shownIn shown: Language,
    write: ([FormattedValue], [Language]) -> FormattedTexts
  ) {
    if name == SettingName.system {
      self = .system
      return
    }
    guard let code = Self.code(name, languages) ?? Self.named(name, languages, shown, write)
    else {
      return nil
    }
    self = .explicit(code)
  }

  private static func code(_ name: String, _ languages: [Language]) -> LanguageCode? {
    SystemLanguage.code(ofLocale: name[...])?.bestMatch(in: languages.map(\.code))
  }

  private static func named(
    _ name: String, _ languages: [Language], _ shown: Language,
    _ write: ([FormattedValue], [Language]) -> FormattedTexts
  ) -> LanguageCode? {
    let wanted = folded(name)
    func meant(_ names: [(name: String, code: LanguageCode)]) -> LanguageCode? {
      names.first { folded($0.name) == wanted }?.code
    }
    return meant(known(languages, shown)) ?? meant(written(languages, shown, write))
  }

  /// The names of the languages, as people may write them.
  static func names(
    of languages: [Language], shownIn shown: Language,
    write: ([FormattedValue], [Language]) -> FormattedTexts
  ) -> [String] {
    (known(languages, shown) + written(languages, shown, write)).map(\.name)
  }

  /// The languages that name others: the one on display, and English.
  private static func naming(_ languages: [Language], _ shown: Language) -> [Language] {
    [shown, languages.first { $0.code == Language.english.code } ?? .english]
  }

  /// The names that the languages' data has, their own first.
  private static func known(
    _ languages: [Language], _ shown: Language
  ) -> [(name: String, code: LanguageCode)] {
    languages.compactMap { language in language.nativeName.map { ($0, language.code) } }
      + languages.flatMap { language in
        naming(languages, shown).compactMap { $0.names[language.code] }.map { ($0, language.code) }
      }
  }

  /// The names that the data does not have.
  private static func written(
    _ languages: [Language], _ shown: Language,
    _ write: ([FormattedValue], [Language]) -> FormattedTexts
  ) -> [(name: String, code: LanguageCode)] {
    let naming = naming(languages, shown)
    let unnamed = languages.map(\.code).filter { code in naming.contains { $0.names[code] == nil } }
    guard !unnamed.isEmpty else { return [] }
    let names = write(unnamed.map { .language(code: $0.rawValue) }, naming)
    return unnamed.flatMap { code in
      naming.compactMap { names.text(.language(code: code.rawValue), in: $0) }.map { ($0, code) }
    }
  }

  private static let alef = Unicode.Scalar(UInt32(0x0627)) ?? " "
  private static let lam = Unicode.Scalar(UInt32(0x0644)) ?? " "

  /// A folded name without the Arabic article, by which one language is compared with another form of
  /// its name.
  static func bare(_ name: String) -> String {
    let folded = folded(name)
    guard folded.unicodeScalars.starts(with: [alef, lam]) else { return folded }
    return String(folded.unicodeScalars.dropFirst(2))
  }

  /// A name without what people leave out: capitals, marks, and the signs on alef.
  static func folded(_ name: String) -> String {
    var folded = String.UnicodeScalarView()
    for scalar in name.lowercased().unicodeScalars
    where scalar.properties.generalCategory != .nonspacingMark {
      switch scalar.value {
      case 0x0622, 0x0623, 0x0625, 0x0671: folded.append(alef)
      default: folded.append(scalar)
      }
    }
    return String(folded)
  }
}
