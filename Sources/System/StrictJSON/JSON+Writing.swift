extension JSON {
  /// The value on one line, without spaces.
  ///
  /// Characters that control a terminal, reorder a line, or cannot be seen are escaped, so the text
  /// may be shown unchanged.
  public var text: String { String(decoding: utf8, as: UTF8.self) }

  /// `text` in UTF-8.
  public var utf8: [UInt8] {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return bytes
  }

  private func write(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes += "null".utf8
    case .bool(let value): bytes += (value ? "true" : "false").utf8
    case .number(let number): bytes += number.text.utf8
    case .string(let text): Self.write(text, to: &bytes)
    case .array(let values):
      bytes.append(UInt8(ascii: "["))
      for (place, value) in values.enumerated() {
        if place > 0 { bytes.append(UInt8(ascii: ",")) }
        value.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (place, member) in members.enumerated() {
        if place > 0 { bytes.append(UInt8(ascii: ",")) }
        Self.write(member.name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.value.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  private static func write(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    defer { bytes.append(UInt8(ascii: "\"")) }
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) && $0 != 0x22 && $0 != 0x5C }) {
      bytes += text.utf8
      return
    }
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x22: bytes += [0x5C, 0x22]
      case 0x5C: bytes += [0x5C, 0x5C]
      case 0x0A: bytes += [0x5C, UInt8(ascii: "n")]
      case 0x0D: bytes += [0x5C, UInt8(ascii: "r")]
      case 0x09: bytes += [0x5C, UInt8(ascii: "t")]
      case 0x20..<0x7F: bytes.append(UInt8(truncatingIfNeeded: scalar.value))
      case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F,
        0xFEFF, 0xFFF9...0xFFFB:
        bytes += [0x5C, UInt8(ascii: "u")]
        for shift in [12, 8, 4, 0] {
          let digit = UInt8(truncatingIfNeeded: scalar.value >> UInt32(shift)) & 15
          bytes.append(digit < 10 ? 0x30 + digit : 0x57 + digit)
        }
      default: bytes += UTF8.encode(scalar)!
      }
    }
  }
}
