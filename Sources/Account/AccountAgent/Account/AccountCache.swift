import AccountModel
import AccountProtocol
import CSystem
import Glibc
import Localization

/// The account and configuration as last received, for starts without an answer (R42). The part
/// that the first frame needs is in a separate file, in the format of the shipped one.
struct AccountCache: Sendable {
  struct Contents: Hashable, JSONMessage {
    var account: Account?
    var configuration: AppConfiguration?

    mutating func validate() throws(InvalidField) {
      try account?.validate()
      try configuration?.validate()
    }
  }

  private let places: AccountFiles
  private let file: RememberedFile<Contents>
  private let markets: PrivateFile
  private let log: AgentLog

  init(_ places: AccountFiles, log: AgentLog) {
    self.places = places
    file = RememberedFile(places.cache, log: log)
    markets = PrivateFile(places.markets)
    self.log = log
  }

  /// The contents; nil if there are none or they are invalid.
  func read() -> Contents? { file.read() }

  /// Moves the cache aside if this process crashes, in case the cache is the cause. The next agent
  /// starts without it.
  func distrustAfterCrash() {
    if rename(places.crashedCache, "\(places.cache).refused") == 0 {
      log.warning(
        "cache", "an agent that had read it crashed; it is kept as \(places.cache).refused")
    }
    cs_move_on_fault(places.cache, places.crashedCache)
  }

  /// Stores the changed contents, and keeps the rest.
  func change(_ body: (inout Contents) -> Void) {
    var contents = read() ?? Contents()
    body(&contents)
    // If this fails, the next start asks the server again.
    guard file.write(contents), let configuration = contents.configuration else { return }
    markets.keep(Array(Self.lines(configuration).utf8), "cache", log)
  }

  /// The languages on offer, then `"EG" = "ar en";` for each market, and the names. Codes contain no
  /// characters that need escaping. A market lists only languages that are on offer.
  private static func lines(_ configuration: AppConfiguration) -> String {
    var lines = """
      "languages" = "\(configuration.languages.joined(separator: " "))";
      "default language" = "\(configuration.defaultLanguageCode)";

      """
    for market in configuration.markets {
      let offered = market.languages.filter(configuration.languages.contains)
      if offered.isEmpty { continue }
      lines += "\"\(market.code.rawValue)\" = \"\(offered.joined(separator: " "))\";\n"
    }
    for (kind, code, language, name) in configuration.names?.all ?? [] {
      lines += "\"\(MarketList.nameKey) \(kind.rawValue) \(code) \(language)\" = \(name.quoted);\n"
    }
    return lines
  }
}
