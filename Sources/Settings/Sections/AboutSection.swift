/// What this installation is and where it keeps its files.
enum AboutSection: SectionContent {
  static func items(in state: State) -> [Item] {
    Fact.allCases.map { .fact($0) } + [.theme]
  }

  static func lines(_ state: State, width: Int) -> [ContentLine] {
    var lines = ContentLine.wrapped(.message(.aboutSection), .heading, width: width, state)
    lines += ContentLine.wrapped(.message(.aboutDescription), .quiet, width: width, state)
    lines.append(.blank)
    for fact in Fact.allCases {
      let (label, value) = describe(fact, state)
      lines += ContentLine.labelled(
        .fact(fact), sign: [], label: .message(label), value: value, role: .normal, width: width,
        state)
    }
    return lines
      + ContentLine.labelled(
        .theme, sign: [], label: .message(.theme), value: .message(state.theme.title),
        role: .normal, width: width, state)
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

  /// When the language was chosen, and how long ago that was.
  private static func lastChange(_ state: State) -> Text {
    let chosen = state.languageChosenAt
    guard chosen != 0 else { return .message(.lastChangeNever) }
    let formatting = state.formatting
    return .message(
      .lastChangeValue,
      [
        .formatted(formatting.dateAndTime(chosen, in: state.language)),
        .formatted(formatting.relativeTime(from: chosen, to: state.now, in: state.language)),
      ])
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
  var title: Message {
    switch self {
    case .standard: .themeStandard
    case .highContrast: .themeHighContrast
    case .monochrome: .themeMonochrome
    }
  }

  /// The one that Enter changes to.
  var next: ThemeName {
    let all = Self.allCases
    return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
  }
}
