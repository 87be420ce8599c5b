// The samples of MirrorLayout's documentation, one after the other.
import MirrorLayout

var frame = Frame(size: Size(columns: 20, rows: 2))
let title = Paragraph("اللغة", direction: .rightToLeft).line
frame.rows[0].spans.append(
  Span(column: 2, width: title.width, style: Style([.bold]), content: .text(title)))
let grid = frame.laidOut(.rightToLeft)
for row in 0..<grid.size.rows { print(grid.text(row: row)) }
