import SystemCalls

/// Why a translator's file cannot be read: `ar.po:12: expected a string in quotation marks`.
public struct ExchangeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of error.
  public enum Kind: Hashable, Sendable {
    /// The file is not valid UTF-8.
    case invalidUTF8
    /// The file says that it is in another character set.
    case charset(String)
    /// A control character other than tab and line breaks.
    case controlCharacter(Unicode.Scalar)
    /// The file already has this text with this context.
    case repeatedText(String, firstLine: Int)
    /// Something else was expected here.
    case expected(String)
    /// The file's plural forms are not those of the language.
    case pluralForms
    /// The file has no translations into the language.
    case noLanguage(LanguageCode)
    /// The source texts of the file are in another language than those that it was asked for.
    case otherSource(LanguageCode, not: LanguageCode)
    /// The file's name has no ending that can be read, or written, such as `.po`.
    case unknownFormat(endings: [String])
    /// The file cannot be read or written.
    case file(CatalogError.Kind)
  }

  /// The file name as given to the reader.
  public let file: String
  /// From 1.
  public let line: Int
  /// The kind of error.
  public let kind: Kind

  init(_ kind: Kind, file: String, line: Int) {
    self.file = file
    self.line = line
    self.kind = kind
  }

  /// A line in English.
  public var description: String { "\(place): \(reason)" }

  /// The file, with the line if one of its lines is at fault.
  public var place: String {
    switch kind {
    case .file, .unknownFormat, .noLanguage, .otherSource, .charset: file
    default: "\(file):\(line)"
    }
  }

  /// A sentence without its full stop, in English.
  public var reason: String {
    switch kind {
    case .invalidUTF8: "not valid UTF-8"
    case .charset(let name): "its character set is \(name), not UTF-8"
    case .controlCharacter(let scalar): "control character \(scalar.notation)"
    case .repeatedText(let text, let line): "\"\(text)\" is a text already, in line \(line)"
    case .expected(let what): "expected \(what)"
    case .pluralForms: "Plural-Forms is no expression that fits the language"
    case .noLanguage(let code): "no translations into \(code)"
    case .otherSource(let found, let wanted): "its source texts are in \(found), not in \(wanted)"
    case .unknownFormat(let endings):
      "its name must end in one of: \(endings.joined(separator: ", "))"
    case .file(.unreadable(let errno)), .file(.unwritable(let errno)):
      SystemError(errno).description
    case .file(let kind): kind.reason
    }
  }
}

extension ExchangeError {
  /// The error in the bytes of a translator's file, or in its XML.
  init(_ error: CatalogError) {
    let kind: Kind =
      switch error.kind {
      case .controlCharacter(let scalar): .controlCharacter(scalar)
      case .malformedXML(.unknownEntity): .expected("an entity of XML or a character's number")
      case .malformedXML(.unterminatedTag): .expected(">")
      case .malformedXML: .expected("the end of the comment or section")
      default: .invalidUTF8
      }
    self.init(kind, file: error.file, line: error.line)
  }
}

/// A translator's file without a byte order mark: valid UTF-8 without control characters other than tab
/// and line breaks.
///
/// - Parameter charset: the file's declared character set, if it is not UTF-8.
func exchangedText(
  _ bytes: [UInt8], file: String, charset: ([UInt8]) -> String? = { _ in nil }
) throws(ExchangeError) -> SourceText {
  if let name = bytes.contains(where: { $0 >= 0x80 }) ? charset(bytes) : nil {
    throw ExchangeError(.charset(name), file: file, line: 1)
  }
  // UTF-16, which a catalog may be in, is not exchanged.
  if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) {
    throw ExchangeError(.invalidUTF8, file: file, line: 1)
  }
  do throws(CatalogError) {
    return try SourceText(bytes, file: file)
  } catch {
    throw ExchangeError(error)
  }
}
