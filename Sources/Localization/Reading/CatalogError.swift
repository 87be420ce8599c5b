import SystemCalls

/// Why a resource file cannot be used, with the position: `ar.lproj/Localizable.strings:12:7:
/// error: …`.
public struct CatalogError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file name as given to the reader.
  public let file: String
  /// From 1; also 1 for the file as a whole.
  public let line: Int
  /// In Unicode scalars, from 1; a byte order mark is not counted.
  public let column: Int
  public let kind: Kind

  public init(file: String, line: Int = 1, column: Int = 1, kind: Kind) {
    self.file = file
    self.line = line
    self.column = column
    self.kind = kind
  }

  /// A line for the log, in English.
  public var description: String { "\(file):\(line):\(column): error: \(kind.reason)" }
}

extension CatalogError {
  /// A defect of a resource file; `code` names it for programs, `reason` for people.
  public enum Kind: Hashable, Sendable {
    // Reading.
    case unreadable(errno: Int32)
    case notRegularFile
    case tooLarge(limit: Int)
    case invalidUTF8
    case invalidUTF16
    case controlCharacter(Unicode.Scalar)

    // The form of a `.strings` file.
    case unterminatedComment
    case unterminatedString
    case unknownEscape(String)
    case shortEscape(String)
    case unpairedSurrogate(String)
    case expectedKey
    case expectedEquals
    case expectedValue
    case expectedSemicolon
    case duplicateKey(String, firstLine: Int)
    /// Another key looks the same but has different characters (NFC and NFD).
    case equivalentKey(String, firstLine: Int)

    // The form of a `.stringsdict` file.
    case malformedXML(XMLFault)
    case missingProperty(String)
    case unknownProperty(String)
    case invalidProperty(String, value: String)
    case undefinedVariable(String)
    case unusedVariable(String)
    case recursiveVariable(String)
    /// A text uses a variable twice.
    case repeatedVariable(String)
    case tooManyVariables(limit: Int)

    // A language's own data.
    case missingField(String)
    case invalidField(String, value: String, allowed: String)
    case unknownField(String)
    case invalidPluralRule(PluralCategory, reason: String)

    // A catalog as a whole.
    case missingKey(String)
    case unusedKey(String)
    /// A key is in the file for plain texts but needs plural forms, or the reverse.
    case misplacedKey(String, file: String)
    case invalidPlaceholder(String)
    case differentPlaceholders(expected: String, found: String)
    case missingPluralCategory(PluralCategory)
    case superfluousPluralCategory(PluralCategory)
    case unbalancedDirection(Unicode.Scalar)
  }

  /// An XML error in a `.stringsdict`.
  public enum XMLFault: String, Hashable, Sendable {
    case expectedPropertyList = "expected <plist version=\"1.0\">"
    case expectedElement = "expected an element"
    case expectedDictionary = "expected <dict>"
    case expectedKey = "expected <key>"
    case expectedValue = "expected <string> or <dict> for the key"
    case unsupportedElement = "only plist, dict, key and string are read here"
    case wrongEndTag = "an end tag that closes nothing that is open"
    case unterminatedTag = "a tag that does not end"
    case unterminatedMarkup = "a comment or declaration that does not end"
    case unterminatedElement = "an element that is not closed"
    case unknownEntity = "an entity other than amp, lt, gt, quot, apos or a character's number"
    case unsupportedDeclaration = "a declaration that is not read here"
    case unsupportedEncoding = "an encoding other than that of the file"
    case textOutsideElement = "text where an element belongs"
    case textAfterEnd = "something after the end of the property list"
    case tooDeep = "dictionaries nested deeper than a message's variables"
  }
}

extension CatalogError.Kind {
  /// A name that is stable across versions, such as `duplicate-key`.
  public var code: String {
    switch self {
    case .unreadable: "unreadable"
    case .notRegularFile: "not-regular-file"
    case .tooLarge: "too-large"
    case .invalidUTF8: "invalid-utf8"
    case .invalidUTF16: "invalid-utf16"
    case .controlCharacter: "control-character"
    case .unterminatedComment: "unterminated-comment"
    case .unterminatedString: "unterminated-string"
    case .unknownEscape: "unknown-escape"
    case .shortEscape: "short-escape"
    case .unpairedSurrogate: "unpaired-surrogate"
    case .expectedKey: "expected-key"
    case .expectedEquals: "expected-equals"
    case .expectedValue: "expected-value"
    case .expectedSemicolon: "expected-semicolon"
    case .duplicateKey: "duplicate-key"
    case .equivalentKey: "equivalent-key"
    case .malformedXML: "malformed-xml"
    case .missingProperty: "missing-property"
    case .unknownProperty: "unknown-property"
    case .invalidProperty: "invalid-property"
    case .undefinedVariable: "undefined-variable"
    case .unusedVariable: "unused-variable"
    case .recursiveVariable: "recursive-variable"
    case .repeatedVariable: "repeated-variable"
    case .tooManyVariables: "too-many-variables"
    case .missingField: "missing-field"
    case .invalidField: "invalid-field"
    case .unknownField: "unknown-field"
    case .invalidPluralRule: "invalid-plural-rule"
    case .missingKey: "missing-key"
    case .unusedKey: "unused-key"
    case .misplacedKey: "misplaced-key"
    case .invalidPlaceholder: "invalid-placeholder"
    case .differentPlaceholders: "different-placeholders"
    case .missingPluralCategory: "missing-plural-category"
    case .superfluousPluralCategory: "superfluous-plural-category"
    case .unbalancedDirection: "unbalanced-direction"
    }
  }

  /// A sentence without its full stop, in English.
  public var reason: String {
    switch self {
    case .unreadable(let errno): "cannot be read: \(SystemError(errno))"
    case .notRegularFile: "not a regular file"
    case .tooLarge(let limit): "larger than \(limit) bytes"
    case .invalidUTF8: "not valid UTF-8"
    case .invalidUTF16: "not valid UTF-16"
    case .controlCharacter(let scalar): "control character \(scalar.notation)"
    case .unterminatedComment: "the comment is not closed"
    case .unterminatedString: "the string is not closed on its line; a line break is written \\n"
    case .unknownEscape(let escape): "unknown escape \(escape)"
    case .shortEscape(let escape): "\(escape) is too short: \\U takes four hexadecimal digits"
    case .unpairedSurrogate(let escape): "\(escape) is half of a surrogate pair"
    case .expectedKey: "expected a key in quotation marks"
    case .expectedEquals: "expected = after the key"
    case .expectedValue: "expected a value in quotation marks"
    case .expectedSemicolon: "expected ; after the value"
    case .duplicateKey(let key, let line): "\(quoted(key)) is a key already, in line \(line)"
    case .equivalentKey(let key, let line):
      "\(quoted(key)) reads the same as the key in line \(line), in other characters"
    case .malformedXML(let fault): fault.rawValue
    case .missingProperty(let name): "\(name) is missing"
    case .unknownProperty(let name): "\(quoted(name)) is not known here"
    case .invalidProperty(let name, let value): "\(name) cannot be \(quoted(value))"
    case .undefinedVariable(let name): "the variable \(quoted(name)) is not defined"
    case .unusedVariable(let name): "the variable \(quoted(name)) is not used"
    case .recursiveVariable(let name): "the variable \(quoted(name)) contains itself"
    case .repeatedVariable(let name): "the variable \(quoted(name)) is used twice in one text"
    case .tooManyVariables(let limit): "more than \(limit) variables in one message"
    case .missingField(let name): "\(quoted(name)) is missing"
    case .invalidField(let name, let value, let allowed):
      "\(quoted(name)) cannot be \(quoted(value)), but: \(allowed)"
    case .unknownField(let name): "\(quoted(name)) is not known here"
    case .invalidPluralRule(let category, let reason): "the rule for \(category): \(reason)"
    case .missingKey(let key): "\(quoted(key)) is missing"
    case .unusedKey(let key): "\(quoted(key)) is no text of the program"
    case .misplacedKey(let key, let file): "\(quoted(key)) belongs in \(file)"
    case .invalidPlaceholder(let text): "\(quoted(text)) is no placeholder that can be used here"
    case .differentPlaceholders(let expected, let found):
      "the placeholders are \(listed(found)), those of the key \(listed(expected))"
    case .missingPluralCategory(let category): "the language needs the form \(category)"
    case .superfluousPluralCategory(let category): "the language has no form \(category)"
    case .unbalancedDirection(let scalar):
      "\(scalar.notation) has no partner in the text"
    }
  }

  private func quoted(_ text: String) -> String { "\"\(text)\"" }
  private func listed(_ placeholders: String) -> String {
    placeholders.isEmpty ? "none" : placeholders
  }
}

extension Unicode.Scalar {
  /// The character in Unicode notation: `U+200F`.
  var notation: String {
    let digits = String(value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
