/// The columns that the box of a text field takes.
public struct FieldBox: Hashable, Sendable {
  /// Its first column, from the row's leading edge.
  public var column: Int
  /// Its number of columns.
  public var width: Int
}

extension PartPainter {
  /// The minimum width of a field next to its label, in columns.
  private static let leastFieldWidth = 16

  /// A label at the leading edge and the field's box next to it, or below it if there is no room.
  func field(_ label: Paragraph, _ field: FieldContent, _ style: Style, isOpen: Bool) -> [PartRow] {
    let isBeside = label.width + 2 + Self.leastFieldWidth <= width
    var rows = label.lines(width: max(1, width)).map { line in
      PartRow([Span(column: 0, width: line.width, style: style, content: .text(line))])
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
    if !isBeside { rows.append(PartRow([])) }
    let place = isBeside ? 0 : rows.count - 1
    rows[place].spans += [box, text]
    if isOpen {
      rows[place].cursor = column + window.cursor
      rows[place].box = FieldBox(column: column, width: columns)
    }
    return rows
  }
}
