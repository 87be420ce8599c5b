import MirrorLayout

/// A logical frame while it is drawn: texts, fills and ornaments at places counted from the
/// leading edge.
struct Canvas {
  var frame: Frame
  let theme: Theme
  /// What a pointer would find, the topmost last; nil where nobody asks.
  var targets: [TargetArea]?

  init(_ state: State, targets: [TargetArea]? = nil) {
    theme = Theme(state.theme)
    frame = Frame(size: state.size, background: theme[.normal])
    self.targets = targets
  }

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

  mutating func fill(row: Int, column: Int, width: Int, role: Role) {
    add(Span(column: column, width: width, style: theme[role], content: .blank), row: row)
  }

  mutating func text(_ line: TextLine, row: Int, column: Int, role: Role) {
    add(Span(column: column, width: line.width, style: theme[role], content: .text(line)), row: row)
  }

  mutating func symbols(_ symbols: [Unicode.Scalar], row: Int, column: Int, role: Role) {
    add(
      Span(
        column: column, width: symbols.count, style: theme[role],
        content: .symbols(symbols.map { Glyph($0) })),
      row: row)
  }

  /// A line of a section; where its item has the focus, all of its columns are highlighted.
  mutating func draw(_ line: ContentLine, row: Int, column: Int, focusedWidth: Int? = nil) {
    if let focusedWidth {
      fill(row: row, column: column, width: focusedWidth, role: .focused)
    }
    for var span in line.spans {
      span.column += column
      if focusedWidth != nil { span.style = theme[.focused] }
      add(span, row: row)
    }
  }

  mutating func box(at origin: Position, size: Size, role: Role) {
    let line = [Unicode.Scalar](repeating: "─", count: size.columns - 2)
    symbols(["┌"] + line + ["┐"], row: origin.row, column: origin.column, role: role)
    for row in 1..<(size.rows - 1) {
      symbols(["│"], row: origin.row + row, column: origin.column, role: role)
      symbols(
        ["│"], row: origin.row + row, column: origin.column + size.columns - 1, role: role)
    }
    symbols(
      ["└"] + line + ["┘"], row: origin.row + size.rows - 1, column: origin.column, role: role)
  }

  /// `[ Restart now ]`, with angle brackets where it has the focus, so that no colour is needed.
  /// A press on it gives the command.
  mutating func button(
    _ title: TextLine, _ command: Command, at place: Position, padding: Int, role: Role,
    isFocused: Bool
  ) {
    target(
      .command(command), row: place.row, column: place.column,
      width: title.width + 2 * (padding + 1))
    let (open, close): (Unicode.Scalar, Unicode.Scalar) = isFocused ? ("‹", "›") : ("[", "]")
    let blanks = [Unicode.Scalar](repeating: " ", count: padding)
    symbols([open] + blanks, row: place.row, column: place.column, role: role)
    let column = place.column + 1 + padding
    text(title, row: place.row, column: column, role: role)
    symbols(blanks + [close], row: place.row, column: column + title.width, role: role)
  }

  /// A bar that shows which part of a longer list is visible; nothing where all of it is.
  mutating func scrollBar(_ extent: ScrollExtent, column: Int, row: Int, role: Role) {
    guard extent.count > extent.visible, extent.visible > 0 else { return }
    let length = max(1, extent.visible * extent.visible / extent.count)
    let range = extent.count - extent.visible
    let start = extent.first * (extent.visible - length) / range
    for index in 0..<extent.visible {
      let isThumb = (start..<start + length).contains(index)
      symbols([isThumb ? "█" : "│"], row: row + index, column: column, role: role)
    }
  }
}

/// Which lines of a list are visible.
struct ScrollExtent {
  var first: Int
  var visible: Int
  var count: Int
}
