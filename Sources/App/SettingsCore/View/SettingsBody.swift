import MirrorLayout

/// The rows between the title and the messages.
///
/// A wide window has the navigation list with the section next to it, and if it is very wide a text
/// about the focused item. A narrow window has the section, or the navigation as a separate page
/// while it has the focus. A section without items is read while the navigation has the focus.
struct SettingsBody {
  private let state: SettingsState
  private let plan: ScreenPlan
  private let pane: SectionPane

  init(_ state: SettingsState, _ plan: ScreenPlan) {
    self.state = state
    self.plan = plan
    pane = SectionPane(state, in: plan.content, hasTitle: plan.geometry.isWide)
  }

  var reading: Reading { pane.reading }

  func draw(on canvas: inout Canvas) {
    if state.dialogs.isEmpty { canvas.steady = SteadyView(plan, pane) }
    guard plan.geometry.isWide else { return drawNarrow(on: &canvas) }
    let leading = plan.geometry.block.lowerBound + 1
    Navigation(state: state).draw(
      in: Area(
        origin: Position(row: plan.body.lowerBound, column: leading),
        size: Size(
          columns: plan.geometry.contentColumn - leading - 3, rows: plan.body.count)), on: &canvas)
    pane.draw(on: &canvas)
    if let columns = plan.geometry.explanation {
      drawExplanation(state, rows: plan.body, columns: columns, on: &canvas)
    }
  }

  private func drawNarrow(on canvas: inout Canvas) {
    guard state.isNavigationFocused else { return pane.draw(on: &canvas) }
    guard state.isReadFromNavigation else {
      return Navigation(state: state).draw(in: plan.content, on: &canvas)
    }
    pane.draw(on: &canvas)
    canvas.fill(row: 0, column: 0, width: 1, role: .bar)
    canvas.focus(state.focus.identifier, row: 0, column: 0)
  }
}
