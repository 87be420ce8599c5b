import BidiText
import Cells

/// A row for a terminal that hands each piece of it to a text engine as a left-to-right paragraph:
/// the logical order of each. A piece ends at borders and where the look changes, and the cell under
/// the cursor is a piece of its own, so that a word with the cursor in it is drawn in parts.
///
/// - Parameter sameLook: whether two styles are drawn alike.
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
