import BidiText
import Cells

/// A logical frame while it is drawn: texts, fills and ornaments at places counted from the
/// leading edge.
struct Canvas {
  var frame: Frame
  /// What a pointer would find, the topmost last; nil where nobody asks.
  var targets: [TargetArea]?

  /// Says what stands on some columns of a row.
  mutating func target(_ target: @autoclosure () -> Target, row: Int, column: Int, width: Int) {
    guard targets != nil, width > 0 else { return }
    targets?.append(
      TargetArea(row: row, columns: column..<column + width, target: target()))
  }

  mutating func add(_ span: Span, row: Int) {
    guard frame.rows.indices.contains(row), span.width > 0 else { return }
    frame.rows[row].spans.append(span)
  }

  mutating func fill(row: Int, column: Int, width: Int, style: Style) {
    add(Span(column: column, width: width, style: style, content: .blank), row: row)
  }

  mutating func text(_ line: TextLine, row: Int, column: Int, style: Style) {
    add(Span(column: column, width: line.width, style: style, content: .text(line)), row: row)
  }

  mutating func symbols(_ symbols: [Unicode.Scalar], row: Int, column: Int, style: Style) {
    add(
      Span(
        column: column, width: symbols.count, style: style,
        content: .symbols(symbols.map { Glyph($0) })),
      row: row)
  }

  /// A line of a section; where its item has the focus, all of its columns are highlighted.
  mutating func draw(_ line: ContentLine, row: Int, column: Int, focusedWidth: Int? = nil) {
    if let focusedWidth {
      fill(row: row, column: column, width: focusedWidth, style: .focused)
    }
    for var span in line.spans {
      span.column += column
      if focusedWidth != nil { span.style = .focused }
      add(span, row: row)
    }
  }

  mutating func box(at origin: Position, size: Size, style: Style) {
    let line = [Unicode.Scalar](repeating: "─", count: size.columns - 2)
    symbols(["┌"] + line + ["┐"], row: origin.row, column: origin.column, style: style)
    for row in 1..<(size.rows - 1) {
      symbols(["│"], row: origin.row + row, column: origin.column, style: style)
      symbols(
        ["│"], row: origin.row + row, column: origin.column + size.columns - 1, style: style)
    }
    symbols(
      ["└"] + line + ["┘"], row: origin.row + size.rows - 1, column: origin.column, style: style)
  }

  /// `[ Restart now ]`, with angle brackets where it has the focus, so that no colour is needed.
  /// A press on it gives the command.
  mutating func button(
    _ title: TextLine, _ command: Command, at place: Position, padding: Int, style: Style,
    isFocused: Bool
  ) {
    target(
      .command(command), row: place.row, column: place.column,
      width: title.width + 2 * (padding + 1))
    let (open, close): (Unicode.Scalar, Unicode.Scalar) = isFocused ? ("‹", "›") : ("[", "]")
    let blanks = [Unicode.Scalar](repeating: " ", count: padding)
    symbols([open] + blanks, row: place.row, column: place.column, style: style)
    let column = place.column + 1 + padding
    text(title, row: place.row, column: column, style: style)
    symbols(blanks + [close], row: place.row, column: column + title.width, style: style)
  }

  /// A bar that shows which part of a longer list is visible; nothing where all of it is.
  mutating func scrollBar(_ extent: ScrollExtent, column: Int, row: Int, style: Style) {
    guard extent.count > extent.visible, extent.visible > 0 else { return }
    let length = max(1, extent.visible * extent.visible / extent.count)
    let range = extent.count - extent.visible
    let start = extent.first * (extent.visible - length) / range
    for index in 0..<extent.visible {
      let isThumb = (start..<start + length).contains(index)
      symbols([isThumb ? "█" : "│"], row: row + index, column: column, style: style)
    }
  }
}

/// Which lines of a list are visible.
struct ScrollExtent {
  var first: Int
  var visible: Int
  var count: Int
}
