import Cells
import Input

/// An object of a pointer event on the screen.
enum Target: Hashable, Sendable {
  case item(Item)
  /// A button, or a key's name in the footer.
  case command(KeyCommand)
  /// The box of the open text field, this many columns wide.
  case field(columns: Int)
  /// A part of the sign-in form.
  case signIn(SignInForm.Part)
  /// The navigation when it is folded into one line; a press unfolds it or folds it again.
  case navigation
  /// The inside of a dialog; it covers what is under it.
  case dialog
}

/// The place of a target: columns of one row, counted from the leading edge.
struct TargetArea {
  var row: Int
  var columns: Range<Int>
  var target: Target
}

/// Handles a pointer event. A press on an item chooses it, as Enter would. A press on a button or
/// on a key's name in the footer does what the button or key does. A press in an open text field
/// places the caret. The wheel acts like the up and down arrows. The time between presses has no
/// meaning.
///
/// The pointer can do nothing that keys cannot do (R50).
func pointed(_ event: PointerEvent, _ state: inout SettingsState) -> [Effect] {
  if state.isWindowTooSmall { return [] }
  switch event.kind {
  case .wheelUp: return wheelTurned(.key(.up), &state)
  case .wheelDown: return wheelTurned(.key(.down), &state)
  case .press: return pressed(at: event.position, &state)
  }
}

private func wheelTurned(_ stroke: Keystroke, _ state: inout SettingsState) -> [Effect] {
  // An open field does not scroll, and turning the wheel must not close it.
  if case .field = KeyLayer(state) { return [] }
  let binding = KeyMap.current(state).first { $0.keystrokes.contains(stroke) }
  return binding.map { perform($0.command, onTop: &state) } ?? []
}

private func pressed(at position: Position, _ state: inout SettingsState) -> [Effect] {
  // Targets are stored in logical columns; mirror the position back.
  let column =
    state.layoutDirection == .leftToRight
    ? position.column : state.size.columns - 1 - position.column
  let area = targets(state).last { $0.row == position.row && $0.columns.contains(column) }
  guard let area else { return [] }
  switch area.target {
  case .dialog: return []
  case .navigation: return keepText(&state) + perform(.nextPane, onTop: &state)
  case .command(let command): return perform(command, onTop: &state)
  case .field(let columns):
    placeCaret(column: column - area.columns.lowerBound, columns: columns, &state)
    return []
  case .signIn(let part): return pressed(part, &state)
  case .item(let item):
    // The label belongs to the open field.
    return state.editing?.item == item ? [] : itemChosen(item, &state)
  }
}

/// Puts the focus on an item and chooses it.
func itemChosen(_ item: Item, _ state: inout SettingsState) -> [Effect] {
  let effects = focus(item, &state)
  return state.focus == item ? effects + perform(.activate, onTop: &state) : effects
}

private func focus(_ item: Item, _ state: inout SettingsState) -> [Effect] {
  if state.editing?.item == item { return [] }
  let effects = keepText(&state)
  if case .section(let section) = item {
    let focused = focusNavigation(&state)
    state.focus = item
    return effects + focused + enter(section, &state)
  }
  state.focus = state.validated(item)
  return effects
}

private func placeCaret(column: Int, columns: Int, _ state: inout SettingsState) {
  let layout = state.layoutDirection
  let language = state.language.direction
  state.editing?.field.placeCaret(
    column: column, columns: columns, layout: layout, language: language)
  state.signIn?.placeCaret(column: column, columns: columns, layout: layout, language: language)
}

/// Handles a press on a part of the sign-in form; ignored while a request runs.
private func pressed(_ part: SignInForm.Part, _ state: inout SettingsState) -> [Effect] {
  guard state.account.work == nil else { return [] }
  state.signIn?.go(to: part)
  return switch part {
  case .submit, .web: perform(.activate, onTop: &state)
  case .login, .password: []
  }
}
