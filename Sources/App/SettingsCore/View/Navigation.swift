import Forms

/// The list of sections, with a chevron at the current one.
struct Navigation {
  let state: SettingsState

  static func form(_ state: SettingsState) -> Form<Text, Section> {
    let sections = state.sections
    return Form([
      Card(
        list: sections, ids: sections,
        part: { section in
          .option(
            .message(section.title), .chevron(isCurrent: section == state.section), id: section)
        })
    ])
  }

  /// The width of the longest name.
  static func widestName(_ state: SettingsState) -> Int {
    state.sections.map { Text.message($0.title).paragraph(in: state.wording).width }.max() ?? 0
  }

  private func rows(_ size: Size) -> [FormRow<Section>] {
    let focused: Section? = if case .section(let section) = state.focus { section } else { nil }
    return state.memory.navigation(
      ViewMemory.NavigationSource(
        code: state.language.code, theme: state.look, sections: state.sections,
        current: state.section, focused: focused, size: size)
    ) {
      var layout = state.formLayout(width: size.columns, gutter: 1)
      layout.wraps = false
      return layout.rows(of: Self.form(state), focus: focused)
    }
  }

  /// Draws the sections; if they do not all fit, those around the current one.
  func draw(in area: Area, on canvas: inout Canvas) {
    let height = area.size.rows
    let sections = state.sections
    let shown = sections.firstIndex(of: state.section) ?? 0
    let first = min(max(0, shown - height / 2), max(0, sections.count - height))
    let rows = rows(area.size)
    canvas.draw(rows, from: first, in: area) { .item(.section($0)) }
    if rows.dropFirst(first).prefix(height).contains(where: { $0.cursor != nil }) {
      canvas.frame.focus = state.focus.identifier
    }
  }
}

extension SettingsState {
  /// Whether the focus is in the list of sections.
  var isNavigationFocused: Bool { focus == .section(section) }

  /// Whether the section has nothing that could have the focus, so that it is read while the
  /// navigation has it.
  var isReadFromNavigation: Bool {
    isNavigationFocused && section.items(in: self).isEmpty
  }
}
