import MirrorLayout
import TerminalEmulator

/// A row in the order in which a terminal receives its cells.
struct ShownRow {
  private let row: ScreenRow
  private let visual: VisualRow
  /// The cells, if the terminal needs another order than the visual one.
  private var encoded: [(base: UInt32, marks: Marks, written: Int, face: Cell.Face)]?

  init(_ row: ScreenRow, _ visual: VisualRow, _ encoding: RowEncoding) {
    (self.row, self.visual) = (row, visual)
    if encoding != .visual { encoded = encode(encoding) }
  }

  var count: Int { visual.order.count }

  /// The column where the program wrote the cell that is sent at a place, for its style and link.
  @inline(__always) func written(_ place: Int) -> Int {
    encoded.map { $0[place].written } ?? Int(visual.order[place])
  }

  /// 0 in the right half of a wide character.
  @inline(__always) func base(_ place: Int) -> UInt32 {
    encoded.map { $0[place].base } ?? visual.forms[Int(visual.order[place])]
  }

  /// The place at which the cell is sent that the program wrote in a column. A terminal that
  /// reorders moves its cursor with the cell.
  func place(of written: Int) -> Int {
    encoded?.firstIndex { $0.written == written } ?? visual.column(of: written)
  }

  /// The style in which it is drawn; some orders need another face than the program's.
  @inline(__always) func style(_ place: Int) -> CellStyle {
    let style = row.storage[written(place)].style
    guard let encoded, encoded[place].face != .own else { return style }
    var other = style
    switch encoded[place].face {
    case .own: break
    case .otherWeight: other.bold.toggle()
    case .slanted: other.italic = true
    }
    return other
  }

  func hasMarks(_ place: Int) -> Bool {
    encoded != nil || row.storage[written(place)].content & PackedCell.clusterFlag != 0
  }

  func marks(_ place: Int) -> Marks {
    if let encoded { return encoded[place].marks }
    let written = Int(visual.order[place])
    var marks = Marks()
    guard row.storage[written].content & PackedCell.clusterFlag != 0 else { return marks }
    var isBase = true
    row.forEachScalar(of: written) { scalar in
      if !isBase, !visual.isArranged || !scalar.isDirectionalFormatting { marks.append(scalar) }
      isBase = false
    }
    return marks
  }

  /// Whether the cell equals one that a terminal erases.
  func isErased(_ place: Int) -> Bool {
    base(place) == 0x20 && row.storage[written(place)].isErased
  }

  /// How many cells from one on equal erased ones.
  func erasedRun(from first: Int, through last: Int) -> Int {
    var place = first
    while place <= last, isErased(place) { place += 1 }
    return place - first
  }

  private func encode(
    _ encoding: RowEncoding
  ) -> [(base: UInt32, marks: Marks, written: Int, face: Cell.Face)] {
    // The styles by number: a style here says only whether two are alike, and in which face.
    var styles: [CellStyle] = []
    let plain = (0..<count).map { place -> Cell in
      let cell = row.storage[Int(visual.order[place])]
      let number = styles.firstIndex(of: cell.style) ?? styles.count
      if number == styles.count { styles.append(cell.style) }
      let look = Style(
        cell.style.bold ? .bold : [], ink: Color(indexed: UInt8(16 + min(number, 239))))
      guard let base = Unicode.Scalar(base(place)), base != "\0" else {
        return .continuation(look)
      }
      var shown = Cell(Glyph(base, marks: marks(place), width: cell.width), style: look)
      if cell.style.italic { shown.face = .slanted }
      return shown
    }
    let result = encoding.encoded(plain)
    return zip(result.cells, result.columns).map { cell, column in
      (
        cell.isContinuation ? 0 : cell.glyph.base.value, cell.glyph.marks,
        Int(visual.order[column]), cell.face
      )
    }
  }
}
