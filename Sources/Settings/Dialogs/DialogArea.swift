import BidiText
import Cells

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
      canvas.fill(
        row: origin.row + row, column: origin.column, width: outer.columns, style: .dialog)
    }
    guard hasBorder else { return }
    canvas.box(at: origin, size: outer, style: .dialogBorder)
    let line = title.paragraph(in: state.catalog).truncated(to: outer.columns - 6)
    canvas.fill(
      row: origin.row, column: origin.column + 2, width: line.width + 2, style: .dialogTitle)
    canvas.text(line, row: origin.row, column: origin.column + 3, style: .dialogTitle)
  }
}

/// A dialog of some text and a few buttons, which stand beside one another or, in a narrow
/// window, below one another.
struct DialogPanel {
  private let area: DialogArea
  private let lines: [TextLine]
  private let title: Text
  private let state: State
  private let isStacked: Bool
  private let firstButtonRow: Int

  /// - Parameters:
  ///   - buttonRow: the columns that all buttons take beside one another.
  init(title: Text, body: [Text], buttonRow: Int, buttonCount: Int, state: State) {
    self.title = title
    self.state = state
    let width = DialogArea(wanted: Size(columns: 56, rows: 0), in: state.size)
    let paragraphs = body.map { $0.paragraph(in: state.catalog) }
    let textWidth = width.hasBorder ? width.inner.columns : width.outer.columns
    let lines = paragraphs.flatMap { $0.lines(width: textWidth) }
    isStacked = buttonRow > textWidth
    let buttonRows = isStacked ? buttonCount : 1
    area = DialogArea(
      wanted: Size(columns: 56, rows: lines.count + buttonRows + 5), in: state.size)
    let room = area.inner.rows - buttonRows
    self.lines = Array(lines.prefix(max(1, room)))
    let isRoomy = area.hasBorder && area.inner.rows >= lines.count + buttonRows + 3
    topPadding = isRoomy ? 1 : 0
    firstButtonRow =
      area.innerOrigin.row + area.inner.rows - buttonRows - (isRoomy ? 1 : 0)
  }

  private let topPadding: Int

  mutating func drawFrame(on canvas: inout Canvas) {
    area.draw(title: title, state: state, on: &canvas)
    for (index, line) in lines.enumerated() {
      canvas.text(
        line, row: area.innerOrigin.row + topPadding + index, column: area.innerOrigin.column,
        style: .dialog)
    }
  }

  func place(ofButton index: Int, widths: [Int]) -> Position {
    isStacked
      ? Position(row: firstButtonRow + index, column: area.innerOrigin.column)
      : Position(
        row: firstButtonRow,
        column: area.innerOrigin.column + widths.prefix(index).reduce(0) { $0 + $1 + 2 })
  }
}
