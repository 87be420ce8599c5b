import TerminalHarness

/// Draws screens of a recording on a terminal, without sending any of its bytes. Titles, the
/// clipboard and other requests to the terminal are not passed on.
struct ScreenPainter {
  private var last: Screen?

  /// Sent first: the alternate screen, empty.
  static let opening = "\u{1B}[?1049h\u{1B}[0m\u{1B}[2J"
  /// Sent last.
  static let closing = "\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"

  /// The bytes that turn the previous screen into this one.
  mutating func changes(to screen: Screen) -> String {
    var text = "\u{1B}[?2026h\u{1B}[?25l"
    let isNew = last?.size != screen.size
    if isNew { text += "\u{1B}[0m\u{1B}[2J" }
    for (index, row) in screen.grid.enumerated() {
      if !isNew, last?.grid[index] == row, last?.modes.reverseVideo == screen.modes.reverseVideo {
        continue
      }
      text += "\u{1B}[\(index + 1);1H"
      var style: CellStyle?
      for cell in row.cells where !cell.isContinuation {
        var wanted = cell.style
        if screen.modes.reverseVideo { wanted.reverse.toggle() }
        if wanted != style { text += Self.sequence(wanted) }
        style = wanted
        text += cell.text
      }
    }
    text += "\u{1B}[0m\u{1B}[\(screen.cursor.row + 1);\(screen.cursor.column + 1)H"
    if screen.cursor.isVisible { text += "\u{1B}[?25h" }
    last = screen
    return text + "\u{1B}[?2026l"
  }

  /// SGR for a style, starting from no style.
  private static func sequence(_ style: CellStyle) -> String {
    var values = ["0"]
    let flags: [(Bool, String)] = [
      (style.bold, "1"), (style.dim, "2"), (style.italic, "3"), (style.underline != .none, "4"),
      (style.blink, "5"), (style.reverse, "7"), (style.conceal, "8"), (style.strikethrough, "9"),
      (style.overline, "53"),
    ]
    values += flags.filter(\.0).map(\.1)
    values += color(style.foreground, base: 30)
    values += color(style.background, base: 40)
    return "\u{1B}[\(values.joined(separator: ";"))m"
  }

  private static func color(_ color: TerminalColor, base: Int) -> [String] {
    switch color {
    case .default: []
    case .indexed(let index) where index < 8: ["\(base + Int(index))"]
    case .indexed(let index) where index < 16: ["\(base + 60 + Int(index) - 8)"]
    case .indexed(let index): ["\(base + 8)", "5", "\(index)"]
    case .rgb(let red, let green, let blue): ["\(base + 8)", "2", "\(red)", "\(green)", "\(blue)"]
    }
  }
}
