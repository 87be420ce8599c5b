import MirrorLayout

/// The navigation list with the section next to it, in one frame.
struct WideBody {
  private let navigation: Navigation
  private let area: Area
  private let pane: SectionPane
  private let divider: Int

  init(_ state: State, _ plan: ScreenPlan) {
    navigation = Navigation(state)
    area = plan.body
    divider = navigation.width + 1
    let section = Area(
      origin: Position(row: area.origin.row + 1, column: divider + 2),
      size: Size(columns: area.size.columns - divider - 4, rows: area.size.rows - 2))
    pane = SectionPane(state, in: section, isUnfolded: state.isNavigationFocused)
  }

  var reading: Reading { pane.reading }

  func draw(on canvas: inout Canvas) {
    let top = area.origin.row
    canvas.box(at: area.origin, size: area.size, role: .border)
    canvas.symbols(["┬"], row: top, column: divider, role: .border)
    for row in 1..<(area.size.rows - 1) {
      canvas.symbols(["│"], row: top + row, column: divider, role: .border)
    }
    canvas.symbols(["┴"], row: area.end - 1, column: divider, role: .border)
    navigation.draw(
      in: Area(
        origin: Position(row: top + 1, column: 1),
        size: Size(columns: divider - 1, rows: area.size.rows - 2)), on: &canvas)
    pane.draw(on: &canvas)
  }
}
