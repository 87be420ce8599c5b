import TerminalHarness

/// A screen of single glyphs, each as a terminal draws it by itself: between blanks and Latin
/// letters, so that nothing can move or join it.
struct ReferencePage {
  /// A glyph in a look, as it may stand in a cell.
  struct Sample: Hashable {
    let text: String
    let style: CellStyle
  }

  /// Where each sample stands.
  let places: [Sample: (row: Int, column: Int)]
  /// The bytes that draw the page, with the first and the last cell of the grid blank.
  let bytes: String
  /// The same with those two cells reversed: where the pictures differ, the grid begins and ends.
  let markedBytes: String

  /// All that a screen shows, as samples. What has no room is left out.
  init(of screen: Screen) {
    let size = screen.size
    var places: [Sample: (row: Int, column: Int)] = [:]
    var text = "\u{1B}[0m\u{1B}[?25l\u{1B}[H\u{1B}[2J"
    var (row, column) = (1, 2)
    for cell in screen.grid.flatMap(\.cells) where cell.width == 1 {
      let sample = Sample(text: cell.text, style: cell.style)
      guard places[sample] == nil, row < size.rows - 1 else { continue }
      places[sample] = (row, column)
      text += "\u{1B}[\(row + 1);\(column - 1)Hx "
      text += "\(Self.graphics(cell.style))\(cell.text)\u{1B}[0m x"
      column += 4
      if column > size.columns - 6 { (row, column) = (row + 1, 2) }
    }
    self.places = places
    let corners = [(1, 1), (size.rows, size.columns)]
    bytes = text + corners.reduce(into: "") { $0 += "\u{1B}[\($1.0);\($1.1)H\u{1B}[0m " }
    markedBytes =
      text + corners.reduce(into: "") { $0 += "\u{1B}[\($1.0);\($1.1)H\u{1B}[7m \u{1B}[0m" }
  }

  /// The sequence that sets a look (SGR).
  private static func graphics(_ style: CellStyle) -> String {
    var codes = ["0"]
    if style.bold { codes.append("1") }
    if style.dim { codes.append("2") }
    if style.underline != .none { codes.append("4") }
    if style.reverse { codes.append("7") }
    if case .indexed(let color) = style.foreground {
      codes.append(color < 8 ? "\(30 + color)" : "38;5;\(color)")
    }
    if case .indexed(let color) = style.background {
      codes.append(color < 8 ? "\(40 + color)" : "48;5;\(color)")
    }
    return "\u{1B}[\(codes.joined(separator: ";"))m"
  }
}
