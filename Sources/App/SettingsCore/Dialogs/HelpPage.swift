import Forms

/// The list of all keys, made from the key maps that handle them (R50).
enum HelpPage {
  static func form() -> Form<Text, Never> {
    Form([
      Card(nil, terms(KeyMap.screen.map { ($0.label, $0.help) })),
      Card(
        .message(.helpFields),
        terms(
          KeyMap.field.map { ($0.label, $0.help) } + TextField.keys.map { ($0.label, $0.help) })),
    ])
  }

  private static func terms(_ keys: [(KeyName, Message?)]) -> [Part<Text, Never>] {
    keys.compactMap { name, help in
      help.map { .term(.key(name), meaning: .message($0)) }
    }
  }
}
