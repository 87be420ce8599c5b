import Localization
import TestFolders
import Testing

@Suite("The check of all catalogs")
struct CatalogCheckerTests {
  /// Fixtures of two languages in a directory of their own, the second with one defect.
  private func check(
    _ code: String, _ file: String, replacing old: String, with new: String,
    widths: CatalogChecker.Widths? = nil
  ) throws -> [CatalogDiagnostic] {
    let scratch = try TestFolder()
    try scratch.copyFixtures("en")
    if code != "en" { try scratch.copyFixtures(code) }
    try scratch.write(
      "\"languages\" = \"\(code == "en" ? "en" : "en \(code)")\";", to: "Languages.strings")
    let sound = try scratch.read(file)
    let (before, after) = try #require(sound.splitOnce(on: old), "\(old)")
    try scratch.write("\(before)\(new)\(after)", to: file)
    return CatalogChecker(SampleMessage.self, widths: widths).check(scratch.path)
  }

  @Test("Valid catalogs pass, in five languages")
  func sound() {
    #expect(CatalogChecker(SampleMessage.self).check(Fixtures.resources) == [])
    #expect(CatalogChecker(SampleMessage.self).check(Fixtures.englishVietnamese) == [])
  }

  struct Seed: Sendable, CustomTestStringConvertible {
    let code: String
    let file: String
    let old: String
    let new: String
    let severity: CatalogDiagnostic.Severity
    var testDescription: String { "\(code): \(new)" }

    init(
      _ code: String, _ file: String, _ old: String, _ new: String,
      _ severity: CatalogDiagnostic.Severity = .warning
    ) {
      self.code = code
      self.file = file
      self.old = old
      self.new = new
      self.severity = severity
    }
  }

  private static let texts = "ar.lproj/Localizable.strings"
  private static let plurals = "ar.lproj/Localizable.stringsdict"
  private static let data = "ar.lproj/Language.strings"

  @Test(
    "Each kind of defect is reported, and no other with it",
    arguments: [
      Seed("expected-semicolon", texts, "اللغة\";", "اللغة\"", .error),
      Seed("unknown-escape", texts, "اللغة\";", "اللغة\\q\";", .error),
      Seed("duplicate-key", texts, "\"Loading", "\"Language\" = \"x\";\n\"Loading", .error),
      Seed("missing-key", texts, "\"Loading…\" = \"جار التحميل…\";", "", .error),
      Seed("unused-key", texts, "\"Loading", "\"Old\" = \"قديم\";\n\"Loading", .error),
      Seed(
        "misplaced-key", texts, "\"Loading", "\"%d changes pending\" = \"قديم\";\n\"Loading", .error
      ),
      Seed("different-placeholders", texts, "إلى %@", "إلى", .error),
      Seed("invalid-placeholder", texts, "إلى %@", "إلى %@ %", .error),
      Seed("unbalanced-direction", texts, "\"اللغة", "\"\u{2067}اللغة", .error),
      Seed("malformed-xml", plurals, "</plist>", "", .error),
      Seed(
        "missing-property", plurals,
        "<key>NSStringFormatValueTypeKey</key>\n      <string>d</string>", "", .error),
      Seed("undefined-variable", plurals, "%#@changes@", "%#@change@", .error),
      Seed(
        "missing-plural-category", plurals,
        "<key>two</key>\n      <string>تغييران معلقان</string>", "", .error),
      Seed("invalid-field", data, "\"rtl\"", "\"right\"", .error),
      Seed("missing-field", data, "\"digits\" = \"arab\";", "", .error),
      Seed("unknown-field", data, "\"digits\"", "\"size\" = \"1\"; \"digits\"", .error),
      Seed("invalid-plural-rule", data, "n = 1", "n is 1", .error),
      Seed("empty", texts, "\"اللغة\"", "\"\"", .error),
      Seed("untranslated", texts, "\"اتباع لغة النظام\"", "\"Follow the system language\""),
      Seed("different-ellipsis", texts, "التحميل…", "التحميل"),
      Seed("different-edge-space", texts, "\"اللغة\"", "\"اللغة \""),
      Seed("different-line-breaks", texts, "اتباع لغة", "اتباع\\nلغة"),
      Seed("doubled-space", texts, "اتباع لغة", "اتباع  لغة"),
      Seed("number-not-shown", plurals, "%d تغييرات", "بعض تغييرات"),
      Seed("not-normalized", texts, "اتباع", "ا\u{653}تباع"),
      Seed("three-dots", texts, "التحميل…", "التحميل..."),
      Seed("replacement-character", texts, "اتباع", "\u{FFFD}تباع", .error),
      Seed("invisible-character", texts, "اتباع لغة", "اتباع\u{200B} لغة"),
      Seed("private-character", texts, "اتباع لغة", "اتباع \u{E000} لغة"),
      Seed("embedding", texts, "اتباع لغة", "\u{202B}اتباع\u{202C} لغة"),
      Seed("latin-punctuation", texts, "اتباع لغة", "اتباع, لغة"),
      Seed("latin-punctuation", texts, "نقل %1$@ إلى", "%1$@, نقل إلى"),
      Seed("latin-punctuation", plurals, "%d تغييرات معلقة", "%d تغييرات معلقة;"),
      Seed("harakat", texts, "اتباع", "اتِّباع"),
      Seed("tatweel", texts, "اتباع", "اتبـــاع"),
      Seed("presentation-form", texts, "لغة النظام", "لغة ا\u{FEDF}نظام"),
      Seed("foreign-digits", texts, "١٠٠", "100"),
      Seed("mixed-digits", texts, "١٠٠", "١٠0"),
      Seed("mixed-digits", texts, "١٠٠", "١٠۵"),
      Seed("foreign-script", texts, "\"اللغة\"", "\"Langue\""),
      Seed("mixed-script-word", texts, "اضغط Enter", "اضغط \u{415}nter"),
      Seed("missing-name", data, "\"name\" = \"العربية\";", ""),
      Seed("name-in-foreign-script", data, "العربية", "Arabic", .error),
      Seed("name-taken", data, "\"العربية\"", "\"English\"", .error),
      Seed("direction-against-script", data, "\"rtl\"", "\"ltr\""),
      Seed("unlisted-language", "Languages.strings", " ar", ""),
      Seed(
        "source-differs", "en.lproj/Localizable.strings", "= \"Language\"", "= \"Tongue\"", .error),
      Seed(
        "source-differs", "en.lproj/Localizable.stringsdict", "<string>%d changes pending",
        "<string>%d changes wait", .error),
    ])
  func finds(_ seed: Seed) throws {
    let found = try check("ar", seed.file, replacing: seed.old, with: seed.new)
    #expect(found.contains { $0.code == seed.code && $0.severity == seed.severity }, "\(found)")
    #expect(found.allSatisfy { $0.file.hasSuffix("/\(seed.file)") }, "\(found)")
    if seed.code == "name-in-foreign-script" {
      #expect("\(found)".contains("script Arab"), "\(found)")
    }
    // Some defects cannot come alone: what cannot be read is missing too.
    let company: Set = [
      "name-taken", "missing-property", "undefined-variable", "private-character", "three-dots",
      "untranslated",
    ]
    if !company.contains(seed.code) { #expect(Set(found.map(\.code)) == [seed.code], "\(found)") }
  }

  @Test("Another language is checked by its data, without a change of code")
  func otherLanguage() throws {
    let found = try [
      check("vi", "vi.lproj/Localizable.strings", replacing: "Ngôn", with: "Ngo\u{302}n"),
      check(
        "vi", "vi.lproj/Language.strings", replacing: "digits\" = \"latn", with: "digits\" = \"arab"
      ),
      check("vi", "vi.lproj/Localizable.stringsdict", replacing: "<key>other<", with: "<key>many<"),
    ]
    #expect(found[0].map(\.code) == ["not-normalized"])
    #expect(found[1].map(\.code) == ["foreign-digits"])
    #expect(found[2].map(\.code) == ["missing-plural-category", "superfluous-plural-category"])
    #expect(found[2].map(\.severity) == [.error, .warning])
  }

  @Test("Texts wider than their place are found by key")
  func widths() throws {
    let widths = CatalogChecker.Widths(limits: ["Language": 5, "Loading…": 20]) {
      $0.unicodeScalars.count
    }
    let found = try check(
      "vi", "vi.lproj/Localizable.strings", replacing: "Ngôn ngữ", with: "Tiếng", widths: widths)
    #expect(found.map(\.kind) == [.finding(.tooWide(columns: 8, limit: 5))])
    #expect(found.first?.file.hasSuffix("/en.lproj/Localizable.strings") == true)
  }

  @Test("A comment silences a warning for its text only, and never an error")
  func allowed() throws {
    let untranslated = "\"Follow the system language\" = \"Follow the system language\";"
    let sound = "\"Follow the system language\" = \"اتباع لغة النظام\";"
    #expect(
      try check(
        "ar", Self.texts, replacing: sound,
        with: "/* A name. check: allow harakat untranslated */\n\(untranslated)") == [])
    #expect(
      try check(
        "ar", Self.texts, replacing: sound,
        with: "\(untranslated) /* check: allow untranslated */"
      ).map(\.code) == ["untranslated"])
    #expect(
      try check(
        "ar", Self.texts, replacing: "\"Language\" = \"اللغة\";",
        with: """
          /* check: allow untranslated */
          "Language" = "Language"; "Old" = "قديم"; "Older" = "Older";
          """
      ).map(\.code) == ["unused-key", "unused-key"])
    #expect(
      try check(
        "ar", Self.texts, replacing: sound,
        with: "/* check: allow untranslated */ \"Old\" = \"قديم\"; \(untranslated)"
      ).map(\.code) == ["unused-key", "untranslated"])
    #expect(
      try check(
        "ar", Self.texts, replacing: sound,
        with: "/* check: allow empty */ \"Follow the system language\" = \"\";"
      ).map(\.code) == ["empty"])
    #expect(
      try check(
        "ar", Self.plurals, replacing: "<key>%d updates from %@</key>",
        with: "<!-- check: allow number-not-shown --><key>%d updates from %@</key>"
      ) == [])
  }

  @Test("A diagnostic is a line that editors understand, or an object for programs")
  func output() throws {
    let found = try check(
      "ar", Self.texts, replacing: "\"اللغة\"", with: "\n  \"\u{2067}\\\"\"")
    let diagnostic = try #require(found.first)
    #expect(
      diagnostic.description.hasSuffix(
        "/ar.lproj/Localizable.strings:2:3: error: U+2067 has no partner in the text "
          + "[unbalanced-direction]"))
    let sample = CatalogDiagnostic(
      file: "a\"b\\\u{1}é", line: 3, column: 4,
      kind: .defect(.unusedKey("\n\u{2067}x")))
    #expect(
      CatalogDiagnostic.json([sample]) == #"""
        [
        {"file":"a\"b\\\u0001é","line":3,"column":4,"severity":"error","code":"unused-key",\#
        "message":"\"\n\u2067x\" is no text of the program"}
        ]

        """#)
    #expect(CatalogDiagnostic.json([]) == "[]\n")
  }

  @Test("A directory without languages is one error")
  func nothing() throws {
    let scratch = try TestFolder()
    let found = CatalogChecker(SampleMessage.self).check(scratch.path)
    #expect(found.map(\.code) == ["unreadable"])
  }
}
