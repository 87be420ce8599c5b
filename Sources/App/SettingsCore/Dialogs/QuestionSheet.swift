import Forms

/// A sheet with text and a few buttons, side by side, or below one another in a narrow window. A
/// text that does not fit above them is scrolled.
struct QuestionSheet {
  /// A button and its place on the screen.
  private struct PlacedButton {
    let id: QuestionDialog.Button
    let title: Text
    var place: Position
    let width: Int
  }

  private let sheet: Sheet
  private let lines: [TextLine]
  /// How many lines fit above the buttons.
  private let height: Int
  /// The first line when the end of the text is in view.
  let lastScroll: Int
  private let title: Text
  private let state: SettingsState
  private let column: Int
  private var buttons: [PlacedButton] = []
  /// Blanks between a button's title and its brackets, on each side.
  private let buttonPadding: Int

  /// - Parameter form: parts with an identifier become buttons; the others are text.
  init(title: Text, form: Form<Text, QuestionDialog.Button>, state: SettingsState, plan: ScreenPlan)
  {
    self.title = title
    self.state = state
    let isTiny = state.size.columns < 30
    // The smallest window needs all of its columns.
    let gutter = isTiny ? 0 : 2
    let width = isTiny ? state.size.columns : Sheet.columns(plan.geometry) - gutter
    column = plan.geometry.contentColumn + gutter
    var lines: [TextLine] = []
    for (id, spoken) in form.spoken {
      let paragraph = spoken.label.paragraph(in: state.wording)
      if let id {
        buttons.append(
          PlacedButton(
            id: id, title: spoken.label, place: Position(row: 0, column: 0),
            width: paragraph.width))
      } else {
        lines += paragraph.lines(width: max(1, width))
      }
    }
    let isStacked = buttons.reduce(-2) { $0 + $1.width + 6 } > width
    buttonPadding = isTiny || (buttons.map(\.width).max() ?? 0) + 4 > width ? 0 : 1
    let buttonRows = isStacked ? buttons.count : 1
    let gap = plan.geometry.isRoomy ? 1 : 0
    sheet = Sheet(lines.count + gap + buttonRows, isTitled: false, in: plan)
    self.lines = lines
    height = min(lines.count, max(1, sheet.inner.size.rows - gap - buttonRows))
    lastScroll = lines.count - height
    var place = Position(row: sheet.inner.origin.row + height + gap, column: column)
    for index in buttons.indices {
      buttons[index].place = place
      if isStacked { place.row += 1 } else { place.column += buttons[index].width + 6 }
    }
  }

  /// - Parameter scroll: the first line shown, from 0.
  func draw(focus: QuestionDialog.Button, scroll: Int, on canvas: inout Canvas) {
    sheet.draw(title: title, state: state, on: &canvas)
    let first = min(scroll, lastScroll)
    for (place, line) in lines.dropFirst(first).prefix(height).enumerated() {
      canvas.text(line, row: sheet.inner.origin.row + place, column: column, role: .normal)
    }
    var area = sheet.inner
    area.size.rows = height
    canvas.scrollSigns(first: first, of: lines.count, in: area)
    let layout = state.formLayout(width: sheet.inner.size.columns)
    for button in buttons {
      let (row, column) = (button.place.row, button.place.column)
      let isFocused = button.id == focus
      canvas.target(
        .command(button.id == .accept ? .accept : .dismiss), row: row, column: column,
        width: button.width + 2 * (buttonPadding + 1))
      let spans = layout.button(
        button.title, column: column, padding: buttonPadding, isFocused: isFocused)
      for span in spans { canvas.add(span, row: row) }
      if isFocused { canvas.moveCursor(row: row, column: column) }
    }
  }
}
