import Cells
import Localization

/// The markets, each with the languages that it offers (R20).
enum RegionSection: SectionContent {
  static func isShown(in state: State) -> Bool { !state.markets.markets.isEmpty }

  static func items(in state: State) -> [Item] {
    state.markets.markets.map { .market($0.code) }
  }

  static func lines(_ state: State, width: Int) -> [ContentLine] {
    var lines = ContentLine.wrapped(.message(.regionSection), .heading, width: width, state)
    lines += ContentLine.wrapped(.message(.regionDescription), .quiet, width: width, state)
    lines.append(.blank)
    let markets = state.markets.markets
    lines.append(list: markets, as: items(in: state), state) { market in
      let isCurrent = market.code == state.market?.code
      return ContentLine.labelled(
        .market(market.code), sign: [Glyph(isCurrent ? "✓" : " ")],
        label: .market(market.code),
        value: .languages(
          state.markets.languages(
            in: market.code, available: state.languages?.map(\.code) ?? []), state),
        role: isCurrent ? .current : .normal,
        width: width, state)
    }
    return lines
  }

  static func hint(for item: Item, _ state: State) -> Text? {
    guard case .market(let code) = item else { return nil }
    let name = Text.market(code)
    return code == state.market?.code
      ? .message(.hintMarketCurrent, [name]) : .message(.hintMarket, [name])
  }

  static func activate(_ item: Item, _ state: inout State) -> [Effect] {
    guard case .market(let code) = item else { return [] }
    return update(&state, .marketChosen(code))
  }
}
