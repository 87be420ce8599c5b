import Forms

/// The current section, scrolled so that the focus is visible.
struct SectionPane {
  private let state: SettingsState
  private let area: Area
  private let rows: [FormRow<Item>]
  /// The rows of the section alone.
  let sectionRows: FocusRows<Item>
  /// The items that can have the focus.
  let items: [Item]

  /// - Parameter hasTitle: whether the section's name is above its parts; otherwise the title row
  ///   has it, and the description follows the parts.
  init(_ state: SettingsState, in area: Area, hasTitle: Bool) {
    self.state = state
    self.area = area
    var form = state.section.content.form(state)
    if !hasTitle {
      form.title = nil
      if let about = form.about { form.cards.append(SectionCard(nil, [.paragraph(about, .quiet)])) }
      form.about = nil
    }
    items = form.ids
    var layout = state.formLayout(width: area.size.columns)
    layout.showsPictures = state.languageForm == .pictures
    if var moved = state.steady?.rows {
      layout.moveFocus(to: state.focus, in: &moved, of: form)
      sectionRows = moved
    } else {
      sectionRows = layout.focusRows(of: form, focus: state.focus)
    }
    var rows = sectionRows.rows
    // If there is no room for a hint below the section, the rows include the focused item's. The
    // current option says so itself, and the option below it should stay visible.
    let isCurrent = state.focus == .language(state.language.code)
    if state.size.rows < 10, !isCurrent, let last = rows.lastIndex(where: { $0.id == state.focus }),
      let hint = state.shownHint
    {
      rows.insert(
        contentsOf: layout.rows(of: SectionPart.paragraph(hint, .hint, indent: 1)), at: last + 1)
    }
    self.rows = area.size.rows > 0 ? rows : []
  }

  func draw(on canvas: inout Canvas) {
    guard area.size.rows > 0 else { return }
    var place = reading
    let first = place.first
    let visible = rows.dropFirst(first).prefix(area.size.rows)
    place.showsShell =
      state.shell?.isRead == false
      && visible.contains { $0.id.map(ShellState.items.contains) == true }
    canvas.reading = place
    if !state.isNavigationFocused {
      let (row, column) = (area.origin.row, area.origin.column)
      canvas.focus(state.focus.identifier, row: row, column: column)
      // If the item itself is scrolled away, the bar is at the top.
      if !visible.contains(where: { $0.cursor != nil }) {
        canvas.fill(row: row, column: column, width: 1, role: .bar)
      }
    }
    canvas.draw(rows, from: first, in: area) { .item($0) }
  }

  var reading: Reading {
    Reading(
      of: rows, own: focusedRows, rowsOfArea: area.size.rows, linesRead: state.linesRead)
  }

  private var focusedRows: Range<Int>? {
    if state.isNavigationFocused {
      // A section without items is read from the navigation.
      return rows.contains { $0.id != nil } ? nil : rows.indices
    }
    guard let start = rows.firstIndex(where: { $0.id == state.focus }),
      let end = rows.lastIndex(where: { $0.id == state.focus })
    else { return nil }
    return start..<end + 1
  }
}
