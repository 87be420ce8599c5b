import MirrorLayout

/// A text field of a section while it is open: which item it belongs to, and what is in it.
///
/// Among other settings a field is opened by Enter, because letters are commands there and whoever
/// walks past must not write into it. From then on letters are text; Enter, Tab, Up and Down keep
/// it (a person who goes on means it), Escape takes everything back. A form, which asks for nothing
/// but text, gives its fields what is typed as soon as they have the focus (`TextField.take`).
///
/// A section hosts a field by `SectionContent.field(for:_:)` and `textKept(_:for:_:)`, and shows it
/// by `ContentLine.field`.
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

extension ContentLine {
  /// The fewest columns of a field that stands beside its label.
  private static let leastColumns = 16

  /// A text field with its label at the leading edge: the field beside it, or below where there is
  /// no room. `hasCaret` says whether it takes the keys; then the terminal's cursor stands in it.
  static func field(
    _ field: TextField, label: Text, item: Item? = nil, hasCaret: Bool, width: Int, _ state: State
  ) -> [ContentLine] {
    let role: Role = hasCaret ? .current : .normal
    let paragraph = label.paragraph(in: state.wording)
    let isBeside = paragraph.width + 2 + leastColumns <= width
    var lines = paragraph.lines(width: max(1, width)).map {
      ContentLine(
        spans: [Span(column: 0, width: $0.width, style: state.style(role), content: .text($0))],
        item: item)
    }
    let column = isBeside ? paragraph.width + 2 : min(2, max(0, width - 2))
    let (spans, cursor) = field.spans(
      column: column, columns: max(1, width - column), hasCaret: hasCaret, state)
    if isBeside {
      lines[0].spans += spans
    } else {
      lines.append(ContentLine(spans: spans, item: item))
    }
    let place = isBeside ? 0 : lines.count - 1
    lines[place].cursor = cursor
    if hasCaret { lines[place].fieldColumns = column..<width }
    for index in lines.indices { lines[index].isInField = hasCaret }
    return lines
  }
}

extension TextField {
  /// The field in its box, and the column of the terminal's cursor.
  func spans(
    column: Int, columns: Int, hasCaret: Bool, _ state: State
  ) -> (spans: [Span], cursor: Int) {
    let window = window(
      columns: columns, layout: state.layoutDirection, language: state.language.direction,
      joinsLetters: state.wording.joinsLetters)
    let box = Span(column: column, width: columns, style: state.style(.field), content: .blank)
    let text = Span(
      column: column, width: min(columns, window.line.width), style: state.style(.field),
      content: .text(window.line), offset: window.offset,
      highlights: hasCaret
        ? window.selected.map { Highlight(columns: $0, style: state.style(.selected)) } : [])
    return ([box, text], column + (hasCaret ? window.cursor : 0))
  }

  /// How much more may be typed.
  var hint: Text { .count(.fieldRoom, room) }
}
