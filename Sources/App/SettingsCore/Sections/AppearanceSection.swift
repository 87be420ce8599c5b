import Forms

/// The look of the screen: its theme, and the terminal that shows it (R28, R51).
enum AppearanceSection: SectionContent {
  static func form(_ state: SettingsState) -> SectionForm {
    SectionForm(
      .message(.appearanceSection), about: .message(.appearanceDescription),
      [
        SectionCard(
          .message(.theme),
          ThemeName.allCases.map { theme in
            .option(
              .message(theme.title), detail: .message(theme.meaning),
              .radio(isCurrent: theme == state.theme), id: .theme(theme))
          }),
        SectionCard(
          .message(.screenGroup),
          [
            .toggle(.previews, isOn: state.showsPreviews, id: .previews),
            .paragraph(.message(.previewsMeaning), .quiet),
            .toggle(.plainMode, isOn: state.isPlainChosen, id: .plainMode),
            .paragraph(.message(.plainModeMeaning), .quiet),
            .value(
              .message(.aboutTerminal), StoredSetting.bidiMode(state.bidiMode).shownValue,
              id: .rowOrder),
          ]),
      ])
  }

  static func hint(for item: Item, _ state: SettingsState) -> Text? {
    switch item {
    case .theme(let theme):
      .message(theme == state.theme ? .hintThemeCurrent : .hintTheme, .message(theme.title))
    case .rowOrder: .message(.hintTerminalTest)
    case .plainMode: .message(state.isPlainChosen ? .hintSwitchOff : .hintSwitchOn)
    case .previews: .message(state.showsPreviews ? .hintSwitchOff : .hintSwitchOn)
    default: nil
    }
  }

  static func explanation(of item: Item, _ state: SettingsState) -> [Text] {
    switch item {
    case .theme: [.message(.explainTheme)]
    case .rowOrder: [.message(.explainRowOrder)]
    case .plainMode: [.message(.explainPlainMode)]
    default: []
    }
  }

  static func activate(_ item: Item, _ state: inout SettingsState) -> [Effect] {
    switch item {
    case .theme(let theme): return update(&state, .settingChosen(.theme(theme)))
    case .plainMode: return update(&state, .settingChosen(.plainMode(!state.isPlainChosen)))
    case .previews: return update(&state, .settingChosen(.previews(!state.showsPreviews)))
    case .rowOrder:
      state.dialogs.append(.terminal(TerminalDialog(focus: state.bidiMode)))
      return []
    default: return []
    }
  }
}

extension ThemeName {
  public var title: Message { words.0 }

  var meaning: Message { words.1 }

  private var words: (Message, Message) {
    switch self {
    case .standard: (.themeStandard, .themeStandardMeaning)
    case .light: (.themeLight, .themeLightMeaning)
    case .dark: (.themeDark, .themeDarkMeaning)
    case .highContrast: (.themeHighContrast, .themeHighContrastMeaning)
    case .monochrome: (.themeMonochrome, .themeMonochromeMeaning)
    case .terminal: (.themeTerminal, .themeTerminalMeaning)
    }
  }
}
