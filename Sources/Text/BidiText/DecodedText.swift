/// The characters of UTF-8 bytes, and where in the bytes they are.
///
///     DecodedText("a\u{5D0}b".utf8, filtering: false).byteOffset(of: 2)  // 3
///
/// Each maximal part of an invalid sequence becomes U+FFFD, as section 3.9 of the Unicode Standard
/// recommends.
public struct DecodedText: Hashable, Sendable {
  /// The characters, without those that were filtered out.
  public let scalars: [Unicode.Scalar]
  /// The first byte of each character, and at the end the number of bytes; nil if each
  /// character takes as many bytes as it does in UTF-8.
  private let starts: [Int]?

  /// Decodes bytes. With `filtering`, what `ForeignText.filtered` removes is left out.
  public init(_ bytes: some Sequence<UInt8>, filtering: Bool) {
    let decoded = bytes.withContiguousStorageIfAvailable { Self.decoded($0, filtering) }
    (scalars, starts) =
      decoded ?? Array(bytes).withUnsafeBufferPointer { Self.decoded($0, filtering) }
  }

  /// The byte where the character at a position begins, or what was left out before it ends; at
  /// the end, the number of bytes. Positions outside the text are moved to its ends.
  ///
  /// Takes time in proportion to the position, unless bytes were replaced or left out.
  public func byteOffset(of position: Int) -> Int {
    let place = min(max(position, 0), scalars.count)
    if let starts { return starts[place] }
    var offset = 0
    for scalar in scalars[..<place] { offset += UTF8.width(scalar) }
    return offset
  }

  /// `byteOffset(of:)` of every position, from 0 to the number of characters.
  public var byteOffsets: [Int] {
    if let starts { return starts }
    var offsets = [0]
    offsets.reserveCapacity(scalars.count + 1)
    var offset = 0
    for scalar in scalars {
      offset += UTF8.width(scalar)
      offsets.append(offset)
    }
    return offsets
  }

  private static func decoded(
    _ bytes: UnsafeBufferPointer<UInt8>, _ filtering: Bool
  ) -> ([Unicode.Scalar], [Int]?) {
    var isExact = true
    // An array of its own, because most letters have fewer characters than bytes.
    let scalars = withUnsafeTemporaryAllocation(of: Unicode.Scalar.self, capacity: bytes.count) {
      scalars in
      var filter = ForeignFilter()
      var place = 0
      var count = 0
      while place < bytes.count {
        let (scalar, end) = character(bytes, place)
        if end == place + 1, scalar.value >= 0x80 { isExact = false }
        // A longer part of a sequence that breaks off.
        if scalar == "\u{FFFD}", end < place + 3 { isExact = false }
        place = end
        if filtering, !filter.admits(scalar) {
          isExact = false
          continue
        }
        scalars.initializeElement(at: count, to: scalar)
        count += 1
      }
      return Array(scalars[..<count])
    }
    return (scalars, isExact ? nil : starts(of: bytes, filtering, scalars.count))
  }

  private static func starts(
    of bytes: UnsafeBufferPointer<UInt8>, _ filtering: Bool, _ count: Int
  ) -> [Int] {
    var starts: [Int] = []
    starts.reserveCapacity(count + 1)
    var filter = ForeignFilter()
    var place = 0
    while place < bytes.count {
      let (scalar, end) = character(bytes, place)
      if !filtering || filter.admits(scalar) { starts.append(place) }
      place = end
    }
    starts.append(place)
    return starts
  }

  /// The character at a place and the place after it (Unicode Standard, table 3-7).
  @inline(__always) private static func character(
    _ bytes: UnsafeBufferPointer<UInt8>, _ place: Int
  ) -> (Unicode.Scalar, end: Int) {
    let lead = bytes[place]
    if lead < 0x80 { return (Unicode.Scalar(lead), place + 1) }
    // The letters of Hebrew and Arabic take two bytes.
    if 0xC2...0xDF ~= lead, place + 1 < bytes.count, bytes[place + 1] & 0xC0 == 0x80 {
      let value = UInt32(lead & 0x1F) << 6 | UInt32(bytes[place + 1] & 0x3F)
      return (Unicode.Scalar(value).unsafelyUnwrapped, place + 2)
    }
    return longCharacter(bytes, place, lead)
  }

  private static func longCharacter(
    _ bytes: UnsafeBufferPointer<UInt8>, _ place: Int, _ lead: UInt8
  ) -> (Unicode.Scalar, end: Int) {
    guard 0xC2...0xF4 ~= lead else { return ("\u{FFFD}", place + 1) }
    let length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    // Overlong forms, surrogates and what is beyond U+10FFFF are excluded by the second byte.
    var lowest: UInt8 = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80
    var highest: UInt8 = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF
    var value = UInt32(lead & (0x7F >> UInt8(length)))
    for next in place + 1..<place + length {
      guard next < bytes.count, lowest <= bytes[next], bytes[next] <= highest else {
        return ("\u{FFFD}", next)
      }
      value = value << 6 | UInt32(bytes[next] & 0x3F)
      (lowest, highest) = (0x80, 0xBF)
    }
    return (Unicode.Scalar(value).unsafelyUnwrapped, place + length)
  }
}
