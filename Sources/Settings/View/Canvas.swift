import Forms

/// A logical frame while it is drawn. Texts, fills and ornaments are placed from the leading edge.
struct Canvas {
  var frame: Frame
  let theme: Theme
  /// The targets of a pointer, the topmost last; nil if they are not collected.
  var targets: [TargetArea]?

  init(_ state: State, targets: [TargetArea]? = nil) {
    theme = state.look
    frame = Frame(size: state.size, background: theme[.normal])
    self.targets = targets
  }

  /// Records the target on some columns of a row.
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

  /// Draws a row of a form in an area, `place` rows from its top.
  ///
  /// - Parameter target: the target of a press on a part's row.
  mutating func draw<ID>(
    _ row: FormRow<ID>, in area: Area, at place: Int, target: (ID) -> Target
  ) {
    let (top, leading) = (area.origin.row + place, area.origin.column)
    draw(row, row: top, column: leading)
    if let id = row.id {
      self.target(target(id), row: top, column: leading, width: area.size.columns)
    }
    if let box = row.box {
      self.target(
        .field(columns: box.width), row: top, column: leading + box.column, width: box.width)
    }
    if let cursor = row.cursor { moveCursor(row: top, column: leading + cursor) }
  }

  /// Draws a row without pointer targets.
  mutating func draw<ID>(_ row: FormRow<ID>, row top: Int, column: Int) {
    for var span in row.spans {
      span.column += column
      add(span, row: top)
    }
  }

  /// Records the focused item and puts the terminal's cursor there.
  mutating func focus(_ identifier: String, row: Int, column: Int) {
    moveCursor(row: row, column: column)
    frame.focus = identifier
  }

  /// Moves the terminal's cursor, limited to the screen.
  mutating func moveCursor(row: Int, column: Int) {
    frame.cursor = Position(row: row, column: min(column, frame.size.columns - 1))
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

  /// Draws a bar that shows which part of a longer list is visible; nothing if all of it is.
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

/// The visible lines of a list.
struct ScrollExtent {
  var first: Int
  var visible: Int
  var count: Int
}
