import BidiText
import CLisanText
import MirrorLayout

extension lisan_cell {
  init(_ glyph: Glyph) {
    let marks = glyph.marks
    self.init(
      base: glyph.base.value,
      marks: (
        marks.first.value, marks.second.value, marks.third.value, marks.fourth.value
      ))
  }
}

/// The glyphs of cells from C. Numbers that are no characters become U+FFFD; a cell of a control, and
/// a second half without a first, become blanks.
func glyphs(_ cells: UnsafeBufferPointer<lisan_cell>) -> [Glyph] {
  var glyphs: [Glyph] = []
  glyphs.reserveCapacity(cells.count)
  var column = 0
  while column < cells.count {
    let cell = cells[column]
    let isWide = column + 1 < cells.count && cell.base != 0 && cells[column + 1].base == 0
    let values = [cell.marks.0, cell.marks.1, cell.marks.2, cell.marks.3]
    let base = cell.base < 0x20 || 0x7F...0x9F ~= cell.base ? 0x20 : cell.base
    glyphs.append(
      Glyph(
        Unicode.Scalar(base) ?? "\u{FFFD}",
        marks: Marks(values.prefix { $0 != 0 }.map { Unicode.Scalar($0) ?? "\u{FFFD}" }),
        width: isWide ? 2 : 1))
    column += isWide ? 2 : 1
  }
  return glyphs
}

/// The encoding that a number of the header names.
private func rowEncoding(_ number: Int32) -> RowEncoding {
  switch number {
  case 1: .kitty
  case 2: .lrm
  case 3: .paragraph
  case 4: .mlterm
  case 5: .qterminal
  case 6: .marks
  default: .visual
  }
}

/// U+200C or U+200D.
private func isJoiner(_ scalar: Unicode.Scalar) -> Bool { scalar.value >> 1 == 0x200C >> 1 }

extension DrawnLine {
  /// The glyphs in the order for a terminal, and the place of each if they were found.
  func ordered(_ encoding: Int32) -> (glyphs: [Glyph], places: [Int]) {
    let encoding = rowEncoding(encoding)
    if encoding == .visual { return (glyphs, places) }
    var row: [Cell] = []
    row.reserveCapacity(glyphs.count)
    var numbers: [Int] = []
    for (number, var glyph) in glyphs.enumerated() {
      // Terminals that reorder letters join them too. The form of the letter has its joiners already.
      if glyph.base.isRightToLeft, glyph.marks.scalars.contains(where: isJoiner) {
        let marks = glyph.marks.scalars
        if tail(glyph.marks) == nil { glyph.marks = Marks(marks.filter { !isJoiner($0) }) }
      }
      row.append(Cell(glyph))
      numbers.append(number)
      if glyph.width == 2 {
        row.append(.continuation(.plain))
        numbers.append(number)
      }
    }
    let encoded = encoding.encoded(row)
    var ordered: (glyphs: [Glyph], places: [Int]) = ([], [])
    for (cell, column) in zip(encoded.cells, encoded.columns) where !cell.isContinuation {
      ordered.glyphs.append(cell.glyph)
      if !places.isEmpty { ordered.places.append(places[numbers[column]]) }
    }
    return ordered
  }
}

/// Writes characters and a zero byte into an array of C, as `snprintf` does, and counts those that do
/// not fit.
struct UTF8Writer {
  private let out: UnsafeMutablePointer<CChar>?
  /// The room for characters. The zero byte has its own.
  private let capacity: Int
  private(set) var count = 0
  /// The bytes before the first character that did not fit.
  private var written = 0

  init(_ out: UnsafeMutablePointer<CChar>?, _ capacity: Int) {
    self.out = capacity == 0 ? nil : out
    self.capacity = self.out == nil ? 0 : clamped(capacity, to: .max) - 1
  }

  /// Appends a row in the order for a terminal.
  mutating func append(_ line: DrawnLine, _ encoding: Int32) {
    for glyph in line.ordered(encoding).glyphs { append(glyph, of: line) }
  }

  @inline(__always) mutating func append(_ glyph: Glyph, of line: DrawnLine) {
    append(glyph.base.value)
    if glyph.marks.isEmpty { return }
    append(glyph.marks.first.value)
    if glyph.marks.second != "\0" { append(glyph.marks.second.value) }
    if let tail = line.tail(glyph.marks) {
      for scalar in tail { append(scalar.value) }
      return
    }
    if glyph.marks.third != "\0" { append(glyph.marks.third.value) }
    if glyph.marks.fourth != "\0" { append(glyph.marks.fourth.value) }
  }

  @inline(__always) private mutating func append(_ value: UInt32) {
    let length = value < 0x80 ? 1 : value < 0x800 ? 2 : value < 0x10000 ? 3 : 4
    if let out, written == count, capacity - count >= length {
      let end = out + count + length
      // The byte at a place from the end, which has six bits of the character.
      func put(_ place: Int, _ mark: UInt32) {
        end[-1 - place] = CChar(truncatingIfNeeded: mark | (value >> UInt32(6 * place) & 0x3F))
      }
      switch length {
      case 1: end[-1] = CChar(truncatingIfNeeded: value)
      case 2:
        put(1, 0xC0)
        put(0, 0x80)
      case 3:
        put(2, 0xE0)
        put(1, 0x80)
        put(0, 0x80)
      default:
        put(3, 0xF0)
        put(2, 0x80)
        put(1, 0x80)
        put(0, 0x80)
      }
      written += length
    }
    count += length
  }

  /// A row with a zero byte, which the caller frees.
  static func string(_ line: DrawnLine, _ encoding: Int32) -> UnsafeMutablePointer<CChar> {
    let (glyphs, _) = line.ordered(encoding)
    var counter = UTF8Writer(nil, 0)
    for glyph in glyphs { counter.append(glyph, of: line) }
    let string = UnsafeMutablePointer<CChar>.allocate(capacity: counter.count + 1)
    var writer = UTF8Writer(string, counter.count + 1)
    for glyph in glyphs { writer.append(glyph, of: line) }
    _ = writer.finish()
    return string
  }

  /// Ends the text with a zero byte, and returns the number of bytes of all of it.
  func finish() -> Int {
    if let out { out[written] = 0 }
    return count
  }
}
