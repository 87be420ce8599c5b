import MirrorLayout
import TerminalEmulator

/// Finds pieces of rows as a terminal has them, and what the program wrote there. Presentation forms
/// count as their letters; marks do not count.
struct ShownIndex: Sendable {
  /// The number that ends a line of the terminal. No character has it.
  private static let lineEnd: UInt32 = 0

  private let records: [ShownRecord]
  /// The characters of all rows in the terminal's order.
  private var shown: [UInt32] = []
  /// For each of them, the record and the column where the program wrote it.
  private var cells: [(record: Int32, column: UInt16)] = []
  private let shownPlaces: TrigramIndex
  /// The characters in the program's order.
  private let writtenPlaces: TrigramIndex

  /// The fewest right-to-left letters of a piece without forms that may begin or end in a word. A
  /// shorter one is too likely to be on the screen by chance.
  private static let fewestLetters = 6

  init(_ records: [ShownRecord], _ encoding: RowEncoding) {
    self.records = records
    var written: [UInt32] = []
    for (number, record) in records.enumerated() {
      let row = ShownRow(record.row, record.visual, encoding)
      for place in 0..<row.count {
        let base = row.base(place)
        if base == 0 { continue }
        shown.append(Self.folded(base))
        cells.append((Int32(number), UInt16(truncatingIfNeeded: row.written(place))))
      }
      for column in record.row.storage.indices {
        let base = record.row.base(of: column)
        if base != 0 { written.append(Self.folded(base)) }
      }
      guard !record.row.isWrapped else { continue }
      shown.append(Self.lineEnd)
      cells.append((Int32(number), 0))
      written.append(Self.lineEnd)
    }
    shownPlaces = TrigramIndex(shown)
    writtenPlaces = TrigramIndex(written)
  }

  private static func folded(_ value: UInt32) -> UInt32 {
    guard value >= 0xFB50, let scalar = Unicode.Scalar(value) else {
      return value == 0x09 ? 0x20 : value
    }
    return (BaseLetters.letter(of: scalar) ?? scalar).value
  }

  /// The characters of a copied line that take columns.
  static func folded(_ line: [Unicode.Scalar]) -> [UInt32] {
    line.compactMap { ShownText.isMark($0) ? nil : folded($0.value) }
  }

  // MARK: Searching

  /// The last place of a line without forms in the terminal's text. In the order of reading, which is
  /// the other one, nobody wrote it there.
  func last(spelled piece: [UInt32], letters: Int) -> Range<Int>? {
    guard letters >= 3, writtenPlaces.last(piece) == nil else { return nil }
    return shownPlaces.last(piece) { found in
      letters >= Self.fewestLetters
        || !isLetter(found.lowerBound - 1) && !isLetter(found.upperBound)
    }
  }

  /// The last place of a line with forms in the terminal's text.
  func last(_ piece: [UInt32]) -> Range<Int>? { shownPlaces.last(piece) }

  /// The place of a line if it begins the line below the one of a place.
  func below(_ place: Range<Int>, _ piece: [UInt32]) -> Range<Int>? {
    let rest = shown[place.upperBound...].prefix(ShownText.longest)
    guard let end = rest.firstIndex(of: Self.lineEnd),
      shownPlaces.holds(piece, at: end + 1)
    else { return nil }
    return (end + 1)..<(end + 1 + piece.count)
  }

  private func isLetter(_ place: Int) -> Bool {
    guard shown.indices.contains(place), let scalar = Unicode.Scalar(shown[place]) else {
      return false
    }
    return scalar.properties.isAlphabetic
  }

  // MARK: Text

  /// What the program wrote in these cells of the terminal, without the blanks after a row's text.
  func written(_ place: Range<Int>) -> String {
    var text = String.UnicodeScalarView()
    var start = place.lowerBound
    while start < place.upperBound {
      let number = cells[start].record
      var end = start
      var columns: [Int] = []
      while end < place.upperBound, cells[end].record == number {
        if shown[end] != Self.lineEnd { columns.append(Int(cells[end].column)) }
        end += 1
      }
      let row = records[Int(number)].row
      columns.sort()
      if !row.isWrapped {
        let isBlank = row.storage.map(\.isBlank)
        let textEnd = isBlank.lastIndex(of: false) ?? -1
        columns.removeAll { $0 > textEnd }
      }
      for column in columns {
        row.forEachScalar(of: column) { scalar in
          text.append(scalar == "\t" ? " " : BaseLetters.letter(of: scalar) ?? scalar)
        }
      }
      start = end
    }
    return String(text)
  }
}
