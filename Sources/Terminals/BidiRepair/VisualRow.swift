import MirrorLayout
import TerminalEmulator

/// The visual form of a row of a screen: which of its cells is in each column, and what is drawn
/// there.
struct VisualRow: Hashable {
  /// For each column from the left, the column where the program wrote its cell.
  var order: [UInt16]
  /// The drawn form of the cell that the program wrote in each column: the base alone, joined and
  /// mirrored; 0 in the right half of a wide character.
  var forms: [UInt32]

  /// Whether its order is that of the text, and so needs no directional marks. Otherwise the
  /// program's marks belong to it.
  var isArranged = false

  /// The row as the program wrote it.
  init(asWritten row: ScreenRow) {
    let width = row.storage.count
    order = Array(0..<UInt16(truncatingIfNeeded: width))
    forms = [UInt32](unsafeUninitializedCapacity: width) { forms, count in
      row.storage.withUnsafeBufferPointer { cells in
        for column in 0..<width {
          var base = cells[column].content
          if base & PackedCell.clusterFlag != 0 { base = row.base(of: column) }
          if cells[column].isTab { base = 0x20 }
          forms.initializeElement(at: column, to: base)
        }
      }
      count = width
    }
  }

  /// A row to be arranged.
  init(inOrder row: ScreenRow) {
    self.init(asWritten: row)
    isArranged = true
  }

  /// 24 bits that tell other layouts of the same cells from this one.
  var shortHash: UInt32 {
    var hash = WordHash()
    for column in order.indices { hash.add(UInt64(order[column]) << 32 | UInt64(forms[column])) }
    return UInt32(truncatingIfNeeded: hash.value >> 40)
  }

  /// Where the cell that the program wrote in a column is shown.
  func column(of written: Int) -> Int { order.firstIndex(of: UInt16(written)) ?? written }
}

/// A hash of words (FNV-1a), whose upper bits are the best.
struct WordHash {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  @inline(__always) mutating func add(_ word: UInt64) {
    value = (value ^ word) &* 0x100_0000_01B3
    value ^= value >> 29
  }

  mutating func add(_ range: Range<Int>) {
    add(UInt64(range.lowerBound) << 32 | UInt64(range.upperBound))
  }
}

extension ScreenRow {
  /// The first scalar of a cell; 0 in the right half of a wide character.
  func base(of column: Int) -> UInt32 {
    var base: UInt32?
    forEachScalar(of: column) { base = base ?? $0.value }
    return base ?? 0
  }
}

extension Unicode.Scalar {
  /// Box drawing and blocks, U+2500 to U+259F.
  var isBox: Bool { (0x2500...0x259F).contains(value) }

  /// Whether text with this character reads differently once it is ordered: letters from right to
  /// left, and Arabic digits; not RLM, which is invisible.
  var isRightToLeft: Bool {
    if value < 0x0590 || value == 0x200F { return false }
    switch bidiClass {
    case .rightToLeft, .arabicLetter, .arabicNumber: return true
    default: return false
    }
  }
}
