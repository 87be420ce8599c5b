import Forms

/// The look of the screen: its theme, and the terminal that shows it (R28, R51).
enum AppearanceSection: SectionContent {
  static func form(_ state: SettingsState) -> SectionForm {
    SectionForm(
      .message(.appearanceSection), about: .message(.appearanceDescription),
      [
        SectionCard(.message(.theme), StoredSetting.theme.parts(state)),
        SectionCard(
          .message(.screenGroup),
          [.previews, .plain, .bidi].flatMap { (setting: StoredSetting) in setting.parts(state) }),
      ])
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
