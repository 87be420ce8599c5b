import Cells
import Forms

/// A text field of a section while it is open: which item it belongs to, and what is in it.
///
/// Among other settings a field is opened by Enter, because letters are commands there and whoever
/// walks past must not write into it. From then on letters are text; Enter, Tab, Up and Down keep
/// it (a person who goes on means it), Escape takes everything back. A form, which asks for nothing
/// but text, gives its fields what is typed as soon as they have the focus (`TextField.take`).
///
/// A section hosts a field by `SectionContent.field(for:_:)` and `textKept(_:for:_:)`, and shows it by
/// a part of the kind `field`.
public struct Editing: Hashable, Sendable {
  public let item: Item
  public internal(set) var field: TextField
}

extension KeyMap {
  /// The keys of an open field besides those that edit (`TextField.keys`).
  static let field: [KeyBinding] = [
    KeyBinding([.key(.enter)], .activate, label: .enter, footer: .keyKeep, help: .helpKeep),
    KeyBinding([.key(.escape)], .dismiss, label: .escape, footer: .keyCancel, help: .helpCancel),
    KeyBinding([.key(.tab), .key(.down)], .forward, label: .tab),
    KeyBinding([.key(.backTab), .key(.up)], .backward, label: .tab),
    KeyBinding([.key(.control("l"))], .redraw, label: .controlL),
    KeyBinding([.key(.control("z"))], .suspend, label: .controlZ),
  ]
}

extension State {
  /// Whether the open field takes the keys.
  var isFieldOpen: Bool { dialogs.isEmpty && editing != nil }
}

/// Opens the field of the focused item, where it has one.
func openField(_ state: inout State) -> Bool {
  guard let field = state.section.content.field(for: state.focus, state) else { return false }
  state.editing = Editing(item: state.focus, field: field)
  return true
}

/// Gives a command to the open field.
func perform(_ command: Command, onField state: inout State) -> [Effect] {
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

/// Closes the open field and hands its text to the section, where it is another one.
func keepText(_ state: inout State) -> [Effect] {
  guard let editing = state.editing else { return [] }
  state.editing = nil
  let former = state.section.content.field(for: editing.item, state)?.text
  guard editing.field.text != former else { return [] }
  return state.section.content.textKept(editing.field.text, for: editing.item, &state)
}

/// What was pasted goes into the open field, and nowhere else: pasted letters are no commands.
func pasted(_ text: String, _ state: inout State) -> [Effect] {
  guard state.dialogs.isEmpty else { return [] }
  state.signIn?.paste(text)
  _ = state.editing?.field.paste(text)
  return []
}

extension TextField {
  /// The field as a part of a form shows it.
  func content(_ state: State) -> FieldContent {
    let layout = state.layoutDirection
    let language = state.language.direction
    let joinsLetters = state.wording.joinsLetters
    return FieldContent {
      window(columns: $0, layout: layout, language: language, joinsLetters: joinsLetters)
    }
  }

  /// How much more may be typed.
  var hint: Text { .count(.fieldRoom, room) }
}
