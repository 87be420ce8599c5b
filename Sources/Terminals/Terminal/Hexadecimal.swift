/// Bytes as two hexadecimal digits each. The program hands them to its successor in an environment
/// variable.
enum Hexadecimal {
  /// `Hexadecimal.digits([7, 255])` is `07ff`.
  static func digits(_ bytes: some Sequence<UInt8>) -> String {
    bytes.reduce(into: "") { $0 += ($1 < 16 ? "0" : "") + String($1, radix: 16) }
  }

  /// Parses such digits; nil for anything else.
  static func bytes(_ digits: Substring) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = digits.utf8
    while let first = rest.popFirst() {
      guard let second = rest.popFirst(), let high = value(first), let low = value(second) else {
        return nil
      }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
