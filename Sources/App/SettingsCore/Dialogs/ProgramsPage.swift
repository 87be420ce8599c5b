import Forms

/// How other programs show right-to-left text in this terminal, and what `lisan run` does about it.
enum ProgramsPage {
  static func form(_ state: SettingsState) -> Form<Text, Never> {
    guard let order = state.programOrder else { return Form([]) }
    var cards: [Card<Text, Never>] = [Card(nil, [.paragraph(.message(order.meaning))])]
    if order == .byCommand {
      cards += [
        Card(.message(.programsOne), [.paragraph(.argument(ProgramOrder.example), .term)]),
        Card(.message(.programsAll), [.paragraph(.message(.programsSwitch, .message(.shellRun)))]),
      ]
    }
    return Form(cards)
  }
}
