/// A problem of a text that can be shown. Problems that keep a catalog from loading are
/// `CatalogError.Kind`.
public enum CatalogFinding: Hashable, Sendable {
  // Compared with the key, which is the English text.
  /// In the source language, the text is not its key.
  case sourceDiffers
  /// The text is that of the source language.
  case untranslated
  /// Only one of the two ends with an ellipsis.
  case differentEllipsis
  /// Other blanks at the ends.
  case differentEdgeSpace
  /// Another number of line breaks.
  case differentLineBreaks(expected: Int, found: Int)
  /// Another sign at the end of the sentence.
  case differentEnding(expected: Unicode.Scalar)
  /// Two spaces in a row.
  case doubledSpace
  /// A form for several numbers that shows none.
  case numberNotShown(PluralCategory)
  /// A plural form that the language does not have, or no longer, so that it is not used.
  case superfluousPluralCategory(PluralCategory)
  /// More columns than there is room for.
  case tooWide(columns: Int, limit: Int)

  // Characters.
  /// Not in Normalization Form C.
  case notNormalized
  /// Three full stops instead of an ellipsis.
  case threeDots
  /// U+FFFD, where a character was lost.
  case replacementCharacter
  /// A character that cannot be seen.
  case invisibleCharacter(Unicode.Scalar)
  /// A character that is private or not assigned.
  case privateCharacter(Unicode.Scalar)
  /// An embedding or an override; an isolate would be better.
  case embedding(Unicode.Scalar)
  /// A directional character without its partner, in another program's text.
  case unbalancedDirection(Unicode.Scalar)

  // Scripts.
  /// Latin punctuation beside Arabic letters.
  case latinPunctuation(Unicode.Scalar)
  /// A vowel sign.
  case harakat(Unicode.Scalar)
  /// U+0640, which stretches a word.
  case tatweel
  /// A letter that is shaped already.
  case presentationForm(Unicode.Scalar)
  /// A digit of another system than the language's.
  case foreignDigits(Unicode.Scalar, expected: String)
  /// Digits of several systems.
  case mixedDigits
  /// No letter of the language's script.
  case foreignScript(expected: String)
  /// A word with letters of scripts that look alike.
  case mixedScriptWord(String)

  /// A comment with a format that nobody has.
  case unknownFormat(String)

  // A language's data and the list of languages.
  /// A language whose data has no name for it.
  case missingName
  /// A name in another script than the language's.
  case nameInForeignScript(expected: String)
  /// A name that another language has.
  case nameTaken(LanguageCode)
  /// A direction in which the script is not written.
  case directionAgainstScript(String)
  /// A folder that the list of languages does not name.
  case unlistedLanguage(String)
}

extension CatalogFinding {
  /// A name that is stable across versions, such as `untranslated`.
  public var code: String { wording.code }

  /// Whether it is an error or a warning.
  public var severity: CatalogDiagnostic.Severity {
    switch self {
    case .sourceDiffers, .replacementCharacter, .nameInForeignScript, .nameTaken: .error
    default: .warning
    }
  }

  /// A sentence without its full stop, in English.
  public var reason: String { wording.reason }

  private var wording: (code: String, reason: String) {
    switch self {
    case .sourceDiffers:
      ("source-differs", "the text is not its key, which is the text in this language")
    case .untranslated: ("untranslated", "the text is still the English one")
    case .differentEllipsis:
      ("different-ellipsis", "the key and the text do not both end with an ellipsis")
    case .differentEdgeSpace:
      ("different-edge-space", "the blanks at the ends are not those of the key")
    case .differentLineBreaks(let expected, let found):
      ("different-line-breaks", "the text has \(found) line breaks, the key \(expected)")
    case .differentEnding(let scalar):
      ("different-ending", "the key ends with \(scalar), the text with no such sign")
    case .doubledSpace: ("doubled-space", "two spaces in a row")
    case .numberNotShown(let category):
      ("number-not-shown", "the form \(category) is for several numbers and does not show which")
    case .superfluousPluralCategory(let category):
      ("superfluous-plural-category", "the language has no form \(category), so it is not used")
    case .tooWide(let columns, let limit):
      ("too-wide", "\(columns) columns wide, and has room for \(limit)")
    case .notNormalized: ("not-normalized", "not in Normalization Form C")
    case .threeDots: ("three-dots", "three dots; an ellipsis is U+2026")
    case .replacementCharacter:
      ("replacement-character", "U+FFFD stands where a character was lost")
    case .invisibleCharacter(let scalar): ("invisible-character", "\(scalar.notation) is not seen")
    case .privateCharacter(let scalar):
      ("private-character", "\(scalar.notation) has no meaning of its own")
    case .embedding(let scalar):
      ("embedding", "\(scalar.notation); isolates (U+2066 to U+2069) do this better")
    case .unbalancedDirection(let scalar):
      ("unbalanced-direction", "\(scalar.notation) has no partner in the text")
    case .latinPunctuation(let scalar):
      ("latin-punctuation", "\(scalar) beside a letter of the Arabic script, which has its own")
    case .harakat(let scalar):
      ("harakat", "\(scalar.notation) is a vowel sign, which hardly a screen shows well")
    case .tatweel: ("tatweel", "U+0640 stretches a word and is no letter")
    case .presentationForm(let scalar):
      ("presentation-form", "\(scalar.notation) is a letter that is shaped already")
    case .foreignDigits(let scalar, let expected):
      ("foreign-digits", "\(scalar) is no digit of the language's system \(expected)")
    case .mixedDigits: ("mixed-digits", "digits of several systems")
    case .foreignScript(let expected):
      ("foreign-script", "no letter of the language's script \(expected)")
    case .mixedScriptWord(let word):
      ("mixed-script-word", "\"\(word)\" mixes scripts whose letters look alike")
    case .unknownFormat(let name):
      (
        "unknown-format",
        "no format has the name \"\(name)\", so that the placeholders are not compared"
      )
    case .missingName:
      ("missing-name", "the language has no native name, so that its code is shown")
    case .nameInForeignScript(let expected):
      (
        "name-in-foreign-script",
        "the native name has letters that are not of its script \(expected)"
      )
    case .nameTaken(let code): ("name-taken", "the native name is that of \(code)")
    case .directionAgainstScript(let script):
      ("direction-against-script", "\(script) runs the other way")
    case .unlistedLanguage(let folder):
      ("unlisted-language", "\(folder) is not in the list of languages")
    }
  }
}
