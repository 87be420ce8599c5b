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
  /// For each of them, a hash of the form that is shown and its marks.
  private var exact: [UInt32] = []
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
      // What a terminal has not written at a row's end is not copied.
      var end = row.count
      while !record.row.isWrapped, end > 0, row.isErased(end - 1) { end -= 1 }
      for place in 0..<end {
        let base = row.base(place)
        if base == 0 { continue }
        shown.append(Self.folded(base))
        exact.append(row.marks(place).scalars.reduce(base, Self.hash))
        cells.append((Int32(number), UInt16(truncatingIfNeeded: row.written(place))))
      }
      for column in record.row.storage.indices {
        let base = record.row.base(of: column)
        if base != 0 { written.append(Self.folded(base)) }
      }
      guard !record.row.isWrapped else { continue }
      shown.append(Self.lineEnd)
      exact.append(Self.lineEnd)
      cells.append((Int32(number), 0))
      written.append(Self.lineEnd)
    }
    shownPlaces = TrigramIndex(shown)
    writtenPlaces = TrigramIndex(written)
  }

  private static func hash(_ hash: UInt32, _ mark: Unicode.Scalar) -> UInt32 {
    mark == "\u{200E}" ? hash : (hash ^ mark.value) &* 0x0100_0193
  }

  private static func folded(_ value: UInt32) -> UInt32 {
    guard value >= 0xFB50, let scalar = Unicode.Scalar(value) else {
      return value == 0x09 ? 0x20 : value
    }
    return (BaseLetters.letter(of: scalar) ?? scalar).value
  }

  /// A copied line as it is searched for: its characters that take columns.
  struct Piece {
    fileprivate var characters: [UInt32] = []
    fileprivate var exact: [UInt32] = []
    /// Whether the copied text goes on in the next line, and so this one ends where a row does.
    fileprivate let endsRow: Bool

    init(_ line: [Unicode.Scalar], endsRow: Bool) {
      self.endsRow = endsRow
      for scalar in line {
        if ShownText.isMark(scalar) {
          if let last = exact.popLast() { exact.append(ShownIndex.hash(last, scalar)) }
        } else {
          characters.append(ShownIndex.folded(scalar.value))
          exact.append(scalar.value)
        }
      }
    }
  }

  // MARK: Searching

  /// The last place of a line without forms in the terminal's text. In the order of reading, which is
  /// the other one, nobody wrote it there.
  func last(spelled piece: Piece, letters: Int) -> Range<Int>? {
    guard letters >= 3, writtenPlaces.last(piece.characters) == nil else { return nil }
    return last(piece) { found in
      letters >= Self.fewestLetters
        || !isLetter(found.lowerBound - 1) && !isLetter(found.upperBound)
    }
  }

  /// The last place of a line in the terminal's text, if possible with the same forms and marks, and
  /// at the end of a row if it ends there.
  func last(_ piece: Piece, where accepts: (Range<Int>) -> Bool = { _ in true }) -> Range<Int>? {
    func isExact(_ found: Range<Int>) -> Bool {
      accepts(found) && exact[found].elementsEqual(piece.exact)
    }
    func isAtEnd(_ found: Range<Int>) -> Bool {
      isExact(found) && found.upperBound < shown.count && shown[found.upperBound] == Self.lineEnd
    }
    let characters = piece.characters
    return (piece.endsRow ? shownPlaces.last(characters, where: isAtEnd) : nil)
      ?? shownPlaces.last(characters, where: isExact)
      ?? shownPlaces.last(characters, where: accepts)
  }

  /// The place of a line if it begins the line below the one of a place.
  func below(_ place: Range<Int>, _ piece: Piece) -> Range<Int>? {
    let rest = shown[place.upperBound...].prefix(ShownText.longest)
    guard let end = rest.firstIndex(of: Self.lineEnd),
      shownPlaces.holds(piece.characters, at: end + 1)
    else { return nil }
    return (end + 1)..<(end + 1 + piece.characters.count)
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
