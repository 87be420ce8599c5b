import Foundation
import TestEffort
import TestFolders
import Testing

@testable import Localization

@Suite("Catalogs exchanged with the tools of translators")
struct ExchangeTests {
  private static let arabic = Fixtures.code("ar")
  private static let hard = "a \"b\" \\ <c> & 'd'\n\té %@ 100 %%"

  private static let sample = ExchangedCatalog(
    source: .english, target: arabic,
    units: [
      .init(
        key: "settings.title", source: .plain("Settings"), target: .plain("الإعدادات"),
        comment: "A title.\nShort."),
      .init(key: hard, source: .plain(hard), target: .plain("\(hard) ع")),
      .init(key: "new", source: .plain("New")),
      .init(
        key: "%d files", source: .plural([.one: "%d file", .other: "%d files"]),
        target: .plural([
          .zero: "لا ملفات", .one: "ملف", .two: "ملفان", .few: "%d ملفات", .many: "%d ملفا",
          .other: "%d ملف",
        ])),
      .init(key: "undone", source: .plural([.one: "%d day", .other: "%d days"])),
    ])

  @Test("Texts written as PO are read back unchanged")
  func portableObject() throws {
    let text = Self.sample.portableObject
    // The time of the export.
    let year = text.firstMatch(of: /\bPO-Revision-Date: (\d{4})-/).flatMap { Int($0.1) }
    #expect(try #require(year, "\(text)") >= 2026)
    let read = try ExchangedCatalog(
      portableObject: Array(text.utf8), file: "ar.po", target: Self.arabic)
    #expect(read == Self.sample)
  }

  @Test("Texts written as XLIFF are read back unchanged")
  func xliff() throws {
    let read = try ExchangedCatalog(xliff: Array(Self.sample.xliff.utf8), file: "ar.xliff")
    var expected = Self.sample
    // A unit of XLIFF has a source for each form of the target.
    expected.units[3].source = .plural(
      Dictionary(
        uniqueKeysWithValues: PluralCategory.allCases.map {
          ($0, $0 == .one ? "%d file" : "%d files")
        }))
    expected.units[4].source = .plural(
      Dictionary(
        uniqueKeysWithValues: PluralCategory.allCases.map {
          ($0, $0 == .one ? "%d day" : "%d days")
        }))
    #expect(read == expected)
  }

  @Test(
    "XLIFF may have comments, sections, entities and signs in attributes as XML has them",
    arguments: [
      ("<trans-unit id=\"a&gt;b > c\"><source>x</source></trans-unit>", "a>b > c", "x"),
      (
        "<trans-unit id = 'a'><source>x<!-- y -->&amp;<![CDATA[<z>]]></source></trans-unit>", "a",
        "x&<z>"
      ),
      ("<?tool x?><trans-unit id='a'><source>&#xE9;\u{27}</source></trans-unit>", "a", "é'"),
    ])
  func xml(unit: String, key: String, source: String) throws {
    let text = "<?xml version=\"1.0\"?>\n\(Self.head)\(unit)</file></xliff>"
    let read = try ExchangedCatalog(xliff: Array(text.utf8), file: "ar.xliff")
    #expect(read.units == [.init(key: key, source: .plain(source))])
  }

  private static let head =
    "<xliff version=\"1.2\"><file source-language=\"en\" target-language=\"ar\">"

  @Test(
    "XLIFF that is no sound XML is refused with its line",
    arguments: [
      ("<trans-unit>", "expected </trans-unit>"), ("<trans-unit", "expected >"),
      ("</body>", "expected the end of the open element"),
      ("<a b='1' b='2'/>", "expected an attribute, each once"),
      ("<a b=1/>", "expected an attribute's value in quotation marks"),
      ("<a b='<'/>", "expected an attribute's value in quotation marks"),
      ("<!DOCTYPE a>", "expected no document type"), ("< a/>", "expected an element's name"),
      ("<!-- a", "expected the end of the comment or section"),
      ("&b;", "expected an entity of XML or a character's number"),
      ("&#7;", "control character U+0007"),
    ])
  func malformed(text: String, reason: String) {
    let error = #expect(throws: ExchangeError.self) {
      try ExchangedCatalog(xliff: Array("\(Self.head)\n\(text)".utf8), file: "ar.xliff")
    }
    #expect(error?.reason == reason)
    #expect(error?.line == 2)
  }

  @Test("A catalog goes through PO and XLIFF and loads as before")
  func wholeWay() throws {
    let resources = Fixtures.resources
    let greetings = "\(Fixtures.shipped)/../docs/examples/Greetings/Resources"
    for (directory, code) in [(resources, "ar"), (resources, "vi"), (greetings, "ar")] {
      let target = Fixtures.code(code)
      let catalog = try ExchangedCatalog(source: .english, target: target, in: directory)
      #expect(catalog.units.allSatisfy { $0.target != nil })
      for read in [
        try ExchangedCatalog(
          portableObject: Array(catalog.portableObject.utf8), file: "po", target: target),
        try ExchangedCatalog(xliff: Array(catalog.xliff.utf8), file: "xliff"),
      ] {
        #expect(read.units.map(\.key) == catalog.units.map(\.key))
        #expect(read.units.map(\.target) == catalog.units.map(\.target))
        let scratch = try TestFolder()
        for file in catalog.files {
          try scratch.write(file.text, to: "\(code).lproj/\(file.name)")
        }
        let again = try ExchangedCatalog(source: target, target: target, in: scratch.path)
        #expect(again.units.map(\.source) == catalog.units.compactMap(\.target))
      }
    }
  }

  @Test(
    "gettext accepts the files for every language that has plural rules in CLDR",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/msgfmt"), "needs gettext"))
  func gettext() throws {
    let scratch = try TestFolder()
    for code in [
      "ar", "br", "cs", "cy", "de", "fr", "ga", "gv", "he", "ja", "kw", "lt", "lv", "pl",
      "pt-PT", "ru", "sl", "vi",
    ] {
      let target = Fixtures.code(code)
      let catalog = ExchangedCatalog(
        source: .english, target: target,
        units: [
          .init(
            key: "files", source: .plural([.one: "%d file", .other: "%d files"]),
            target: .plural(
              Dictionary(uniqueKeysWithValues: PluralCategory.allCases.map { ($0, "\($0) %d") })))
        ])
      try scratch.write(catalog.portableObject, to: "\(code).po")
      let check = Process()
      check.executableURL = URL(filePath: "/usr/bin/msgfmt")
      check.arguments = ["--check", "-o", "/dev/null", "\(scratch.path)/\(code).po"]
      let errors = Pipe()
      check.standardError = errors
      try check.run()
      let complaint = String(
        decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
      check.waitUntilExit()
      #expect(check.terminationStatus == 0, "\(code): \(complaint)\n\(catalog.portableObject)")
      #expect(complaint == "", "\(code)")
      // The forms are found again by the numbers of the expression.
      let read = try ExchangedCatalog(
        portableObject: Array(catalog.portableObject.utf8), file: code, target: target)
      guard case .plural(let forms) = read.units[0].target else {
        Issue.record("\(code): no plural forms")
        continue
      }
      let rules = try #require(PluralRules(language: target))
      for (category, text) in forms {
        // Where only fractions are `other`, PO has no text for it.
        let isWhole = (0...200).contains { rules.category(for: $0) == category }
        #expect(text == "\(category) %d" || category == .other && !isWhole, "\(code)")
      }
    }
  }

  @Test("PO as others write it: fuzzy, obsolete, wrapped, with another order of the forms")
  func foreignPO() throws {
    let text = """
      # Translators
      msgid ""
      msgstr ""
      "Plural-Forms: nplurals=2; plural=(n == 1 ? 1 : 0);\\n"

      #. A note
      #: main.c:12
      #, c-format
      msgid "Hello, "
      "world"
      msgstr "Hallo, "
      "Welt"

      #, fuzzy
      #| msgid "Old"
      msgid "Newer"
      msgstr "Alt"

      msgctxt "menu"
      msgid "Open"
      msgstr "Öffnen"

      msgid "%d file"
      msgid_plural "%d files"
      msgstr[0] "%d Dateien"
      msgstr[1] "%d Datei"

      #~ msgid "Gone"
      #~ msgstr "Weg"
      """
    let read = try ExchangedCatalog(
      portableObject: Array(text.utf8), file: "de.po", target: Fixtures.code("de"))
    #expect(
      read.units == [
        .init(
          key: "Hello, world", source: .plain("Hello, world"), target: .plain("Hallo, Welt"),
          comment: "A note", format: .c, reference: "main.c:12"),
        .init(key: "Newer", source: .plain("Newer")),
        .init(key: "menu␄Open", source: .plain("Open"), target: .plain("Öffnen")),
        .init(
          key: "%d files", source: .plural([.one: "%d file", .other: "%d files"]),
          target: .plural([.one: "%d Datei", .other: "%d Dateien"]), format: TextFormat.none),
      ])
  }

  @Test("Context and text form the key of a PO file's text, and are written back")
  func contexts() throws {
    let text = """
      msgid ""
      msgstr "Plural-Forms: nplurals=2; plural=n != 1;\\n"

      msgctxt "menu"
      msgid "Open"
      msgstr "Öffnen"

      msgctxt "menu"
      msgid "Save"
      msgstr "Sichern"

      msgid "Open"
      msgstr "Offen"

      msgctxt ""
      msgid "Open"
      msgstr "Leer"

      msgid "%d days left."
      msgstr "noch %d Tage."

      msgid "%d day left."
      msgid_plural "%d days left."
      msgstr[0] "noch %d Tag."
      msgstr[1] "noch %d Tage."

      msgctxt "menu"
      msgid "%d file"
      msgid_plural "%d files"
      msgstr[0] "%d Datei"
      msgstr[1] "%d Dateien"

      """
    let german = Fixtures.code("de")
    let read = try ExchangedCatalog(
      portableObject: Array(text.utf8), file: "de.po", target: german)
    #expect(
      read.units.map(\.key) == [
        "menu␄Open", "menu␄Save", "Open", "␄Open", "%d days left.", "%d day left.", "menu␄%d files",
      ])
    let written = read.portableObject
    let entries = text.components(separatedBy: "\n\n").dropFirst()
    for entry in entries {
      let found = written.components(separatedBy: "\n\n").map {
        $0.replacingOccurrences(of: "#, objc-format\n", with: "")
          .trimmingCharacters(in: .newlines)
      }
      #expect(found.contains(entry.trimmingCharacters(in: .newlines)), "\(entry)\n\(written)")
    }
    let again = try ExchangedCatalog(
      portableObject: Array(written.utf8), file: "de.po", target: german)
    #expect(again == read)

    // The files of the folder hold them, and they are checked and found again.
    let scratch = try TestFolder()
    let english = ExchangedCatalog(
      source: .english, target: .english,
      units: read.units.map {
        .init(key: $0.key, source: $0.source, target: $0.source, format: $0.format)
      })
    try english.writeFiles(to: scratch.path)
    let checker = try CatalogChecker(source: .english, in: scratch.path)
    let result = try read.importing(into: scratch.path, checkedBy: checker)
    #expect(result.errors.isEmpty && result.new == 7 && result.missing == 0, "\(result)")
    #expect(checker.check(scratch.path).filter { $0.severity == .error }.isEmpty)
    let exported = try ExchangedCatalog(source: .english, target: german, in: scratch.path)
    #expect(Set(exported.units.map(\.withoutReference)) == Set(read.units))
  }

  @Test("R90: texts that a folder lacks already, or has too many, keep no translation out of it")
  func otherVersion() throws {
    let scratch = try TestFolder()
    try scratch.copyFixtures("vi")
    let path = "vi.lproj/Localizable.strings"
    let lines = try scratch.read(path).split(separator: "\n", omittingEmptySubsequences: false)
    let former = lines.filter { !$0.contains("\"Language\"") && !$0.contains("\"Loading") }
    _ = try scratch.write(
      former.joined(separator: "\n") + "\n\"Former text\" = \"x\";\n", to: path)
    let checker = CatalogChecker(SampleMessage.self)
    func imported(_ text: String, _ method: CatalogImport.Method) throws -> CatalogImport {
      try ExchangedCatalog(
        portableObject: Array(text.utf8), file: "vi.po", target: Fixtures.code("vi")
      ).importing(into: scratch.path, method, checkedBy: checker)
    }
    let one = "msgid \"Language\"\nmsgstr \"Ng\u{F4}n ng\u{1EEF}\"\n"
    let merged = try imported(one, .merge)
    #expect(merged.errors.isEmpty && merged.new == 1 && merged.missing == 1, "\(merged)")
    #expect(try scratch.read(path).contains("Ng\u{F4}n ng\u{1EEF}"))
    // A translation that the folder has is not lost for a file without it.
    #expect(try !imported(one, .replace).errors.isEmpty)
    #expect(try !imported("msgid \"Other\"\nmsgstr \"x\"\n", .merge).errors.isEmpty)
  }

  @Test("A header says the rule of whole numbers as briefly as a translator would")
  func pluralForms() throws {
    for (code, rule) in [
      ("en", "nplurals=2; plural=n == 1 ? 0 : 1;"), ("vi", "nplurals=1; plural=0;"),
      ("fa", "nplurals=2; plural=n == 0 || n == 1 ? 0 : 1;"),
      (
        "pl",
        "nplurals=3; plural=n == 1 ? 0 : n % 10 >= 2 && n % 10 <= 4 "
          + "&& !(n % 100 >= 12 && n % 100 <= 14) ? 1 : 2;"
      ),
    ] {
      let catalog = ExchangedCatalog(source: .english, target: Fixtures.code(code), units: [])
      #expect(catalog.portableObject.contains("\"Plural-Forms: \(rule)\\n\""), "\(code)")
    }
  }

  @Test("Without Plural-Forms a translated plural is refused, and a fuzzy one is left alone")
  func withoutPluralForms() throws {
    let translated = """
      msgid "%d item"
      msgid_plural "%d items"
      msgstr[0] "a"
      msgstr[1] "b"
      """
    let error = #expect(throws: ExchangeError.self) {
      try ExchangedCatalog(
        portableObject: Array(translated.utf8), file: "f", target: Self.arabic)
    }
    #expect(error?.kind == .pluralForms && error?.line == 1, "\(String(describing: error))")
    let fuzzy = try ExchangedCatalog(
      portableObject: Array(("#, fuzzy\n" + translated).utf8), file: "f", target: Self.arabic)
    #expect(fuzzy.units.map(\.target) == [nil])
  }

  @Test("A text twice with one context is refused with its line")
  func repeated() {
    let text = """
      msgctxt "a"
      msgid "b"
      msgstr "c"

      msgctxt "a"
      msgid "b"
      msgstr "d"
      """
    let error = #expect(throws: ExchangeError.self) {
      try ExchangedCatalog(portableObject: Array(text.utf8), file: "f", target: Self.arabic)
    }
    #expect(
      error?.kind == .repeatedText("b", firstLine: 1) && error?.line == 5,
      "\(String(describing: error))")
  }

  @Test(
    "An older catalog with contexts as keys is exported unchanged and imported again"
  )
  func olderImport() throws {
    let scratch = try TestFolder()
    try scratch.write("\"menu\" = \"Open\";\n", to: "en.lproj/Localizable.strings")
    try scratch.write("\"menu\" = \"Öffnen\";\n", to: "de.lproj/Localizable.strings")
    let german = Fixtures.code("de")
    let old = try ExchangedCatalog(source: .english, target: german, in: scratch.path)
    #expect(old.portableObject.contains("msgctxt \"menu\"\nmsgid \"Open\"\n"))
    // As an older export wrote it, which did not say what its contexts are.
    let text = "msgctxt \"menu\"\nmsgid \"Open\"\nmsgstr \"Aufmachen\"\n"
    let read = try ExchangedCatalog(
      portableObject: Array(text.utf8), file: "de.po", target: german)
    let checker = try CatalogChecker(source: .english, in: scratch.path)
    let result = try read.importing(into: scratch.path, checkedBy: checker)
    #expect(result.errors.isEmpty && result.changed == 1 && result.new == 0, "\(result)")
    let new = try ExchangedCatalog(source: .english, target: german, in: scratch.path)
    #expect(
      new.units == [
        .init(
          key: "menu", source: .plain("Open"), target: .plain("Aufmachen"),
          reference: "en.lproj/Localizable.strings:1")
      ])
  }

  @Test("A program's text with a context is shown without it, and checked without it")
  func contextOfMessage() throws {
    enum Word: String, CaseIterable, MessageKey {
      case open = "100% menu␄Open %@"
      case files = "menu␄%d files"
      var isPlural: Bool { self == .files }
      var singular: String? { self == .files ? "%d file" : nil }
    }
    let english = Catalog<Word>.builtIn()
    #expect(english.text(.open, ["x"]).contains("Open"))
    #expect(!english.text(.open, ["x"]).contains("menu"))
    #expect(english.text(.files, count: 1).hasSuffix("file"))
    #expect(try english.filled(.open, ["x"]) == english.text(.open, ["x"]))
    let scratch = try TestFolder()
    let words = ExchangedCatalog(
      source: .english, target: .english,
      units: [
        .init(key: Word.open.rawValue, source: .plain("Open %@"), target: .plain("Open %@")),
        .init(
          key: Word.files.rawValue, source: .plural([.one: "%d file", .other: "%d files"]),
          target: .plural([.one: "%d file", .other: "%d files"])),
      ])
    let result = try words.importing(into: scratch.path, checkedBy: CatalogChecker(Word.self))
    #expect(result.errors.isEmpty, "\(result.errors)")
    try Catalog<Word>.compile(language: .english, in: scratch.path)
    let compiled = try Catalog<Word>.load(language: .english, from: scratch.path)
    #expect(compiled.isCompiled && compiled.text(.files, count: 3).hasSuffix("files"))
  }

  @Test(
    "An invalid PO file is refused with its line",
    arguments: [
      ("msgid \"a\"\nmsgstr a", 2), ("msgid \"a", 1), ("msgid \"a\\q\"", 1), ("hello", 1),
      ("msgstr \"a\"", 1), ("msgid \"a\"\n\n", 3),
      ("msgid \"a\"\nmsgid_plural \"b\"\nmsgstr[0] \"c\"", 1),
      ("msgid \"\"\nmsgstr \"Plural-Forms: plural=n >;\\n\"", 1),
      ("msgid \"\"\nmsgstr \"Plural-Forms: plural=n / 0;\\n\"", 1),
      ("msgid \"a\" b\nmsgstr \"\"", 1),
    ])
  func invalidPO(text: String, line: Int) {
    let error = #expect(throws: ExchangeError.self) {
      try ExchangedCatalog(portableObject: Array(text.utf8), file: "f", target: Self.arabic)
    }
    #expect(error?.line == line)
  }

  private static let one = "msgid \"Open\"\nmsgstr \"فتح\"\n"

  @Test(
    "The line ends of a PO file and the bytes around its texts make no difference",
    arguments: [
      one, one.replacingOccurrences(of: "\n", with: "\r\n"), "\u{FEFF}" + one,
      String(one.dropLast()), "\n\n" + one + "\n\n",
      one + "\n#~ msgid \"Gone\"\n#~ msgstr \"ذهب\"\n",
      one + "\n#~| msgid \"Old\"\n#~ msgid \"Gone\"\n#~ msgstr \"ذهب\"\n# at the end\n",
      "# first\n#: a.c:1\n#| msgid \"Opn\"\n" + one,
      "msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=utf-8\\n\"\n" + one,
      "msgid \"\"\n\"Op\"\n\"en\"\nmsgstr \"\\xd9\\201\"\n\"\\330\\252ح\"\n",
    ])
  func oneText(text: String) throws {
    let read = try ExchangedCatalog(
      portableObject: Array(text.utf8), file: "ar.po", target: Self.arabic)
    #expect(
      read.units.map(\.withoutReference) == [
        .init(key: "Open", source: .plain("Open"), target: .plain("فتح"))
      ])
  }

  @Test("A PO file with another character set or a control character is refused with the reason")
  func otherCharacters() throws {
    // "فتح" in ISO-8859-6.
    let latin = Array("msgid \"Open\"\nmsgstr \"".utf8) + [0xE1, 0xCA, 0xCD] + Array("\"\n".utf8)
    let header = Array(
      "msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=ISO-8859-6\\n\"\n\n".utf8)
    for (bytes, kind, description) in [
      (latin, ExchangeError.Kind.invalidUTF8, "ar.po:2: not valid UTF-8"),
      (header + latin, .charset("ISO-8859-6"), "ar.po: its character set is ISO-8859-6, not UTF-8"),
      (
        header + Array(Self.one.utf8), .charset("ISO-8859-6"),
        "ar.po: its character set is ISO-8859-6, not UTF-8"
      ),
      (
        Array("msgid \"a\"\nmsgstr \"b\0c\"\n".utf8), .controlCharacter("\0"),
        "ar.po:2: control character U+0000"
      ),
    ] {
      let error = #expect(throws: ExchangeError.self) {
        try ExchangedCatalog(portableObject: bytes, file: "ar.po", target: Self.arabic)
      }
      #expect(error?.kind == kind && error?.description == description)
    }
    // Where nothing but ASCII is used, its name does not matter.
    let plain = try ExchangedCatalog(
      portableObject: header + Array("msgid \"a\"\nmsgstr \"b\"\n".utf8), file: "ar.po",
      target: Self.arabic)
    #expect(plain.units.count == 1)
  }

  @Test(
    "Texts that are still the source's are exported as not translated, unless a comment allows them"
  )
  func untranslated() throws {
    let scratch = try TestFolder()
    let plural = ExchangedCatalog(
      source: .english, target: .english,
      units: [
        .init(
          key: "%d files", source: .plural([.one: "%d file", .other: "%d files"]),
          target: .plural([.one: "%d file", .other: "%d files"]))
      ])
    for code in ["en", "de"] {
      try scratch.write(plural.files[1].text, to: "\(code).lproj/Localizable.stringsdict")
    }
    try scratch.write(
      "/* Menu */\n\"Open\" = \"Open\";\n\"GNOME\" = \"GNOME\";\n\"%@: %@\" = \"%@: %@\";\n",
      to: "en.lproj/Localizable.strings")
    try scratch.write(
      "\"Open\" = \"Open\";\n/* check: allow untranslated */\n\"GNOME\" = \"GNOME\";\n"
        + "\"%@: %@\" = \"%@: %@\";\n", to: "de.lproj/Localizable.strings")
    let german = Fixtures.code("de")
    let read = try ExchangedCatalog(source: .english, target: german, in: scratch.path)
    #expect(
      read.units.map(\.target) == [nil, .plain("GNOME"), .plain("%@: %@"), nil])
    #expect(
      read.portableObject.contains(
        "#. Menu\n#: en.lproj/Localizable.strings:2\nmsgid \"Open\"\nmsgstr \"\"\n"))

    // What a translator has left as it is comes back as translated.
    let answer = "msgid \"Open\"\nmsgstr \"Open\"\n"
    let back = try ExchangedCatalog(
      portableObject: Array(answer.utf8), file: "de.po", target: german)
    try scratch.write(
      "\"GNOME\" = \"GNOME\";\n\"%@: %@\" = \"%@: %@\";\n", to: "de.lproj/Localizable.strings")
    let checker = try CatalogChecker(source: .english, in: scratch.path)
    #expect(try back.importing(into: scratch.path, checkedBy: checker).errors == [])
    let again = try ExchangedCatalog(source: .english, target: german, in: scratch.path)
    #expect(again.units[0].target == .plain("Open"))
  }

  @Test("Comments, sections and the order of files stay when texts change or are added")
  func comments() throws {
    let scratch = try TestFolder()
    try scratch.write(
      "\"a\" = \"a\";\n\"b\" = \"b\";\n\"c\" = \"c\";\n", to: "en.lproj/Localizable.strings")
    try scratch.write(
      "/* Top */\n// first\n\"b\"  =  \"x\\\"y\" ;  // after\n\n/* Next */\n\"a\" = \"y\";",
      to: "de.lproj/Localizable.strings")
    let po = "#. new\nmsgid \"c\"\nmsgstr \"z\"\n\nmsgid \"b\"\nmsgstr \"w\"\n"
    let german = Fixtures.code("de")
    let read = try ExchangedCatalog(portableObject: Array(po.utf8), file: "f", target: german)
    let checker = try CatalogChecker(source: .english, in: scratch.path)
    let result = try read.importing(into: scratch.path, checkedBy: checker)
    #expect(result.new == 1 && result.changed == 1 && result.errors.isEmpty, "\(result)")
    #expect(
      try String(contentsOfFile: "\(scratch.path)/de.lproj/Localizable.strings", encoding: .utf8)
        == "/* Top */\n// first\n\"b\"  =  \"w\" ;  // after\n\n/* Next */\n\"a\" = \"y\";\n"
        + "/* new */\n\"c\" = \"z\";\n")
  }

  @Test("Each piece of an XLIFF note is kept")
  func notes() throws {
    let text = """
      <xliff version="1.2"><file source-language="en" target-language="ar"><body>
      <trans-unit id="a"><source>a</source><target>أ</target>\
      <note>one <![CDATA[& two]]> three</note><note>four</note></trans-unit>
      </body></file></xliff>
      """
    let read = try ExchangedCatalog(xliff: Array(text.utf8), file: "f")
    #expect(read.units.map(\.comment) == ["one & two three\nfour"])
  }

  @Test("A string catalog with only new texts is read, and its texts are left alone")
  func newStringCatalog() throws {
    let text = """
      {"sourceLanguage": "en", "strings": {
        "Hello": {"localizations": {"ar": {"stringUnit": {"state": "new", "value": "Hello"}}}}}}
      """
    let read = try ExchangedCatalog(stringCatalog: Array(text.utf8), file: "x", target: Self.arabic)
    #expect(read.units == [.init(key: "Hello", source: .plain("Hello"))])
  }

  @Test(
    "An invalid XLIFF file is refused",
    arguments: [
      "", "<xliff>", "<xliff></file>", "<!DOCTYPE x><xliff/>", "<xliff/>", "text", "<file/>",
      "<file source-language='en' target-language='ar'><trans-unit id='a'><source>x<g/></source>",
      "<file source-language='en' target-language='ar'><a b='1' b='2'/></file>",
      "<file source-language='en' target-language='ar'>&unknown;</file>",
      "<file source-language='en' target-language='ar'><group id='a' restype='x-gettext-plurals'>"
        + "<trans-unit id='b[one]'></trans-unit></group></file>",
      String(repeating: "<a>", count: 100),
    ])
  func invalidXLIFF(text: String) {
    #expect(throws: ExchangeError.self) {
      try ExchangedCatalog(xliff: Array(text.utf8), file: "f")
    }
  }

  @Test("A string catalog has source texts in any state, devices, and texts that nobody translates")
  func sourcesOfStringCatalog() throws {
    func unit(_ value: String, _ state: String = "translated") -> String {
      "{\"stringUnit\": {\"state\": \"\(state)\", \"value\": \"\(value)\"}}"
    }
    let text = """
      {"sourceLanguage": "en", "strings": {
        "Open": {"localizations": {"ar": \(unit("افتح"))}},
        "quit": {"localizations": {"en": \(unit("Quit", "new")), "ar": \(unit("أنه"))}},
        "": {}, "Lisan": {"shouldTranslate": false},
        "tap": {"localizations": {
          "en": {"variations": {"device": {"iphone": \(unit("Tap")), "other": \(unit("Click"))}}},
          "ar": {"variations": {"device": {"mac": \(unit("انقر"))}}}}},
        "in": {"localizations": {
          "en": {"stringUnit": {"state": "translated", "value": "%#@files@ in %@"}, "substitutions": {
            "files": {"argNum": 2, "formatSpecifier": "ld", "variations": {"plural": {
              "one": \(unit("%arg file")), "other": \(unit("%arg files"))}}}}},
          "ar": {"stringUnit": {"state": "translated", "value": "%#@files@"}, "substitutions": {
            "files": {"formatSpecifier": "ld", "variations": {"plural": {
              "other": \(unit("%arg ملف"))}}}}}}},
        "two": {"localizations": {"en": {
          "stringUnit": {"state": "new", "value": "%#@a@ %#@b@"}, "substitutions": {"a": {}, "b": {}}}}}}}
      """
    func read(_ target: LanguageCode) throws -> ExchangedCatalog {
      try ExchangedCatalog(stringCatalog: Array(text.utf8), file: "f", target: target)
    }
    let files = ExchangedCatalog.Text.plural([
      .one: "%2$ld file in %1$@", .other: "%2$ld files in %1$@",
    ])
    let sources: [ExchangedCatalog.Text] = [
      .plain("Open"), .plain("Quit"), .plain("Lisan"), .plain("Click"), files,
    ]
    let own = try read(.english).units
    #expect(own.map(\.target) == sources + [nil])
    let arabic = try read(Self.arabic).units
    #expect(arabic.map(\.source).dropLast() == sources[...])
    #expect(
      arabic.map(\.target) == [
        .plain("افتح"), .plain("أنه"), .plain("Lisan"), .plain("انقر"),
        .plural([.other: "%ld ملف"]), nil,
      ])
  }

  @Test("A file whose source texts are in another language is refused, unless it brings these")
  func otherSource() throws {
    let scratch = try TestFolder()
    let unit = "<trans-unit id='a'><source>x</source><target>y</target></trans-unit>"
    let texts = [
      "x.xcstrings":
        "{\"sourceLanguage\":\"fr\",\"strings\":{\"a\":{\"localizations\":{\"ar\":{}}}}}",
      "x.xliff": "<xliff><file source-language='fr' target-language='ar'>\(unit)</file></xliff>",
      "us.xliff":
        "<xliff><file source-language='en_US' target-language='ar'>\(unit)</file></xliff>",
    ]
    for (name, text) in texts { try scratch.write(text, to: name) }
    let french = Fixtures.code("fr")
    for name in ["x.xcstrings", "x.xliff"] {
      let path = "\(scratch.path)/\(name)"
      let error = #expect(throws: ExchangeError.self) {
        try ExchangedCatalog(contentsOf: path, target: Self.arabic)
      }
      #expect(error?.reason == "its source texts are in fr, not in en" && error?.place == path)
      #expect(
        try ExchangedCatalog(contentsOf: path, source: french, target: Self.arabic).source == french
      )
    }
    #expect(
      try ExchangedCatalog(contentsOf: "\(scratch.path)/x.xcstrings", target: french).source
        == french)
    #expect(
      try ExchangedCatalog(contentsOf: "\(scratch.path)/us.xliff", target: Self.arabic).source
        == .english)
  }

  @Test("An XLIFF of Xcode gives the table Localizable, and its plural forms, without other tables")
  func xliffOfXcode() throws {
    func unit(_ id: String, _ source: String, _ target: String) -> String {
      "<trans-unit id=\"\(id)\"><source>\(source)</source><target>\(target)</target></trans-unit>"
    }
    func file(_ name: String, _ units: String...) -> String {
      "<file original='App/en.lproj/\(name)' source-language='en' target-language='ar'><body>"
        + units.joined() + "</body></file>"
    }
    let dictionary = "/%d days:dict/"
    let text =
      "<xliff version='1.2'>"
      + file("InfoPlist.strings", unit("title", "App", "تطبيق"))
      + file(
        "Localizable.strings", unit("title", "Open", "افتح"),
        unit("a|==|device.ipad", "Tap", "المس"),
        unit("a|==|device.other", "Click", "انقر"), unit("n|==|plural.one", "%d file", "ملف"),
        unit("n|==|plural.other", "%d files", "%d ملف"), unit("s", "%#@x@", "%#@x@"),
        unit("s|==|substitutions.x.plural.one", "x", "س"))
      + file(
        "Localizable.stringsdict",
        unit("\(dictionary)NSStringLocalizedFormatKey:dict/:string", "%#@d@", "%#@d@"),
        unit("\(dictionary)d:dict/one:dict/:string", "%d day", "يوم"),
        unit("\(dictionary)d:dict/other:dict/:string", "%d days", "%d يوم"),
        unit("/two:dict/NSStringLocalizedFormatKey:dict/:string", "%#@d@ %#@e@", "%#@d@ %#@e@"),
        unit("/two:dict/d:dict/other:dict/:string", "%d days", "%d يوم"))
      + "</xliff>"
    let read = try ExchangedCatalog(xliff: Array(text.utf8), file: "f")
    #expect(
      read.units == [
        .init(key: "title", source: .plain("Open"), target: .plain("افتح")),
        .init(key: "a", source: .plain("Click"), target: .plain("انقر")),
        .init(
          key: "n", source: .plural([.one: "%d file", .other: "%d files"]),
          target: .plural([.one: "ملف", .other: "%d ملف"])),
        .init(key: "s", source: .plain("%#@x@")),
        .init(
          key: "%d days", source: .plural([.one: "%d day", .other: "%d days"]),
          target: .plural([.one: "يوم", .other: "%d يوم"])),
        .init(key: "two", source: .plural([.other: "%d days"])),
      ])
  }

  @Test(
    "A language that CLDR does not have gets the plural rules of its PO file, for later imports, too",
    arguments: [
      ("nplurals=2; plural=(n > 1);", "\"plural.one\" = \"n = 0..1\";\n"),
      ("nplurals=2; plural=(n == 1 ? 1 : 0);", "\"plural.one\" = \"n = 1\";\n"),
      ("nplurals=1; plural=0;", ""),
      (
        "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && (n%100<10 || n%100>=20) ? 1 : 2);",
        "\"plural.one\" = \"n % 10 = 1 and n % 100 != 11\";\n\"plural.few\" = "
          + "\"n % 10 != 0..1 and n % 100 = 0..9 or n % 10 != 0..1 and n % 100 != 0..19\";\n"
      ),
    ])
  func rulesOfHeader(field: String, rules: String) throws {
    let scratch = try TestFolder()
    let klingon = Fixtures.code("tlh")
    let count = Int(field.drop { !$0.isNumber }.prefix(1))!
    let forms = (0..<count).map { "msgstr[\($0)] \"\($0) %d\"\n" }.joined()
    let entry = "#, c-format\nmsgid \"%d file\"\nmsgid_plural \"%d files\"\n\(forms)"
    let po = "msgid \"\"\nmsgstr \"Plural-Forms: \(field)\\n\"\n\n\(entry)"
    let read = try ExchangedCatalog(portableObject: Array(po.utf8), file: "f", target: klingon)
    var english = ExchangedCatalog(source: .english, target: .english, units: read.units)
    english.units[0].target = english.units[0].source
    try english.writeFiles(to: scratch.path)
    let checker = try CatalogChecker(source: .english, in: scratch.path)
    #expect(try read.importing(into: scratch.path, checkedBy: checker).errors == [])
    #expect(try scratch.read("tlh.lproj/Language.strings").hasSuffix("\"latn\";\n" + rules))
    #expect(checker.check(scratch.path).filter { $0.severity == .error } == [])
    let again = try read.importing(into: scratch.path, checkedBy: checker)
    #expect(again.same == 1 && again.errors == [])
    let exported = try ExchangedCatalog(source: .english, target: klingon, in: scratch.path)
    let back = try ExchangedCatalog(
      portableObject: Array(exported.portableObject.utf8), file: "f", target: klingon)
    let language = try Language(klingon, in: scratch.path)
    let expression = try #require(PluralExpression(String(field.dropFirst(19).dropLast())))
    for number in [0, 1, 2, 5, 11, 21, 22, 111, 1000] {
      let form = back.units[0].target?.forms[language.pluralRules.category(for: number)]
      #expect(form == "\(expression.value(number)!) %d", "\(number)")
    }
  }

  @Test("A plural text that lacks a form is named with its line, if the language needs it")
  func missingForm() throws {
    let scratch = try TestFolder()
    let po = """
      msgid ""
      msgstr "Plural-Forms: nplurals=2; plural=n != 1;\\n"

      #, c-format
      msgid "%d file"
      msgid_plural "%d files"
      msgstr[0] "%d Datei"
      msgstr[1] ""
      """
    let read = try ExchangedCatalog(
      portableObject: Array(po.utf8), file: "de.po", target: Fixtures.code("de"))
    var english = ExchangedCatalog(source: .english, target: .english, units: read.units)
    english.units[0].target = english.units[0].source
    try english.writeFiles(to: scratch.path)
    let result = try read.importing(
      into: scratch.path, checkedBy: CatalogChecker(source: .english, in: scratch.path))
    #expect(
      result.errors.map(\.description) == [
        "de.po:5:1: error: the language needs the form other [missing-plural-category]"
      ])
  }

  @Test("A string catalog of Xcode is read, with plural forms and untranslated texts")
  func stringCatalog() throws {
    let text = """
      {"sourceLanguage": "en", "version": "1.0", "strings": {
        "Hello": {"comment": "Greeting", "localizations": {
          "ar": {"stringUnit": {"state": "translated", "value": "أهلا"}}}},
        "New": {"localizations": {"ar": {"stringUnit": {"state": "new", "value": "New"}}}},
        "Only here": {},
        "%lld files": {"localizations": {
          "en": {"variations": {"plural": {
            "one": {"stringUnit": {"state": "translated", "value": "%lld file"}},
            "other": {"stringUnit": {"state": "translated", "value": "%lld files"}}}}},
          "ar": {"variations": {"plural": {
            "one": {"stringUnit": {"state": "translated", "value": "ملف"}},
            "other": {"stringUnit": {"state": "translated", "value": "%lld ملف"}}}}}}}}}
      """
    let read = try ExchangedCatalog(
      stringCatalog: Array(text.utf8), file: "x", target: Self.arabic)
    #expect(
      read.units == [
        .init(
          key: "Hello", source: .plain("Hello"), target: .plain("أهلا"), comment: "Greeting"),
        .init(key: "New", source: .plain("New")),
        .init(key: "Only here", source: .plain("Only here")),
        .init(
          key: "%lld files", source: .plural([.one: "%lld file", .other: "%lld files"]),
          target: .plural([.one: "ملف", .other: "%lld ملف"])),
      ])
    let error = #expect(throws: ExchangeError.self) {
      try ExchangedCatalog(stringCatalog: Array(text.utf8), file: "x", target: Fixtures.code("fa"))
    }
    #expect(error?.kind == .noLanguage(Fixtures.code("fa")))
    for broken in ["", "[]", "{}", "{\"sourceLanguage\": \"en\"}", "{\"strings\": {}"] {
      #expect(throws: ExchangeError.self) {
        try ExchangedCatalog(stringCatalog: Array(broken.utf8), file: "x", target: Self.arabic)
      }
    }
  }

  @Test("Any bytes are quickly read or refused")
  func anyBytes() {
    let seeds = [
      Array(Self.sample.portableObject.utf8), Array(Self.sample.xliff.utf8),
      Array(#"{"sourceLanguage":"en","strings":{"a":{}}}"#.utf8),
    ]
    var generator = SystemRandomNumberGenerator()
    for round in 0..<Effort.rounds(short: 60, long: 600) {
      var bytes = seeds[round % 3]
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        if Bool.random(using: &generator) {
          bytes[place] = UInt8.random(in: 0...255, using: &generator)
        } else {
          bytes.remove(at: place)
        }
      }
      // No crash is the claim.
      _ = try? ExchangedCatalog(portableObject: bytes, file: "f", target: Self.arabic)
      _ = try? ExchangedCatalog(xliff: bytes, file: "f")
      _ = try? ExchangedCatalog(stringCatalog: bytes, file: "f", target: Self.arabic)
    }
  }
}

extension ExchangedCatalog.Unit {
  /// The text without the place of its source.
  fileprivate var withoutReference: Self {
    var unit = self
    unit.reference = nil
    return unit
  }
}
