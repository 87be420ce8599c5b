/// The columns that the box of a text field takes.
public struct FieldBox: Hashable, Sendable {
  /// Its first column, from the row's leading edge.
  public var column: Int
  /// Its number of columns.
  public var width: Int
}

extension PartPainter {
  /// The maximum width of a field's box; a longer text scrolls in it.
  private static let widestField = 36

  /// A label and the field's box below it, both with the bar while the field is open.
  func field(_ label: Paragraph, _ field: FieldContent, isOpen: Bool) -> [PartRow] {
    var rows = lines(label, column: gutter, isOpen ? styles.heading : styles.quiet)
    let columns = max(1, min(width - gutter, Self.widestField))
    let window = field.window(columns)
    rows.append(
      PartRow(spans: [
        Span(column: gutter, width: columns, style: styles.field, content: .blank),
        Span(
          column: gutter, width: min(columns, window.line.width), style: styles.field,
          content: .text(window.line), offset: window.offset,
          highlights: isOpen
            ? window.selected.map { Highlight(columns: $0, style: styles.selected) } : []),
      ]))
    guard isOpen else { return rows }
    for place in rows.indices { rows[place].spans.insert(bar, at: 0) }
    let last = rows.count - 1
    rows[last].cursor = gutter + window.cursor
    rows[last].box = FieldBox(column: gutter, width: columns)
    return rows
  }
}
