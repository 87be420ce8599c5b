import Forms

/// This installation, and the places of its files.
enum AboutSection: SectionContent {
  static func form(_ state: SettingsState) -> SectionForm {
    let environment = state.environment
    let direction: Message =
      state.layoutDirection == .leftToRight ? .leftToRight : .rightToLeft
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
            .value(.message(.aboutLastChange), lastChange(state)),
          ] + age(state) + [.value(.message(.aboutTerminal), .terminal(environment.terminal))]),
        SectionCard(
          .message(.aboutFiles),
          [
            .value(.message(.aboutPreferences), .path(environment.preferencePath)),
            .value(.message(.aboutResources), .path(environment.resourcePath)),
            .value(.message(.aboutLog), .path(environment.logPath)),
          ]), SectionCard(nil, [.action(.message(.terminalTest), id: .terminalTest)]),
      ])
  }

  /// When the language was chosen.
  private static func lastChange(_ state: SettingsState) -> Text {
    let chosen = state.languageChosenAt
    return chosen == 0 ? .message(.lastChangeNever) : .moment(chosen)
  }

  /// The age of the choice, on a separate row: both rows stay in place when the agent's words
  /// replace a plain date.
  private static func age(_ state: SettingsState) -> [SectionPart] {
    let chosen = state.languageChosenAt
    return chosen == 0 ? [] : [.value(.message(.howLongAgo), .age(of: chosen, now: state.now))]
  }

  static func hint(for item: Item, _ state: SettingsState) -> Text? {
    item == .terminalTest ? .message(.hintTerminalTest) : nil
  }

  static func explanation(of item: Item, _ state: SettingsState) -> [Text] {
    item == .terminalTest ? [.message(.explainRowOrder)] : []
  }

  static func activate(_ item: Item, _ state: inout SettingsState) -> [Effect] {
    guard item == .terminalTest else { return [] }
    state.dialogs.append(.terminal(TerminalDialog(focus: state.bidiMode)))
    return []
  }
}
