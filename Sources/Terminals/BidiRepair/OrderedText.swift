import MirrorLayout
import TerminalEmulator

/// A separately ordered text: the columns of a row or of several rows that are one paragraph, with
/// the scalars of their cells. It is emptied and filled again for each paragraph, because a flood
/// of text has many.
struct OrderedText: Sendable {
  private var scalars: [Unicode.Scalar] = []
  /// For each scalar the cell that it belongs to.
  private var owners: [Int32] = []
  private var cells: [TextCell] = []
  /// The rows of the text, each with its cells and the column where they begin.
  private var rows: [TextRow] = []

  private struct TextCell {
    var column: UInt16
    var width: UInt8
  }

  private struct TextRow {
    var row: Int
    var scalars: Range<Int>
    var firstCell: Int
    var columns: Range<Int>
    /// The columns of the row from here on are blank, and at the end of the line.
    var end: Int
  }

  mutating func removeAll() {
    scalars.removeAll(keepingCapacity: true)
    owners.removeAll(keepingCapacity: true)
    cells.removeAll(keepingCapacity: true)
    rows.removeAll(keepingCapacity: true)
  }

  /// Adds the cells of a row in these columns, which do not cut a wide character.
  ///
  /// - Parameters:
  ///   - isLast: whether the text ends with them. Then blanks at their end are left out: rule L1
  ///     gives them the paragraph's direction, whatever precedes them.
  ///   - hasTokens: whether technical tokens in them are isolates.
  mutating func append(
    _ row: ScreenRow, at index: Int, columns: Range<Int>, isLast: Bool, hasTokens: Bool = true
  ) {
    let start = scalars.count
    let firstCell = cells.count
    var end = columns.upperBound
    row.storage.withUnsafeBufferPointer { storage in
      if isLast { while end > columns.lowerBound, storage[end - 1].isBlank { end -= 1 } }
      let isolates =
        hasTokens ? TechnicalTokens(row, storage, columns.lowerBound..<end).isolates : []
      var next = 0
      for column in columns.lowerBound..<end {
        let cell = storage[column]
        if cell.isContinuation { continue }
        if next < isolates.count {
          if column == isolates[next].lowerBound { addControl("\u{2066}") }
          if column == isolates[next].upperBound {
            addControl("\u{2069}")
            next += 1
          }
        }
        let owner = Int32(truncatingIfNeeded: cells.count)
        if cell.content & PackedCell.clusterFlag == 0, let scalar = Unicode.Scalar(cell.content) {
          scalars.append(Self.letter(scalar))
          owners.append(owner)
        } else {
          row.forEachScalar(of: column) { scalar in
            scalars.append(Self.letter(scalar))
            owners.append(owner)
          }
        }
        cells.append(TextCell(column: UInt16(truncatingIfNeeded: column), width: cell.width))
      }
      if next < isolates.count { addControl("\u{2069}") }
    }
    rows.append(
      TextRow(
        row: index, scalars: start..<scalars.count, firstCell: firstCell, columns: columns, end: end
      ))
  }

  /// Adds the blank that a program left out when it wrapped its text.
  mutating func appendWrap() { addControl(" ") }

  /// Adds a character that belongs to no cell, or to the one before it.
  private mutating func addControl(_ scalar: Unicode.Scalar) {
    scalars.append(scalar)
    owners.append(Int32(truncatingIfNeeded: cells.count) - 1)
  }

  @inline(__always) private static func letter(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    scalar.value < 0xFB50 ? scalar : BaseLetters.letter(of: scalar) ?? scalar
  }

  /// Whether there is anything to reorder or to join.
  var holdsRightToLeft: Bool { scalars.contains(where: \.isRightToLeft) }

  /// Orders the text as one paragraph and changes its rows in `shown` accordingly. Returns whether
  /// the paragraph runs from right to left.
  @discardableResult
  func arrange(
    _ direction: ParagraphDirection, mirrorsBoxes: Bool, into shown: inout ShownRows
  ) -> Bool {
    let found = EmbeddingLevels(of: scalars, direction: direction)
    // Before the rows are separated: letters join over the end of a row (UAX #9, 3.5).
    let forms = Joining.forms(of: scalars, levels: found.levels, ligatures: false)
    for row in rows where shown[row.row] != nil {
      arrange(row, found, forms, mirrorsBoxes, &shown)
    }
    return found.paragraphLevel & 1 == 1
  }

  /// One row of the paragraph: rules L1 to L4.
  private func arrange(
    _ row: TextRow, _ found: EmbeddingLevels, _ forms: [Unicode.Scalar], _ mirrorsBoxes: Bool,
    _ shown: inout ShownRows
  ) {
    let isWhole = row.scalars.count == scalars.count
    let line = isWhole ? scalars : Array(scalars[row.scalars])
    let levels = isWhole ? found.levels : Array(found.levels[row.scalars])
    let lineLevels = LineOrder.levels(
      ofLine: line, levels, paragraphLevel: found.paragraphLevel)
    var visual = shown[row.row]!
    shown[row.row] = nil  // So that it is changed in place.
    let cellLevels = draw(row, forms[row.scalars], lineLevels, mirrorsBoxes, &visual.forms)
    place(row, LineOrder.visualToLogical(cellLevels), found.paragraphLevel, &visual.order)
    shown[row.row] = visual
  }

  /// Writes the drawn form of each cell; returns the cells' levels.
  private func draw(
    _ row: TextRow, _ forms: ArraySlice<Unicode.Scalar>, _ levels: [UInt8], _ mirrorsBoxes: Bool,
    _ drawn: inout [UInt32]
  ) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: row.columns.count) { cellLevels, count in
      for (place, scalar) in row.scalars.enumerated() {
        let owner = Int(owners[scalar]) - row.firstCell
        // Marks go with the letter below them.
        guard owner == count else { continue }
        let level = levels[place]
        cellLevels.initializeElement(at: count, to: level)
        count += 1
        // A tab separates text, and shows nothing.
        var form = forms[scalar] == "\t" ? " " : forms[scalar]
        if level & 1 == 1, !form.isSurelyLetter {
          form =
            form.bidiMirrored
            ?? (mirrorsBoxes && form.isBox ? SymbolMirroring.mirror(of: form) : form)
        }
        drawn[Int(cells[row.firstCell + owner].column)] = form.value
      }
    }
  }

  /// Writes the places of the cells, and the blanks after them.
  private func place(
    _ row: TextRow, _ order: [Int], _ paragraphLevel: UInt8, _ columns: inout [UInt16]
  ) {
    var column = row.columns.lowerBound
    if paragraphLevel & 1 == 1 {
      for blank in (row.end..<row.columns.upperBound).reversed() {
        columns[column] = UInt16(truncatingIfNeeded: blank)
        column += 1
      }
    }
    for place in order {
      let cell = cells[row.firstCell + place]
      for half in 0..<UInt16(cell.width) {
        columns[column] = cell.column + half
        column += 1
      }
    }
  }
}

extension Unicode.Scalar {
  /// Whether the character is in a block of Hebrew or Arabic, where nothing has a mirror image.
  fileprivate var isSurelyLetter: Bool {
    (0x0590..<0x0900).contains(value) || (0xFE70..<0xFEFF).contains(value)
  }
}
