import AccountModel
import AccountProtocol
import CFiles
import Glibc

/// The account and the configuration as the account last gave them, for the next start without an
/// answer (R42); what the first frame needs of it is beside, in the form of the shipped file.
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

  /// The contents; nil if there are none, or if they are not valid.
  func read() -> Contents? { file.read() }

  /// Has the cache moved aside if this process crashes, whatever in it may be the cause: the next one
  /// starts without it.
  func distrustAfterCrash() {
    if rename(places.crashedCache, "\(places.cache).refused") == 0 {
      log.warning(
        "cache", "an agent that had read it crashed; it is kept as \(places.cache).refused")
    }
    cs_move_on_fault(places.cache, places.crashedCache)
  }

  /// Keeps an account beside the configuration that is kept already.
  func keep(_ account: Account?) {
    var contents = read() ?? Contents()
    contents.account = account
    keep(contents)
  }

  /// Keeps a configuration beside the account that is kept already.
  func keep(_ configuration: AppConfiguration) {
    var contents = read() ?? Contents()
    contents.configuration = configuration
    keep(contents)
  }

  private func keep(_ contents: Contents) {
    guard contents != read() else { return }
    // What cannot be kept is asked for at the next start.
    guard file.write(contents), let configuration = contents.configuration else { return }
    do throws(PrivateFile.Failure) {
      let lines = Array(Self.lines(configuration).utf8)
      if markets.read() != lines { try markets.write(lines) }
    } catch {
      log.warning("cache", error.description)
    }
  }

  /// What is offered, then `"EG" = "ar en";` for each market: codes have no letters that would need an escape. Languages
  /// that are not offered at all are no market's.
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
    return lines
  }
}
