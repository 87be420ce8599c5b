import WritingDirection

extension PluralRules {
  /// CLDR's rules for a language, or for it without its last subtags: `pt-BR` has those of `pt`,
  /// and `pt-PT` has others. `nil` for a language that CLDR does not know.
  ///
  ///     PluralRules(language: LanguageCode(rawValue: "ar")!)?.categories.count  // 6
  public init?(language: LanguageCode) {
    guard let entry = LanguageTable.entry(of: language) else { return nil }
    self.init(LanguageTable.rules(entry.rules))
  }
}

extension Language {
  /// A language without a data file, according to CLDR: script, direction, digits and plural rules.
  /// A script in the code counts: `sr-Latn` is Latin. `nil` if CLDR does not know it.
  public init?(known code: LanguageCode, nativeName: String? = nil, directory: String? = nil) {
    guard let entry = LanguageTable.entry(of: code) else { return nil }
    let script = LanguageTable.script(in: code.canonical) ?? entry.script
    self.init(
      code: code, nativeName: nativeName,
      direction: Script.rightToLeft.contains(script) ? .rightToLeft : .leftToRight,
      script: script, digits: NumberingSystem(id: entry.digits) ?? .latin,
      pluralRules: PluralRules(LanguageTable.rules(entry.rules)))
    self.directory = directory
  }
}

extension Language {
  /// A language without plural rules in CLDR. Its script is Latin if the code names none.
  init(_ code: LanguageCode, pluralRules: PluralRules) {
    let script = LanguageTable.script(in: code.canonical) ?? "Latn"
    self.init(
      code: code, nativeName: nil,
      direction: Script.rightToLeft.contains(script) ? .rightToLeft : .leftToRight,
      script: script, digits: .latin, pluralRules: pluralRules)
  }

  /// The contents of its data file.
  var dataFile: String {
    let rules = pluralRules.rules.map { ("plural.\($0.category)", $0.condition.text) }
    let fields = [
      ("code", code.rawValue), ("direction", direction == .rightToLeft ? "rtl" : "ltr"),
      ("script", script), ("digits", digits.id),
    ]
    return (fields + rules).map { "\($0.quoted) = \($1.quoted);\n" }.joined()
  }
}

extension LanguageTable {
  /// The entry of the longest prefix of a code that has one; its rules are such as
  /// `one: i = 1 and v = 0`.
  fileprivate static func entry(
    of given: LanguageCode
  ) -> (script: String, digits: String, rules: Substring)? {
    let code = given.canonical.rawValue
    var wanted = code[...]
    while true {
      if let entry = entry(named: wanted) { return entry }
      guard let cut = wanted.lastIndex(of: "-") else { return nil }
      wanted = wanted[..<cut]
    }
  }

  private static func entry(
    named name: Substring
  ) -> (script: String, digits: String, rules: Substring)? {
    let table = text.withUTF8Buffer { String(decoding: $0, as: UTF8.self) }
    let lines = table.split(separator: "\n")
    for (number, line) in lines.enumerated() where !line.hasPrefix("= ") {
      for word in line.split(separator: " ") {
        let fields = word.split(separator: "/")
        guard fields[0] == name else { continue }
        let rules = lines[number...].first { $0.hasPrefix("=") } ?? "="
        return (
          fields.count > 1 ? String(fields[1]) : "Latn",
          fields.count > 2 ? String(fields[2]) : "latn", rules.dropFirst()
        )
      }
    }
    return nil
  }

  /// The script in which a language is usually written, if the table has the language.
  static func usualScript(of language: String) -> String? { entry(named: language[...])?.script }

  fileprivate static func rules(_ text: Substring) -> [PluralRules.Rule] {
    text.split(separator: ";").compactMap { rule in
      guard let colon = rule.firstIndex(of: ":"),
        let category = PluralCategory(rawValue: String(rule[..<colon].filter { $0 != " " })),
        let condition = try? PluralCondition(String(rule[rule.index(after: colon)...]))
      else { return nil }
      return PluralRules.Rule(category: category, condition: condition)
    }
  }

  /// The script that a code names.
  fileprivate static func script(in code: LanguageCode) -> String? {
    code.rawValue.split(separator: "-").dropFirst()
      .first { $0.utf8.count == 4 && $0.utf8.allSatisfy(\.isASCIILetter) }.map(String.init)
  }
}
