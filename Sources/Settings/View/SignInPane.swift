import Forms

/// The sign-in form, in place of the navigation and the section.
struct SignInPane {
  private let form: SignInForm
  private let state: State
  private let area: Area
  private let frame: Area?

  /// The maximum columns; wider fields and texts are no easier to read.
  private static let widest = 64

  init(_ form: SignInForm, _ state: State, _ plan: ScreenPlan) {
    self.form = form
    self.state = state
    let body = plan.body
    let isFramed = plan.isWide && body.size.rows > 2
    frame = isFramed ? body : nil
    area =
      isFramed
      ? body.insideBorder
      : Area(
        origin: body.origin, size: Size(columns: body.size.columns - 1, rows: body.size.rows))
  }

  func draw(on canvas: inout Canvas) {
    if let frame { canvas.box(at: frame.origin, size: frame.size, role: .border) }
    guard area.size.rows > 0 else { return }
    let layout = state.formLayout(width: min(area.size.columns, Self.widest))
    let rows = layout.rows(of: form.form(state), focus: form.focus)
    let focused = rows.firstIndex { $0.cursor != nil } ?? 0
    let first = min(max(0, focused - area.size.rows / 2), max(0, rows.count - area.size.rows))
    canvas.frame.focus = "signIn"
    for (place, row) in rows.dropFirst(first).prefix(area.size.rows).enumerated() {
      canvas.draw(row, in: area, at: place) { .signIn($0) }
      if row.cursor != nil { canvas.frame.focus = form.focus.identifier }
    }
    canvas.scrollBar(
      ScrollExtent(first: first, visible: area.size.rows, count: rows.count),
      column: state.size.columns - 1, row: area.origin.row, role: .border)
  }
}
