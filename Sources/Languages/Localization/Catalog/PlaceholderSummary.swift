/// The placeholders of a text packed into one number, eight bits each, in the order of the
/// arguments. It compares a translation with its key without parsing either into a format.
///
/// A program reads every text at its start but shows only a few, so the others are never parsed.
struct PlaceholderSummary: Equatable {
  private var packed: UInt64 = 0
  private var count = 0

  /// nil if there are more than eight placeholders or one is invalid; `MessageFormat` then reports
  /// the details.
  init?(_ text: String) {
    let bytes = text.utf8.span
    var next = 0
    var isNumbered: Bool?
    var place = 0
    while let sign = bytes.bytes.firstPlace(of: UInt8(ascii: "%"), from: place) {
      guard sign + 1 < bytes.count else { return nil }
      if bytes[sign + 1] == UInt8(ascii: "%") {
        place = sign + 2
        continue
      }
      guard let found = MessageFormat.simplePlaceholder(bytes, at: sign),
        isNumbered ?? (found.position != nil) == (found.position != nil),
        insert(argument: found.position.map { $0 - 1 } ?? next, isNumber: found.isNumber)
      else { return nil }
      isNumbered = found.position != nil
      next += 1
      place = found.end
    }
  }

  /// Inserts in the order of the arguments; returns false if there is no room.
  private mutating func insert(argument: Int, isNumber: Bool) -> Bool {
    guard count < 8, argument < 127 else { return false }
    let code = UInt64(argument << 1 | (isNumber ? 1 : 0))
    var shift = 0
    while shift < 8 * count, (packed >> UInt64(shift)) & 0xFF <= code { shift += 8 }
    let low = shift == 0 ? 0 : packed & (UInt64.max >> UInt64(64 - shift))
    let high = shift == 64 ? 0 : packed >> UInt64(shift)
    packed = low | code << UInt64(shift) | (shift >= 56 ? 0 : high << UInt64(shift + 8))
    count += 1
    return true
  }
}
