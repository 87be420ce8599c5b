import TerminalEmulator

/// The fields of a row: the text between box drawing and between gaps of two or more blanks.
enum RowFields {
  /// The columns of each field, in order. Cells outside all fields stay in place.
  ///
  /// - Parameter hasEdges: whether a sign in the first or the last column, such as the `>` of nano
  ///   and less for more text beside the screen, is separate from the text beside it.
  static func find(in row: ScreenRow, hasEdges: Bool) -> [Range<Int>] {
    let cells = row.storage
    var fields: [Range<Int>] = []
    var start: Int?
    func close(_ end: Int) {
      if let begun = start, begun < end { fields.append(begun..<end) }
      start = nil
    }
    for column in cells.indices {
      let cell = cells[column]
      let isEdge =
        hasEdges && (column == 0 || column == cells.count - 1) && edgeSigns.contains(cell.content)
      let isGap =
        cell.isBlank
        && (column + 1 == cells.count || cells[column + 1].isBlank
          || start == nil || column > 0 && cells[column - 1].isBlank)
      if isEdge || isGap || Unicode.Scalar(cell.content)?.isBox == true {
        close(column)
      } else if start == nil {
        start = column
      }
    }
    close(cells.count)
    return fields
  }

  /// Whether there is box drawing in a row.
  static func hasBoxes(_ row: ScreenRow) -> Bool {
    row.storage.contains { (0x2500...0x257F).contains($0.content) }
  }

  private static let edgeSigns: Set<UInt32> = Set("<>$+\\".unicodeScalars.map(\.value))
}
