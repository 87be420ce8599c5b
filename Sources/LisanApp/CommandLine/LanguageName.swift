import Formatting
import Localization
import Settings

extension LanguagePreference {
  /// Understands how people name a language: by its code, a locale (`ar_EG.UTF-8`), its own name, or
  /// its name in the language on display or in English. `system` is the system's language.
  ///
  /// - Returns: nil if none of the languages is meant.
  init?(name: String, among languages: [Language], shownIn shown: Language) {
    if name == SettingName.system {
      self = .system
      return
    }
    guard let code = Self.code(name, languages) ?? Self.named(name, languages, shown) else {
      return nil
    }
    self = .explicit(code)
  }

  private static func code(_ name: String, _ languages: [Language]) -> LanguageCode? {
    SystemLanguage.code(ofLocale: name[...])?.bestMatch(in: languages.map(\.code))
  }

  private static func named(
    _ name: String, _ languages: [Language], _ shown: Language
  ) -> LanguageCode? {
    let wanted = folded(name)
    if let language = languages.first(where: { $0.nativeName.map(folded) == wanted }) {
      return language.code
    }
    return languages.first { language in
      [shown, .english].contains {
        folded(LocaleFormat(language: $0).languageName(language.code.rawValue)) == wanted
      }
    }?.code
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
