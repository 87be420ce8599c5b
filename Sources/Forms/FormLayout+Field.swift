extension FormLayout {
  /// The fewest columns of a field that stands beside its label.
  private var leastFieldWidth: Int { 16 }

  /// A label at the leading edge and the field's box beside it, or below it where there is no room.
  func fieldRows<ID>(
    _ label: Text, _ field: FieldContent, _ part: Part<Text, ID>, isOpen: Bool
  ) -> [FormRow<ID>] {
    let style = isOpen ? styles.current : styles[part.emphasis]
    let label = paragraph(label)
    let isBeside = label.width + 2 + leastFieldWidth <= width
    var rows = label.lines(width: max(1, width)).map { line in
      FormRow(
        spans: [Span(column: 0, width: line.width, style: style, content: .text(line))],
        id: part.id)
    }
    let column = isBeside ? label.width + 2 : min(2, max(0, width - 2))
    let columns = max(1, width - column)
    let window = field.window(columns)
    let box = Span(column: column, width: columns, style: styles.field, content: .blank)
    let text = Span(
      column: column, width: min(columns, window.line.width), style: styles.field,
      content: .text(window.line), offset: window.offset,
      highlights: isOpen
        ? window.selected.map { Highlight(columns: $0, style: styles.selected) } : [])
    if !isBeside { rows.append(FormRow(id: part.id)) }
    let place = isBeside ? 0 : rows.count - 1
    rows[place].spans += [box, text]
    if isOpen {
      rows[place].cursor = column + window.cursor
      rows[place].box = FormRow.Box(column: column, width: columns)
    }
    return rows
  }
}
