import Glibc
import Localization

/// The markets, each with its languages in order. The first market is the default, as is the first
/// language of each.
///
/// `Markets.strings` contains one line per market: `"EG" = "ar en";`. A language that is in no line
/// is offered in the default market, so a new language needs no line there.
public struct MarketList: Hashable, Sendable {
  /// A market and its languages, the default first.
  public struct Market: Hashable, Sendable {
    /// The code of its country or region.
    public let code: MarketCode
    public let languages: [LanguageCode]

    public init(code: MarketCode, languages: [LanguageCode]) {
      self.code = code
      self.languages = languages
    }
  }

  /// All languages on offer in any market. The default language applies if nothing else determines
  /// one.
  public struct Offer: Hashable, Sendable {
    /// The languages that are offered, in order.
    public let languages: [LanguageCode]
    /// The language of people without a choice; `nil` for the first one.
    public let defaultLanguage: LanguageCode?

    public init(languages: [LanguageCode], defaultLanguage: LanguageCode?) {
      self.languages = languages
      self.defaultLanguage = defaultLanguage
    }
  }

  /// The markets, in the order of the list.
  public let markets: [Market]
  /// A server's offer, which applies exactly as listed. nil for a shipped list, whose default market
  /// also offers the languages that no market names.
  public let offer: Offer?
  /// The names that a server gives to languages and markets.
  public let names: LocalizedNames

  public init(
    _ markets: [Market], offer: Offer? = nil, names: LocalizedNames = LocalizedNames()
  ) {
    self.markets = markets
    self.offer = offer
    self.names = names
  }

  /// The language if nothing else determines one.
  public var fallback: LanguageCode { offer?.defaultLanguage ?? .english }

  /// The list without markets: each language is offered everywhere.
  public static let none = MarketList([])

  /// Reads the list of a resource directory; without the file, there are no markets.
  public init(directory: String) throws(CatalogError) {
    do throws(CatalogError) {
      try self.init(contentsOf: "\(directory)/Markets.strings")
    } catch {
      guard error.kind == .unreadable(errno: ENOENT) else { throw error }
      self = .none
    }
  }

  /// The additional keys of a server's list. Market codes are shorter, so they cannot clash.
  public static let languagesKey = "languages"
  /// The key of the default language in the file.
  public static let defaultKey = "default language"
  /// The first word of the keys of names.
  public static let nameKey = "name"

  /// Reads such a file; throws if any of it is invalid. A server's list has two additional lines,
  /// `"languages" = "en ar";` and `"default language" = "en";`, and one for each name that the
  /// server gives, such as `"name language fa en" = "Farsi";`.
  public init(contentsOf path: String) throws(CatalogError) {
    let table = try StringTable(contentsOf: path)
    let fields = FieldReader(table)
    var markets: [Market] = []
    var (offered, fallback): ([LanguageCode]?, LanguageCode?) = (nil, nil)
    var names = LocalizedNames()
    for place in 0..<table.count {
      let name = table.key(at: place)
      let key = name.split(separator: " ").map(String.init)
      if key.count == 4, key[0] == Self.nameKey, let kind = LocalizedNames.Kind(rawValue: key[1]) {
        names[kind, key[2], in: key[3]] = table.value(at: place)
        continue
      }
      let words = table.value(at: place).split(separator: " ")
      let languages = words.compactMap { LanguageCode(rawValue: String($0)) }
      if name == Self.languagesKey || name == Self.defaultKey {
        guard !words.isEmpty, languages.count == words.count else {
          throw fields.invalid(name, allowed: "language codes of BCP 47")
        }
        if name == Self.languagesKey { offered = languages } else { fallback = languages[0] }
        continue
      }
      guard let code = MarketCode(rawValue: name) else { throw fields.unknown(place) }
      guard languages.count == words.count, Set(languages).count == words.count else {
        throw fields.invalid(
          name, allowed: "language codes of BCP 47, each once, with spaces between them")
      }
      guard !languages.isEmpty else {
        throw fields.invalid(name, allowed: "at least one language code")
      }
      markets.append(Market(code: code, languages: languages))
    }
    self.init(
      markets, offer: offered.map { Offer(languages: $0, defaultLanguage: fallback) },
      names: names)
  }

  /// The list with the languages of files that are not in it, each in the regions that its file names,
  /// or in all. A server's offer is not changed.
  public func adding(_ dropIns: [LanguageDropIn]) -> MarketList {
    guard offer == nil, !dropIns.isEmpty else { return self }
    return MarketList(
      markets.map { market in
        let added = dropIns.filter { dropIn in
          !market.languages.contains(dropIn.code)
            && dropIn.regions?.contains(market.code.rawValue) ?? true
        }
        return Market(code: market.code, languages: market.languages + added.map(\.code))
      }, names: names)
  }

  /// The market with a code; `nil` if it is not in the list.
  public subscript(code: MarketCode) -> Market? { markets.first { $0.code == code } }

  /// The market with this code, else the default one; nil without markets.
  public func market(_ code: MarketCode?) -> Market? {
    code.flatMap { self[$0] } ?? markets.first
  }

  /// The languages of a market, its default first. Without markets, all languages on offer, the
  /// default first; without an offer, all available ones.
  public func languages(in code: MarketCode?, available: [LanguageCode]) -> [LanguageCode] {
    guard let market = market(code) else {
      guard let offer else { return available }
      let offered = available.filter(offer.languages.contains)
      return offered.filter { $0 == offer.defaultLanguage }
        + offered.filter { $0 != offer.defaultLanguage }
    }
    if let offer { return market.languages.filter(offer.languages.contains) }
    guard market == markets.first else { return market.languages }
    return market.languages
      + available.filter { language in
        !markets.contains { $0.languages.contains(language) }
      }
  }
}
