extension Emulator {
  /// The strings of the ASCII characters, so that none has to be made anew for each cell.
  private static let ascii: [String] = (0..<128).map { String(Unicode.Scalar(UInt8($0))) }

  mutating func print(_ typed: Unicode.Scalar) {
    let scalar = charsets.translate(typed)
    let width = columns(of: scalar)
    if width == 0 { return combine(scalar) }
    lastCharacter = scalar
    place(scalar, width: width)
  }

  /// REP: prints the last character again.
  mutating func repeatLast(_ count: Int) {
    guard let scalar = lastCharacter else { return }
    let width = columns(of: scalar)
    for _ in 0..<min(count, screen.size.columns * screen.size.rows) { place(scalar, width: width) }
  }

  private mutating func place(_ scalar: Unicode.Scalar, width: Int) {
    if wrapPending {
      wrapPending = false
      if screen.modes.autowrap { wrap() }
    }
    var edge = rightEdge
    if screen.cursor.column + width - 1 > edge {
      // A wide character that does not fit goes to the next row whole; without wrapping, or on a
      // screen of one column, it is not shown.
      guard screen.modes.autowrap, width <= edge - leftEdge + 1 else { return }
      wrap()
      edge = rightEdge
    }
    let row = screen.cursor.row
    let column = screen.cursor.column
    if screen.modes.insert { insertBlanks(width) }
    let text = scalar.isASCII ? Self.ascii[Int(scalar.value)] : String(scalar)
    screen.grid[row].split(at: column)
    screen.grid[row].split(at: column + width)
    screen.grid[row].cells[column] = ScreenCell(
      text, width: UInt8(width), style: style, link: link)
    if width == 2 {
      screen.grid[row].cells[column + 1] = ScreenCell("", width: 0, style: style, link: link)
    }
    if column + width > edge {
      screen.cursor.column = edge
      wrapPending = true
    } else {
      screen.cursor.column = column + width
    }
  }

  /// The column after which text goes to the next row.
  private var rightEdge: Int {
    screen.cursor.column <= margins.right ? margins.right : screen.size.columns - 1
  }

  private var leftEdge: Int {
    screen.cursor.column >= margins.left ? margins.left : 0
  }

  private mutating func wrap() {
    screen.grid[screen.cursor.row].isWrapped = true
    screen.cursor.column = leftEdge
    index()
  }

  /// Adds a mark to the character before the cursor.
  private mutating func combine(_ scalar: Unicode.Scalar) {
    let row = screen.cursor.row
    var column = wrapPending ? screen.cursor.column : screen.cursor.column - 1
    if column >= 0, screen.grid[row].cells[column].isContinuation { column -= 1 }
    guard column >= 0 else { return record("U+\(String(scalar.value, radix: 16)) on nothing") }
    // Real terminals keep a few; no text has as many as this.
    guard screen.grid[row].cells[column].text.utf8.count < 64 else { return }
    screen.grid[row].cells[column].text.unicodeScalars.append(scalar)
  }
}

extension ScreenRow {
  /// Makes the border before `column` one between characters: where it goes through a wide one,
  /// both its halves become blanks.
  mutating func split(at column: Int) {
    guard column > 0, column < cells.count, cells[column].isContinuation else { return }
    for half in [column - 1, column] { cells[half] = ScreenCell(style: cells[half].style) }
  }
}
