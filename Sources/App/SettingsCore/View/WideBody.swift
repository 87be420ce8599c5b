import MirrorLayout

/// The navigation list with the section next to it, and in a very wide window a text about the
/// focused item.
struct WideBody {
  private let state: SettingsState
  private let plan: ScreenPlan
  private let pane: SectionPane

  init(_ state: SettingsState, _ plan: ScreenPlan) {
    self.state = state
    self.plan = plan
    pane = SectionPane(state, in: plan.content, hasTitle: true)
  }

  var reading: Reading { pane.reading }

  func draw(on canvas: inout Canvas) {
    let leading = plan.geometry.block.lowerBound + 1
    Navigation(state).draw(
      in: Area(
        origin: Position(row: plan.body.lowerBound, column: leading),
        size: Size(
          columns: plan.geometry.contentColumn - leading - 3, rows: plan.body.count)), on: &canvas)
    pane.draw(on: &canvas)
    if let columns = plan.geometry.explanation {
      Explanation(state).draw(rows: plan.body, columns: columns, on: &canvas)
    }
  }
}
