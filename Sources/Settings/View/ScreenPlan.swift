import MirrorLayout

/// A part of the screen, in cells from the top and the leading edge.
struct Area: Hashable {
  var origin: Position
  var size: Size

  /// The first row below the area.
  var end: Int { origin.row + size.rows }

  /// The area inside its border, with a blank between border and text.
  var insideBorder: Area {
    Area(
      origin: Position(row: origin.row + 1, column: origin.column + 2),
      size: Size(columns: size.columns - 4, rows: size.rows - 2))
  }
}

/// The division of the screen's rows: the title, the body, and the status rows below it.
struct ScreenPlan {
  private let state: State
  /// Whether the navigation list stands next to the section; else it is one row above it.
  let isWide: Bool
  /// The rows below the body.
  let status: StatusRows
  /// The area for the settings or the sign-in form.
  let body: Area

  private let hasTitle: Bool

  init(_ state: State) {
    self.state = state
    let size = state.size
    isWide = size.columns >= 56 && size.rows >= 10
    hasTitle = size.rows >= 12
    status = StatusRows(state)
    let top = hasTitle ? 1 : 0
    body = Area(
      origin: Position(row: top, column: 0),
      size: Size(columns: size.columns, rows: size.rows - top - status.count))
  }

  /// Draws the bar with the program's name.
  func drawTitle(on canvas: inout Canvas) {
    guard hasTitle else { return }
    let columns = state.size.columns
    canvas.fill(row: 0, column: 0, width: columns, role: .title)
    canvas.text(
      Text.message(.appName).paragraph(in: state.wording).truncated(to: columns - 2), row: 0,
      column: 1, role: .title)
  }
}
