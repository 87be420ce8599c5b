import BidiText
import CLisanText

/// What a `lisan_rows` points to: rows that are drawn at once. They never change.
final class RowsHandle: @unchecked Sendable {
  /// The rows with a line feed between two, and a zero byte at the end.
  let utf8: UnsafePointer<CChar>
  /// The number of bytes before the zero byte.
  let bytes: Int
  let parts: [lisan_part]

  init(
    _ text: UnsafeBufferPointer<UInt8>, direction: Int32, flags: UInt32, encoding: Int32,
    width: Int, ends: UnsafeBufferPointer<Int>
  ) {
    var drawing = RowsDrawing(
      direction: direction, flags: flags, encoding: encoding, width: width, ends: ends)
    var start = 0
    while true {
      let end = text[start...].firstIndex(of: 0x0A) ?? text.count
      drawing.append(text, start..<end)
      if end == text.count { break }
      drawing.utf8.append(0x0A)
      start = end + 1
    }
    drawing.utf8.append(0)
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: drawing.utf8.count)
    copy.initialize(from: drawing.utf8, count: drawing.utf8.count)
    utf8 = UnsafePointer(copy)
    bytes = drawing.utf8.count - 1
    parts = drawing.parts
  }

  deinit { utf8.deallocate() }
}

private struct RowsDrawing {
  let direction: Int32
  let flags: UInt32
  let encoding: Int32
  let width: Int
  let ends: UnsafeBufferPointer<Int>
  var utf8: [CChar] = []
  var parts: [lisan_part] = []
  private var row = 0

  init(
    direction: Int32, flags: UInt32, encoding: Int32, width: Int, ends: UnsafeBufferPointer<Int>
  ) {
    self.direction = direction
    self.flags = flags
    self.encoding = encoding
    self.width = width
    self.ends = ends
  }

  /// Draws the row that is a range of bytes.
  mutating func append(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
    defer { row += 1 }
    let handle = TextHandle(
      UnsafeBufferPointer(rebasing: text[range]), direction: direction, flags: flags)
    var line = handle.whole
    let missing = width > 0 ? width - handle.width : 0
    if missing > 0, !range.isEmpty {
      line.scalars += repeatElement(" ", count: missing)
      line.levels += repeatElement(line.paragraphLevel, count: missing)
    }
    let drawn = handle.drawn(line, findsPlaces: !ends.isEmpty)
    let (glyphs, places) = drawn.ordered(encoding)
    var counter = UTF8Writer(nil, 0)
    for glyph in glyphs { counter.append(glyph, of: drawn) }
    let start = utf8.count
    utf8 += repeatElement(0, count: counter.count + 1)
    let offsets = places.isEmpty ? [] : handle.decoded.byteOffsets
    var glyphEnds: [Int] = []
    utf8.withUnsafeMutableBufferPointer { all in
      var writer = UTF8Writer(all.baseAddress.map { $0 + start }, counter.count + 1)
      for glyph in glyphs {
        writer.append(glyph, of: drawn)
        if !places.isEmpty { glyphEnds.append(start + writer.count) }
      }
    }
    var before = start
    for (place, end) in zip(places, glyphEnds) {
      // The blanks that fill a row belong to its last piece.
      let place = min(place, handle.scalars.count - 1)
      addPart(piece(of: range.lowerBound + (place < 0 ? 0 : offsets[place])), before, end)
      before = end
    }
    // The place of the zero byte.
    utf8.removeLast()
  }

  private mutating func addPart(_ piece: Int, _ start: Int, _ end: Int) {
    if let last = parts.last, last.row == row, last.piece == piece {
      parts[parts.count - 1].end = end
    } else {
      parts.append(lisan_part(row: row, piece: piece, start: start, end: end))
    }
  }

  /// The piece with a byte: the first that ends after it.
  private func piece(of offset: Int) -> Int {
    var low = 0
    var high = ends.count - 1
    while low < high {
      let middle = (low + high) / 2
      if ends[middle] > offset { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
