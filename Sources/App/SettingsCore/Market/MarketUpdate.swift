import AccountModel
import Localization

// The market and its languages (R20).

func marketChosen(_ code: MarketCode, _ state: inout SettingsState) -> [Effect] {
  guard code != state.market?.code, state.markets[code] != nil else { return [] }
  if state.isOtherLanguage(in: code) {
    state.dialogs.append(.question(QuestionDialog(.changeMarket(code))))
    return []
  }
  return marketAccepted(code, &state)
}

func marketAccepted(_ code: MarketCode, _ state: inout SettingsState) -> [Effect] {
  state.account.isRemote
    ? begin(.changeMarket(code), &state) : marketChanged(to: code, &state)
}

extension SettingsState {
  /// The language that the preference resolves to in another market.
  func language(in market: MarketCode) -> Language? {
    languages.flatMap { resolve(preference, among: $0, market: market) }
  }

  /// Whether the market would change the app's language to one that the user did not choose.
  fileprivate func isOtherLanguage(in market: MarketCode) -> Bool {
    guard let language = language(in: market), language.code != self.language.code else {
      return false
    }
    return preference != .explicit(language.code)
  }
}

/// Handles a changed market: resolves the language again and keeps the explicit choice.
func marketChanged(to code: MarketCode, _ state: inout SettingsState) -> [Effect] {
  guard state.markets[code] != nil, state.languages != nil else { return [] }
  return changeLanguage(
    to: state.preference, state.language(in: code), by: .market(code), &state)
}

/// Handles a market that another program wrote to the preference file.
func marketObserved(_ code: MarketCode?, _ state: inout SettingsState) -> [Effect] {
  guard code != state.chosenMarket else { return [] }
  let former = state.market
  state.chosenMarket = code
  var effects: [Effect] = []
  if let former, let market = state.market, former != market {
    state.undo = .market(former.code)
    effects = raiseChange(
      .regionChangedHere, [.market(market.code)], of: .region, &state)
  }
  return effects + resolveAnew(&state, by: .file)
}

/// Resolves the preference in the current markets and changes the language if it differs.
func resolveAnew(
  _ state: inout SettingsState, by origin: LanguageChange.Origin = .resolution
) -> [Effect] {
  guard state.change == nil, let language = state.resolve(state.preference),
    language.code != state.language.code
  else { return [] }
  return changeLanguage(to: state.preference, language, by: origin, &state)
}

extension MarketList {
  /// The server's markets, together with all languages that it offers, also without markets.
  init(_ configuration: AppConfiguration) {
    let offered = configuration.languages.compactMap { LanguageCode(rawValue: $0) }
    self.init(
      configuration.markets.compactMap { market in
        let languages = market.languages.compactMap { LanguageCode(rawValue: $0) }
          .filter(offered.contains)
        return languages.isEmpty ? nil : MarketList.Market(code: market.code, languages: languages)
      },
      offer: Offer(
        languages: offered,
        defaultLanguage: LanguageCode(rawValue: configuration.defaultLanguageCode)),
      names: configuration.names ?? LocalizedNames())
  }
}
