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
    ("the", "ال"), ("language", "اللغة"),
    ("settings", "الإعدادات"),
    ("follow", "اتباع"),
    ("system", "النظام"),
    ("restart", "إعادة"),
    ("to", "إلى"), ("apply", "تطبيق"),
    ("direction", "اتجاه"),
    ("of", "من"), ("screen", "الشاشة"),
    ("account", "الحساب"),
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
