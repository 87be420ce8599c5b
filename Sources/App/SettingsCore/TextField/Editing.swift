import Cells
import Forms

/// An open text field of a section: its item and its contents.
///
/// Among other settings, Enter opens a field, because letters are commands there and passing the
/// field must not change it. Once it is open, letters are text. Enter, Tab, Up and Down keep the
/// text (moving on confirms it); Escape discards it. A form that asks only for text gives its
/// fields the typed text as soon as they have the focus (`TextField.handle`).
///
/// A section provides a field by `SectionContent.field(for:_:)` and `textKept(_:for:_:)`, and shows
/// it by a part of the kind `field`.
public struct Editing: Hashable, Sendable {
  public let item: Item
  public internal(set) var field: TextField
}

extension KeyMap {
  /// The keys of an open field, in addition to the editing keys (`TextField.keys`).
  static let field: [KeyBinding] = [
    KeyBinding([.key(.enter)], .activate, label: .enter, footer: .keyKeep, help: .helpKeep),
    KeyBinding([.key(.escape)], .dismiss, label: .escape, footer: .keyCancel, help: .helpCancel),
    KeyBinding([.key(.tab), .key(.down)], .forward, label: .tab),
    KeyBinding([.key(.backTab), .key(.up)], .backward, label: .tab),
    .redraw,
    .suspend,
  ]
}

/// Opens the field of the focused item; returns false if it has none.
func openField(_ state: inout SettingsState) -> Bool {
  guard let field = state.section.content.field(for: state.focus, state) else { return false }
  state.editing = Editing(item: state.focus, field: field)
  return true
}

/// Gives a command to the open field.
func perform(_ command: KeyCommand, onField state: inout SettingsState) -> [Effect] {
  switch command {
  case .activate: return keepText(&state)
  case .forward: return keepText(&state) + moveFocus(by: 1, &state)
  case .backward: return keepText(&state) + moveFocus(by: -1, &state)
  case .dismiss:
    state.editing = nil
    return []
  default: return []
  }
}

/// Closes the open field and gives its text to the section if it changed.
func keepText(_ state: inout SettingsState) -> [Effect] {
  guard let editing = state.editing else { return [] }
  state.editing = nil
  let former = state.section.content.field(for: editing.item, state)?.text
  guard editing.field.text != former else { return [] }
  return state.section.content.textKept(editing.field.text, for: editing.item, &state)
}

/// Inserts pasted text into the open field. Elsewhere it is ignored: pasted letters are no
/// commands.
func pasted(_ text: String, _ state: inout SettingsState) -> [Effect] {
  if case .find(var dialog) = state.dialogs.last {
    dialog.paste(text)
    state.dialogs[state.dialogs.count - 1] = .find(dialog)
  }
  guard state.dialogs.isEmpty else { return [] }
  state.signIn?.paste(text)
  _ = state.editing?.field.paste(text)
  return []
}

extension TextField {
  /// The field as a part of a form.
  func content(_ state: SettingsState) -> FieldContent {
    let layout = state.layoutDirection
    let language = state.language.direction
    let joinsLetters = state.wording.joinsLetters
    return FieldContent {
      window(columns: $0, layout: layout, language: language, joinsLetters: joinsLetters)
    }
  }

  /// How many more characters may be typed.
  var hint: Text { .count(.fieldRoom, room) }
}
