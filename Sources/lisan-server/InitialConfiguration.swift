import AccountDatabase
import AccountProtocol
import Localization

extension AccountDatabase {
  /// Gives a new database the languages and markets of the resources; afterwards they are the
  /// administration's.
  func configureOnce(from resources: String) throws(DatabaseError) {
    guard try configuration() == nil,
      let list = try? LanguageList(directory: resources), let first = list.codes.first
    else { return }
    var configuration = AppConfiguration(
      languages: list.codes.map(\.rawValue), defaultLanguageCode: first.rawValue)
    // The markets are shipped with the app; without the file there are none.
    let markets = (try? MarketList(directory: resources)) ?? .none
    configuration.markets = markets.markets.map { market in
      Market(
        code: market.code.rawValue,
        languages: markets.languages(in: market.code, available: list.codes).map(\.rawValue))
    }
    try setConfiguration(configuration)
  }
}
