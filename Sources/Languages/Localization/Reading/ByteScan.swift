/// Eight bytes examined as one number. Each function sets the high bit of the first matching byte;
/// the bits after it are undefined.
///
/// Source: "Determine if a word has a byte less than n" (Bit Twiddling Hacks).
struct EightBytes {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highs: UInt64 = 0x8080_8080_8080_8080

  private let value: UInt64

  @inline(__always)
  init(_ span: RawSpan, at offset: Int) {
    // The first byte is the lowest, so the first match has the fewest zeros below it.
    value = UInt64(littleEndian: span.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// Bytes beyond ASCII.
  @inline(__always)
  var beyondASCII: UInt64 { value & Self.highs }

  /// Bytes below a limit of at most 0x80.
  @inline(__always)
  func below(_ limit: UInt8) -> UInt64 {
    (value &- Self.ones &* UInt64(limit)) & ~value & Self.highs
  }

  @inline(__always)
  func equal(to byte: UInt8) -> UInt64 {
    let difference = value ^ (Self.ones &* UInt64(byte))
    return (difference &- Self.ones) & ~difference & Self.highs
  }
}

/// Signs that require a closer look at a text.
struct PlainTextSigns: OptionSet {
  let rawValue: UInt8
  /// The first character of placeholders.
  static let percent = PlainTextSigns(rawValue: 1)
  /// A character from U+2000 to U+2FFF, such as U+2068.
  static let directionalFormatting = PlainTextSigns(rawValue: 2)
  static let all: PlainTextSigns = [.percent, .directionalFormatting]
}

extension RawSpan {
  /// The first offset from `start` on that is not plain text of a quoted string: a quotation mark,
  /// a backslash or a control character; `end` if there is none before it. Skipped signs are added
  /// to `signs`; extra signs may be added too.
  @inline(__always)
  func endOfPlainText(from start: Int, to end: Int, _ signs: inout PlainTextSigns) -> Int {
    var offset = start
    while offset + 8 <= end {
      let eight = EightBytes(self, at: offset)
      if eight.equal(to: UInt8(ascii: "%")) != 0 { signs.insert(.percent) }
      if eight.equal(to: 0xE2) != 0 { signs.insert(.directionalFormatting) }
      let found =
        eight.below(0x20) | eight.equal(to: UInt8(ascii: "\""))
        | eight.equal(to: UInt8(ascii: "\\"))
      if found != 0 { return offset + found.trailingZeroBitCount / 8 }
      offset += 8
    }
    while offset < end {
      let byte = unsafeLoad(fromByteOffset: offset, as: UInt8.self)
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return offset }
      if byte == UInt8(ascii: "%") { signs.insert(.percent) }
      if byte == 0xE2 { signs.insert(.directionalFormatting) }
      offset += 1
    }
    return end
  }

  /// The first offset of a byte from `start` on, or nil.
  @inline(__always)
  func firstPlace(of byte: UInt8, from start: Int) -> Int? {
    var offset = start
    while offset + 8 <= byteCount {
      let found = EightBytes(self, at: offset).equal(to: byte)
      if found != 0 { return offset + found.trailingZeroBitCount / 8 }
      offset += 8
    }
    while offset < byteCount {
      if unsafeLoad(fromByteOffset: offset, as: UInt8.self) == byte { return offset }
      offset += 1
    }
    return nil
  }

  /// The first offset of a non-ASCII byte from `start` on, or nil.
  func firstNonASCII(from start: Int) -> Int? {
    var offset = start
    while offset + 8 <= byteCount {
      let found = EightBytes(self, at: offset).beyondASCII
      if found != 0 { return offset + found.trailingZeroBitCount / 8 }
      offset += 8
    }
    while offset < byteCount {
      if unsafeLoad(fromByteOffset: offset, as: UInt8.self) >= 0x80 { return offset }
      offset += 1
    }
    return nil
  }

  /// Whether a byte occurs.
  @inline(__always)
  func contains(_ byte: UInt8) -> Bool { firstPlace(of: byte, from: 0) != nil }

  /// The first control character except tab, LF and CR: C0, DEL, or C1, which is 0xC2 and 0x80 to
  /// 0x9F.
  var firstControlCharacter: Int? {
    var offset = 0
    while offset < byteCount {
      if offset + 8 <= byteCount {
        let eight = EightBytes(self, at: offset)
        let suspects = eight.below(0x20) | eight.equal(to: 0x7F) | eight.equal(to: 0xC2)
        if suspects == 0 {
          offset += 8
          continue
        }
        offset += suspects.trailingZeroBitCount / 8
      }
      switch unsafeLoad(fromByteOffset: offset, as: UInt8.self) {
      case 0x09, 0x0A, 0x0D: break
      case 0x00..<0x20, 0x7F: return offset
      case 0xC2:
        let isC1 =
          offset + 1 < byteCount
          && unsafeLoad(fromByteOffset: offset + 1, as: UInt8.self) < 0xA0
        if isC1 { return offset }
      default: break
      }
      offset += 1
    }
    return nil
  }
}

extension String {
  /// Creates a text from valid UTF-8.
  init(copyingValid bytes: Span<UInt8>) {
    var text = UTF8Span(unchecked: bytes)
    _ = text.checkForASCII()
    self.init(copying: text)
  }

  /// Whether a byte occurs in the UTF-8; much faster than a search through the collection.
  func containsByte(_ byte: UInt8) -> Bool { utf8.span.bytes.contains(byte) }

  /// Whether both texts have equal bytes.
  func hasSameBytes(as other: String) -> Bool {
    let bytes = other.utf8.span.bytes
    return utf8.span.bytes.isEqual(to: bytes, in: 0..<bytes.byteCount)
  }
}
