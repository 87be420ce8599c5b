/// Scans eight bytes at a time.
package enum ByteScan {
  /// The number of bytes from a place on that are neither controls nor DEL, nor, unless allowed,
  /// bytes of characters other than ASCII.
  package static func textPrefix(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, allowsNonASCII: Bool = false
  ) -> Int {
    let raw = UnsafeRawBufferPointer(bytes)
    var place = start
    while place + 8 <= raw.count {
      let word = raw.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      // A borrow or carry can report a byte after the first one found, but never hides one.
      var found = (word &- 0x20 &* each) & ~word & high
      let deleted = word ^ 0x7F &* each
      found |= (deleted &- each) & ~deleted & high
      if !allowsNonASCII { found |= word & high }
      if found != 0 {
        return place - start + UInt64(littleEndian: found).trailingZeroBitCount / 8
      }
      place += 8
    }
    while place < raw.count {
      let byte = raw[place]
      if byte < 0x20 || byte == 0x7F || byte >= 0x80 && !allowsNonASCII { break }
      place += 1
    }
    return place - start
  }

  /// The first place from `start` on with a byte of at least `limit`, which is from 0x81 to 0xFF.
  package static func firstByte(
    from limit: UInt8, in bytes: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int? {
    let raw = UnsafeRawBufferPointer(bytes)
    var place = start
    while place < raw.count {
      if place + 8 <= raw.count,
        raw.loadUnaligned(fromByteOffset: place, as: UInt64.self) & high == 0
      {
        place += 8
        continue
      }
      let end = min(place + 8, raw.count)
      while place < end {
        if raw[place] >= limit { return place }
        place += 1
      }
    }
    return nil
  }

  /// The lowest and the highest bit of each byte.
  private static let each: UInt64 = 0x0101_0101_0101_0101
  private static let high: UInt64 = 0x8080_8080_8080_8080
}
