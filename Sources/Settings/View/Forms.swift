import Forms

/// A section as a form: cards of parts. One description of a part defines how it is drawn, spoken,
/// focused and pointed at.
typealias SectionForm = Form<Text, Item>
typealias SectionCard = Card<Text, Item>
typealias SectionPart = Part<Text, Item>

extension State {
  /// The layout of forms on the screen, with the current theme and texts.
  func formLayout(width: Int, isInDialog: Bool = false) -> FormLayout<Text> {
    FormLayout(
      width: width, height: size.rows,
      styles: FormStyles(look, isInDialog: isInDialog),
      paragraph: { [wording] in $0.paragraph(in: wording) })
  }
}

extension FormStyles {
  init(_ theme: Theme, isInDialog: Bool) {
    self.init()
    plain = theme[isInDialog ? .dialog : .normal]
    heading = theme[isInDialog ? .dialogTitle : .heading]
    quiet = theme[.quiet]
    current = theme[.current]
    hint = theme[.hint]
    pending = theme[.pending]
    warning = theme[.error]
    term = theme[.key]
    focused = theme[.focused]
    field = theme[.field]
    selected = theme[.selected]
  }
}
