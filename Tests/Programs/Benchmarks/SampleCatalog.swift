/// A catalog of any size in the measured formats: English keys with Arabic texts, about as long as
/// in real programs.
struct SampleCatalog {
  let keys: [String]
  let values: [String]

  init(keys: [String], values: [String]) {
    (self.keys, self.values) = (keys, values)
  }

  init(count: Int) {
    var keys: [String] = []
    var values: [String] = []
    var random = SplitMix(state: 7)
    for number in 0..<count {
      let length = 2 + Int(random.next() % 7)
      var key: [Substring] = []
      var value: [Substring] = []
      for _ in 0..<length {
        let word = Int(random.next() % UInt64(Self.words.count))
        key.append(Self.words[word].0)
        value.append(Self.words[word].1)
      }
      keys.append("\(key.joined(separator: " ")) \(number)")
      values.append("\(value.joined(separator: " ")) \(number)")
    }
    self.keys = keys
    self.values = values
  }

  private static let words: [(Substring, Substring)] = [
    ("the", "\u{627}\u{644}"), ("language", "\u{627}\u{644}\u{644}\u{63A}\u{629}"),
    ("settings", "\u{627}\u{644}\u{625}\u{639}\u{62F}\u{627}\u{62F}\u{627}\u{62A}"),
    ("follow", "\u{627}\u{62A}\u{628}\u{627}\u{639}"),
    ("system", "\u{627}\u{644}\u{646}\u{638}\u{627}\u{645}"),
    ("restart", "\u{625}\u{639}\u{627}\u{62F}\u{629}"),
    ("to", "\u{625}\u{644}\u{649}"), ("apply", "\u{62A}\u{637}\u{628}\u{64A}\u{642}"),
    ("direction", "\u{627}\u{62A}\u{62C}\u{627}\u{647}"),
    ("of", "\u{645}\u{646}"), ("screen", "\u{627}\u{644}\u{634}\u{627}\u{634}\u{629}"),
    ("account", "\u{627}\u{644}\u{62D}\u{633}\u{627}\u{628}"),
  ]

  /// The catalog as a `.strings` file, one entry per line.
  var strings: String {
    zip(keys, values).map { "\"\($0)\" = \"\($1)\";\n" }.joined()
  }

  /// The catalog as gettext source, for msgfmt(1).
  var portableObject: String {
    "msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=UTF-8\\n\"\n"
      + zip(keys, values).map { "msgid \"\($0)\"\nmsgstr \"\($1)\"\n" }.joined()
  }

  /// The catalog as an XML property list.
  var propertyList: String {
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\"><dict>\n"
      + zip(keys, values).map { "<key>\($0)</key><string>\($1)</string>\n" }.joined()
      + "</dict></plist>\n"
  }
}

/// SplitMix64 by Steele, Lea and Flood, which produces the same numbers in every run.
nonisolated struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
