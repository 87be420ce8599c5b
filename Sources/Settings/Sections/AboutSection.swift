import Forms

/// What this installation is and where it keeps its files.
enum AboutSection: SectionContent {
  static func form(_ state: State) -> SectionForm {
    let facts = Fact.allCases.map { fact in
      let (label, value) = describe(fact, state)
      return SectionPart.value(.message(label), value, id: .fact(fact))
    }
    return SectionForm([
      SectionCard(.message(.aboutSection), [.paragraph(.message(.aboutDescription), .quiet)]),
      SectionCard(
        nil, facts + [.value(.message(.theme), .message(state.theme.title), id: .theme)]),
    ])
  }

  private static func describe(_ fact: Fact, _ state: State) -> (Message, Text) {
    let environment = state.environment
    return switch fact {
    case .version: (.aboutVersion, .identifier(.version(environment.version)))
    case .licence: (.aboutLicence, .identifier(.licence))
    case .languages: (.aboutLanguages, .count(.languageCount, state.languages?.count ?? 0))
    case .direction:
      (
        .layoutDirection,
        .message(state.layoutDirection == .leftToRight ? .leftToRight : .rightToLeft)
      )
    case .lastChange: (.aboutLastChange, lastChange(state))
    case .terminal: (.aboutTerminal, .identifier(.terminal(environment.terminal)))
    case .preferences: (.aboutPreferences, .identifier(.path(environment.preferencePath)))
    case .resources: (.aboutResources, .identifier(.path(environment.resourcePath)))
    case .log: (.aboutLog, .identifier(.path(environment.logPath)))
    }
  }

  /// When the language was chosen, and how long ago.
  private static func lastChange(_ state: State) -> Text {
    let chosen = state.languageChosenAt
    guard chosen != 0 else { return .message(.lastChangeNever) }
    return .message(.lastChangeValue, [.moment(chosen), .elapsed(from: chosen, to: state.now)])
  }

  static func hint(for item: Item, _ state: State) -> Text? {
    switch item {
    case .theme: .message(.hintTheme, [.message(state.theme.next.title)])
    case .fact(.terminal): .message(.hintTerminalTest)
    default: .message(.hintAbout)
    }
  }

  static func activate(_ item: Item, _ state: inout State) -> [Effect] {
    switch item {
    case .theme: return update(&state, .settingChosen(.theme(state.theme.next)))
    case .fact(.terminal):
      state.dialogs.append(.terminal(TerminalDialog(focus: state.bidiMode)))
      return []
    default: return []
    }
  }
}

extension ThemeName {
  public var title: Message {
    switch self {
    case .standard: .themeStandard
    case .light: .themeLight
    case .dark: .themeDark
    case .highContrast: .themeHighContrast
    case .monochrome: .themeMonochrome
    case .terminal: .themeTerminal
    }
  }

  /// The theme that Enter changes to.
  var next: ThemeName {
    let all = Self.allCases
    return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
  }
}
