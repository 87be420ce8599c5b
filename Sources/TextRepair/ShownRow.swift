import MirrorLayout
import TerminalEmulator

/// A cell on its way to the terminal.
struct ShownCell {
  /// 0 in the right half of a wide character.
  var base: UInt32
  var marks: Marks
  /// The column where the program wrote it, for its style and link.
  var written: Int
}

/// A row in the order in which a terminal gets it.
struct ShownRow {
  var cells: [ShownCell]

  init(_ row: ScreenRow, _ visual: VisualRow, _ encoding: RowEncoding) {
    cells = visual.order.map { written in
      var marks = Marks()
      if row.storage[written].content & PackedCell.clusterFlag != 0 {
        var isBase = true
        row.forEachScalar(of: written) { scalar in
          if !isBase, !scalar.isDirectionalFormatting { marks.append(scalar) }
          isBase = false
        }
      }
      return ShownCell(base: visual.forms[written], marks: marks, written: written)
    }
    if encoding != .visual { encode(row, encoding) }
  }

  /// Brings the cells into another order than that in which they are shown.
  private mutating func encode(_ row: ScreenRow, _ encoding: RowEncoding) {
    // The styles by number: a cell's own says nothing but whether two are alike.
    var styles: [CellStyle] = []
    let plain = cells.map { cell -> Cell in
      let style = row.storage[cell.written].style
      let number = styles.firstIndex(of: style) ?? styles.count
      if number == styles.count { styles.append(style) }
      let look = Style([], ink: Color(indexed: UInt8(16 + min(number, 239))))
      guard cell.base != 0, let base = Unicode.Scalar(cell.base) else {
        return .continuation(look)
      }
      return Cell(
        Glyph(base, marks: cell.marks, width: row.storage[cell.written].width), style: look)
    }
    let encoded = encoding.encoded(plain)
    cells = zip(encoded.cells, encoded.columns).map { cell, column in
      ShownCell(
        base: cell.isContinuation ? 0 : cell.glyph.base.value, marks: cell.glyph.marks,
        written: cells[column].written)
    }
  }
}
