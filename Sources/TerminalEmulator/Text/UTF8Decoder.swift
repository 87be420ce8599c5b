/// Decodes UTF-8 that comes in any pieces, and gives back what is malformed instead of hiding it.
///
/// Malformed bytes are cut as the Unicode Standard recommends (3.9, maximal subparts).
struct UTF8Decoder: Sendable {
  enum Element {
    case scalar(Unicode.Scalar)
    case malformed([UInt8])
  }

  private var pending: [UInt8] = []
  private var missing = 0
  private var value: UInt32 = 0
  /// What the next byte may be: narrower after E0, ED, F0 and F4 (no overlong form, no surrogate,
  /// nothing above U+10FFFF).
  private var allowed: ClosedRange<UInt8> = 0x80...0xBF

  var isInsideCharacter: Bool { missing > 0 }

  mutating func decode(_ byte: UInt8, _ emit: (Element) -> Void) {
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

  /// Gives up a character that is not complete.
  mutating func finish(_ emit: (Element) -> Void) {
    guard missing > 0 else { return }
    missing = 0
    let bytes = pending
    pending.removeAll(keepingCapacity: true)
    emit(.malformed(bytes))
  }
}
