import ControlSequences

/// Bytes in readable form: `␛[8l` for ESC `[8l`, `␍␊` for a line end, UTF-8 unchanged, `⟨FF⟩` for
/// an invalid byte, `⟨U+9B⟩` for a C1 control.
public func readable(_ bytes: some Sequence<UInt8>) -> String {
  var text = ""
  var decoder = UTF8Decoder()
  func show(_ element: UTF8Decoder.Element) {
    switch element {
    case .scalar(let scalar):
      switch scalar.value {
      case 0x00...0x1F: text.unicodeScalars.append(Unicode.Scalar(0x2400 + scalar.value)!)
      case 0x7F: text += "␡"
      case 0x80...0x9F: text += "⟨U+\(hexadecimal(UInt8(scalar.value)))⟩"
      default: text.unicodeScalars.append(scalar)
      }
    case .malformed(let bytes):
      for byte in bytes { text += "⟨\(hexadecimal(byte))⟩" }
    }
  }
  for byte in bytes { decoder.decode(byte, show) }
  decoder.finish(show)
  return text
}

func hexadecimal(_ byte: UInt8) -> String {
  let digits = String(byte, radix: 16, uppercase: true)
  return digits.count < 2 ? "0" + digits : digits
}
