/// A row for a terminal that hands each piece of it to a text engine as a left-to-right paragraph:
/// the logical order of each. A piece ends at borders, and the cell under the cursor is a piece of
/// its own, so that a word with the cursor in it is drawn in parts.
func orderingPieces(_ row: [RowUnit], cursor: Int?) -> [RowUnit] {
  let place = row.firstIndex { $0.column == cursor } ?? row.count
  let pieces = [row[..<place], row[place...].prefix(1), row[place...].dropFirst()]
  return pieces.flatMap { piece in
    ParagraphOrder(
      of: Array(piece), for: ParagraphModel(direction: .leftToRight, bordersAreLetters: true)
    ).units
  }
}
