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

  /// SGR for a style, with a plain underline, which every terminal knows.
  private static func sequence(_ style: CellStyle) -> String {
    var style = style
    if style.underline != .none { style.underline = .single }
    style.underlineColor = .default
    return "\u{1B}[\(style.parameters(separator: ";"))m"
  }
}
