import Cells
import Localization

/// The language selector and the switch that follows the system language (R1–R6, R21).
enum LanguageSection: SectionContent {
  static func items(in state: State) -> [Item] {
    (state.languages ?? []).map { .language($0.code) }
      + (state.languages == nil ? [] : [.followSystemLanguage, .layoutDirection])
  }

  static func lines(_ state: State, width: Int) -> [ContentLine] {
    var lines = ContentLine.wrapped(.message(.languageSection), .heading, width: width, state)
    lines += ContentLine.wrapped(.message(.languageDescription), .quiet, width: width, state)
    lines.append(.blank)
    guard let languages = state.languages else {
      let reason =
        state.languagesError?.reason ?? .message(.reasonInvalid, [.message(.languageSection)])
      lines += ContentLine.wrapped(
        .message(.selectorUnavailable, [reason, state.logPath]), .warning, width: width, state)
      return lines + ContentLine.wrapped(.message(.selectorRetry), .quiet, width: width, state)
    }
    for language in languages {
      let isCurrent = language.code == state.language.code
      lines += ContentLine.labelled(
        .language(language.code), sign: [Glyph(isCurrent ? "✓" : " ")],
        label: .optionLabel(language), value: value(of: language, state),
        role: isCurrent ? .current : state.isOffered(language) ? .normal : .quiet, width: width,
        state)
    }
    lines.append(.blank)
    let follows = state.preference == .system
    lines += ContentLine.labelled(
      .followSystemLanguage, sign: ["[", follows ? "x" : " ", "]"].map { Glyph($0) },
      label: .message(.followSystemLanguage), value: .message(follows ? .on : .off),
      role: .normal, width: width, state)
    lines += ContentLine.wrapped(
      systemLanguage(state), .quiet, indentedBy: 4, width: width, state)
    return lines
      + ContentLine.labelled(
        .layoutDirection, sign: ["⇄"].map { Glyph($0) }, label: .message(.applyDirection),
        value: .message(state.appliesDirectionAtOnce ? .atOnce : .afterRestart), role: .normal,
        width: width, state)
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
      // What stands in for another choice can be chosen itself (R5).
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
