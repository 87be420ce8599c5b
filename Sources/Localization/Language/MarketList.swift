/// The code of a country or product region, such as `EG` or `001`: two to seven ASCII letters,
/// digits and hyphens.
public struct MarketCode: Hashable, Sendable, RawRepresentable {
  /// The most characters that a code may have; the preference file keeps that many.
  public static let maximumLength = 7

  public let rawValue: String

  public init?(rawValue: String) {
    let bytes = rawValue.utf8
    guard (2...Self.maximumLength).contains(bytes.count),
      bytes.allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "-") })
    else { return nil }
    self.rawValue = rawValue
  }

  /// The whole world, in the numbering of UN M49.
  public static let world = MarketCode(rawValue: "001")!
}

/// The markets in which the languages are offered, each with its own languages in its own order;
/// the first market is the default, and so is the first language of each.
///
/// `Markets.strings` holds a line for each: `"EG" = "ar en";`. A language that none of its lines
/// names is offered in the default market, so that a new language needs no line there.
public struct MarketList: Hashable, Sendable {
  /// A market and the languages that it offers, its default first.
  public struct Market: Hashable, Sendable {
    public let code: MarketCode
    public let languages: [LanguageCode]

    public init(code: MarketCode, languages: [LanguageCode]) {
      self.code = code
      self.languages = languages
    }
  }

  public let markets: [Market]
  /// Whether the default market offers the languages that no market names.
  private let isOpen: Bool

  /// - Parameter isOpen: false for a list that is to be taken by the letter, such as a server's.
  public init(_ markets: [Market], isOpen: Bool = true) {
    self.markets = markets
    self.isOpen = isOpen
  }

  /// Where nothing is said about markets, each language is offered everywhere.
  public static let none = MarketList([])

  /// Reads the list of a directory of resources; without the file there are no markets.
  public init(directory: String) throws(CatalogError) {
    do throws(CatalogError) {
      try self.init(contentsOf: "\(directory)/Markets.strings")
    } catch {
      guard error.kind == .unreadable(errno: 2) else { throw error }
      self = .none
    }
  }

  /// Reads a file of that form; nothing is returned unless all of it is sound.
  public init(contentsOf path: String) throws(CatalogError) {
    let table = try StringTable(contentsOf: path)
    var markets: [Market] = []
    for place in 0..<table.count {
      let name = table.key(at: place)
      guard let code = MarketCode(rawValue: name) else {
        throw table.source.error(.unknownField(name), at: table.keyOffset(at: place))
      }
      var languages: [LanguageCode] = []
      for word in table.value(at: place).split(separator: " ") {
        guard let language = LanguageCode(rawValue: String(word)), !languages.contains(language)
        else {
          throw FieldReader(table).invalid(
            name, allowed: "language codes of BCP 47, each once, with spaces between them")
        }
        languages.append(language)
      }
      guard !languages.isEmpty else {
        throw FieldReader(table).invalid(name, allowed: "at least one language code")
      }
      markets.append(Market(code: code, languages: languages))
    }
    self.init(markets)
  }

  public subscript(code: MarketCode) -> Market? { markets.first { $0.code == code } }

  /// The market of a code, or the default one where there is none of that code; nil without
  /// markets.
  public func market(_ code: MarketCode?) -> Market? {
    code.flatMap { self[$0] } ?? markets.first
  }

  /// The languages that a market supports, its default first; all of those that are available
  /// where there are no markets.
  public func languages(in code: MarketCode?, available: [LanguageCode]) -> [LanguageCode] {
    guard let market = market(code) else { return available }
    guard isOpen, market == markets.first else { return market.languages }
    return market.languages
      + available.filter { language in
        !markets.contains { $0.languages.contains(language) }
      }
  }
}
