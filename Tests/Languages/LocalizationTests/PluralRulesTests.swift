import Glibc
import Localization
import Testing

@Suite("Plural rules")
struct PluralRulesTests {
  @Test(
    "A condition holds for the numbers that CLDR's syntax gives",
    arguments: [
      ("n = 1", "0 1 1.0 1.1 2", "1 1.0"),
      ("i = 1 and v = 0", "1 1.0 10", "1"),
      ("n != 1", "0 1 1.5", "0 1.5"),
      ("n % 10 = 2..4 and n % 100 != 12..14", "2 3 5 12 13 22 112 2.5", "2 3 22"),
      ("n % 100 = 3..10,13..19", "3 10 11 13 103 119 120", "3 10 13 103 119"),
      ("v = 0 and i % 10 = 1 or f % 10 = 1", "1 11 1.1 1.2 2.01 2.10", "1 11 1.1 2.01"),
      ("t != 0", "1.0 1.5 1.50 2", "1.5 1.50"),
      ("w = 1", "1.50 1.55 1", "1.50"),
      (
        "e = 0 and i != 0 and i % 1000000 = 0 and v = 0", "1000000 1c6 0 2000000", "1000000 2000000"
      ),
      ("c != 0..5", "1c5 1c6 1.2c6", "1c6 1.2c6"),
      ("n=1or n=2", "1 2 3", "1 2"),
      ("n = 0 @integer 0 @decimal 0.0", "0 1", "0"),
    ])
  func conditions(text: String, numbers: String, holding: String) throws {
    let condition = try PluralCondition(text)
    let held = numbers.split(separator: " ").filter {
      PluralOperands($0).map(condition.holds) == true
    }
    #expect(held == holding.split(separator: " "))
  }

  @Test(
    "An invalid condition is refused with its place",
    arguments: [
      ("", PluralRuleError.Kind.expectedOperand, 0), ("x = 1", .expectedOperand, 0),
      ("n", .expectedRelation, 1), ("n is 1", .expectedRelation, 2),
      ("n = ", .expectedNumber, 4), ("n = 1..", .expectedNumber, 7), ("n = 1,", .expectedNumber, 6),
      ("n = 5..3", .emptyRange, 7), ("n % 0 = 1", .zeroModulus, 3), ("n = 1 n", .expectedEnd, 6),
      ("n = 1 and", .expectedOperand, 9), ("n = 1 andn = 2", .expectedEnd, 6),
      ("n ! 1", .expectedRelation, 3), ("n = 99999999999999999999", .expectedNumber, 4),
    ])
  func refused(text: String, kind: PluralRuleError.Kind, offset: Int) {
    let error = #expect(throws: PluralRuleError.self) { try PluralCondition(text) }
    #expect(error?.kind == kind)
    #expect(error?.offset == offset)
  }

  @Test("A number's operands are those in CLDR's table of examples")
  func operands() throws {
    // UTS #35, part 3, "Plural Operand Examples": number, i, v, w, f, t, c.
    let rows: [(String, UInt64, Int, Int, UInt64, UInt64, Int)] = [
      ("1", 1, 0, 0, 0, 0, 0), ("1.0", 1, 1, 0, 0, 0, 0), ("1.00", 1, 2, 0, 0, 0, 0),
      ("1.3", 1, 1, 1, 3, 3, 0), ("1.30", 1, 2, 1, 30, 3, 0), ("1.03", 1, 2, 2, 3, 3, 0),
      ("1.230", 1, 3, 2, 230, 23, 0), ("1200000", 1_200_000, 0, 0, 0, 0, 0),
      ("1.2c6", 1_200_000, 0, 0, 0, 0, 6), ("123c6", 123_000_000, 0, 0, 0, 0, 6),
      ("123c5", 12_300_000, 0, 0, 0, 0, 5), ("1200.50", 1200, 2, 1, 50, 5, 0),
      ("1.20050c3", 1200, 2, 1, 50, 5, 3), ("-7", 7, 0, 0, 0, 0, 0),
    ]
    for (text, i, v, w, f, t, c) in rows {
      let operands = try #require(PluralOperands(text))
      #expect(operands.integer == i, "\(text)")
      #expect(operands.visibleDecimals == v, "\(text)")
      #expect(operands.significantDecimals == w, "\(text)")
      #expect(operands.decimals == f, "\(text)")
      #expect(operands.trimmedDecimals == t, "\(text)")
      #expect(operands.exponent == c, "\(text)")
    }
    for text in ["", ".", "1.", ".5", "a", "1c", "1cx", "1.2.3", "1c99", "٣"] {
      #expect(PluralOperands(text) == nil, "\(text)")
    }
    #expect(PluralOperands(Int.min).integer == 1 << 63)
  }

  @Test(
    "R49: every sample of every locale of CLDR takes the form that CLDR gives it",
    .enabled(if: CLDRPlurals.isInstalled, "install unicode-cldr-core"),
    arguments: ["plurals", "ordinals"])
  func samples(name: String) throws {
    let groups = try CLDRPlurals.read("\(CLDRPlurals.directory)/\(name).xml")
    var locales = 0
    var samples = 0
    for group in groups {
      locales += group.locales.count
      let rules = PluralRules(
        try group.rules.filter { $0.category != .other }.map {
          PluralRules.Rule(category: $0.category, condition: try PluralCondition($0.text))
        })
      #expect(Set(rules.categories) == Set(group.rules.map(\.category)))
      for rule in group.rules {
        for sample in CLDRPlurals.samples(of: rule.text) {
          let operands = try #require(PluralOperands(sample), "\(sample)")
          samples += 1
          #expect(rules.category(for: operands) == rule.category, "\(group.locales) \(sample)")
          if let whole = Int(sample) {
            #expect(rules.category(for: whole) == rule.category, "\(group.locales) \(sample)")
          }
        }
      }
    }
    // A reader that finds nothing would prove nothing.
    #expect(locales > 90)
    #expect(samples > 800)
  }

  @Test(
    "R49: the rules of the languages here are CLDR's own",
    .enabled(if: CLDRPlurals.isInstalled, "install unicode-cldr-core"),
    arguments: ["en", "ar", "vi", "he", "fa"])
  func ownRules(code: String) throws {
    let groups = try CLDRPlurals.read("\(CLDRPlurals.directory)/plurals.xml")
    let group = try #require(groups.first { $0.locales.contains(code) })
    let wanted = PluralRules(
      try group.rules.filter { $0.category != .other }.map {
        PluralRules.Rule(category: $0.category, condition: try PluralCondition($0.text))
      })
    if CLDRPlurals.changed.contains(code) {
      let own = try Fixtures.language(code).pluralRules
      #expect(
        [0, 1, 2, 3, 11].map { own.category(for: $0) } == [.other, .one, .two, .other, .other])
    } else {
      #expect(try Fixtures.language(code).pluralRules == wanted)
    }
    if code == "en" { #expect(Language.english.pluralRules == wanted) }
  }
}

/// CLDR's plural rules as Debian installs them.
enum CLDRPlurals {
  static let directory = "/usr/share/unicode/cldr/common/supplemental"
  /// The locales whose rules are others in CLDR 48 than in CLDR 41, or have become some.
  static let changed: Set = [
    "he", "iw", "mt", "ro", "mo", "ca", "gl", "scn", "kok", "vec", "tg", "kw", "is", "lag", "no",
    "tw",
  ]
  static var isInstalled: Bool { access("\(directory)/plurals.xml", R_OK) == 0 }

  struct Group {
    var locales: [String]
    var rules: [(category: PluralCategory, text: String)]
  }

  static func read(_ path: String) throws -> [Group] {
    let file = try #require(fopen(path, "r"))
    defer { fclose(file) }
    var groups: [Group] = []
    var buffer = [CChar](repeating: 0, count: 4096)
    while fgets(&buffer, Int32(buffer.count), file) != nil {
      let line = String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
      if let (_, rest) = line.splitOnce(on: "<pluralRules locales=\""),
        let (locales, _) = String(rest).splitOnce(on: "\"")
      {
        groups.append(Group(locales: locales.split(separator: " ").map(String.init), rules: []))
      } else if let (_, rest) = line.splitOnce(on: "<pluralRule count=\""),
        let (count, tail) = String(rest).splitOnce(on: "\">"),
        let (text, _) = String(tail).splitOnce(on: "</pluralRule>")
      {
        groups[groups.count - 1].rules.append(
          (try #require(PluralCategory(rawValue: String(count))), String(text)))
      }
    }
    return groups
  }

  /// The numbers behind `@integer` and `@decimal`; a range such as `0.0~1.5` in full.
  static func samples(of rule: String) -> [String] {
    rule.split(separator: "@").dropFirst().flatMap { part in
      part.drop { $0 != " " }.split(separator: ",").flatMap { piece -> [String] in
        let ends = piece.trimmingBlanks.split(separator: "~").map(String.init)
        guard let first = ends.first, first != "…" else { return [] }
        guard ends.count == 2 else { return [first] }
        let decimals = first.split(separator: ".").dropFirst().first?.count ?? 0
        let scale = (0..<decimals).reduce(1) { value, _ in value * 10 }
        let bounds = ends.map { Int($0.filter { $0 != "." })! }
        return (bounds[0]...bounds[1]).map { value in
          guard decimals > 0 else { return String(value) }
          let fraction = String(value % scale)
          return "\(value / scale)."
            + String(repeating: "0", count: decimals - fraction.count) + fraction
        }
      }
    }
  }
}

extension Substring {
  fileprivate var trimmingBlanks: Substring {
    var rest = self.drop { $0 == " " }
    while rest.last == " " { rest.removeLast() }
    return rest
  }
}
