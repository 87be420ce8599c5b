import BidiText
import Cells
import MirrorLayout

/// Draws one form in both directions. It is laid out once, with leading and trailing: column 0 is
/// where reading begins.
///
///     swift run mirrored-form
let columns = 34

/// A text at the leading edge of its place, in its own order.
func text(_ text: String, at column: Int, width: Int) -> Span {
  Span(
    column: column, width: width, style: .normal,
    content: .text(Paragraph(text, direction: .firstStrong(fallback: .leftToRight)).line))
}

/// Ornaments: those that point turn round with the layout, the others do not.
func symbols(_ symbols: String, at column: Int) -> Span {
  let glyphs = symbols.unicodeScalars.map { Glyph($0) }
  return Span(column: column, width: glyphs.count, style: .border, content: .symbols(glyphs))
}

var frame = Frame(size: Size(columns: columns, rows: 4))
let edge = String(repeating: "─", count: columns - 2)
frame.rows[0] = Row(spans: [symbols("┌\(edge)┐", at: 0)])
frame.rows[1] = Row(spans: [
  symbols("│ ›", at: 0), text("Name", at: 4, width: 8), text("ليلى Haddad", at: 13, width: 18),
  symbols("│", at: columns - 1),
])
frame.rows[2] = Row(spans: [
  symbols("│ ✓", at: 0), text("Version", at: 4, width: 8), text("1.2 (beta)", at: 13, width: 18),
  symbols("│", at: columns - 1),
])
frame.rows[3] = Row(spans: [symbols("└\(edge)┘", at: 0)])

// Terminals that reorder on their own are told not to, and told again that they may.
print("\u{1B}[8l", terminator: "")
for direction in [Direction.leftToRight, .rightToLeft] {
  let grid = frame.laidOut(direction)
  for row in 0..<grid.size.rows {
    var line = String.UnicodeScalarView()
    for column in 0..<grid.size.columns where !grid[row, column].isContinuation {
      line.append(grid[row, column].glyph.base)
      line.append(contentsOf: grid[row, column].glyph.marks.scalars)
    }
    print(String(line))
  }
}
print("\u{1B}[8h", terminator: "")
