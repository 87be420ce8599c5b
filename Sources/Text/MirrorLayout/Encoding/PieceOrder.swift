import BidiText
import Cells

/// The order of a row for a terminal that passes each piece of it to a text engine as a
/// left-to-right paragraph. Each piece is in logical order. A piece ends at borders and where the
/// look changes. The cell under the cursor is a separate piece, so a word that contains the cursor
/// is drawn in two or three pieces.
///
/// - Parameter sameLook: whether two styles look the same on the terminal.
func orderingPieces(
  _ row: [RowUnit], cursor: Int?, sameLook: (Style, Style) -> Bool
) -> [RowUnit] {
  var ordered: [RowUnit] = []
  var start = 0
  while start < row.count {
    let first = row[start]
    let end =
      row[(start + 1)...].firstIndex { unit in
        unit.column == cursor || first.column == cursor
          || unit.scalar.isBoxDrawing != first.scalar.isBoxDrawing
          || !sameLook(unit.cell.style, first.cell.style)
      } ?? row.count
    let piece = Array(row[start..<end])
    ordered += orderingParagraph(piece, for: ParagraphModel(direction: .leftToRight)).units
    start = end
  }
  return ordered
}
