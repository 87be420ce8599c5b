import Cells
import Forms
import Localization

/// The language selector and the switch that follows the system language (R1–R6, R21).
enum LanguageSection: SectionContent {
  static func form(_ state: State) -> SectionForm {
    let about = SectionCard(
      .message(.languageSection), [.paragraph(.message(.languageDescription), .quiet)])
    guard let languages = state.languages else {
      let reason =
        state.languagesError?.reason ?? .message(.reasonInvalid, [.message(.languageSection)])
      return SectionForm([
        about,
        SectionCard(
          nil,
          [
            .paragraph(.message(.selectorUnavailable, [reason, state.logPath]), .warning),
            .paragraph(.message(.selectorRetry), .quiet),
          ]),
      ])
    }
    let follows = state.preference == .system
    return SectionForm([
      about,
      SectionCard(nil, languages.map { option($0, state) }),
      SectionCard(
        nil,
        [
          .toggle(
            .message(.followSystemLanguage), isOn: follows, word: .message(follows ? .on : .off),
            id: .followSystemLanguage),
          .paragraph(systemLanguage(state), .quiet, indent: 4),
          .value(
            .message(.applyDirection),
            .message(state.appliesDirectionAtOnce ? .atOnce : .afterRestart), sign: Sign(["⇄"]),
            id: .layoutDirection),
        ]),
    ])
  }

  private static func option(_ language: Language, _ state: State) -> SectionPart {
    .option(
      .optionLabel(language), detail: value(of: language, state),
      .check(isCurrent: language.code == state.language.code), id: .language(language.code),
      emphasis: state.isOffered(language) ? .plain : .quiet)
  }

  private static func value(of language: Language, _ state: State) -> Text? {
    if language.code == state.language.code { return .message(.currentLanguage) }
    guard !state.isOffered(language) else { return nil }
    guard let market = state.market else { return .message(.notOfferedByServer) }
    return .message(.notOffered, [.market(market.code)])
  }

  private static func systemLanguage(_ state: State) -> Text {
    guard let languages = state.languages,
      let code = state.systemLanguages.lazy.compactMap({ $0.bestMatch(in: languages.map(\.code)) })
        .first,
      let language = languages.first(where: { $0.code == code })
    else {
      return state.systemLanguages.first.map {
        .message(.systemLanguageElsewhere, [.languageName($0)])
      } ?? .message(.systemLanguageUnknown)
    }
    return .message(.systemLanguageIs, [.nativeName(language)])
  }

  static func hint(for item: Item, _ state: State) -> Text? {
    switch item {
    case .language(let code):
      guard let language = state.languages?.first(where: { $0.code == code }) else { return nil }
      if !state.isOffered(language) {
        guard let market = state.market else {
          return .message(.hintNotOfferedByServer, [.nativeName(language)])
        }
        return .message(
          .hintNotOffered, [.market(market.code), .nativeName(language)])
      }
      guard code == state.language.code else {
        return .message(.hintSwitch, [.nativeName(language)])
      }
      // A language that stands in for another choice can itself be chosen (R5).
      let isChoice =
        state.preference == .system
        || state.preference == .explicit(code) && state.preferenceStanding == .stored
      return .message(isChoice ? .hintCurrent : .hintChoose, [.nativeName(language)])
    case .followSystemLanguage:
      return state.preference == .system
        ? .message(.hintUnfollow, [.nativeName(state.language)]) : .message(.hintFollow)
    case .layoutDirection:
      return .message(state.appliesDirectionAtOnce ? .hintAfterRestart : .hintAtOnce)
    default: return nil
    }
  }

  static func activate(_ item: Item, _ state: inout State) -> [Effect] {
    switch item {
    case .language(let code): update(&state, .languageChosen(code))
    case .followSystemLanguage: update(&state, .followSystemToggled)
    case .layoutDirection:
      update(&state, .settingChosen(.appliesDirectionAtOnce(!state.appliesDirectionAtOnce)))
    default: []
    }
  }
}
