import SystemCalls

/// Why a translator's file cannot be read: `ar.po:12: expected a string in quotation marks`.
public struct ExchangeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public enum Kind: Hashable, Sendable {
    /// The file is no valid UTF-8.
    case invalidUTF8
    /// Something else was expected here.
    case expected(String)
    /// The file's plural forms are not those of the language.
    case pluralForms
    /// The file has no translations into the language.
    case noLanguage(LanguageCode)
    /// The file's name has none of the endings that are read, or written, such as `.po`.
    case unknownFormat(endings: [String])
    /// The file cannot be read or written.
    case file(CatalogError.Kind)
  }

  /// The file name as given to the reader.
  public let file: String
  /// From 1.
  public let line: Int
  /// What is wrong.
  public let kind: Kind

  init(_ kind: Kind, file: String, line: Int) {
    self.file = file
    self.line = line
    self.kind = kind
  }

  /// A line in English.
  public var description: String { "\(file):\(line): \(reason)" }

  /// A sentence without its full stop, in English.
  public var reason: String {
    switch kind {
    case .invalidUTF8: "not valid UTF-8"
    case .expected(let what): "expected \(what)"
    case .pluralForms: "Plural-Forms is no expression that fits the language"
    case .noLanguage(let code): "no translations into \(code)"
    case .unknownFormat(let endings):
      "its name must end in one of: \(endings.joined(separator: ", "))"
    case .file(.unreadable(let errno)), .file(.unwritable(let errno)):
      SystemError(errno).description
    case .file(let kind): kind.reason
    }
  }
}

/// The text of a translator's file, without a byte order mark.
func exchangedText(_ bytes: [UInt8], file: String) throws(ExchangeError) -> String {
  let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
  guard let text = String(validating: bytes, as: UTF8.self) else {
    throw ExchangeError(.invalidUTF8, file: file, line: 1)
  }
  return text
}
