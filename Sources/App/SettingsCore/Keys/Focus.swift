/// How many items a page key moves the focus by, if there is nothing to scroll.
let pageDistance = 5

/// Moves the focus within its list and stops at the ends. In the navigation list, the section
/// follows the focus.
func moveFocus(by distance: Int, _ state: inout SettingsState) -> [Effect] {
  if abs(distance) <= pageDistance, readOn(forward: distance > 0, &state) { return [] }
  if case .section(let section) = state.focus {
    let all = state.sections
    guard let index = all.firstIndex(of: section) else { return [] }
    let target = all[min(max(0, index + distance), all.count - 1)]
    state.focus = .section(target)
    return enter(target, &state)
  }
  let items = state.steady?.items ?? state.section.items(in: state)
  guard let index = items.firstIndex(of: state.focus) else {
    state.focus = state.validated(state.focus)
    return []
  }
  state.focus = items[min(max(0, index + distance), items.count - 1)]
  state.isSteady = true
  return []
}

/// Scrolls to lines that no item brings into view; returns false if there are none in that
/// direction.
private func readOn(forward: Bool, _ state: inout SettingsState) -> Bool {
  guard let lines = reading(state).linesRead(afterStepForward: forward) else { return false }
  state.linesRead = lines
  state.isSteady = true
  return true
}

/// Shows a section.
func enter(_ section: Section, _ state: inout SettingsState) -> [Effect] {
  guard section != state.section else { return [] }
  state.section = section
  // If the languages could not be loaded, try again when the user comes back (R6).
  return section == .language && state.languages == nil ? [.loadLanguages] : []
}

/// Moves the focus to the section's entry in the navigation list.
func focusNavigation(_ state: inout SettingsState) -> [Effect] {
  if case .section = state.focus { return [] }
  state.focusInSection[state.section] = state.focus
  state.focus = .section(state.section)
  return []
}

/// Moves the focus into the section, to the item that had it last.
func focusContent(_ state: inout SettingsState) -> [Effect] {
  guard case .section = state.focus else { return [] }
  let fallback = Item.language(state.language.code)
  state.focus = state.validated(state.focusInSection[state.section] ?? fallback)
  beginReading(&state)
  return []
}

/// Shows a section from its first row, if its first item has the focus: text may be above it.
func beginReading(_ state: inout SettingsState) {
  if state.focus == state.section.items(in: state).first { state.linesRead = -.max / 4 }
}
