import ControlSequences

extension Emulator {
  /// Prints printable ASCII, as much at a time as fits in a row.
  mutating func print(_ text: UnsafeBufferPointer<UInt8>) {
    guard charsets.isASCII, !screen.modes.insert else {
      for byte in text { print(Unicode.Scalar(byte)) }
      return
    }
    var rest = text[...]
    while let last = rest.last {
      if wrapPending {
        wrapPending = false
        if screen.modes.autowrap { wrap() }
      }
      let edge = rightEdge
      let column = screen.cursor.column
      let part = rest.prefix(edge - column + 1)
      screen.grid[screen.cursor.row].write(
        UnsafeBufferPointer(rebasing: part), at: column, style: style, link: link)
      rest = rest[part.endIndex...]
      lastCharacter = Unicode.Scalar(last)
      wrapPending = column + part.count > edge
      screen.cursor.column = min(column + part.count, edge)
    }
  }

  /// Prints whole characters of two or three bytes and the blanks between them, as far as they take
  /// columns and fit in the row, or else the first character; returns their length in bytes, 0 where
  /// there is no such character.
  mutating func printCharacters(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int {
    var place = start
    if charsets.isASCII, !screen.modes.insert, !wrapPending {
      let column = screen.cursor.column
      let room = rightEdge - column + 1
      withUnsafeTemporaryAllocation(of: Unicode.Scalar.self, capacity: room) { text in
        var count = 0
        var last = " " as Unicode.Scalar
        while count < room, place < bytes.count {
          if bytes[place] == 0x20 {
            text.initializeElement(at: count, to: " ")
            last = " "
            place += 1
          } else {
            guard let (scalar, length) = UTF8Decoder.wholeCharacter(bytes, at: place) else { break }
            let width = columns(of: scalar)
            guard width > 0, count + width <= room else { break }
            text.initializeElement(at: count, to: scalar)
            last = scalar
            if width == 2 {
              count += 1
              text.initializeElement(at: count, to: "\0")
            }
            place += length
          }
          count += 1
        }
        guard count > 0 else { return }
        screen.grid[screen.cursor.row].write(
          UnsafeBufferPointer(rebasing: text[..<count]), at: column, style: style, link: link)
        lastCharacter = last
        wrapPending = count == room
        screen.cursor.column = min(column + count, column + room - 1)
      }
    }
    if place > start { return place - start }
    guard let character = UTF8Decoder.wholeCharacter(bytes, at: start) else { return 0 }
    print(character.scalar)
    return character.length
  }

  mutating func print(_ typed: Unicode.Scalar) {
    let scalar = charsets.translate(typed)
    let width = columns(of: scalar)
    if width == 0 { return combine(scalar) }
    lastCharacter = scalar
    place(scalar, width: width)
  }

  /// REP: prints the last character again.
  package mutating func repeatLast(_ count: Int) {
    guard let scalar = lastCharacter else { return }
    let width = columns(of: scalar)
    for _ in 0..<repetitions(count) { place(scalar, width: width) }
  }

  /// What an element repeats; nil unless it is REP and there is a character to repeat.
  func repetition(
    _ element: SequenceParser.Element?
  ) -> (character: Unicode.Scalar, count: Int)? {
    guard case .sequence(let sequence)? = element, sequence.final == "b",
      sequence.prefix == "\0", sequence.intermediate == "\0", sequence.colons == 0,
      let lastCharacter
    else { return nil }
    return (lastCharacter, repetitions(sequence.count()))
  }

  /// At most as many as the screen has room for.
  private func repetitions(_ count: Int) -> Int {
    min(count, screen.size.columns * screen.size.rows)
  }

  private mutating func place(_ scalar: Unicode.Scalar, width: Int) {
    if wrapPending {
      wrapPending = false
      if screen.modes.autowrap { wrap() }
    }
    var edge = rightEdge
    if screen.cursor.column + width - 1 > edge {
      // A wide character that does not fit moves to the next row. Without wrapping, or on a screen
      // with one column, it is not shown.
      guard screen.modes.autowrap, width <= edge - leftEdge + 1 else { return }
      wrap()
      edge = rightEdge
    }
    let row = screen.cursor.row
    let column = screen.cursor.column
    if screen.modes.insert { shiftCharacters(width, inserting: true) }
    screen.grid[row].write(scalar, width: width, at: column, style: style, link: link)
    if column + width > edge {
      screen.cursor.column = edge
      wrapPending = true
    } else {
      screen.cursor.column = column + width
    }
  }

  /// The last column before text wraps to the next row.
  var rightEdge: Int {
    screen.cursor.column <= margins.right ? margins.right : screen.size.columns - 1
  }

  /// The column where text begins in the next row.
  var leftEdge: Int {
    screen.cursor.column >= margins.left ? margins.left : 0
  }

  mutating func wrap() {
    screen.grid[screen.cursor.row].isWrapped = true
    index()
    screen.cursor.column = leftEdge
  }

  /// Adds a mark to the character before the cursor.
  private mutating func combine(_ scalar: Unicode.Scalar) {
    let row = screen.cursor.row
    var column = wrapPending ? screen.cursor.column : screen.cursor.column - 1
    if column >= 0, screen.grid[row].storage[column].isContinuation { column -= 1 }
    guard column >= 0 else { return record("U+\(String(scalar.value, radix: 16)) on nothing") }
    screen.grid[row].combine(scalar, at: column)
  }
}
