import Forms

/// What this installation is and where it keeps its files.
enum AboutSection: SectionContent {
  static func form(_ state: State) -> SectionForm {
    let environment = state.environment
    let direction: Message =
      state.layoutDirection == .leftToRight ? .leftToRight : .rightToLeft
    return SectionForm(
      .message(.aboutSection), about: .message(.aboutDescription),
      [
        SectionCard(
          nil,
          [
            .value(.message(.aboutVersion), .identifier(.version(environment.version))),
            .value(.message(.aboutLicence), .identifier(.licence)),
            .value(
              .message(.aboutLanguages), .count(.languageCount, state.languages?.count ?? 0)),
            .value(.message(.layoutDirection), .message(direction)),
            .value(.message(.aboutLastChange), lastChange(state)),
            .value(.message(.aboutTerminal), .identifier(.terminal(environment.terminal))),
          ]),
        SectionCard(
          .message(.aboutFiles),
          [
            .value(
              .message(.aboutPreferences), .identifier(.path(environment.preferencePath))),
            .value(.message(.aboutResources), .identifier(.path(environment.resourcePath))),
            .value(.message(.aboutLog), .identifier(.path(environment.logPath))),
          ]),
        SectionCard(nil, [.action(.message(.terminalTest), id: .terminalTest)]),
      ])
  }

  /// When the language was chosen, and how long ago.
  private static func lastChange(_ state: State) -> Text {
    let chosen = state.languageChosenAt
    guard chosen != 0 else { return .message(.lastChangeNever) }
    return .message(.lastChangeValue, [.moment(chosen), .elapsed(from: chosen, to: state.now)])
  }

  static func hint(for item: Item, _ state: State) -> Text? {
    item == .terminalTest ? .message(.hintTerminalTest) : nil
  }

  static func explanation(of item: Item, _ state: State) -> [Text] {
    item == .terminalTest ? [.message(.explainRowOrder)] : []
  }

  static func activate(_ item: Item, _ state: inout State) -> [Effect] {
    guard item == .terminalTest else { return [] }
    state.dialogs.append(.terminal(TerminalDialog(focus: state.bidiMode)))
    return []
  }
}
