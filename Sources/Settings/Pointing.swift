import Cells
import Input

/// What a pointer finds on the screen.
enum Target: Hashable, Sendable {
  case item(Item)
  /// A button, or a key's name in the footer.
  case command(Command)
  /// The box of the open text field, this many columns wide.
  case field(columns: Int)
  /// A part of the form to sign in by.
  case signIn(SignInForm.Part)
  /// The navigation where it is folded into one line: it unfolds, and folds again.
  case navigation
  /// The inside of a dialog: what is under it cannot be reached.
  case dialog
}

/// Where a target stands: some columns of a row, counted from the leading edge.
struct TargetArea {
  var row: Int
  var columns: Range<Int>
  var target: Target
}

/// Takes a pointer event: a press on an item chooses it, as Enter would; one on a button or on a key's
/// name in the footer does what that does; in an open text field it places the caret. The wheel does
/// what the up and down arrows do. No time between presses means anything.
///
/// It never does what no key does (R50).
func pointed(_ event: PointerEvent, _ state: inout State) -> [Effect] {
  if state.isWindowTooSmall { return [] }
  switch event.kind {
  case .wheelUp: return wheelTurned(.key(.up), &state)
  case .wheelDown: return wheelTurned(.key(.down), &state)
  case .press: return pressed(at: event.position, &state)
  }
}

private func wheelTurned(_ stroke: Keystroke, _ state: inout State) -> [Effect] {
  // An open field has nothing to scroll, and turning the wheel is no wish to leave it.
  if state.isFieldOpen { return [] }
  let binding = KeyMap.current(state).first { $0.keystrokes.contains(stroke) }
  return binding.map { perform($0.command, onTop: &state) } ?? []
}

private func pressed(at position: Position, _ state: inout State) -> [Effect] {
  // The screen as it is laid out, mirrored back.
  let column =
    state.layoutDirection == .leftToRight
    ? position.column : state.size.columns - 1 - position.column
  let area = targets(state).last { $0.row == position.row && $0.columns.contains(column) }
  guard let area else { return [] }
  // Whatever a dialog does not cover waits for its end.
  if !state.dialogs.isEmpty {
    switch area.target {
    case .item, .field, .signIn, .navigation: return []
    case .command, .dialog: break
    }
  }
  switch area.target {
  case .dialog: return []
  case .navigation: return keepText(&state) + perform(.nextPane, onTop: &state)
  case .command(let command): return perform(command, onTop: &state)
  case .field(let columns):
    placeCaret(column: column - area.columns.lowerBound, columns: columns, &state)
    return []
  case .signIn(let part): return pressed(part, &state)
  case .item(let item):
    // The label of the open field is part of it.
    return state.editing?.item == item ? [] : itemChosen(item, &state)
  }
}

/// Puts the focus on an item and chooses it.
func itemChosen(_ item: Item, _ state: inout State) -> [Effect] {
  let effects = focus(item, &state)
  return state.focus == item ? effects + perform(.activate, onTop: &state) : effects
}

private func focus(_ item: Item, _ state: inout State) -> [Effect] {
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

private func placeCaret(column: Int, columns: Int, _ state: inout State) {
  let layout = state.layoutDirection
  let language = state.language.direction
  state.editing?.field.placeCaret(
    column: column, columns: columns, layout: layout, language: language)
  state.signIn?.placeCaret(column: column, columns: columns, layout: layout, language: language)
}

/// A press on a part of the form to sign in by; nothing while that is under way.
private func pressed(_ part: SignInForm.Part, _ state: inout State) -> [Effect] {
  guard state.account.work == nil else { return [] }
  state.signIn?.go(to: part)
  return part == .submit ? perform(.activate, onTop: &state) : []
}
