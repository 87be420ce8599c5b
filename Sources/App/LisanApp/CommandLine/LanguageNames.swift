import AccountModel
import LocaleValues
import Localization
import SettingsCore

/// The names that people use for languages.
struct LanguageNames {
  let languages: [Language]
  /// The language on display.
  let shown: Language
  /// The names that the account's server gives.
  let given: LocalizedNames
  /// Writes names of languages in some languages, if their data has none.
  let write: ([FormattedValue], [Language]) -> FormattedTexts

  private typealias Name = (name: String, code: LanguageCode)

  /// The names as people may write them.
  var all: [String] { (known + written).map(\.name) }

  /// The preference with a name: a language by its code, a locale (`ar_EG.UTF-8`), its native name,
  /// or its name in the language on display or in English; `system` is the system's language. Nil
  /// if no language has that name.
  func preference(named name: String) -> LanguagePreference? {
    let name = LanguagePreference.trimmed(name)
    let wanted = LanguagePreference.folded(name)
    if wanted == SettingName.system { return .system }
    func meant(_ names: [Name]) -> LanguageCode? {
      names.first { LanguagePreference.folded($0.name) == wanted }?.code
    }
    let code =
      SystemLanguage.code(ofLocale: name[...])?.bestMatch(in: languages.map(\.code))
      ?? meant(known) ?? meant(written)
    return code.map { .explicit($0) }
  }

  /// The languages in which others are named: the one on display, and English.
  private var naming: [Language] {
    [shown, languages.first { $0.code == Language.english.code } ?? .english]
  }

  /// The names in the languages' data and those of the account, native names first.
  private var known: [Name] {
    languages.compactMap { language in language.nativeName.map { ($0, language.code) } }
      + languages.flatMap { language in
        names(of: language).map { ($0, language.code) }
      }
  }

  private func names(of language: Language) -> [String] {
    naming.flatMap { other in
      [
        given[.language, language.code.rawValue, in: other.code.rawValue],
        other.names[language.code],
      ]
    }.compactMap { $0 }
  }

  /// The names that the data does not have.
  private var written: [Name] {
    let naming = naming
    let unnamed = languages.map(\.code).filter { code in naming.contains { $0.names[code] == nil } }
    guard !unnamed.isEmpty else { return [] }
    let names = write(unnamed.map { .language(code: $0.rawValue) }, naming)
    return unnamed.flatMap { code in
      naming.compactMap { names.text(.language(code: code.rawValue), in: $0) }.map { ($0, code) }
    }
  }
}

extension LanguagePreference {
  /// A folded name without the Arabic article, for comparison with another form of the name.
  static func bare(_ name: String) -> String {
    text(SearchFolding.withoutArticle(SearchFolding.folded(trimmed(name))))
  }

  /// A name without what people leave out, as Find takes it.
  static func folded(_ name: String) -> String { text(SearchFolding.folded(trimmed(name))) }

  /// A name as it was meant: without blanks and marks for directions around it, which come along with
  /// copied text.
  static func trimmed(_ name: String) -> String {
    func isAround(_ scalar: Unicode.Scalar) -> Bool {
      scalar.properties.isWhitespace || scalar.isDirectionalFormatting || scalar == "\u{FEFF}"
    }
    let start = name.unicodeScalars.drop(while: isAround)
    return text(start.reversed().drop(while: isAround).reversed())
  }

  private static func text(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }
}
