import BidiText

/// The place of a dialog: centered with a border if there is room, else the whole screen without a
/// border.
struct DialogArea {
  let origin: Position
  let outer: Size
  let hasBorder: Bool

  /// - Parameter wanted: the preferred inner columns and outer rows.
  init(wanted: Size, in screen: Size) {
    hasBorder = screen.columns >= 40 && screen.rows >= 10
    if hasBorder {
      outer = Size(
        columns: min(wanted.columns + 4, screen.columns - 4),
        rows: min(wanted.rows, screen.rows - 2))
    } else {
      outer = screen
    }
    origin = Position(
      row: (screen.rows - outer.rows) / 2, column: (screen.columns - outer.columns) / 2)
  }

  var inner: Size {
    hasBorder
      ? Size(columns: outer.columns - 4, rows: outer.rows - 2)
      : Size(columns: outer.columns - 1, rows: outer.rows)
  }

  var innerOrigin: Position {
    hasBorder ? Position(row: origin.row + 1, column: origin.column + 2) : origin
  }

  /// The column of a scroll bar: on the border, or at the trailing edge.
  var scrollColumn: Int { origin.column + outer.columns - 1 }

  func draw(title: Text, state: State, on canvas: inout Canvas) {
    for row in 0..<outer.rows {
      canvas.target(
        .dialog, row: origin.row + row, column: origin.column, width: outer.columns)
      canvas.fill(
        row: origin.row + row, column: origin.column, width: outer.columns, role: .dialog)
    }
    guard hasBorder else { return }
    canvas.box(at: origin, size: outer, role: .dialogBorder)
    let line = title.paragraph(in: state.wording).truncated(to: outer.columns - 6)
    canvas.fill(
      row: origin.row, column: origin.column + 2, width: line.width + 2, role: .dialogTitle)
    canvas.text(line, row: origin.row, column: origin.column + 3, role: .dialogTitle)
  }
}
