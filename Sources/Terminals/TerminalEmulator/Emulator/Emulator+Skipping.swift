// Floods of plain text: rows that scroll off before the input ends need not be printed.
extension Emulator {
  /// Less input than this is printed as it comes, because looking at it would cost more.
  private static let shortestFlood = 1_024

  /// The place to continue so that screen and history are as if everything had been printed. The
  /// line feeds after that place push out all rows before it.
  ///
  /// Escape sequences and most controls change more than rows, so nothing after one is skipped.
  /// Malformed bytes are skipped only if nobody asks for them.
  mutating func skipScrolledOff(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    guard bytes.count - start >= Self.shortestFlood, isBetweenSequences, charsets.isASCII,
      marginsAreFullWidth, isInsideRowMargins
    else { return start }
    let end = start + plainPrefix(UnsafeBufferPointer(rebasing: bytes[start...]))
    guard end - start >= Self.shortestFlood else { return start }
    let rows = margins.bottom - margins.top + 1
    let keepsHistory = historyLimit > 0 && !screen.isAlternate && margins.top == 0
    var wanted = rows + (keepsHistory ? historyLimit : 0)
    // Search from the end, because the rows that stay begin there.
    var cut = end
    var hasText = false
    while cut > start {
      let byte = bytes[cut - 1]
      if byte == 0x0A {
        // Only after a carriage return is it known where the row begins.
        if wanted <= 0, screen.modes.newLine || cut - 1 > start && bytes[cut - 2] == 0x0D { break }
        wanted -= 1
      } else if byte > 0x20, byte < 0x7F {
        hasText = true
      }
      cut -= 1
    }
    // REP prints the last character again, so at least one must be printed.
    guard hasText, cut > start, hasLineFeeds(rows, bytes[start..<cut]) else { return start }
    screen.cursor.row = margins.bottom
    carriageReturn()
    return cut
  }

  /// The length of the text, carriage returns, line feeds and tabs before anything else.
  private func plainPrefix(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var place = 0
    while true {
      place += ByteScan.textPrefix(bytes, from: place, allowsNonASCII: !recordsUnknown)
      guard place < bytes.count else { return place }
      switch bytes[place] {
      case 0x09, 0x0A, 0x0D: place += 1
      default: return place
      }
    }
  }

  private func hasLineFeeds(_ count: Int, _ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    var missing = count
    for byte in bytes where byte == 0x0A {
      missing -= 1
      if missing == 0 { return true }
    }
    return false
  }
}
