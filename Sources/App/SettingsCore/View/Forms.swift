import Forms

/// A section as a form: cards of parts. One description of a part defines how it is drawn, spoken,
/// focused and pointed at.
typealias SectionForm = Form<Text, Item>
typealias SectionCard = Card<Text, Item>
typealias SectionPart = Part<Text, Item>

extension SectionPart {
  /// A switch that says whether it is on.
  static func toggle(_ label: Message, isOn: Bool, id: Item) -> SectionPart {
    .toggle(.message(label), isOn: isOn, word: .message(isOn ? .on : .off), id: id)
  }
}

extension SettingsState {
  /// When something happened last, and how long ago, on a separate row: both rows stay in place
  /// when the agent's words replace a plain date.
  ///
  /// - Parameter time: in milliseconds since 1970; nil if it never happened.
  func lastTime(_ label: Message, _ time: Int64?, never: Message) -> [SectionPart] {
    guard let time else { return [.value(.message(label), .message(never))] }
    return [
      .value(.message(label), .moment(time)),
      .value(.message(.howLongAgo), .age(of: time, now: now)),
    ]
  }

  /// The layout of forms on the screen, with the current theme and texts.
  func formLayout(width: Int, gutter: Int = 2) -> FormLayout<Text> {
    FormLayout(
      width: width, height: size.rows, gutter: gutter, styles: memory.styles(of: look),
      paragraph: { [wording] in $0.paragraph(in: wording) })
  }
}

extension FormStyles {
  init(_ theme: Theme) {
    self.init()
    plain = theme[.normal]
    heading = theme[.heading]
    group = theme[.group]
    quiet = theme[.quiet]
    current = theme[.current]
    hint = theme[.hint]
    pending = theme[.pending]
    error = theme[.error]
    term = theme[.key]
    mark = theme[.mark]
    bar = theme[.bar]
    focused = theme[.focused]
    button = theme[.button]
    focusedButton = theme[.focusedButton]
    field = theme[.field]
    selected = theme[.selected]
  }
}
