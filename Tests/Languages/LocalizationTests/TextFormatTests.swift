import Foundation
import Localization
import TestFolders
import Testing

@Suite("Texts of programs with other placeholders than this library's")
struct TextFormatTests {
  private static let header =
    "msgid \"\"\nmsgstr \"Plural-Forms: nplurals=2; plural=n != 1;\\n\"\n\n"

  /// Brings a PO file into a folder with its source texts, and checks the folder.
  private func findings(of po: String, in scratch: TestFolder) throws -> [String] {
    let german = Fixtures.code("de")
    let read = try ExchangedCatalog(
      portableObject: Array((Self.header + po).utf8), file: "de.po", target: german)
    var english = ExchangedCatalog(source: .english, target: .english, units: read.units)
    for place in english.units.indices {
      english.units[place].target = english.units[place].source
    }
    try english.writeFiles(to: scratch.path)
    let checker = try CatalogChecker(source: .english, in: scratch.path)
    let result = try read.importing(into: scratch.path, checkedBy: checker)
    guard result.errors.isEmpty else { return result.errors.map(\.code) }
    return checker.check(scratch.path).filter { $0.severity == .error }.map(\.code)
  }

  @Test(
    "A text is checked by the format of its flags",
    arguments: [
      ("c-format", "%s has %lf of %1000000g", "%s hat %lf von %g", nil),
      ("c-format", "%1$03d of %2$s", "%2$s: %1$d", nil),
      ("c-format", "%<PRIu64> bytes, %m, %*d", "%<PRIu64> Bytes, %m, %*d", nil),
      ("c-format", "%d and %s", "%Id und %s", nil),
      ("c-format", "%d and %s", "%s und %d", "different-placeholders"),
      ("c-format", "%d and %s", "%d", "different-placeholders"),
      ("c-format", "100 %% of %d", "%d: 100 %", "invalid-placeholder"),
      ("c-format", "%d", "%y", "invalid-placeholder"),
      ("python-format", "%(name)s: %(count)d", "%(count)d: %(name)s", nil),
      ("python-format", "%(name)s: %(count)d", "%(nam)s: %(count)d", "different-placeholders"),
      ("python-format", "%s", "%d", "different-placeholders"),
      ("perl-brace-format", "{a} %", "% {a}", nil),
      ("no-c-format", "100 % sure, %H:%M", "zu 100 % sicher", nil),
      ("objc-format", "%@ and %d", "%d und", "different-placeholders"),
      ("objc-format", "%.1f MB of %@, %02d", "%.2f MB von %@, %03d", nil),
      ("objc-format", "%s: %x, %-10@, 100 %%", "%s: %X, %@, 100 %%", nil),
      ("objc-format", "%1$@ and %2$.1f", "%2$.1f, %1$@, %1$@", nil),
      ("objc-format", "%1$@ and %2$d", "%2$d: %1$@, %1$@", nil),
      ("objc-format", "%#@count@", "%#@count@!", nil),
      ("objc-format", "%.1f MB", "%d MB", "different-placeholders"),
      ("objc-format", "%d MB", "%.1f MB", "different-placeholders"),
      ("objc-format", "%.1f MB", "%y MB", "invalid-placeholder"),
    ])
  func formats(flag: String, source: String, target: String, code: String?) throws {
    let scratch = try TestFolder()
    let po = "#, \(flag)\nmsgid \"\(source)\"\nmsgstr \"\(target)\"\n"
    #expect(try findings(of: po, in: scratch) == (code.map { [$0] } ?? []))
    if code == nil {
      let exported = try ExchangedCatalog(
        source: .english, target: Fixtures.code("de"), in: scratch.path
      ).portableObject
      #expect(exported.contains("#, \(flag)\n") != flag.hasPrefix("no-"), "\(exported)")
      #expect(exported.contains("msgid \"\(source)\"\nmsgstr \"\(target)\"\n"), "\(exported)")
      #expect(exported.contains("objc") == flag.hasPrefix("objc"))
    }
  }

  @Test("A text with a percent sign but no flag has no placeholders, and gets no flag")
  func noFlag() throws {
    let scratch = try TestFolder()
    let po = """
      msgid "100% at %H"
      msgstr "um %H zu 100%"

      msgid "One file"
      msgid_plural "Files"
      msgstr[0] "Datei"
      msgstr[1] "Dateien"

      """
    #expect(try findings(of: po, in: scratch) == [])
    let exported = try ExchangedCatalog(
      source: .english, target: Fixtures.code("de"), in: scratch.path
    ).portableObject
    #expect(!exported.contains("#,"))
    #expect(exported.contains("msgstr[0] \"Datei\"\nmsgstr[1] \"Dateien\"\n"))
  }

  @Test("The source text decides what is filled, though a flag is missing or a comment denies it")
  func sourceDecides() throws {
    let scratch = try TestFolder()
    try scratch.write("\"Hello %@\" = \"Hello %@\";\n", to: "en.lproj/Localizable.strings")
    let checker = try CatalogChecker(source: .english, in: scratch.path)
    for text in ["Hallo %n%n%s", "Hallo", "%@ %@"] {
      let read = try ExchangedCatalog(
        portableObject: Array("msgid \"Hello %@\"\nmsgstr \"\(text)\"\n".utf8), file: "de.po",
        target: Fixtures.code("de"))
      let result = try read.importing(into: scratch.path, checkedBy: checker)
      #expect(result.errors.map(\.code) == ["different-placeholders"], "\(text)")
    }
    // A text without a percent sign has nothing to fill, whatever signs a translation has.
    try scratch.write("\"All\" = \"All\";\n", to: "en.lproj/Localizable.strings")
    let all = try ExchangedCatalog(
      portableObject: Array("msgid \"All\"\nmsgstr \"100 % sicher\"\n".utf8), file: "fr.po",
      target: Fixtures.code("fr"))
    let judge = try CatalogChecker(source: .english, in: scratch.path)
    #expect(try all.importing(into: scratch.path, checkedBy: judge).errors == [])
    #expect(judge.check(scratch.path).filter { $0.severity == .error } == [])
    try scratch.write("\"Hello %@\" = \"Hello %@\";\n", to: "en.lproj/Localizable.strings")
    try scratch.write(
      "/* check: format none */\n\"Hello %@\" = \"Hallo\";\n", to: "de.lproj/Localizable.strings")
    let errors = checker.check(scratch.path).filter {
      $0.severity == .error && $0.file.contains("/de.lproj/")
    }
    #expect(errors.map(\.code) == ["different-placeholders"])
  }

  @Test(
    "A format with an unknown name is a warning",
    arguments: [
      ("objective-c", 1), ("objc-format", 1), ("c,xyz", 1), ("objc", 0), ("c,python-brace", 0),
      ("none", 0),
    ])
  func unknownNames(name: String, count: Int) throws {
    let scratch = try TestFolder()
    try scratch.write(
      "/* check: format \(name) */\n\"Open\" = \"Open\";\n", to: "en.lproj/Localizable.strings")
    let found = try CatalogChecker(source: .english, in: scratch.path).check(scratch.path)
    #expect(found.map(\.code) == Array(repeating: "unknown-format", count: count))
    #expect(found.allSatisfy { $0.severity == .warning && $0.line == 2 })
  }

  @Test("Plural forms are checked by the format of their flags; one may omit the number")
  func plurals() throws {
    func po(_ one: String, _ other: String) -> String {
      "#, c-format\nmsgid \"%u byte of %s\"\nmsgid_plural \"%u bytes of %s\"\n"
        + "msgstr[0] \"\(one)\"\nmsgstr[1] \"\(other)\"\n"
    }
    #expect(
      try findings(of: po("%u Byte von %s", "%2$s: %1$u Bytes"), in: TestFolder()) == [])
    #expect(
      try findings(of: po("%u Byte von %s", "%u Bytes"), in: TestFolder())
        == ["different-placeholders"])
    #expect(
      try findings(of: po("%s Byte", "%u Bytes von %s"), in: TestFolder())
        == ["different-placeholders"])
  }

  @Test("A translation may have a bell if its text has one, and it survives an exchange")
  func controlCharacters() throws {
    let scratch = try TestFolder()
    let po = "msgid \"\\atime is up\"\nmsgstr \"\\adie Zeit ist um\"\n"
    #expect(try findings(of: po, in: scratch) == [])
    let exported = try ExchangedCatalog(
      source: .english, target: Fixtures.code("de"), in: scratch.path
    ).portableObject
    #expect(exported.contains(po), "\(exported)")
    #expect(
      try findings(of: "msgid \"time is up\"\nmsgstr \"\\adie Zeit ist um\"\n", in: TestFolder())
        == ["control-character"])
  }

  @Test(
    "A program of this library checks its texts by its own placeholders, despite any comment")
  func ownFormat() throws {
    let scratch = try TestFolder()
    try scratch.copyFixtures("vi")
    let path = "\(scratch.path)/vi.lproj/Localizable.strings"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("\"Press Enter") })
    try scratch.write(
      text.replacingOccurrences(
        of: line,
        with: "/* check: format c */\n"
          + "\"Press Enter to switch the app to %@\" = \"%s\";"), to: "vi.lproj/Localizable.strings"
    )
    let language = try Language(Fixtures.code("vi"), in: scratch.path)
    let error = #expect(throws: CatalogError.self) {
      try Catalog<SampleMessage>.load(language: language, from: scratch.path)
    }
    #expect(error?.kind.code == "invalid-placeholder")
  }
}
