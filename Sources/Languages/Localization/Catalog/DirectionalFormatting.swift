import WritingDirection

extension String {
  /// Appends a text isolated from its surroundings: between U+2068 and U+2069, with the isolates in
  /// it balanced.
  ///
  /// Source: UAX #9, section 2.4.2.
  mutating func appendIsolated(_ text: String) {
    append("\u{2068}")
    var depth = 0
    if text.containsByte(0xE2) {
      for scalar in text.unicodeScalars {
        switch scalar {
        case "\u{2066}", "\u{2067}", "\u{2068}": depth += 1
        case "\u{2069}":
          guard depth > 0 else { continue }
          depth -= 1
        default: break
        }
        unicodeScalars.append(scalar)
      }
    } else {
      append(text)
    }
    for _ in 0...depth { append("\u{2069}") }
  }

  /// Whether a character runs from right to left, or sets the direction of others, so that
  /// left-to-right text around it needs an isolate.
  ///
  /// Source: UAX #9, table 4: the classes R, AL and AN and the explicit formatting characters, by
  /// the blocks that Unicode reserves for them.
  var mayRunRightToLeft: Bool {
    // U+0590 is the first of them.
    guard utf8.contains(where: { $0 >= 0xD6 }) else { return false }
    return unicodeScalars.contains { scalar in
      switch scalar.value {
      case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF,
        0x1E800...0x1EFFF:
        true
      default: scalar.isDirectionalFormatting
      }
    }
  }

  /// The first unpaired directional formatting character: an isolate, embedding or override that is
  /// not closed, or a U+2069 or U+202C that closes nothing (UAX #9, section 2).
  var unbalancedDirectionalFormatting: Unicode.Scalar? {
    guard containsByte(0xE2) else { return nil }
    var open: [Unicode.Scalar] = []
    for scalar in unicodeScalars {
      switch scalar {
      case "\u{2066}"..."\u{2068}", "\u{202A}", "\u{202B}", "\u{202D}", "\u{202E}":
        open.append(scalar)
      case "\u{2069}":
        guard let last = open.popLast(), ("\u{2066}"..."\u{2068}").contains(last) else {
          return scalar
        }
      case "\u{202C}":
        guard let last = open.popLast(), !("\u{2066}"..."\u{2068}").contains(last) else {
          return scalar
        }
      default: break
      }
    }
    return open.first
  }
}
