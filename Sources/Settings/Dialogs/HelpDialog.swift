import BidiText
import Cells

/// The list of all keys, from the same data that handles them (R50).
public struct HelpDialog: Hashable, Sendable {
  /// The first line shown, from 0.
  var scroll = 0

  static let keyMap: [KeyBinding] = [
    KeyBinding([.key(.up), .character("k")], .backward, label: .upDown, footer: .keyMove),
    KeyBinding([.key(.down), .character("j")], .forward, label: .upDown),
    KeyBinding([.key(.pageUp)], .pageBackward, label: .upDown),
    KeyBinding([.key(.pageDown)], .pageForward, label: .upDown),
    KeyBinding([.key(.home)], .first, label: .homeEnd),
    KeyBinding([.key(.end)], .last, label: .homeEnd),
    KeyBinding(
      [.key(.escape), .key(.enter), .character(" "), .character("?"), .character("q")], .dismiss,
      label: .escape, footer: .keyClose),
    KeyBinding([.key(.control("l"))], .redraw, label: .controlL),
  ]

  func perform(_ command: Command, on state: inout State) -> [Effect] {
    let (height, count) = Self.measure(state)
    let last = max(0, count - height)
    let target: Int
    switch command {
    case .backward: target = scroll - 1
    case .forward: target = scroll + 1
    case .pageBackward: target = scroll - height
    case .pageForward: target = scroll + height
    case .first: target = 0
    case .last: target = last
    case .dismiss:
      state.dialogs.removeLast()
      return []
    default: return []
    }
    state.dialogs[state.dialogs.count - 1] = .help(HelpDialog(scroll: min(max(0, target), last)))
    return []
  }

  /// The area's height and the number of lines, to know how far there is to scroll.
  private static func measure(_ state: State) -> (height: Int, count: Int) {
    let area = DialogArea(wanted: Size(columns: 64, rows: .max), in: state.size)
    let count = lines(state, width: area.inner.columns).count
    let fitted = DialogArea(wanted: Size(columns: 64, rows: count + 2), in: state.size)
    return (fitted.inner.rows, count)
  }

  private static func lines(_ state: State, width: Int) -> [ContentLine] {
    let screen = rows(KeyMap.screen.map { ($0.label, $0.help) }, state)
    let field = rows(
      KeyMap.field.map { ($0.label, $0.help) } + TextField.keys.map { ($0.label, $0.help) }, state)
    let labelWidth = ((screen + field).map(\.label.width).max() ?? 0) + 2
    return lines(screen, labelWidth: labelWidth, width: width, state) + [.blank]
      + ContentLine.wrapped(.message(.helpFields), .dialogTitle, width: width, state)
      + lines(field, labelWidth: labelWidth, width: width, state)
  }

  private typealias KeyLine = (label: TextLine, help: Message)

  private static func rows(_ keys: [(KeyName, Message?)], _ state: State) -> [KeyLine] {
    keys.compactMap { name, help in
      guard let help else { return nil }
      return (Text.identifier(.key(name)).paragraph(in: state.catalog).line, help)
    }
  }

  private static func lines(
    _ rows: [KeyLine], labelWidth: Int, width: Int, _ state: State
  ) -> [ContentLine] {
    // Where a label beside the text leaves too little room, the text goes below it.
    let isNarrow = width - labelWidth < 20
    var lines: [ContentLine] = []
    for (label, help) in rows {
      let text = Text.message(help).paragraph(in: state.catalog)
      let key = Span(column: 0, width: label.width, style: .key, content: .text(label))
      if isNarrow {
        lines.append(ContentLine(spans: [key]))
        lines += text.lines(width: max(1, width - 2)).map {
          ContentLine(spans: [Span(column: 2, width: $0.width, style: .dialog, content: .text($0))])
        }
      } else {
        for (index, line) in text.lines(width: width - labelWidth).enumerated() {
          let span = Span(
            column: labelWidth, width: line.width, style: .dialog, content: .text(line))
          lines.append(ContentLine(spans: index == 0 ? [key, span] : [span]))
        }
      }
    }
    return lines
  }

  func draw(_ state: State, on canvas: inout Canvas) {
    let (height, count) = Self.measure(state)
    let area = DialogArea(wanted: Size(columns: 64, rows: height + 2), in: state.size)
    area.draw(title: .message(.helpTitle), state: state, on: &canvas)
    let lines = Self.lines(state, width: area.inner.columns)
    let first = min(scroll, max(0, count - height))
    for (row, line) in lines.dropFirst(first).prefix(height).enumerated() {
      canvas.draw(line, row: area.innerOrigin.row + row, column: area.innerOrigin.column)
    }
    canvas.scrollBar(
      ScrollExtent(first: first, visible: height, count: count), column: area.scrollColumn,
      row: area.innerOrigin.row, style: .dialogBorder)
    canvas.frame.cursor = area.innerOrigin
    canvas.frame.focus = "help"
  }
}
