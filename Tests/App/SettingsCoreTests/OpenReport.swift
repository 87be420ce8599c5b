import AccountModel
import Localization

extension AccountReport {
  /// An agent's report of an open account.
  ///
  /// - Parameters:
  ///   - flags: the feature flags that are on; with any, the server offers English and Arabic, and what else
  ///     the first market has.
  ///   - token: nil for an embedded account.
  ///   - markets: the server's offer; nil if it has none.
  static func open(
    _ account: Account?, flags: [String] = [], token: TokenPlace? = nil,
    markets: MarketList? = nil
  ) -> AccountReport {
    var configuration: AppConfiguration?
    if markets != nil || !flags.isEmpty {
      let added = (markets?.markets.first?.languages ?? []).filter {
        $0 != english && $0 != arabic
      }
      let languages = markets?.offer?.languages ?? [english, arabic] + added
      configuration = AppConfiguration(
        languages: languages.map(\.rawValue), defaultLanguageCode: languages[0].rawValue,
        markets: (markets?.markets ?? []).map {
          Market(code: $0.code, languages: $0.languages.map(\.rawValue))
        }, featureFlags: Dictionary(uniqueKeysWithValues: flags.map { ($0, true) }))
    }
    return AccountReport(
      signInState: token.map { .signedIn(token: $0) } ?? .embedded, account: account,
      configuration: configuration, isFresh: true)
  }
}
