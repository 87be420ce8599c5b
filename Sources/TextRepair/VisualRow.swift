import MirrorLayout
import TerminalEmulator

/// A row of a screen as it is to be shown: which of its cells stands in each column, and what is
/// drawn there.
struct VisualRow: Hashable {
  /// For each column from the left, the column where the program wrote what stands there.
  var order: [Int]
  /// What is drawn for the cell that the program wrote in each column: the base alone, joined and
  /// mirrored; 0 in the right half of a wide character.
  var forms: [UInt32]

  /// The row as the program wrote it.
  init(asWritten row: ScreenRow) {
    order = Array(row.storage.indices)
    forms = row.storage.indices.map { column in
      var base: UInt32?
      row.forEachScalar(of: column) { base = base ?? $0.value }
      return base ?? 0
    }
  }

  /// Where the cell that the program wrote in a column is shown.
  func column(of written: Int) -> Int { order.firstIndex(of: written) ?? written }
}

/// A stretch of text that is ordered by itself: the columns of a row or of several rows that are
/// one paragraph, with the scalars of their cells.
struct OrderedText {
  private var scalars: [Unicode.Scalar] = []
  /// For each scalar the cell that it belongs to.
  private var owners: [Int] = []
  private var cells: [(row: Int, column: Int, width: Int)] = []

  /// Adds the cells of a row in these columns, which do not cut a wide character.
  mutating func append(_ row: ScreenRow, at index: Int, columns: Range<Int>) {
    for column in columns where !row.storage[column].isContinuation {
      row.forEachScalar(of: column) { scalar in
        scalars.append(BaseLetters.letter(of: scalar) ?? scalar)
        owners.append(cells.count)
      }
      cells.append((index, column, Int(row.storage[column].width)))
    }
  }

  /// Whether there is anything to reorder or to join.
  var holdsRightToLeft: Bool { scalars.contains(where: \.isRightToLeft) }

  /// Orders the text as one paragraph and writes each row's part into `rows`, beginning at its
  /// first column in this text. Returns whether the paragraph runs from right to left.
  @discardableResult
  func arrange(
    _ direction: ParagraphDirection, mirrorsBoxes: Bool, into rows: inout [Int: VisualRow]
  ) -> Bool {
    let found = EmbeddingLevels(of: scalars, direction: direction)
    var start = 0
    while start < scalars.count {
      let row = cells[owners[start]].row
      var end = start
      while end < scalars.count, cells[owners[end]].row == row { end += 1 }
      arrange(start..<end, found, mirrorsBoxes, &rows[row]!)
      start = end
    }
    return found.paragraphLevel & 1 == 1
  }

  /// One row of the paragraph: rules L1 to L4, and joining.
  private func arrange(
    _ range: Range<Int>, _ found: EmbeddingLevels, _ mirrorsBoxes: Bool, _ row: inout VisualRow
  ) {
    let line = Array(scalars[range])
    let levels = Array(found.levels[range])
    let lineLevels = LineOrder.levels(
      ofLine: line, levels, paragraphLevel: found.paragraphLevel)
    let forms = Joining.forms(of: line, levels: levels, ligatures: false)
    let firstCell = owners[range.lowerBound]
    var cellLevels: [UInt8] = []
    for (place, owner) in owners[range].enumerated() where owner - firstCell == cellLevels.count {
      let level = lineLevels[place]
      cellLevels.append(level)
      var form = forms[place]
      if level & 1 == 1 {
        form = form.bidiMirrored ?? (mirrorsBoxes && form.isBox ? form.mirroredBox : form)
      }
      row.forms[cells[owner].column] = form.value
    }
    var column = cells[firstCell].column
    for place in LineOrder.visualToLogical(cellLevels) {
      let cell = cells[firstCell + place]
      for half in 0..<cell.width {
        row.order[column] = cell.column + half
        column += 1
      }
    }
  }
}

extension Unicode.Scalar {
  /// Box drawing and blocks, U+2500 to U+259F.
  var isBox: Bool { (0x2500...0x259F).contains(value) }

  fileprivate var mirroredBox: Unicode.Scalar { SymbolMirroring.mirror(of: self) }

  /// Whether text with this character reads differently once it is ordered: letters from right to
  /// left, and Arabic digits.
  var isRightToLeft: Bool {
    if value < 0x0590 { return false }
    switch bidiClass {
    case .rightToLeft, .arabicLetter, .arabicNumber: return true
    default: return false
    }
  }
}
