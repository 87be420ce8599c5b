/// The values for a text's placeholders: whole numbers and texts, each kind in its own order.
struct MessageArguments {
  let counts: [Int]
  let texts: [String]
  /// What each argument of the key is, in the key's order.
  let kinds: [MessageFormat.Kind?]

  enum Value {
    case count(Int)
    case text(String)
  }

  /// The value of an argument, from 0, or nil where none was given.
  subscript(argument: Int) -> Value? {
    guard argument < kinds.count, let kind = kinds[argument] else { return nil }
    let place = kinds[..<argument].count { $0 == kind }
    switch kind {
    case .number: return place < counts.count ? .count(counts[place]) : nil
    case .text: return place < texts.count ? .text(texts[place]) : nil
    case .variable: return nil
    }
  }
}

extension String {
  /// Adds a text so that its direction neither touches what is around it nor ends early: between
  /// U+2068 and U+2069, its own isolates balanced.
  ///
  /// Source: UAX #9, section 2.4.2.
  mutating func appendIsolated(_ text: String) {
    append("\u{2068}")
    var depth = 0
    if text.utf8.contains(0xE2) {
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
}
