import Forms

/// This installation, and the places of its files.
enum AboutSection: SectionContent {
  static func form(_ state: SettingsState) -> SectionForm {
    let environment = state.environment
    let direction: Message =
      state.layoutDirection == .leftToRight ? .leftToRight : .rightToLeft
    let chosen = state.languageChosenAt
    let lastChange = state.lastTime(
      .aboutLastChange, chosen == 0 ? nil : chosen, never: .lastChangeNever)
    return SectionForm(
      .message(.aboutSection), about: .message(.aboutDescription),
      [
        SectionCard(
          nil,
          [
            .value(.message(.aboutVersion), .version(environment.version)),
            .value(.message(.aboutLicence), .licence),
            .value(.message(.aboutLanguages), .count(.languageCount, state.languages?.count ?? 0)),
            .value(.message(.layoutDirection), .message(direction)),
          ] + lastChange + [.value(.message(.aboutTerminal), .terminal(environment.terminal))]),
        SectionCard(
          .message(.aboutFiles),
          [
            .value(.message(.aboutPreferences), .path(environment.preferencePath)),
            .value(.message(.aboutResources), .path(environment.resourcePath)),
            .value(.message(.aboutLog), .path(environment.logPath)),
          ]), SectionCard(nil, [.action(.message(.terminalTest), id: .terminalTest)]),
      ])
  }

  static func hint(for item: Item, _ state: SettingsState) -> Text? {
    item == .terminalTest ? .message(.hintTerminalTest) : nil
  }

  static func explanation(of item: Item, _ state: SettingsState) -> [Text] {
    item == .terminalTest ? [.message(.explainRowOrder)] : []
  }

  static func activate(_ item: Item, _ state: inout SettingsState) -> [Effect] {
    item == .terminalTest ? listOpened(.terminal, at: .mode(state.bidiMode), &state) : []
  }
}
