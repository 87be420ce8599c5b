import Foundation
import TestEffort
import TestFolders
import Testing

@testable import Localization

/// What an import or an export changes beside other programs, and what it leaves alone.
@Suite("Imports and exports lose nothing")
struct ImportSafetyTests {
  private static let arabic = Fixtures.code("ar")

  /// A folder with English texts, and Arabic ones if wanted.
  private func folder(_ keys: [String], arabic: Bool = true) throws -> TestFolder {
    let folder = try TestFolder()
    func file(_ prefix: String) -> String {
      keys.map { "\"\($0)\" = \"\(prefix) \($0)\";\n" }.joined()
    }
    try folder.write(file("text"), to: "en.lproj/Localizable.strings")
    if arabic { try folder.write(file("نص"), to: "ar.lproj/Localizable.strings") }
    return folder
  }

  private func catalog(_ keys: some Sequence<String>, _ word: String) -> ExchangedCatalog {
    ExchangedCatalog(
      source: .english, target: Self.arabic,
      units: keys.map {
        .init(key: $0, source: .plain("text \($0)"), target: .plain("\(word) \($0)"))
      })
  }

  @Test(
    "R94: two imports into one language at once both arrive, also if it is new",
    arguments: [true, false])
  func atOnce(hasTexts: Bool) throws {
    let keys = (0..<40).map { "t\($0)" }
    for _ in 0..<Effort.rounds(short: 8, long: 200) {
      let folder = try folder(keys, arabic: hasTexts)
      let path = folder.path
      let checker = hasTexts ? try CatalogChecker(source: .english, in: path) : nil
      let halves = [catalog(keys[..<20], "أول"), catalog(keys[20...], "ثان")]
      DispatchQueue.concurrentPerform(iterations: 2) { number in
        let result = Result { try halves[number].importing(into: path, checkedBy: checker) }
        #expect((try? result.get())?.errors == [], "\(result)")
      }
      let texts = try LanguageFiles(in: "\(path)/ar.lproj").texts
      for (number, key) in keys.enumerated() {
        #expect(texts[key] == .plain("\(number < 20 ? "أول" : "ثان") \(key)"))
      }
      #expect(!folder.names(in: "ar.lproj").contains { $0.hasSuffix(".new") })
    }
  }

  @Test("R94: what an editor saved during an import is not written over")
  func editor() throws {
    let folder = try folder(["a", "b"])
    let path = "\(folder.path)/ar.lproj"
    let before = try LanguageFiles.read(in: path)
    // The editor saves between the reading and the writing.
    try folder.write("\"a\" = \"محرر\";\n", to: "ar.lproj/Localizable.strings")
    let written = try LanguageFiles.write(
      [("Localizable.strings", Array("\"a\" = \"x\";\n".utf8))], in: path, over: before)
    #expect(written == nil)
    #expect(folder.names(in: "ar.lproj") == ["Localizable.strings"])
    #expect(try folder.read("ar.lproj/Localizable.strings") == "\"a\" = \"محرر\";\n")
  }

  @Test("R94: a link to a file stays, and the file behind it is replaced and kept")
  func links() throws {
    let folder = try folder(["a"])
    let (file, link) = ("\(folder.path)/texts/real.strings", "ar.lproj/Localizable.strings")
    let former = try folder.read(link)
    try folder.write(former, to: "texts/real.strings")
    try FileManager.default.removeItem(atPath: "\(folder.path)/\(link)")
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/\(link)", withDestinationPath: "../texts/real.strings")
    let checker = try CatalogChecker(source: .english, in: folder.path)
    let result = try catalog(["a"], "جديد").importing(into: folder.path, checkedBy: checker)
    #expect(result.errors == [] && result.changed == 1)
    #expect(folder.names(in: "ar.lproj") == ["Localizable.strings"])
    #expect(folder.names(in: "texts") == ["real.strings", "real.strings~"])
    #expect(try folder.read("texts/real.strings").contains("جديد"))
    #expect(try folder.read("texts/real.strings~") == former)
    #expect(result.formerFiles.map { ($0 as NSString).standardizingPath } == ["\(file)~"])

    // An export through a link does the same.
    try folder.write("msgid \"\"\nmsgstr \"\"\n", to: "texts/real.po")
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/ar.po", withDestinationPath: "texts/real.po")
    let kept = try catalog(["a"], "x").write(to: "\(folder.path)/ar.po")
    #expect(kept == "\(folder.path)/texts/real.po~")
    #expect(try folder.read("texts/real.po").contains("msgid \"text a\""))
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: "\(folder.path)/ar.po")
        == "texts/real.po")
  }

  @Test(
    "R94: an export keeps a file that says something else, under another name each time",
    arguments: ["po", "xliff"])
  func exports(ending: String) throws {
    let folder = try TestFolder()
    let path = "\(folder.path)/ar.\(ending)"
    #expect(try catalog(["a"], "١").write(to: path) == nil)
    let first = try folder.read("ar.\(ending)")
    #expect(try catalog(["a"], "١").write(to: path) == nil)
    if ending == "po" {
      // Only the date differs.
      try folder.write(
        first.replacing(/PO-Revision-Date: 2/, with: "PO-Revision-Date: 1"), to: "ar.po")
      #expect(try catalog(["a"], "١").write(to: path) == nil)
    }
    #expect(try catalog(["a"], "٢").write(to: path) == "\(path)~")
    #expect(try catalog(["a"], "٣").write(to: path) == "\(path)~2")
    #expect(folder.names == ["ar.\(ending)", "ar.\(ending)~", "ar.\(ending)~2"])
    #expect(try folder.read("ar.\(ending)~").contains("١ a"))
    #expect(try folder.read("ar.\(ending)~2").contains("٢ a"))
  }

  @Test(
    "R94: a target of XLIFF counts if it is finished by its state, or by the unit without one",
    arguments: [
      ("", "", true), ("", "state='translated'", true), ("", "state='final'", true),
      ("", "state='signed-off'", true), ("approved='yes'", "", true),
      ("approved='no'", "state='translated'", true), ("approved='no'", "", false),
      ("", "state='new'", false), ("", "state='needs-translation'", false),
      ("", "state='needs-adaptation'", false), ("", "state='needs-l10n'", false),
      ("", "state='needs-review-adaptation'", false), ("", "state='needs-review-l10n'", false),
      ("", "state='needs-review-translation'", false), ("", "state='x-machine'", false),
      ("approved='yes'", "state='needs-translation'", false),
      ("translate='no'", "state='final'", false),
    ])
  func statesOfXLIFF(unit: String, target: String, counts: Bool) throws {
    let text = """
      <xliff><file source-language='en' target-language='ar'>
      <trans-unit id='a' \(unit)><source>A</source><target \(target)>أ</target>
      <alt-trans><source>B</source><target>ب</target></alt-trans></trans-unit>
      <group restype='x-gettext-plurals' id='n'>
      <trans-unit id='n[one]'><source>1</source><target>١</target></trans-unit>
      <trans-unit id='n[other]' \(unit)><source>2</source><target \(target)>٢</target></trans-unit>
      </group></file></xliff>
      """
    let read = try ExchangedCatalog(xliff: Array(text.utf8), file: "f")
    #expect(read.units.map(\.source) == [.plain("A"), .plural([.one: "1", .other: "2"])])
    #expect(
      read.units.map(\.target)
        == (counts ? [.plain("أ"), .plural([.one: "١", .other: "٢"])] : [nil, nil]))
  }

  @Test(
    "R94: a text of a string catalog counts if it is translated, in all of its forms",
    arguments: [("translated", true), ("new", false), ("needs_review", false), ("other", false)])
  func statesOfStringCatalog(state: String, counts: Bool) throws {
    func text(_ inner: String) throws -> ExchangedCatalog.Text? {
      let text = "{\"sourceLanguage\":\"en\",\"strings\":{\"a\":\(inner)}}"
      return try ExchangedCatalog(
        stringCatalog: Array(text.utf8), file: "f", target: Self.arabic
      ).units[0].target
    }
    let unit = "{\"stringUnit\":{\"state\":\"\(state)\",\"value\":\"أ\"}}"
    let done = "{\"stringUnit\":{\"state\":\"translated\",\"value\":\"ب\"}}"
    #expect(
      try text("{\"localizations\":{\"ar\":\(unit)}}") == (counts ? .plain("أ") : nil))
    #expect(
      try text(
        "{\"localizations\":{\"ar\":{\"variations\":{\"plural\":{\"one\":\(unit),\"other\":\(done)}}}}}"
      ) == (counts ? .plural([.one: "أ", .other: "ب"]) : nil))
    #expect(
      try text("{\"shouldTranslate\":false,\"localizations\":{\"ar\":\(done)}}") == nil)
  }

  @Test(
    "R94: a PO file of another language is refused, and one that names none is taken",
    arguments: [
      ("ar", "ar", true), ("ar_EG", "ar", true), ("ar_EG.UTF-8", "ar", true), ("", "ar", true),
      ("Arabic", "ar", true), ("ar", "ar-EG", true), ("ar ", "ar", true), ("iw", "he", true),
      ("pt_BR", "pt-BR", true), ("sr@latin", "sr-Latn", true), ("ar", "fa", false),
      ("fa", "ar", false), ("he", "ar", false), ("pt_BR", "pt-PT", false),
      ("sr@latin", "sr-Cyrl", false), ("zh_TW", "zh-Hant", true), ("zh_TW", "zh-Hans", false),
      ("ar_EG", "ar-SA", false),
    ])
  func languageOfPO(field: String, target: String, isTaken: Bool) throws {
    let text = "msgid \"\"\nmsgstr \"Language: \(field)\\n\"\n\nmsgid \"Open\"\nmsgstr \"x\"\n"
    let read = Result {
      try ExchangedCatalog(
        portableObject: Array(text.utf8), file: "f", target: Fixtures.code(target))
    }
    switch read {
    case .success(let catalog): #expect(isTaken && catalog.units.count == 1)
    case .failure(let error):
      #expect(!isTaken)
      #expect((error as? ExchangeError)?.kind == .noLanguage(Fixtures.code(target)))
    }
  }

  private static let po = "msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=UTF-8\\n\"\n\n"
  private static let xliff = "<xliff><file source-language='en' target-language='ar'>"

  private static func po(plural: String) -> String {
    """
    msgid ""
    msgstr "Plural-Forms: \(plural)\\n"

    msgid "%d file"
    msgid_plural "%d files"
    msgstr[0] "ملف %d"
    msgstr[1] "ملفات %d"

    """
  }

  private static func strings(_ inner: String) -> String {
    "{\"sourceLanguage\":\"en\",\"strings\":{\(inner)}}"
  }

  private static func unit(_ target: String) -> String {
    "<trans-unit id='a'><source>a</source><target>\(target)</target></trans-unit>"
  }

  private static func many(_ text: String, _ count: Int = 100_000) -> String {
    String(repeating: text, count: count)
  }

  private static func value(_ text: String) -> String {
    "\"a\":{\"localizations\":{\"ar\":{\"stringUnit\":{\"value\":\"\(text)\"}}}}"
  }

  private static let hostileTexts: [String: String] = {
    var texts: [String: String] = [:]
    texts["cut.po"] = "\(po)msgid \"a\"\nmsgstr \"س"
    texts["cut.xliff"] = "\(xliff)<trans-unit id='a'><source>a</source><target>س"
    texts["cut.xcstrings"] = "{\"sourceLanguage\":\"en\",\"strings\":{\"a\":{\"localizations\""
    texts["nul.po"] = "\(po)msgid \"a\"\nmsgstr \"س\0ص\"\n"
    texts["nul.xcstrings"] = strings(value("\\u0000"))
    texts["surrogate.xcstrings"] = strings(value("\\ud800"))
    texts["depth.xliff"] = xliff + many("<group>")
    texts["depth.xcstrings"] = many("{\"strings\":")
    texts["parentheses.po"] = po(plural: "nplurals=2; plural=" + many("("))
    texts["sum.po"] = po(plural: "nplurals=2; plural=n" + many("+n"))
    // The quotient and the remainder of the least number and -1 do not fit.
    let least = "(0-2147483648)*4294967296"
    texts["quotient.po"] = po(plural: "nplurals=2; plural=\(least)/(0-1);")
    texts["remainder.po"] = po(plural: "nplurals=2; plural=\(least)%(0-1)+9;")
    texts["zero.po"] = po(plural: "nplurals=2; plural=n % 0;")
    texts["number.po"] =
      "\(po)msgid \"a\"\nmsgid_plural \"b\"\nmsgstr[99999999999999999999] \"س\"\n"
    texts["bomb.xliff"] =
      "<!DOCTYPE x [<!ENTITY a \"س\"><!ENTITY b \"&a;&a;\">]>\(xliff)\(unit("&b;"))</file></xliff>"
    texts["twice.xliff"] = "\(xliff)\(unit("س"))\(unit("ص"))</file></xliff>"
    texts["targets.xliff"] = "\(xliff)\(unit("س</target><target>ص"))</file></xliff>"
    texts["languages.xliff"] =
      "\(xliff)</file><file source-language='en' target-language='fr'>\(unit("s"))</file></xliff>"
    texts["twice.xcstrings"] = strings("\(value("س")),\(value("ص"))")
    texts["twice.po"] = po + many("msgid \"a\"\nmsgstr \"س\"\n\n", 2)
    texts["placeholder.po"] = "\(po)msgid \"text %@ of %d\"\nmsgstr \"%@ من %n\"\n"
    texts["language.po"] = "msgid \"\"\nmsgstr \"Language: fa\\n\"\n\nmsgid \"a\"\nmsgstr \"س\"\n"
    return texts
  }()

  /// Files by their names: cut, deep, large, of another encoding or language, twice the same.
  private static let hostile: [String: [UInt8]] = {
    var files = hostileTexts.mapValues { Array($0.utf8) }
    files["utf16.po"] =
      [0xFF, 0xFE]
      + "msgid \"a\"\nmsgstr \"س\"\n".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    files["latin.xliff"] = Array(
      "\(xliff)\(unit("é"))</file></xliff>".unicodeScalars.map {
        UInt8($0.value)
      })
    return files
  }()

  @Test("R94: a hostile translator's file changes nothing", arguments: hostile.keys.sorted())
  func hostileFile(name: String) throws {
    let bytes = try #require(Self.hostile[name])
    let folder = try folder(["a", "%@ of %d"])
    let before = try folder.read("ar.lproj/Localizable.strings")
    try folder.write(bytes, to: name)
    let checker = try CatalogChecker(source: .english, in: folder.path)
    let result = Result {
      try ExchangedCatalog(contentsOf: "\(folder.path)/\(name)", target: Self.arabic)
        .importing(into: folder.path, checkedBy: checker)
    }
    if case .success(let done) = result { #expect(!done.errors.isEmpty) }
    #expect(folder.names(in: "ar.lproj") == ["Localizable.strings"])
    #expect(try folder.read("ar.lproj/Localizable.strings") == before)
  }
}

extension TestFolder {
  fileprivate func names(in name: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: "\(path)/\(name)")) ?? []).sorted()
  }
}
