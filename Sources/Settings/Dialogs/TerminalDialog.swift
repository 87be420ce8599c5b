import Localization
import MirrorLayout

/// The terminal's self-test: what was found out about it, the orders in which rows can be sent, and
/// samples with a line each on how they should look (R28).
public struct TerminalDialog: Hashable, Sendable {
  /// The mode that the keys act on.
  var focus: BidiMode
  /// Lines that are scrolled away beyond what the focus asks for.
  var scroll = 0

  static let keyMap: [KeyBinding] =
    [
      KeyBinding([.key(.up)], .backward, label: .upDown, footer: .keyMove),
      KeyBinding([.key(.down)], .forward, label: .upDown),
      KeyBinding([.key(.pageUp)], .pageBackward, label: .upDown),
      KeyBinding([.key(.pageDown)], .pageForward, label: .upDown),
      KeyBinding([.key(.home)], .first, label: .homeEnd),
      KeyBinding([.key(.end)], .last, label: .homeEnd),
      KeyBinding([.key(.enter), .character(" ")], .activate, label: .enter, footer: .keyChoose),
      KeyBinding(
        [.key(.escape), .character("q")], .dismiss, label: .escape, footer: .keyClose),
      KeyBinding([.key(.control("l"))], .redraw, label: .controlL),
    ]
    + BidiMode.all.indices.map { index in
      KeyBinding(
        [.character(Character(String(index + 1)))], .choose(index), label: .digits)
    }

  func perform(_ command: Command, on state: inout State) -> [Effect] {
    let modes = BidiMode.all
    let index = modes.firstIndex(of: focus) ?? 0
    var dialog = self
    switch command {
    // Behind the last mode are the samples, to be scrolled to.
    case .backward where scroll > 0: dialog.scroll -= 1
    case .forward where index == modes.count - 1: dialog.scroll += 1
    case .backward: dialog.focus = modes[max(0, index - 1)]
    case .forward: dialog.focus = modes[index + 1]
    case .pageBackward: dialog.scroll -= Self.area(state).inner.rows
    case .pageForward: dialog.scroll += Self.area(state).inner.rows
    case .first: dialog = TerminalDialog(focus: modes[0])
    case .last: dialog = TerminalDialog(focus: modes[modes.count - 1], scroll: .max / 2)
    case .activate: return update(&state, .settingChosen(.bidiMode(focus)))
    case .choose(let index):
      dialog.focus = modes[index]
      state.dialogs[state.dialogs.count - 1] = .terminal(dialog)
      return update(&state, .settingChosen(.bidiMode(modes[index])))
    case .dismiss:
      state.dialogs.removeLast()
      return []
    default: return []
    }
    let (first, last) = dialog.firstLine(state)
    dialog.scroll = min(max(0, dialog.scroll), last - first)
    state.dialogs[state.dialogs.count - 1] = .terminal(dialog)
    return []
  }

  // MARK: Lines

  private static func area(_ state: State) -> DialogArea {
    let wide = DialogArea(wanted: Size(columns: 68, rows: .max), in: state.size)
    let count = lines(state, width: wide.inner.columns).count
    return DialogArea(wanted: Size(columns: 68, rows: count + 2), in: state.size)
  }

  /// The first line that is shown where the focus is to be seen, and the last that can be first.
  private func firstLine(_ state: State) -> (first: Int, last: Int) {
    let area = Self.area(state)
    let lines = Self.lines(state, width: area.inner.columns)
    let height = area.inner.rows
    let last = max(0, lines.count - height)
    let place = lines.lastIndex { $0.mode == focus } ?? 0
    return (min(last, max(0, place + 1 - height)), last)
  }

  /// A line of the page, with the mode that it belongs to.
  private struct Line {
    var content: ContentLine
    var mode: BidiMode?
  }

  private static func lines(_ state: State, width: Int) -> [Line] {
    func wrapped(_ text: Text, _ role: Role, indentedBy indent: Int = 0) -> [Line] {
      ContentLine.wrapped(text, role, indentedBy: indent, width: width, state).map {
        Line(content: $0)
      }
    }
    var lines: [Line] = []
    if let report = state.terminal { lines += wrapped(report.reason, .dialog) }
    for mode in BidiMode.all {
      let isChosen = mode == state.bidiMode
      let sign: [Unicode.Scalar] = ["(", isChosen ? "●" : " ", ")"]
      lines += wrapped(label(mode, state), .dialog, indentedBy: 4).map {
        Line(content: $0.content, mode: mode)
      }
      guard let first = lines.firstIndex(where: { $0.mode == mode }) else { continue }
      lines[first].content.spans.insert(
        Span(
          column: 0, width: sign.count, style: state.style(.dialog),
          content: .symbols(sign.map { Glyph($0) })), at: 0)
    }
    lines.append(Line(content: .blank))
    lines += wrapped(.message(.terminalSamples), .dialogTitle)
    for sample in TerminalSample.all(state.languages) {
      lines += wrapped(sample.text, .current)
      lines += wrapped(sample.look, .dialog, indentedBy: 2)
    }
    return lines
  }

  static func label(_ mode: BidiMode, _ state: State) -> Text {
    switch mode {
    case .automatic:
      .message(
        .bidiModeAutomatic,
        [.identifier(.argument((state.terminal?.detected ?? .visual).rawValue))])
    case .fixed(let encoding):
      .message(
        {
          switch encoding {
          case .visual: .bidiModeVisual
          case .kitty: .bidiModeKitty
          case .lrm: .bidiModeMarks
          case .paragraph: .bidiModeParagraph
          case .mlterm: .bidiModeMlterm
          case .qterminal: .bidiModeQTerminal
          case .logical: .bidiModeLogical
          }
        }(), [.identifier(.argument(encoding.rawValue))])
    }
  }

  // MARK: Drawing

  func draw(_ state: State, on canvas: inout Canvas) {
    let area = Self.area(state)
    area.draw(title: .message(.terminalTest), state: state, on: &canvas)
    let lines = Self.lines(state, width: area.inner.columns)
    let (start, last) = firstLine(state)
    let first = min(start + scroll, last)
    canvas.frame.cursor = area.innerOrigin
    canvas.frame.focus = "terminal.\(focus.name)"
    for (offset, line) in lines.dropFirst(first).prefix(area.inner.rows).enumerated() {
      let row = area.innerOrigin.row + offset
      let column = area.innerOrigin.column
      let isFocused = line.mode == focus
      canvas.draw(
        line.content, row: row, column: column,
        focusedWidth: isFocused ? area.inner.columns : nil)
      guard let mode = line.mode, let index = BidiMode.all.firstIndex(of: mode) else { continue }
      canvas.target(.command(.choose(index)), row: row, column: column, width: area.inner.columns)
      if isFocused, line.content.spans.count > 1 {
        canvas.frame.cursor = Position(row: row, column: column + 4)
      }
    }
    canvas.scrollBar(
      ScrollExtent(first: first, visible: area.inner.rows, count: lines.count),
      column: area.scrollColumn, row: area.innerOrigin.row, role: .dialogBorder)
  }
}
