import AccountDatabase
import AccountModel
import Glibc
import Localization
import ServerTexts

extension AccountDatabase {
  /// Gives a new database the languages and markets of the resources; later changes are made by the
  /// administrator. Fails if the resources cannot be read, because the database keeps its initial
  /// configuration.
  func configureOnce(from resources: String) throws(Failure) {
    let isConfigured = try failing { () throws(DatabaseError) in try configuration() != nil }
    guard !isConfigured else { return }
    let initial = try AppConfiguration(resources: resources)
    try failing { () throws(DatabaseError) in try setConfiguration(initial) }
  }
}

extension AppConfiguration {
  /// The shipped languages and markets. Without a markets file there are no markets.
  init(resources: String) throws(Failure) {
    let list: LanguageList
    do throws(CatalogError) {
      list = try Texts.languageList(resources: resources)
    } catch {
      throw Failure(.resourcesInvalid, error.description, exitCode: .resourceInvalid)
    }
    self.init(
      languages: list.codes.map(\.rawValue),
      defaultLanguageCode: (list.codes.first ?? .english).rawValue)
    guard access("\(resources)/Markets.strings", F_OK) == 0 else { return }
    do throws(CatalogError) {
      let markets = try MarketList(directory: resources).adding(list.dropIns)
      self.markets = markets.markets.map { market in
        Market(
          code: market.code,
          languages: markets.languages(in: market.code, available: list.codes).map(\.rawValue))
      }
    } catch {
      throw Failure(.marketsInvalid, error.description, exitCode: .resourceInvalid)
    }
  }
}
