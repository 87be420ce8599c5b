/// A part whose texts are converted, ready to be drawn. It has no identifier, so the drawing code
/// is not generic.
@usableFromInline
enum PartShape {
  case paragraph(Paragraph, Sign?)
  case option(Paragraph, detail: Paragraph?, sign: Sign?, Mark)
  case choice(Paragraph, note: Paragraph, isCurrent: Bool, Picture?)
  case toggle(Paragraph, Bool, Paragraph)
  case value(Paragraph, Paragraph?, Sign?, ValueUse)
  case field(Paragraph, FieldContent)
  case button(Paragraph)
  case term(Paragraph, meaning: Paragraph)
}

/// What choosing a value does.
@usableFromInline
enum ValueUse {
  /// Nothing: it can only be read.
  case read
  /// It opens a page.
  case page
  /// It opens a field with the text.
  case entry
}

/// One row of a part, which has no identifier yet.
@usableFromInline
typealias PartRow = FormRow<Never>
