import Forms

/// Draws the sign-in form, in place of the navigation and the section.
func drawSignIn(
  _ form: SignInForm, _ state: SettingsState, in area: Area, on canvas: inout Canvas
) {
  guard area.size.rows > 0 else { return }
  let layout = state.formLayout(width: area.size.columns)
  let rows = layout.rows(of: form.form(state), focus: form.focus)
  let focused = rows.firstIndex { $0.cursor != nil } ?? 0
  // The text above the fields is visible as long as the focus is visible with it.
  let first =
    focused < area.size.rows
    ? 0 : min(focused - area.size.rows / 2, max(0, rows.count - area.size.rows))
  canvas.frame.focus = "signIn"
  canvas.draw(rows, from: first, in: area) { .signIn($0) }
  let shown = rows.dropFirst(first).prefix(area.size.rows)
  if shown.contains(where: { $0.cursor != nil }) { canvas.frame.focus = form.focus.identifier }
}
