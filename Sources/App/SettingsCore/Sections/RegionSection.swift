import Forms
import Localization

/// The markets, each with its languages (R20).
enum RegionSection: SectionContent {
  static func isShown(in state: SettingsState) -> Bool { !state.markets.markets.isEmpty }

  static func form(_ state: SettingsState) -> SectionForm {
    let markets = state.markets.markets
    return SectionForm(
      .message(.regionSection), about: .message(.regionDescription),
      [
        SectionCard(
          list: markets, ids: markets.map { .market($0.code) },
          part: { market in
            .option(
              .market(market.code),
              detail: .languageNames(
                state.markets.languages(
                  in: market.code, available: state.languages?.map(\.code) ?? []
                ).compactMap { state.language(with: $0) }),
              .radio(isCurrent: market.code == state.market?.code), id: .market(market.code))
          })
      ])
  }

  static func hint(for item: Item, _ state: SettingsState) -> Text? {
    guard case .market(let code) = item else { return nil }
    let name = Text.market(code)
    return code == state.market?.code
      ? .message(.hintMarketCurrent, name) : .message(.hintMarket, name)
  }

  /// The app's language in a region.
  static func previewed(for item: Item, _ state: SettingsState) -> Language? {
    if case .market(let code) = item { state.language(in: code) } else { nil }
  }

  static func explanation(of item: Item, _ state: SettingsState) -> [Text] {
    [.message(.explainRegion)]
  }

  static func activate(_ item: Item, _ state: inout SettingsState) -> [Effect] {
    guard case .market(let code) = item else { return [] }
    return marketChosen(code, &state)
  }
}
