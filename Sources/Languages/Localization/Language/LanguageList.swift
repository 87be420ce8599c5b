/// The languages of a resource directory, in the directory's order.
///
/// `Languages.strings` lists them in one line, `"languages" = "en ar";`. Each has a folder, such as
/// `ar.lproj`, with a `Language.strings`.
public struct LanguageList: Hashable, Sendable {
  /// The languages, in the order of the list.
  public let languages: [Language]
  /// The files that add languages to the directory's own.
  public let dropIns: [LanguageDropIn]
  /// Why other such files add none.
  public let faults: [CatalogError]
}

extension LanguageList {
  /// A list of languages.
  public init(_ languages: [Language]) {
    self.init(languages: languages, dropIns: [], faults: [])
  }

  /// Reads the list and each language's file; throws if any of it is invalid.
  public init(directory: String) throws(CatalogError) {
    var languages: [Language] = []
    for code in try Self.codes(in: directory) {
      languages.append(try Language(code, in: directory))
    }
    self.init(languages)
  }

  /// Reads the list, and the languages that files of other folders add to it (`LanguageDropIn`). A file
  /// that cannot be used adds nothing and is one of the `faults`.
  ///
  /// - Parameter folders: the folders with such files; they need not exist. The first file for a
  ///   language counts.
  public init(directory: String, dropInsIn folders: [String]) throws(CatalogError) {
    let own = try LanguageList(directory: directory)
    let found = LanguageDropIn.read(in: folders, besides: own.codes)
    guard !found.dropIns.isEmpty else {
      self.init(languages: own.languages, dropIns: [], faults: found.faults)
      return
    }
    var (languages, faults) = (own.languages, found.faults)
    var used: [(dropIn: LanguageDropIn, language: Language)] = []
    for dropIn in found.dropIns {
      do throws(CatalogError) {
        used.append((dropIn, try Language(dropIn.code, directory: dropIn.directory)))
      } catch {
        faults.append(error)
      }
    }
    // Sorting is stable, so those without a place keep their order at the end.
    let ordered = used.sorted { ($0.dropIn.place ?? .max) < ($1.dropIn.place ?? .max) }
    for (dropIn, language) in ordered {
      languages.insert(language, at: min((dropIn.place ?? .max) - 1, languages.count))
    }
    for place in languages.indices {
      for (_, added) in ordered where languages[place].names[added.code] == nil {
        languages[place].names[added.code] = added.namesElsewhere[languages[place].code]
      }
    }
    self.init(languages: languages, dropIns: ordered.map(\.dropIn), faults: faults)
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
