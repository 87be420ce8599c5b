import MirrorLayout

/// The body of a narrow window: the section, or the navigation as a page of its own while it has the
/// focus. A section without items is read while the navigation has the focus.
struct NarrowBody {
  private let state: SettingsState
  private let plan: ScreenPlan
  private let pane: SectionPane

  init(_ state: SettingsState, _ plan: ScreenPlan) {
    self.state = state
    self.plan = plan
    pane = SectionPane(state, in: plan.content, hasTitle: false)
  }

  var reading: Reading { pane.reading }

  func draw(on canvas: inout Canvas) {
    guard state.isNavigationFocused else { return pane.draw(on: &canvas) }
    guard state.isReadFromNavigation else {
      let area = plan.content
      return Navigation(state).draw(in: area, on: &canvas)
    }
    pane.draw(on: &canvas)
    canvas.fill(row: 0, column: 0, width: 1, role: .bar)
    canvas.focus(state.focus.identifier, row: 0, column: 0)
  }
}
