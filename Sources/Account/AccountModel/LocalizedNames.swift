/// The names that a server gives to languages and markets, in some languages. The data of the
/// installation has the others.
///
/// In JSON: `{"languages": {"fa": {"en": "Farsi"}}, "markets": {"EG": {"en": "Egypt"}}}`.
public struct LocalizedNames: Hashable, Codable, Sendable {
  /// What has a name.
  public enum Kind: String, CaseIterable, Sendable {
    case language, market
  }

  /// The names by the code of what has the name, then by the language they are in.
  private typealias Names = [String: [String: String]]

  private var languages: Names = [:]
  private var markets: Names = [:]

  private enum CodingKeys: String, CodingKey {
    case languages, markets
  }

  /// No names.
  public init() {}

  /// The name of a language or a market; nil if there is none in this language. Setting it to nil
  /// removes it.
  public subscript(kind: Kind, code: String, in language: String) -> String? {
    get {
      switch kind {
      case .language: languages[code]?[language]
      case .market: markets[code]?[language]
      }
    }
    set {
      switch kind {
      case .language: Self.set(newValue, &languages, code, language)
      case .market: Self.set(newValue, &markets, code, language)
      }
    }
  }

  private static func set(
    _ name: String?, _ names: inout Names, _ code: String, _ language: String
  ) {
    names[code, default: [:]][language] = name
    if names[code]?.isEmpty == true { names[code] = nil }
  }

  /// Whether there is no name.
  public var isEmpty: Bool { languages.isEmpty && markets.isEmpty }

  /// Every name, sorted by its codes.
  public var all: [(kind: Kind, code: String, language: String, name: String)] {
    var all: [(kind: Kind, code: String, language: String, name: String)] = []
    for kind in Kind.allCases {
      let names = kind == .language ? languages : markets
      for (code, names) in names.sorted(by: { $0.key < $1.key }) {
        for (language, name) in names.sorted(by: { $0.key < $1.key }) {
          all.append((kind, code, language, name))
        }
      }
    }
    return all
  }

  /// Checks the codes, the names and the size of all together.
  public func validate() throws(InvalidField) {
    var bytes = 0
    for (kind, code, language, name) in all {
      switch kind {
      case .language: _ = try FieldRules.language(code, "names.languages")
      case .market: _ = try FieldRules.market(code, "names.markets")
      }
      _ = try FieldRules.language(language, "names.\(kind.rawValue)s")
      _ = try FieldRules.name(name, "names.\(kind.rawValue)s")
      bytes += code.utf8.count + language.utf8.count + name.utf8.count
    }
    try FieldRules.count(bytes, "names", 0...Bounds.names)
  }
}
