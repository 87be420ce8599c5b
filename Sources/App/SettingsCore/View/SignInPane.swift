import Forms

/// The sign-in form, in place of the navigation and the section, scrolled so that the focus is
/// visible.
struct SignInPane {
  private let form: SignInForm
  private let area: Area
  private let rows: [FormRow<SignInForm.Part>]

  init(_ form: SignInForm, _ state: SettingsState, in area: Area) {
    self.form = form
    self.area = area
    let layout = state.formLayout(width: area.size.columns)
    rows = area.size.rows > 0 ? layout.rows(of: form.form(state), focus: form.focus) : []
  }

  func draw(on canvas: inout Canvas) {
    guard area.size.rows > 0 else { return }
    let first = reading.first
    canvas.frame.focus = "signIn"
    canvas.draw(rows, from: first, in: area) { .signIn($0) }
    let shown = rows.dropFirst(first).prefix(area.size.rows)
    if shown.contains(where: { $0.cursor != nil }) { canvas.frame.focus = form.focus.identifier }
  }

  /// Without parts, as while a code is shown, all rows are read from the first on.
  var reading: Reading {
    let own = rows.indices.filter { rows[$0].id == form.focus }
    let focused = own.first.flatMap { first in own.last.map { first..<$0 + 1 } }
    return Reading(
      of: rows, own: focused ?? rows.indices, rowsOfArea: area.size.rows,
      linesRead: form.linesRead, fromTop: true)
  }
}
