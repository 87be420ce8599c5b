import Cells
import Forms
import Localization

/// The language selector and the switch that follows the system language (R1–R6, R21).
enum LanguageSection: SectionContent {
  static func form(_ state: SettingsState) -> SectionForm {
    guard let languages = state.languages else {
      let reason =
        state.languagesError?.reason ?? .message(.reasonInvalid, .message(.languageSection))
      return form([
        SectionCard(
          nil,
          [
            .paragraph(
              .message(.selectorUnavailable, reason, state.logPath), .error, sign: .failed),
            .paragraph(.message(.selectorRetry), .quiet),
          ])
      ])
    }
    return form(
      choices(languages, state) + [
        SectionCard(
          .message(.languageOptions),
          [
            .toggle(
              .followSystemLanguage, isOn: state.preference == .system, id: .followSystemLanguage),
            .paragraph(systemLanguage(state), .quiet),
          ] + programs(state) + StoredSetting.layout.parts(state))
      ] + otherPrograms(state))
  }

  /// The right-to-left text of other programs in this terminal.
  private static func programs(_ state: SettingsState) -> [SectionPart] {
    state.programOrder.map {
      [.value(.message(.terminalPrograms), .message($0.summary), id: .programs)]
    } ?? []
  }

  /// The programs of new shells.
  private static func otherPrograms(_ state: SettingsState) -> [SectionCard] {
    guard let shell = state.shell else { return [] }
    return [
      SectionCard(
        .message(.otherPrograms),
        [
          .toggle(.shellLanguage, isOn: shell.isOn(.shellLanguage), id: .shellLanguage),
          .paragraph(shell.standing, shell.edited == nil ? .quiet : .error),
          .toggle(.shellRun, isOn: shell.isOn(.shellRun), id: .shellRun),
          .action(.message(.packagesTitle), id: .packages),
          .value(.message(.moreLanguages), state.orderText, id: .moreLanguages),
          .paragraph(
            .message(
              .systemByCommand, .argument("lisan system"), .argument("lisan system --programs")),
            .quiet),
        ])
    ]
  }

  private static func form(_ cards: [SectionCard]) -> SectionForm {
    SectionForm(.message(.languageSection), about: .message(.languageDescription), cards)
  }

  /// The languages: a few as large options with previews, many as a list that can be searched.
  private static func choices(_ languages: [Language], _ state: SettingsState) -> [SectionCard] {
    guard state.languageForm == .list else {
      return [SectionCard(nil, languages.map { choice($0, state) })]
    }
    let search =
      languages.count < SettingsState.fewestSearched
      ? [] : [SectionCard(nil, [.action(.message(.findLanguage), id: .findLanguage)])]
    return search + [
      SectionCard(
        list: languages, ids: languages.map { .language($0.code) },
        part: { language in
          .option(
            .optionLabel(language), detail: note(of: language, state),
            sign: language.code == state.language.code ? .done : nil,
            .radio(isCurrent: language.code == state.language.code), id: .language(language.code),
            emphasis: state.isOffered(language) ? .plain : .quiet)
        })
    ]
  }

  private static func choice(_ language: Language, _ state: SettingsState) -> SectionPart {
    .choice(
      .optionLabel(language),
      Choice(
        isCurrent: language.code == state.language.code, note: note(of: language, state),
        picture: state.preview(of: language) ?? state.previewPlace),
      id: .language(language.code), emphasis: state.isOffered(language) ? .current : .quiet)
  }

  /// The note on a language: that it is the current one, why it cannot be chosen, or its name in
  /// the displayed language.
  private static func note(of language: Language, _ state: SettingsState) -> Text {
    if language.code == state.language.code { return .message(.currentLanguage) }
    guard !state.isOffered(language) else { return .languageName(language.code) }
    guard let market = state.market, !state.isWithdrawn(language) else {
      return .message(.notOfferedByServer)
    }
    return .message(.notOffered, .market(market.code))
  }

  private static func systemLanguage(_ state: SettingsState) -> Text {
    let codes = (state.languages ?? []).map(\.code)
    if let code = state.systemLanguages.lazy.compactMap({ $0.bestMatch(in: codes) }).first {
      return .message(.systemLanguageIs, .languageName(code))
    }
    return state.systemLanguages.first.map { .message(.systemLanguageElsewhere, .languageName($0)) }
      ?? .message(.systemLanguageUnknown)
  }

  static func hint(for item: Item, _ state: SettingsState) -> Text? {
    switch item {
    case .language(let code):
      guard let language = state.language(with: code) else { return nil }
      if let reason = state.reasonAgainst(language, called: .nativeName(language)) { return reason }
      guard code == state.language.code else {
        return .message(.hintSwitch, .nativeName(language))
      }
      // A language that replaces another choice can itself be chosen (R5).
      let isChoice =
        state.preference == .system
        || state.preference == .explicit(code) && state.preferenceStanding == .stored
      return .message(isChoice ? .hintCurrent : .hintChoose, .nativeName(language))
    case .findLanguage: return .message(.hintFindLanguage)
    case .followSystemLanguage:
      return state.preference == .system
        ? .message(.hintUnfollow, .nativeName(state.language)) : .message(.hintFollow)
    case .programs: return .message(.hintPrograms)
    case .shellLanguage, .shellRun:
      return .message(state.shell?.isOn(item) == true ? .hintShellOff : .hintShellOn)
    case .packages: return .message(.hintPackages)
    case .moreLanguages: return .message(.hintMoreLanguages)
    default: return nil
    }
  }

  /// Large options may show their own previews.
  static func previewed(for item: Item, _ state: SettingsState) -> Language? {
    guard case .language(let code) = item, let languages = state.languages,
      state.languageForm != .pictures
    else { return nil }
    return languages.first { $0.code == code }
  }

  static func explanation(of item: Item, _ state: SettingsState) -> [Text] {
    switch item {
    case .language(let code):
      guard let language = state.language(with: code) else { return [] }
      let change: Message =
        language.direction == state.layoutDirection
        ? .explainWords : state.appliesDirectionAtOnce ? .explainAtOnce : .explainRestart
      return [.message(change), .message(.explainFormats)]
    case .followSystemLanguage: return [.message(.explainFollow)]
    case .programs, .shellRun: return [.message(.explainPrograms)]
    case .shellLanguage: return [.message(.explainShell)]
    default: return []
    }
  }

  static func activate(_ item: Item, _ state: inout SettingsState) -> [Effect] {
    switch item {
    case .language(let code): languageChosen(code, &state)
    case .followSystemLanguage: followSystemToggled(&state)
    case .findLanguage: findOpened(.languages, &state)
    case .moreLanguages: listOpened(.languages, &state)
    case .programs: pageOpened(.programs, &state)
    case .shellLanguage, .shellRun: shellToggled(item, &state)
    case .packages: packagesOpened(&state)
    default: []
    }
  }
}
