/// The values for a text's placeholders: whole numbers and texts, each kind in order.
struct MessageArguments {
  let counts: [Int]
  let texts: [String]
  /// The kind of each argument, in the key's order.
  let kinds: [MessageFormat.Kind?]

  enum Value {
    case count(Int)
    case text(String)
  }

  /// The value of an argument, from 0; nil if none was given.
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
