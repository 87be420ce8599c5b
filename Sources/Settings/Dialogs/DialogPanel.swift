import Forms

/// A dialog with text and a few buttons. The buttons stand side by side, or below one another in a
/// narrow window.
struct DialogPanel<ID: Equatable> {
  /// A button and its place on the screen.
  private struct PlacedButton {
    let id: ID
    let title: Text
    var place: Position
    let width: Int
  }

  private let area: DialogArea
  private let lines: [TextLine]
  private let title: Text
  private let state: State
  private let topPadding: Int
  private var buttons: [PlacedButton] = []
  /// Blanks between a button's title and its brackets, on each side.
  private let buttonPadding: Int

  /// - Parameter form: parts with an identifier become buttons; the others are text.
  init(title: Text, form: Form<Text, ID>, state: State) {
    self.title = title
    self.state = state
    let wantedColumns = 56
    let shape = DialogArea(wanted: Size(columns: wantedColumns, rows: 0), in: state.size)
    let width = shape.hasBorder ? shape.inner.columns : shape.outer.columns
    var lines: [TextLine] = []
    for (id, spoken) in form.spoken {
      let paragraph = spoken.label.paragraph(in: state.wording)
      if let id {
        buttons.append(
          PlacedButton(
            id: id, title: spoken.label, place: Position(row: 0, column: 0),
            width: paragraph.width))
      } else {
        lines += paragraph.lines(width: width)
      }
    }
    let isStacked = buttons.reduce(-2) { $0 + $1.width + 6 } > width
    buttonPadding = (buttons.map(\.width).max() ?? 0) + 4 > width ? 0 : 1
    let buttonRows = isStacked ? buttons.count : 1
    area = DialogArea(
      wanted: Size(columns: wantedColumns, rows: lines.count + buttonRows + 5), in: state.size)
    let rows = area.inner.rows
    self.lines = Array(lines.prefix(max(1, rows - buttonRows)))
    let spare = max(0, rows - self.lines.count - buttonRows)
    topPadding = area.hasBorder && spare >= 3 ? 1 : 0
    var place = Position(
      row: area.innerOrigin.row + topPadding + self.lines.count + min(1, spare),
      column: area.innerOrigin.column)
    for index in buttons.indices {
      buttons[index].place = place
      if isStacked { place.row += 1 } else { place.column += buttons[index].width + 6 }
    }
  }

  /// - Parameter command: the command that a press on a button gives.
  func draw(focus: ID, on canvas: inout Canvas, command: (ID) -> Command) {
    area.draw(title: title, state: state, on: &canvas)
    for (place, line) in lines.enumerated() {
      canvas.text(
        line, row: area.innerOrigin.row + topPadding + place, column: area.innerOrigin.column,
        role: .dialog)
    }
    let layout = state.formLayout(width: area.inner.columns, isInDialog: true)
    for button in buttons {
      let (row, column) = (button.place.row, button.place.column)
      let isFocused = button.id == focus
      let drawn = layout.button(
        button.title, column: column, padding: buttonPadding, isFocused: isFocused)
      canvas.target(
        .command(command(button.id)), row: row, column: column,
        width: button.width + 2 * (buttonPadding + 1))
      for span in drawn.spans { canvas.add(span, row: row) }
      if isFocused { canvas.frame.cursor = Position(row: row, column: drawn.cursor) }
    }
  }
}
