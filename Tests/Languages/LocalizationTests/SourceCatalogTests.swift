import BuiltPrograms
import Foundation
import Localization
import TestFolders
import Testing

@Suite("Catalogs of any program, checked against their own source language")
struct SourceCatalogTests {
  private static let english = """
    "settings.title" = "Settings";
    "greeting" = "Hello, %@!";
    "moved" = "Moved %1$@ to %2$@.";
    "brand" = "%%";
    """
  private static let arabic = """
    "settings.title" = "الإعدادات";
    "greeting" = "أهلا يا %@!";
    "moved" = "نقل %1$@ إلى %2$@.";
    "brand" = "%%";
    """

  private static func plurals(
    _ forms: KeyValuePairs<String, String>, _ word: String
  ) -> String {
    let texts = forms.map { "<key>\($0)</key><string>\($1)</string>" }.joined()
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict><key>files.in</key><dict>
      <key>NSStringLocalizedFormatKey</key><string>%1$#@files@ \(word) %2$@</string>
      <key>files</key><dict><key>NSStringFormatSpecTypeKey</key>
      <string>NSStringPluralRuleType</string><key>NSStringFormatValueTypeKey</key>
      <string>d</string>\(texts)</dict></dict></dict></plist>
      """
  }

  private static let arabicForms: KeyValuePairs = [
    "zero": "لا ملفات", "one": "ملف", "two": "ملفان", "few": "%d ملفات", "many": "%d ملفا",
    "other": "%d ملف",
  ]

  /// A folder whose Arabic has a text replaced.
  private func check(
    _ old: String = "", with new: String = "", source: String = "en",
    arabicForms: KeyValuePairs<String, String> = Self.arabicForms
  ) throws -> [String] {
    let scratch = try TestFolder()
    try scratch.write(Self.english, to: "en.lproj/Localizable.strings")
    try scratch.write(
      Self.plurals(["one": "%d file", "other": "%d files"], "in"),
      to: "en.lproj/Localizable.stringsdict")
    try scratch.write(
      old.isEmpty ? Self.arabic : Self.arabic.replacing(old, with: new),
      to: "ar.lproj/Localizable.strings")
    try scratch.write(Self.plurals(arabicForms, "في"), to: "ar.lproj/Localizable.stringsdict")
    let code = try #require(LanguageCode(rawValue: source))
    return try CatalogChecker(source: code, in: scratch.path).check(scratch.path)
      .map { "\($0.file.dropFirst(scratch.path.count + 1)): \($0.code)" }
  }

  @Test("Valid catalogs pass with any keys, without a list and without language data")
  func sound() throws {
    #expect(try check() == [])
    // Either language may be the source.
    #expect(try check(source: "ar").filter { !$0.contains("untranslated") } == [])
    let greetings = "\(Fixtures.shipped)/../docs/examples/Greetings/Resources"
    #expect(try CatalogChecker(source: .english, in: greetings).check(greetings) == [])
    let fixtures = Fixtures.resources
    #expect(try CatalogChecker(source: .english, in: fixtures).check(fixtures) == [])
  }

  @Test(
    "Missing, superfluous and changed parts of a translation are found, and nothing else",
    arguments: [
      ("\"brand\" = \"%%\";", "", "missing-key"),
      ("\"brand\"", "\"old\" = \"قديم\"; \"brand\"", "unused-key"),
      ("يا %@!", "!", "different-placeholders"),
      ("%2$@", "%2$d", "different-placeholders"),
      ("أهلا يا %@!", "Hello, %@!", "untranslated"),
      ("أهلا يا %@!", "أهلا يا %@", "different-ending"),
      ("\"الإعدادات\"", "\"\"", "empty"),
      ("\"brand\"", "\"files.in\" = \"ملفات\"; \"brand\"", "misplaced-key"),
    ])
  func defects(old: String, new: String, code: String) throws {
    #expect(try check(old, with: new).map { $0.split(separator: " ").last } == [code[...]])
  }

  @Test("Plural forms are those of the language, from CLDR, and have the source's arguments")
  func pluralForms() throws {
    let file = "ar.lproj/Localizable.stringsdict"
    #expect(
      try check(arabicForms: ["one": "ملف", "other": "%d ملف"])
        == Array(repeating: "\(file): missing-plural-category", count: 4))
    #expect(
      try check(
        arabicForms: [
          "zero": "لا ملفات", "one": "ملف", "two": "ملفان", "few": "%d ملفات", "many": "%d ملفا",
          "other": "%2$@ ملف",
        ]) == ["\(file): different-placeholders"])
  }

  @Test("A missing source language is an error, and so is a language that CLDR does not have")
  func missing() throws {
    let scratch = try TestFolder()
    try scratch.write(Self.english, to: "en.lproj/Localizable.strings")
    try scratch.write(Self.english, to: "tlh.lproj/Localizable.strings")
    let error = #expect(throws: CatalogError.self) {
      try CatalogChecker(source: Fixtures.code("fr"), in: scratch.path)
    }
    #expect(error?.kind.code == "unreadable")
    let found = try CatalogChecker(source: .english, in: scratch.path).check(scratch.path)
    #expect(found.map(\.code) == ["unreadable"])
    #expect(found.first?.file.hasSuffix("tlh.lproj/Language.strings") == true)
  }

  @Test("An empty text keeps a catalog from loading")
  func emptyText() throws {
    let scratch = try TestFolder()
    try scratch.copyFixtures("ar")
    let file = "ar.lproj/Localizable.strings"
    try scratch.write(try scratch.read(file).replacing("\"اللغة\"", with: "\"\""), to: file)
    let language = try Fixtures.language("ar")
    let error = #expect(throws: CatalogError.self) {
      try Catalog<SampleMessage>.load(language: language, from: scratch.path)
    }
    #expect(error?.kind == .emptyText)
  }
}

/// A key of a program with more texts than two bytes can number, stored as its number.
private struct ManyKey: MessageKey {
  private static let count: UInt32 = 70_000
  var number: UInt32

  static let allCases = (0..<count).map { ManyKey(number: $0) }
  var rawValue: String { "Text \(number)" }
  var isPlural: Bool { false }

  init(number: UInt32) { self.number = number }

  init?(rawValue: String) {
    guard let number = UInt32(rawValue.dropFirst(5)), rawValue == "Text \(number)" else {
      return nil
    }
    self.init(number: number)
  }
}

@Suite("Catalogs of more than 65,536 texts")
struct ManyTextsTests {
  @Test("Each text is found by its key")
  func many() throws {
    let scratch = try TestFolder()
    try scratch.write(
      ManyKey.allCases.map { "\"\($0.rawValue)\" = \"نص \($0.number)\";\n" }.joined(),
      to: "ar.lproj/Localizable.strings")
    let catalog = try Catalog<ManyKey>.load(
      language: Fixtures.language("ar"), from: scratch.path)
    for number: UInt32 in [0, 255, 256, 65_535, 65_536, 65_537, 69_999] {
      #expect(catalog.text(ManyKey(number: number)) == "نص \(number)")
    }
  }
}

@Suite("CLDR's data of a language")
struct KnownLanguageTests {
  @Test(
    "R49: every locale of CLDR gets its own plural rules by its code",
    .enabled(if: CLDRPlurals.isInstalled, "install unicode-cldr-core"))
  func rules() throws {
    var locales = 0
    for group in try CLDRPlurals.read("\(CLDRPlurals.directory)/plurals.xml") {
      for locale in group.locales where locale != "root" && !CLDRPlurals.changed.contains(locale) {
        locales += 1
        let code = try #require(LanguageCode(rawValue: locale.replacing("_", with: "-")))
        let rules = try #require(PluralRules(language: code), "\(locale)")
        #expect(Set(rules.categories) == Set(group.rules.map(\.category)), "\(locale)")
        for rule in group.rules {
          for sample in CLDRPlurals.samples(of: rule.text) {
            let operands = try #require(PluralOperands(sample), "\(sample)")
            #expect(rules.category(for: operands) == rule.category, "\(locale) \(sample)")
          }
        }
      }
    }
    #expect(locales > 200)
  }

  @Test("A code is looked up with its subtags, then without them")
  func subtags() throws {
    func language(_ code: String) -> Language? { Language(known: Fixtures.code(code)) }
    #expect(language("ar")?.direction == .rightToLeft)
    #expect(language("ar-EG")?.digits.id == "arab")
    #expect(language("ar")?.pluralRules.categories.count == 6)
    #expect(language("pt-BR")?.pluralRules == language("pt")?.pluralRules)
    #expect(language("pt-PT")?.pluralRules != language("pt")?.pluralRules)
    #expect(language("pt-AO")?.pluralRules == language("pt-PT")?.pluralRules)
    #expect(language("sr")?.script == "Cyrl" && language("sr-Latn")?.script == "Latn")
    #expect(language("az-Arab")?.direction == .rightToLeft)
    #expect(language("pa-PK")?.direction == .rightToLeft && language("zh-HK")?.script == "Hant")
    #expect(language("iw")?.pluralRules == language("he")?.pluralRules)
    #expect(language("he")?.direction == .rightToLeft && language("de")?.direction == .leftToRight)
    #expect(language("tlh") == nil)
    #expect(PluralRules(language: Fixtures.code("tlh")) == nil)
  }

  @Test(
    "The generator gives the table that is checked in, byte for byte",
    .enabled(if: CLDRPlurals.isInstalled && BabelTests.isOfToday, "needs Babel 2.19"))
  func regeneration() throws {
    let tables = sourceFolder("Localization").appending(path: "Tables")
    let generator = Process()
    generator.executableURL = BabelTests.python
    generator.arguments = [
      tables.appending(path: "generate.py").path, "--output", "-",
    ]
    let output = Pipe()
    generator.standardOutput = output
    try generator.run()
    let generated = try output.fileHandleForReading.readToEnd()
    generator.waitUntilExit()
    #expect(generator.terminationStatus == 0)
    #expect(try generated == Data(contentsOf: tables.appending(path: "LanguageTable.swift")))
  }
}
