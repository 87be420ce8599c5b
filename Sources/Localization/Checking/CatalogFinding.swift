/// A problem of a text that can be shown. Problems that keep a catalog from loading are
/// `CatalogError.Kind`.
public enum CatalogFinding: Hashable, Sendable {
  // Compared with the key, which is the English text.
  case empty
  case sourceDiffers
  case untranslated
  case differentEllipsis
  case differentEdgeSpace
  case differentLineBreaks(expected: Int, found: Int)
  case differentEnding(expected: Unicode.Scalar)
  case doubledSpace
  case numberNotShown(PluralCategory)
  case tooWide(columns: Int, limit: Int)

  // Characters.
  case notNormalized
  case threeDots
  case replacementCharacter
  case invisibleCharacter(Unicode.Scalar)
  case privateCharacter(Unicode.Scalar)
  case embedding(Unicode.Scalar)

  // Scripts.
  case latinPunctuation(Unicode.Scalar)
  case harakat(Unicode.Scalar)
  case tatweel
  case presentationForm(Unicode.Scalar)
  case foreignDigits(Unicode.Scalar, expected: String)
  case mixedDigits
  case foreignScript(expected: String)
  case mixedScriptWord(String)

  // A language's own data and the list of languages.
  case missingName
  case nameInForeignScript(expected: String)
  case nameTaken(LanguageCode)
  case directionAgainstScript(String)
  case unlistedLanguage(String)
}

extension CatalogFinding {
  /// A name that is stable across versions, such as `untranslated`.
  public var code: String {
    switch self {
    case .empty: "empty"
    case .sourceDiffers: "source-differs"
    case .untranslated: "untranslated"
    case .differentEllipsis: "different-ellipsis"
    case .differentEdgeSpace: "different-edge-space"
    case .differentLineBreaks: "different-line-breaks"
    case .differentEnding: "different-ending"
    case .doubledSpace: "doubled-space"
    case .numberNotShown: "number-not-shown"
    case .tooWide: "too-wide"
    case .notNormalized: "not-normalized"
    case .threeDots: "three-dots"
    case .replacementCharacter: "replacement-character"
    case .invisibleCharacter: "invisible-character"
    case .privateCharacter: "private-character"
    case .embedding: "embedding"
    case .latinPunctuation: "latin-punctuation"
    case .harakat: "harakat"
    case .tatweel: "tatweel"
    case .presentationForm: "presentation-form"
    case .foreignDigits: "foreign-digits"
    case .mixedDigits: "mixed-digits"
    case .foreignScript: "foreign-script"
    case .mixedScriptWord: "mixed-script-word"
    case .missingName: "missing-name"
    case .nameInForeignScript: "name-in-foreign-script"
    case .nameTaken: "name-taken"
    case .directionAgainstScript: "direction-against-script"
    case .unlistedLanguage: "unlisted-language"
    }
  }

  public var severity: CatalogDiagnostic.Severity {
    switch self {
    case .empty, .sourceDiffers, .replacementCharacter, .nameInForeignScript, .nameTaken: .error
    default: .warning
    }
  }

  /// A sentence without its full stop, in English.
  public var reason: String {
    switch self {
    case .empty: "the text is empty"
    case .sourceDiffers: "the text is not its key, which is the text in this language"
    case .untranslated: "the text is still the English one"
    case .differentEllipsis: "the key and the text do not both end with an ellipsis"
    case .differentEdgeSpace: "the blanks at the ends are not those of the key"
    case .differentLineBreaks(let expected, let found):
      "the text has \(found) line breaks, the key \(expected)"
    case .differentEnding(let scalar): "the key ends with \(scalar), the text with no such sign"
    case .doubledSpace: "two spaces in a row"
    case .numberNotShown(let category):
      "the form \(category) is for several numbers and does not show which"
    case .tooWide(let columns, let limit): "\(columns) columns wide, and has room for \(limit)"
    case .notNormalized: "not in Normalization Form C"
    case .threeDots: "three dots; an ellipsis is U+2026"
    case .replacementCharacter: "U+FFFD stands where a character was lost"
    case .invisibleCharacter(let scalar): "\(scalar.notation) is not seen"
    case .privateCharacter(let scalar): "\(scalar.notation) has no meaning of its own"
    case .embedding(let scalar): "\(scalar.notation); isolates (U+2066 to U+2069) do this better"
    case .latinPunctuation(let scalar):
      "\(scalar) beside a letter of the Arabic script, which has its own"
    case .harakat(let scalar):
      "\(scalar.notation) is a vowel sign, which hardly a screen shows well"
    case .tatweel: "U+0640 stretches a word and is no letter"
    case .presentationForm(let scalar): "\(scalar.notation) is a letter that is shaped already"
    case .foreignDigits(let scalar, let expected):
      "\(scalar) is no digit of the language's system \(expected)"
    case .mixedDigits: "digits of several systems"
    case .foreignScript(let expected): "no letter of the language's script \(expected)"
    case .mixedScriptWord(let word): "\"\(word)\" mixes scripts whose letters look alike"
    case .missingName: "the language has no native name, so that its code is shown"
    case .nameInForeignScript(let expected):
      "the native name has letters that are not of its script \(expected)"
    case .nameTaken(let code): "the native name is that of \(code)"
    case .directionAgainstScript(let script): "\(script) runs the other way"
    case .unlistedLanguage(let folder): "\(folder) is not in the list of languages"
    }
  }
}
