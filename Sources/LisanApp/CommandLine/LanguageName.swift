import Formatting
import Localization
import Settings

extension LanguagePreference {
  /// Understands how people name a language: by its code, a locale (`ar_EG.UTF-8`), its own name, or
  /// its name in the language on display or in English. `system` is the system's language.
  ///
  /// - Parameter write: names of languages as some languages write them, where their data has none.
  /// - Returns: nil if none of the languages is meant.
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
    if let language = languages.first(where: { $0.nativeName.map(folded) == wanted }) {
      return language.code
    }
    let naming = [shown, languages.first { $0.code == Language.english.code } ?? .english]
    if let language = languages.first(where: { language in
      naming.contains { $0.names[language.code].map(folded) == wanted }
    }) {
      return language.code
    }
    let unnamed = languages.map(\.code).filter { code in naming.contains { $0.names[code] == nil } }
    guard !unnamed.isEmpty else { return nil }
    let names = write(unnamed.map { .language(code: $0.rawValue) }, naming)
    return unnamed.first { code in
      naming.contains {
        names.text(.language(code: code.rawValue), in: $0).map(folded) == wanted
      }
    }
  }

  /// A name without what people leave out: capitals, marks, and the signs on alef.
  static func folded(_ name: String) -> String {
    let alef = Unicode.Scalar(UInt32(0x0627)) ?? " "
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
