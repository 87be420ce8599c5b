/// A part whose texts are converted, ready to be drawn. It has no identifier, so the drawing code
/// is not generic.
@usableFromInline
enum PartShape {
  case labelled(Sign?, Paragraph, value: Paragraph?)
  case field(Paragraph, FieldContent)
  case button(Paragraph)
  /// A term. The meanings of all terms are in one column.
  case term(Paragraph, meaning: Paragraph, column: Int)
}

/// One row of a part, in columns from the form's leading edge.
@usableFromInline
struct PartRow {
  @usableFromInline var spans: [Span]
  @usableFromInline var cursor: Int?
  @usableFromInline var box: FieldBox?

  init(_ spans: [Span], cursor: Int? = nil, box: FieldBox? = nil) {
    self.spans = spans
    self.cursor = cursor
    self.box = box
  }
}

/// Draws parts as glyphs and styles.
@usableFromInline
struct PartPainter {
  @usableFromInline let width: Int
  @usableFromInline let styles: FormStyles
  @usableFromInline var wraps = true

  @usableFromInline
  init(width: Int, styles: FormStyles) {
    self.width = width
    self.styles = styles
  }

  /// - Parameter isFocused: whether the part has the focus. It is highlighted in its whole width,
  ///   except for fields and buttons, which show the focus in their own way.
  @usableFromInline
  func rows(
    _ shape: PartShape, _ emphasis: Emphasis, indent: Int, isFocused: Bool
  ) -> [PartRow] {
    let style = isFocused ? styles.focused : styles[emphasis]
    switch shape {
    case .labelled(let sign, let label, let value):
      let column = indent + (sign.map { $0.symbols.count + 1 } ?? 0)
      let rows = labelled(sign, label, value, indent: indent, column: column, style)
      return isFocused ? highlighted(rows, cursor: column) : rows.map { PartRow($0) }
    case .term(let term, let meaning, let column):
      let rows = self.term(term, meaning, column: column, indent: indent, style)
      return isFocused ? highlighted(rows, cursor: indent) : rows.map { PartRow($0) }
    case .field(let label, let field):
      return self.field(label, field, isFocused ? styles.current : style, isOpen: isFocused)
    case .button(let title):
      let limit = width - indent
      let (spans, cursor) = button(
        title, column: indent, padding: title.width + 4 <= limit ? 1 : 0, limit: limit,
        isFocused: isFocused)
      return [PartRow(spans, cursor: isFocused ? cursor : nil)]
    }
  }

  private func highlighted(_ rows: [[Span]], cursor: Int) -> [PartRow] {
    let bar = Span(column: 0, width: width, style: styles.focused, content: .blank)
    return rows.enumerated().map { PartRow([bar] + $1, cursor: $0 == 0 ? cursor : nil) }
  }

  /// Draws a sign and a label at the leading edge and a value at the trailing edge, or below the
  /// label if they do not fit side by side.
  private func labelled(
    _ sign: Sign?, _ label: Paragraph, _ value: Paragraph?, indent: Int, column: Int, _ style: Style
  ) -> [[Span]] {
    var rows = lines(label, column: column, style)
    if let sign {
      let span = Span(
        column: indent, width: sign.symbols.count, style: sign.emphasis.map { styles[$0] } ?? style,
        content: .symbols(sign.symbols.map { Glyph($0) }))
      rows[0].insert(span, at: 0)
    }
    guard let value else { return rows }
    if column + label.width + 2 + value.width <= width {
      rows[0].append(span(value.line, column: width - value.width, style))
    } else {
      rows += lines(value, column: column == 0 ? min(2, width - 1) : column, style)
    }
    return rows
  }

  /// Draws a term and its meaning next to it, or below it if too little room is left.
  private func term(
    _ term: Paragraph, _ meaning: Paragraph, column: Int, indent: Int, _ style: Style
  ) -> [[Span]] {
    let term = span(term.line, column: indent, style)
    if width - column < 20 {
      return [[term]] + lines(meaning, column: indent + 2, styles.plain)
    }
    var rows = lines(meaning, column: column, styles.plain)
    rows[0].insert(term, at: 0)
    return rows
  }

  /// Draws a paragraph over as many rows as it needs.
  private func lines(_ paragraph: Paragraph, column: Int, _ style: Style) -> [[Span]] {
    guard wraps else {
      let line = paragraph.truncated(to: max(0, width - column - 1))
      return [[span(line, column: column, style)]]
    }
    return paragraph.lines(width: max(1, width - column)).map {
      [span($0, column: column, style)]
    }
  }

  private func span(_ line: TextLine, column: Int, _ style: Style) -> Span {
    Span(column: column, width: line.width, style: style, content: .text(line))
  }
}
