import MirrorLayout
import TerminalEmulator

/// What the beginning of a text in a room says about its direction and its paragraph.
struct RoomText: Sendable {
  /// From its first to its last cell that is not blank.
  let columns: Range<Int>
  /// The column of its first right-to-left letter.
  private(set) var firstRight: Int?
  /// Whether a left-to-right letter precedes it; braille patterns (spinners) do not count.
  private(set) var beginsWithLatin = false
  /// Whether all those letters have another look than most of the text, as inline code has.
  private(set) var beginsWithPiece = false
  /// Whether it has three or more right-to-left letters.
  private(set) var hasWords = false
  /// Whether it begins with the prompt of a shell or of another interpreter.
  private(set) var isPrompt = false
  /// Whether it begins with a sign such as `>`, of a prompt or of a quote.
  private(set) var beginsWithChevron = false
  /// Whether its right-to-left letters are in a string or a comment of a program.
  private(set) var isCode = false
  /// Whether it begins with the number or the sign of a list, and where the text after it begins.
  private(set) var hasMarker = false
  private(set) var textStart: Int
  /// The number of columns of its first word, and the number of its words.
  private(set) var firstWord = 0
  private(set) var words = 0
  /// Whether it ends with a sign that it was cut, and whether with one that ends a sentence.
  let isCut: Bool
  let isSentence: Bool

  init(_ row: ScreenRow, _ columns: Range<Int>) {
    self.columns = columns
    textStart = columns.lowerBound
    let last = row.storage[columns.upperBound - 1].content
    isCut = last == 0x2026 || last == 0x7E
    isSentence = last == 0x61F || last < 0x80 && ".:!?)]%".utf8.contains(UInt8(last))
    row.storage.withUnsafeBufferPointer { cells in
      readLetters(row, cells)
      while firstWord < columns.count, !cells[columns.lowerBound + firstWord].isBlank {
        firstWord += 1
      }
      var isBetween = true
      for column in columns {
        let isBlank = cells[column].isBlank
        if isBetween, !isBlank { words += 1 }
        isBetween = isBlank
      }
      readMarker(cells)
      readSigns(cells)
    }
  }

  private mutating func readLetters(_ row: ScreenRow, _ cells: UnsafeBufferPointer<PackedCell>) {
    var latin: [CellStyle] = []
    var count = 0
    for column in columns {
      let content = cells[column].content
      if content < 0x80 {
        guard firstRight == nil, Self.isLetter(content) else { continue }
        if latin.last != cells[column].style { latin.append(cells[column].style) }
        continue
      }
      var found: BidiClass?
      row.forEachScalar(of: column) { if found == nil { found = $0.bidiClass } }
      switch found {
      case .rightToLeft, .arabicLetter:
        firstRight = firstRight ?? column
        count += 1
      case .leftToRight where firstRight == nil && !(0x2800...0x28FF).contains(content):
        if latin.last != cells[column].style { latin.append(cells[column].style) }
      default: break
      }
      if count == 3 { break }
    }
    hasWords = count >= 3
    beginsWithLatin = !latin.isEmpty
    guard let firstRight else { return }
    // Inline code can be longer than the text around it.
    guard beginsWithLatin else { return }
    let look = mostFrequentLook(cells)
    beginsWithPiece = !latin.contains(look)
    // A program's label, as those of grep and IPython, has a colon of its own.
    if beginsWithPiece,
      let last = (columns.lowerBound..<firstRight).last(where: { !cells[$0].isBlank }),
      cells[last].content == 0x3A, cells[last].style != look
    {
      beginsWithPiece = false
    }
  }

  /// The look of most cells that are not blank; only the first eight looks are counted.
  private func mostFrequentLook(_ cells: UnsafeBufferPointer<PackedCell>) -> CellStyle {
    var looks: [(style: CellStyle, count: Int)] = []
    var (style, count) = (CellStyle.plain, 0)
    func add() {
      if let known = looks.firstIndex(where: { $0.style == style }) {
        looks[known].count += count
      } else if count > 0, looks.count < 8 {
        looks.append((style, count))
      }
    }
    for column in columns where !cells[column].isBlank {
      if cells[column].style != style {
        add()
        (style, count) = (cells[column].style, 0)
      }
      count += 1
    }
    add()
    return looks.max { $0.count < $1.count }?.style ?? .plain
  }

  /// Finds `•`, `-`, `>`, `#`, `1.`, `2)`, `a.`, `(2)` and `[x]` before a blank.
  private mutating func readMarker(_ cells: UnsafeBufferPointer<PackedCell>) {
    guard firstWord < columns.count, firstWord <= 5 else { return }
    var (signs, digits, letters) = (0, 0, 0)
    for column in columns.lowerBound..<(columns.lowerBound + firstWord) {
      guard let scalar = Unicode.Scalar(cells[column].content) else { return }
      if Self.digits(scalar) {
        digits += 1
      } else if [.leftToRight, .rightToLeft, .arabicLetter].contains(scalar.bidiClass) {
        letters += 1
      } else {
        signs += 1
      }
    }
    let last = Unicode.Scalar(cells[columns.lowerBound + firstWord - 1].content)
    let isNumbered =
      signs > 0 && signs <= 2 && digits <= 3 && letters <= 1 && (digits == 0 || letters == 0)
      && digits + letters > 0 && last.map { ".)]-".unicodeScalars.contains($0) } == true
    let isSign =
      digits + letters == 0 && firstWord <= 3
      && last.map { !Self.joins($0) } == true
    guard isNumbered || isSign else { return }
    hasMarker = true
    textStart += firstWord
    while textStart < columns.upperBound - 1, cells[textStart].isBlank { textStart += 1 }
  }

  private mutating func readSigns(_ cells: UnsafeBufferPointer<PackedCell>) {
    let start = columns.lowerBound
    func sign(_ column: Int) -> Unicode.Scalar {
      columns.contains(column) ? Unicode.Scalar(cells[column].content) ?? " " : " "
    }
    beginsWithChevron = ">❯›»".unicodeScalars.contains(sign(start))
    if sign(start) == "/", sign(start + 1) == "/" || sign(start + 1) == "*" { isCode = true }
    guard beginsWithLatin else { return }
    if let firstRight, "\"'`".unicodeScalars.contains(sign(firstRight - 1)) { isCode = true }
    var word = start
    for column in start..<(firstRight ?? columns.upperBound) {
      let one = sign(column)
      if one == " " { word = column + 1 }
      if one == "/", sign(column + 1) == "/", sign(column - 1) == " " { isCode = true }
      if one == "#", sign(column + 1) == " ", sign(column - 1) == " ", column > start {
        isCode = true
      }
      if "$#%>❯›»".unicodeScalars.contains(one), sign(column + 1) == " ",
        !Self.digits(sign(word)), column > start || one == "$"
      {
        isPrompt = true
      }
    }
  }

  /// Signs that join words and begin no item of a list; two are the Arabic comma and semicolon.
  private static func joins(_ scalar: Unicode.Scalar) -> Bool {
    "–—=:/&|.".unicodeScalars.contains(scalar) || scalar.value == 0x60C || scalar.value == 0x61B
  }

  private static func digits(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x30...0x39, 0x660...0x669, 0x6F0...0x6F9: true
    default: false
    }
  }

  private static func isLetter(_ value: UInt32) -> Bool {
    (0x41...0x5A).contains(value & ~0x20)
  }
}
