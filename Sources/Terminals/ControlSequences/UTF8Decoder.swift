/// Decodes UTF-8 that arrives in any pieces, and returns malformed bytes instead of hiding them.
///
/// Malformed bytes are split as the Unicode Standard recommends (3.9, maximal subparts).
public struct UTF8Decoder: Sendable {
  public enum Element {
    case scalar(Unicode.Scalar)
    case malformed([UInt8])
  }

  private var pending: [UInt8] = []
  @usableFromInline var missing = 0
  private var value: UInt32 = 0
  /// The allowed range of the next byte: narrower after E0, ED, F0 and F4 (no overlong form, no
  /// surrogate, nothing above U+10FFFF).
  private var allowed: ClosedRange<UInt8> = 0x80...0xBF

  public init() {}

  @inlinable @inline(__always) public var isInsideCharacter: Bool { missing > 0 }

  public mutating func decode(_ byte: UInt8, _ emit: (Element) -> Void) {
    if missing > 0 {
      if allowed.contains(byte) {
        allowed = 0x80...0xBF
        value = value << 6 | UInt32(byte & 0x3F)
        missing -= 1
        if missing > 0 {
          pending.append(byte)
        } else {
          pending.removeAll(keepingCapacity: true)
          emit(.scalar(Unicode.Scalar(value)!))
        }
        return
      }
      finish(emit)
    }
    switch byte {
    case 0x00...0x7F:
      emit(.scalar(Unicode.Scalar(byte)))
      return
    case 0xC2...0xDF: start(byte, 1, 0x1F)
    case 0xE0: start(byte, 2, 0x0F, 0xA0...0xBF)
    case 0xED: start(byte, 2, 0x0F, 0x80...0x9F)
    case 0xE1...0xEF: start(byte, 2, 0x0F)
    case 0xF0: start(byte, 3, 0x07, 0x90...0xBF)
    case 0xF1...0xF3: start(byte, 3, 0x07)
    case 0xF4: start(byte, 3, 0x07, 0x80...0x8F)
    default: emit(.malformed([byte]))
    }
  }

  private mutating func start(
    _ byte: UInt8, _ following: Int, _ mask: UInt8, _ next: ClosedRange<UInt8> = 0x80...0xBF
  ) {
    pending.append(byte)
    missing = following
    value = UInt32(byte & mask)
    allowed = next
  }

  /// A complete, well-formed character of two or three bytes from U+00A0; nil for everything else.
  @inlinable @inline(__always) public static func wholeCharacter(
    _ bytes: UnsafeBufferPointer<UInt8>, at index: Int
  ) -> (scalar: Unicode.Scalar, length: Int)? {
    func following(_ offset: Int) -> UInt32? {
      guard index + offset < bytes.count, bytes[index + offset] & 0xC0 == 0x80 else { return nil }
      return UInt32(bytes[index + offset] & 0x3F)
    }
    let first = UInt32(bytes[index])
    guard first >= 0xC2, first < 0xF0, let second = following(1) else { return nil }
    if first < 0xE0 {
      let value = (first & 0x1F) << 6 | second
      return value < 0xA0 ? nil : Unicode.Scalar(value).map { ($0, 2) }
    }
    guard let third = following(2) else { return nil }
    let value = (first & 0x0F) << 12 | second << 6 | third
    // A smaller value is an overlong form; surrogates are no scalars.
    return value < 0x800 ? nil : Unicode.Scalar(value).map { ($0, 3) }
  }

  /// Ends an incomplete character as malformed.
  public mutating func finish(_ emit: (Element) -> Void) {
    guard missing > 0 else { return }
    missing = 0
    let bytes = pending
    pending.removeAll(keepingCapacity: true)
    emit(.malformed(bytes))
  }
}
