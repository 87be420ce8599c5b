import AccountModel
import Localization

// The market, and what it offers (R20).

func marketChosen(_ code: MarketCode, _ state: inout State) -> [Effect] {
  guard code != state.market?.code, state.markets[code] != nil else { return [] }
  if state.isOtherLanguage(in: code) {
    state.dialogs.append(.question(QuestionDialog(.changeMarket(code))))
    return []
  }
  return marketAccepted(code, &state)
}

func marketAccepted(_ code: MarketCode, _ state: inout State) -> [Effect] {
  state.account.isRemote
    ? begin(.changeMarket(code), &state) : marketChanged(to: code, &state)
}

extension State {
  /// The language that another market comes to.
  func language(in market: MarketCode) -> Language? {
    languages.flatMap { resolve(preference, among: $0, market: market) }
  }

  /// Whether a market would change the language of the whole app, and not to the person's own choice.
  fileprivate func isOtherLanguage(in market: MarketCode) -> Bool {
    guard let language = language(in: market), language.code != self.language.code else {
      return false
    }
    return preference != .explicit(language.code)
  }
}

/// The market is another one: the language is resolved anew, and the explicit choice is kept.
func marketChanged(to code: MarketCode, _ state: inout State) -> [Effect] {
  guard state.markets[code] != nil, let languages = state.languages else { return [] }
  let language = state.resolve(state.preference, among: languages, market: code)
  return changeLanguage(
    Change(
      preference: state.preference, language: language, wasPending: state.isRestartPending,
      origin: .market(code)), &state)
}

/// Another program changed the market in the preference file.
func marketObserved(_ code: MarketCode?, _ state: inout State) -> [Effect] {
  guard code != state.chosenMarket else { return [] }
  state.chosenMarket = code
  return resolveAnew(&state, isWritten: false)
}

/// What the preference comes to in the markets as they are now, where that is another language.
func resolveAnew(_ state: inout State, isWritten: Bool = true) -> [Effect] {
  guard state.change == nil, let languages = state.languages,
    let language = state.resolve(state.preference, among: languages),
    language.code != state.language.code
  else { return [] }
  return changeLanguage(
    Change(
      preference: state.preference, language: language, wasPending: state.isRestartPending,
      origin: isWritten ? .resolution : .file), &state)
}

extension MarketList {
  /// The server's markets, with what it offers at all of their languages, and that without markets
  /// too.
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
        defaultLanguage: LanguageCode(rawValue: configuration.defaultLanguageCode)))
  }
}
