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
  /// The kind of error.
  public let kind: Kind

  /// An error at a place of a file; without a place, of the file as a whole.
  public init(file: String, line: Int = 1, column: Int = 1, kind: Kind) {
    self.file = file
    self.line = line
    self.column = column
    self.kind = kind
  }

  /// A line for the log, in English.
  public var description: String { "\(file):\(line):\(column): error: \(kind.reason)" }

  /// Whether the catalog only has other texts than the program: it is of another version.
  var isGap: Bool {
    kind.isGap
      || kind == .unreadable(errno: noSuchFile) && file.hasSuffix(CatalogReader.pluralFile)
  }
}

extension CatalogError.Kind {
  /// Whether a text is missing, or the program does not have it.
  var isGap: Bool {
    switch self {
    case .missingKey, .unusedKey: true
    default: false
    }
  }
}

extension CatalogError {
  /// A defect of a resource file; `code` names it for programs, `reason` for people.
  public enum Kind: Hashable, Sendable {
    // Reading.
    /// The system does not let it be read, or it does not exist.
    case unreadable(errno: Int32)
    /// It is a directory, a FIFO or a device.
    case notRegularFile
    /// It is larger than a number of bytes.
    case tooLarge(limit: Int)
    /// A folder with more files than are read.
    case tooManyFiles(limit: Int)
    /// Bytes that are not UTF-8.
    case invalidUTF8
    /// The system does not let it be written.
    case unwritable(errno: Int32)
    /// A compiled catalog that was changed after compiling.
    case damaged(CompiledFault)
    /// Half of a surrogate pair, or half of a unit.
    case invalidUTF16
    /// UTF-16, by its zeros, but its byte order is not said.
    case missingByteOrderMark
    /// A control character other than tab and line breaks.
    case controlCharacter(Unicode.Scalar)

    // The form of a `.strings` file.
    /// A comment without its end.
    case unterminatedComment
    /// A string without its closing quotation mark in its line.
    case unterminatedString
    /// A backslash before something that it cannot escape.
    case unknownEscape(String)
    /// A `\U` with fewer than four digits.
    case shortEscape(String)
    /// A `\U` with half of a surrogate pair.
    case unpairedSurrogate(String)
    /// A key was expected.
    case expectedKey
    /// `=` was expected.
    case expectedEquals
    /// A value was expected.
    case expectedValue
    /// `;` was expected.
    case expectedSemicolon
    /// A key that the file has already.
    case duplicateKey(String, firstLine: Int)
    /// Another key looks alike but has different characters (NFC and NFD).
    case equivalentKey(String, firstLine: Int)

    // The form of a `.stringsdict` file.
    /// XML that breaks a rule.
    case malformedXML(XMLFault)
    /// A message or a variable without something that it needs.
    case missingProperty(String)
    /// A property that has no meaning.
    case unknownProperty(String)
    /// A property with a value that is not supported.
    case invalidProperty(String, value: String)
    /// A variable that is used but not defined.
    case undefinedVariable(String)
    /// A variable that is defined but not used.
    case unusedVariable(String)
    /// A variable in a form of itself.
    case recursiveVariable(String)
    /// A text uses a variable twice.
    case repeatedVariable(String)
    /// More variables in a message than are supported.
    case tooManyVariables(limit: Int)

    // A language's data.
    /// A field that a language's data needs.
    case missingField(String)
    /// A field with a value that is not allowed.
    case invalidField(String, value: String, allowed: String)
    /// A field that has no meaning.
    case unknownField(String)
    /// A plural rule that is none.
    case invalidPluralRule(PluralCategory, reason: String)

    // A catalog as a whole.
    /// A text of the program that the catalog lacks.
    case missingKey(String)
    /// A key that is not a text of the program.
    case unusedKey(String)
    /// A key is in the file for plain texts but needs plural forms, or the reverse.
    case misplacedKey(String, file: String)
    /// A percent sign that begins no placeholder.
    case invalidPlaceholder(String)
    /// Other arguments than the key's.
    case differentPlaceholders(expected: String, found: String)
    /// A plural form that the language needs.
    case missingPluralCategory(PluralCategory)
    /// A directional character without its partner.
    case unbalancedDirection(Unicode.Scalar)
    /// A text without characters, although its key has some.
    case emptyText
  }

  /// An XML error in a `.stringsdict`.
  public enum XMLFault: String, Hashable, Sendable {
    /// The property list was expected to begin.
    case expectedPropertyList = "expected <plist version=\"1.0\">"
    /// A dictionary was expected.
    case expectedDictionary = "expected <dict>"
    /// A key was expected.
    case expectedKey = "expected <key>"
    /// A value was expected.
    case expectedValue = "expected <string> or <dict> for the key"
    /// An element of property lists that texts do not need.
    case unsupportedElement = "only plist, dict, key and string are read here"
    /// An end tag of another element than the open one.
    case wrongEndTag = "an end tag that closes nothing that is open"
    /// A tag without its `>`.
    case unterminatedTag = "a tag that does not end"
    /// A comment or a declaration without its end.
    case unterminatedMarkup = "a comment or declaration that does not end"
    /// An element without its end tag.
    case unterminatedElement = "an element that is not closed"
    /// An entity that is not one of the predefined five.
    case unknownEntity = "an entity other than amp, lt, gt, quot, apos or a character's number"
    /// A declaration such as a document type with an inner part.
    case unsupportedDeclaration = "a declaration that is not read here"
    /// An encoding that is not the file's.
    case unsupportedEncoding = "an encoding other than that of the file"
    /// Text between elements.
    case textOutsideElement = "text where an element belongs"
    /// Something after the property list.
    case textAfterEnd = "something after the end of the property list"
    /// Dictionaries nested deeper than any message needs.
    case tooDeep = "dictionaries nested deeper than a message's variables"
  }
}

extension CatalogError.Kind {
  /// A name that is stable across versions, such as `duplicate-key`.
  public var code: String { wording.code }

  /// A sentence without its full stop, in English.
  public var reason: String { wording.reason }

  private var wording: (code: String, reason: String) {
    switch self {
    case .unreadable(let errno): ("unreadable", "cannot be read: \(SystemError(errno))")
    case .unwritable(let errno): ("unwritable", "cannot be written: \(SystemError(errno))")
    case .damaged(let fault): ("damaged", fault.rawValue)
    case .notRegularFile: ("not-regular-file", "not a regular file")
    case .tooLarge(let limit): ("too-large", "larger than \(limit) bytes")
    case .tooManyFiles(let limit): ("too-many-files", "more than \(limit) files")
    case .invalidUTF8: ("invalid-utf8", "not valid UTF-8")
    case .invalidUTF16: ("invalid-utf16", "not valid UTF-16")
    case .missingByteOrderMark:
      ("missing-byte-order-mark", "UTF-16 without a byte order mark, which it needs")
    case .controlCharacter(let scalar):
      ("control-character", "control character \(scalar.notation)")
    case .unterminatedComment: ("unterminated-comment", "the comment is not closed")
    case .unterminatedString:
      ("unterminated-string", "the string is not closed on its line; a line break is written \\n")
    case .unknownEscape(let escape): ("unknown-escape", "unknown escape \(escape)")
    case .shortEscape(let escape):
      ("short-escape", "\(escape) is too short: \\U takes four hexadecimal digits")
    case .unpairedSurrogate(let escape):
      ("unpaired-surrogate", "\(escape) is half of a surrogate pair")
    case .expectedKey: ("expected-key", "expected a key in quotation marks")
    case .expectedEquals: ("expected-equals", "expected = after the key")
    case .expectedValue: ("expected-value", "expected a value in quotation marks")
    case .expectedSemicolon: ("expected-semicolon", "expected ; after the value")
    case .duplicateKey(let key, let line):
      ("duplicate-key", "\(quoted(key)) is a key already, in line \(line)")
    case .equivalentKey(let key, let line):
      (
        "equivalent-key",
        "\(quoted(key)) reads the same as the key in line \(line), in other characters"
      )
    case .malformedXML(let fault): ("malformed-xml", fault.rawValue)
    case .missingProperty(let name): ("missing-property", "\(name) is missing")
    case .unknownProperty(let name): ("unknown-property", "\(quoted(name)) is not known here")
    case .invalidProperty(let name, let value):
      ("invalid-property", "\(name) cannot be \(quoted(value))")
    case .undefinedVariable(let name):
      ("undefined-variable", "the variable \(quoted(name)) is not defined")
    case .unusedVariable(let name): ("unused-variable", "the variable \(quoted(name)) is not used")
    case .recursiveVariable(let name):
      ("recursive-variable", "the variable \(quoted(name)) contains itself")
    case .repeatedVariable(let name):
      ("repeated-variable", "the variable \(quoted(name)) is used twice in one text")
    case .tooManyVariables(let limit):
      ("too-many-variables", "more than \(limit) variables in one message")
    case .missingField(let name): ("missing-field", "\(quoted(name)) is missing")
    case .invalidField(let name, let value, let allowed):
      ("invalid-field", "\(quoted(name)) cannot be \(quoted(value)), but: \(allowed)")
    case .unknownField(let name): ("unknown-field", "\(quoted(name)) is not known here")
    case .invalidPluralRule(let category, let reason):
      ("invalid-plural-rule", "the rule for \(category): \(reason)")
    case .missingKey(let key): ("missing-key", "\(quoted(key)) is missing")
    case .unusedKey(let key): ("unused-key", "\(quoted(key)) is no text of the program")
    case .misplacedKey(let key, let file): ("misplaced-key", "\(quoted(key)) belongs in \(file)")
    case .invalidPlaceholder(let text):
      ("invalid-placeholder", "\(quoted(text)) is no placeholder that can be used here")
    case .differentPlaceholders(let expected, let found):
      (
        "different-placeholders",
        "the placeholders are \(listed(found)), those of the key \(listed(expected))"
      )
    case .missingPluralCategory(let category):
      ("missing-plural-category", "the language needs the form \(category)")
    case .unbalancedDirection(let scalar):
      ("unbalanced-direction", "\(scalar.notation) has no partner in the text")
    case .emptyText: ("empty", "the text is empty")
    }
  }

  private func quoted(_ text: String) -> String { "\"\(text)\"" }
  private func listed(_ placeholders: String) -> String {
    placeholders.isEmpty ? "none" : placeholders
  }
}

extension Unicode.Scalar {
  /// The character in Unicode notation: `U+200F`.
  package var notation: String {
    let digits = String(value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
