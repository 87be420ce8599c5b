import AccountModel
import LocaleValues
import Localization

/// The state on which the shown values depend. The agent is asked when this changes, not when a
/// view needs a text: then texts usually arrive before they are shown.
struct WantedValues: Equatable {
  private let language: LanguageCode
  private let digits: NumberingSystem
  /// The number of languages with texts here: the next frame may show any of them.
  private let previews: Int
  private let languages: [Language]?
  private let markets: MarketList
  private let chosenAt: Int64
  private let syncedAt: Int64?
  /// The minutes since then, if they can be visible.
  private let ages: [Int64]

  init(_ state: SettingsState) {
    language = state.language.code
    digits = state.language.digits
    previews = state.previews.count
    languages = state.languages
    markets = state.markets
    chosenAt = state.languageChosenAt
    syncedAt = state.account.sync.syncedAt
    ages = state.now == 0 ? [] : state.pastTimes.map { (state.now - $0) / 60_000 }
  }
}

extension SettingsState {
  /// The past times that sections show, in milliseconds since 1970.
  fileprivate var pastTimes: [Int64] {
    (languageChosenAt == 0 ? [] : [languageChosenAt]) + (account.sync.syncedAt.map { [$0] } ?? [])
  }

  /// The texts with values that may be shown.
  private var textsWithValues: [Text] {
    let codes = (languages ?? []).map(\.code) + systemLanguages.prefix(1)
    return pastTimes.flatMap { [.moment($0), .age(of: $0, now: now)] }
      + markets.markets.map { .market($0.code) } + codes.map { .languageName($0) }
  }

  /// The catalogs whose texts may be shown in the next frame.
  private var nextCatalogs: [Catalog<Message>] {
    [catalog]
      + (languages ?? []).filter { $0.code != language.code }.compactMap { previews[$0.code] }
  }

  /// The effects that ask for missing texts, if there may be new ones.
  mutating func valuesDue() -> [Effect] {
    let wanted = WantedValues(self)
    guard wanted != wantedValues else { return [] }
    wantedValues = wanted
    let texts = textsWithValues
    return nextCatalogs.compactMap { catalog in
      let wording = wording(of: catalog)
      let values = FormattedTexts.samples + texts.flatMap { $0.formattedValues(in: wording) }
      let missing = formatted.missing(values, in: catalog.language)
      return missing.isEmpty ? nil : .format(missing, catalog.language)
    }
  }
}
