/// The languages of a resource directory, in the directory's order.
///
/// `Languages.strings` lists them in one line, `"languages" = "en ar";`. Each has a folder, such as
/// `ar.lproj`, with a `Language.strings`.
public struct LanguageList: Hashable, Sendable {
  /// The languages, in the order of the list.
  public let languages: [Language]

  /// A list of languages.
  public init(_ languages: [Language]) {
    self.languages = languages
  }

  /// Reads the list and each language's file; throws if any of it is invalid.
  public init(directory: String) throws(CatalogError) {
    var languages: [Language] = []
    for code in try Self.codes(in: directory) {
      languages.append(try Language(code, in: directory))
    }
    self.init(languages)
  }

  static let fileName = "Languages.strings"

  /// The codes in the list; the languages' files are not read.
  static func codes(in directory: String) throws(CatalogError) -> [LanguageCode] {
    let table = try StringTable(contentsOf: "\(directory)/\(fileName)")
    var fields = FieldReader(table)
    let line = try fields.require("languages")
    var codes: [LanguageCode] = []
    for word in line.split(separator: " ") {
      guard let code = LanguageCode(rawValue: String(word)), !codes.contains(code) else {
        throw fields.invalid(
          "languages", allowed: "language codes of BCP 47, each once, with spaces between them")
      }
      codes.append(code)
    }
    guard !codes.isEmpty else {
      throw fields.invalid("languages", allowed: "at least one language code")
    }
    try fields.refuseRest()
    return codes
  }

  /// The languages' codes, in this order.
  public var codes: [LanguageCode] { languages.map(\.code) }

  /// The language with a code; `nil` if it is not in the list.
  public subscript(code: LanguageCode) -> Language? {
    languages.first { $0.code == code }
  }
}
