import BidiText
import Cells

/// A row in the order in which a terminal receives it.
public struct EncodedRow: Hashable, Sendable {
  /// One per column of the row.
  public var cells: [Cell]
  /// For each cell, the column from the left where it should appear.
  public var columns: [Int]

  /// Makes a row that is sent unchanged.
  init(_ row: some Collection<Cell>) {
    cells = Array(row)
    columns = Array(0..<row.count)
  }

  init(_ units: [RowUnit]) {
    cells = []
    columns = []
    for unit in units {
      cells.append(unit.cell)
      columns.append(unit.column)
      if unit.cell.glyph.width == 2 {
        var continuation = Cell.continuation(unit.cell.style)
        continuation.face = unit.cell.face
        cells.append(continuation)
        columns.append(unit.column + 1)
      }
    }
  }
}

extension RowEncoding {
  /// Reorders a row of a laid-out grid for this encoding.
  ///
  ///     RowEncoding.kitty.encoded(row)  // "abc \u{FE8F}\u{FEF3}" as "abc \u{FEF3}\u{FE8F}"
  ///
  /// A row is unchanged for `.logical`: the layout itself produces that order (`Frame.laidOut`),
  /// because a row no longer contains letters.
  ///
  /// - Parameters:
  ///   - cursor: the column of the terminal's cursor, if it is in this row.
  ///   - sameLook: whether two styles look the same; some terminals draw each style separately.
  public func encoded(
    _ row: some Collection<Cell>, cursor: Int? = nil,
    sameLook: (Style, Style) -> Bool = { $0 == $1 }
  ) -> EncodedRow {
    guard self != .visual, self != .logical, row.contains(where: { $0.glyph.base.isRightToLeft })
    else { return EncodedRow(row) }
    let units = RowUnit.units(of: row)
    return switch self {
    case .visual, .logical: EncodedRow(row)
    case .kitty: EncodedRow(reversingTokens(units))
    case .lrm: EncodedRow(fencingRuns(units))
    case .paragraph: EncodedRow(orderingParagraph(units, for: ParagraphModel()).units)
    case .mlterm:
      EncodedRow(orderingParagraph(units, for: ParagraphModel(bordersAreLetters: true)).units)
    case .qterminal: EncodedRow(orderingPieces(units, cursor: cursor, sameLook: sameLook))
    case .marks: EncodedRow(markingLetters(units))
    }
  }
}

/// A glyph of a row and its column; a wide glyph also takes the next column.
struct RowUnit: Hashable {
  var cell: Cell
  var column: Int

  var scalar: Unicode.Scalar {
    get { cell.glyph.base }
    set { cell.glyph.base = newValue }
  }

  static func units(of row: some Collection<Cell>) -> [RowUnit] {
    zip(row, 0...).compactMap { cell, column in
      cell.isContinuation ? nil : RowUnit(cell: cell, column: column)
    }
  }

  /// The mirror image of the unit, for places that the terminal mirrors.
  var mirrored: RowUnit {
    guard let image = scalar.bidiMirrored else { return self }
    var unit = self
    unit.scalar = image
    return unit
  }
}

extension Unicode.Scalar {
  /// Box drawing and block characters, which terminals draw themselves: U+2500 to U+259F.
  var isBorder: Bool { (0x2500...0x259F).contains(value) }

  /// Box drawing only, U+2500 to U+257F: QTerminal draws blocks as text.
  var isBoxDrawing: Bool { (0x2500...0x257F).contains(value) }

  /// Whether a reordering terminal would move the character, or others because of it.
  package var isRightToLeft: Bool {
    // Most cells need no table lookup.
    if value < 0x0590 { return false }
    switch bidiClass {
    case .rightToLeft, .arabicLetter, .arabicNumber: return true
    default: return (0x06F0...0x06F9).contains(value)
    }
  }
}
