extension String {
  /// Appends a text isolated from its surroundings: between U+2068 and U+2069, with its own
  /// isolates balanced.
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
