import Cells

/// A dialog of lines that are read and scrolled, and nothing else.
protocol ReadingDialog: Hashable, Sendable {
  static var title: Message { get }
  /// A stable name for traces and tests.
  static var identifier: String { get }
  /// The letter that opens it closes it as well.
  static var letter: Character { get }
  /// The first line shown, from 0.
  var scroll: Int { get set }
  /// The dialog as a layer.
  var layer: Dialog { get }
  /// Its lines of at most `width` columns.
  static func lines(_ state: State, width: Int) -> [ContentLine]
}

extension ReadingDialog {
  static var keyMap: [KeyBinding] {
    [
      KeyBinding([.key(.up), .character("k")], .backward, label: .upDown, footer: .keyMove),
      KeyBinding([.key(.down), .character("j")], .forward, label: .upDown),
      KeyBinding([.key(.pageUp)], .pageBackward, label: .upDown),
      KeyBinding([.key(.pageDown)], .pageForward, label: .upDown),
      KeyBinding([.key(.home)], .first, label: .homeEnd),
      KeyBinding([.key(.end)], .last, label: .homeEnd),
      KeyBinding(
        [.key(.escape), .key(.enter), .character(" "), .character("q"), .character(letter)],
        .dismiss, label: .escape, footer: .keyClose),
      KeyBinding([.key(.control("l"))], .redraw, label: .controlL),
    ]
  }

  func perform(_ command: Command, on state: inout State) -> [Effect] {
    let (height, count) = Self.measure(state)
    let last = max(0, count - height)
    // A window that has grown since shows more than the offset tells.
    let scroll = min(scroll, last)
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
    var scrolled = self
    scrolled.scroll = min(max(0, target), last)
    state.dialogs[state.dialogs.count - 1] = scrolled.layer
    return []
  }

  /// The area's height and the number of lines, to know how far there is to scroll.
  private static func measure(_ state: State) -> (height: Int, count: Int) {
    let area = DialogArea(wanted: Size(columns: 64, rows: .max), in: state.size)
    let count = lines(state, width: area.inner.columns).count
    let fitted = DialogArea(wanted: Size(columns: 64, rows: count + 2), in: state.size)
    return (fitted.inner.rows, count)
  }

  func draw(_ state: State, on canvas: inout Canvas) {
    let (height, count) = Self.measure(state)
    let area = DialogArea(wanted: Size(columns: 64, rows: height + 2), in: state.size)
    area.draw(title: .message(Self.title), state: state, on: &canvas)
    let lines = Self.lines(state, width: area.inner.columns)
    let first = min(scroll, max(0, count - height))
    for (row, line) in lines.dropFirst(first).prefix(height).enumerated() {
      canvas.draw(line, row: area.innerOrigin.row + row, column: area.innerOrigin.column)
    }
    canvas.scrollBar(
      ScrollExtent(first: first, visible: height, count: count), column: area.scrollColumn,
      row: area.innerOrigin.row, role: .dialogBorder)
    canvas.frame.cursor = area.innerOrigin
    canvas.frame.focus = Self.identifier
  }
}
