import BidiText

/// Where a dialog stands: in the middle with a border where there is room, else the whole screen
/// without one.
struct DialogArea {
  let origin: Position
  let outer: Size
  let hasBorder: Bool

  /// - Parameter wanted: the inner columns and the outer rows that the dialog would like to have.
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

/// A dialog of some text and a few buttons, which stand beside one another or, in a narrow
/// window, below one another.
struct DialogPanel {
  private static let wantedColumns = 56

  private let area: DialogArea
  private let lines: [TextLine]
  private let title: Text
  private let state: State
  private let topPadding: Int
  /// Where each button begins.
  let buttonPlaces: [Position]
  /// Blanks between a button's title and its brackets, on each side.
  let buttonPadding: Int

  /// - Parameter buttons: the widths of the buttons' titles.
  init(title: Text, body: [Text], buttons: [Int], state: State) {
    self.title = title
    self.state = state
    let shape = DialogArea(wanted: Size(columns: Self.wantedColumns, rows: 0), in: state.size)
    let width = shape.hasBorder ? shape.inner.columns : shape.outer.columns
    let lines = body.flatMap { $0.paragraph(in: state.wording).lines(width: width) }
    let isStacked = buttons.reduce(-2) { $0 + $1 + 6 } > width
    buttonPadding = (buttons.max() ?? 0) + 4 > width ? 0 : 1
    let buttonRows = isStacked ? buttons.count : 1
    area = DialogArea(
      wanted: Size(columns: Self.wantedColumns, rows: lines.count + buttonRows + 5),
      in: state.size)
    let rows = area.inner.rows
    self.lines = Array(lines.prefix(max(1, rows - buttonRows)))
    let spare = max(0, rows - self.lines.count - buttonRows)
    topPadding = area.hasBorder && spare >= 3 ? 1 : 0
    let firstRow = area.innerOrigin.row + topPadding + self.lines.count + min(1, spare)
    var places: [Position] = []
    var column = area.innerOrigin.column
    for (index, title) in buttons.enumerated() {
      places.append(
        isStacked
          ? Position(row: firstRow + index, column: area.innerOrigin.column)
          : Position(row: firstRow, column: column))
      column += title + 6
    }
    buttonPlaces = places
  }

  func draw(on canvas: inout Canvas) {
    area.draw(title: title, state: state, on: &canvas)
    for (index, line) in lines.enumerated() {
      canvas.text(
        line, row: area.innerOrigin.row + topPadding + index, column: area.innerOrigin.column,
        role: .dialog)
    }
  }
}
