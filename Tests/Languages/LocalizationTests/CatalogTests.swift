import Glibc
import Localization
import TestFolders
import Testing

@Suite("A catalog, whole")
struct CatalogTests {
  private func catalog(_ code: String) throws -> Catalog<SampleMessage> {
    try .load(language: Fixtures.language(code), from: Fixtures.resources)
  }

  private func plain(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.filter { !("\u{2066}"..."\u{2069}").contains($0) })
    )
  }

  @Test("Each language of the fixtures loads", arguments: ["en", "ar", "vi", "he", "fa"])
  func loads(code: String) throws {
    let catalog = try catalog(code)
    #expect(catalog.language.code.rawValue == code)
    for key in SampleMessage.allCases { #expect(!catalog.text(key).isEmpty) }
  }

  @Test("R48: English maps each text to itself, with or without a file")
  func english() throws {
    let builtIn = Catalog<SampleMessage>.builtIn()
    let loaded = try catalog("en")
    for key in SampleMessage.allCases where !key.rawValue.contains("%") {
      #expect(loaded.text(key) == key.rawValue)
      #expect(builtIn.text(key) == key.rawValue)
    }
    for count in [0, 1, 2, 21] {
      #expect(
        builtIn.text(.updates, count: count, ["x"]) == loaded.text(.updates, count: count, ["x"]))
    }
    #expect(plain(builtIn.text(.changesPending, count: 1)) == "1 change pending")
    #expect(plain(builtIn.text(.changesPending, count: 5)) == "5 changes pending")
  }

  @Test("An argument is isolated only if it or its sentence runs from right to left")
  func isolation() throws {
    let english = try catalog("en")
    #expect(
      english.text(.switchTo, ["العربية"])
        == "Press Enter to switch the app to \u{2068}العربية\u{2069}")
    #expect(english.text(.moved, ["a", "b"]) == "Moved a to b")
    #expect(english.text(.moved, ["“é” – 漢字", "٣"]) == "Moved “é” – 漢字 to \u{2068}٣\u{2069}")
    #expect(english.text(.changesPending, count: 5) == "5 changes pending")
    #expect(try catalog("ar").text(.moved, ["a", "b"]).contains("\u{2068}a\u{2069}"))
  }

  @Test("In a right-to-left language each argument is isolated, also in a text of signs alone")
  func isolationAmongSigns() throws {
    let scratch = try TestFolder()
    try scratch.copyFixtures("ar")
    let path = "ar.lproj/Localizable.strings"
    let text = try scratch.read(path).replacing("نقل %1$@ إلى %2$@", with: "%1$@ – %2$@")
    _ = try scratch.write(text, to: path)
    let language = try Language(Fixtures.code("ar"), in: scratch.path)
    let catalog = try Catalog<SampleMessage>.load(language: language, from: scratch.path)
    #expect(catalog.text(.moved, ["a", "b"]) == "\u{2068}a\u{2069} – \u{2068}b\u{2069}")
  }

  @Test(
    "An argument cannot end its isolation early nor leave one open",
    arguments: [
      ("a\u{2069}b", "\u{2068}ab\u{2069}"), ("\u{2067}a", "\u{2068}\u{2067}a\u{2069}\u{2069}"),
      ("\u{2067}a\u{2069}", "\u{2068}\u{2067}a\u{2069}\u{2069}"),
      ("a\u{2067}b\u{2069}c", "\u{2068}a\u{2067}b\u{2069}c\u{2069}"),
      ("\u{2066}a\u{2069}\u{2069}b", "\u{2068}\u{2066}a\u{2069}b\u{2069}"),
      (
        "\u{2068}a\u{2066}b\u{2069}c",
        "\u{2068}\u{2068}a\u{2066}b\u{2069}c\u{2069}\u{2069}"
      ),
    ])
  func balance(argument: String, expected: String) throws {
    #expect(
      try catalog("en").text(.switchTo, [argument]).unicodeScalars.elementsEqual(
        "Press Enter to switch the app to \(expected)".unicodeScalars))
  }

  @Test("Two percent signs are one; a placeholder without argument stays visible")
  func percent() throws {
    #expect(try catalog("en").text(.done) == "% done: 100 %")
    #expect(try catalog("ar").text(.done) == "تم %: ١٠٠ %")
    #expect(try catalog("en").text(.moved, ["a"]) == "Moved a to %2$@")
  }

  @Test(
    "A text that must be filled throws with too few or too many values",
    arguments: ["en", "ar", "vi", "he", "fa"])
  func filled(code: String) throws {
    let catalog = try catalog(code)
    #expect(try catalog.filled(.moved, ["a", "b"]) == catalog.text(.moved, ["a", "b"]))
    #expect(
      try catalog.filled(.updates, counts: [3], ["a"]) == catalog.text(.updates, count: 3, ["a"]))
    #expect(try catalog.filled(.language) == catalog.text(.language))
    for (key, counts, texts) in [
      (SampleMessage.moved, [], ["a"]), (.moved, [], ["a", "b", "c"]), (.moved, [1], ["a"]),
      (.updates, [], ["a"]), (.updates, [1], []), (.updates, [1, 2], ["a"]), (.done, [], ["a"]),
      (.changesPending, [], []),
    ] as [(SampleMessage, [Int], [String])] {
      let error = #expect(throws: ArgumentMismatch.self) {
        try catalog.filled(key, counts: counts, texts)
      }
      #expect(error?.key == key.rawValue)
      #expect(error?.description.contains("not \(counts.count) and \(texts.count)") == true)
    }
  }

  @Test(
    "R49: Arabic has six plural forms and its own digits",
    arguments: [
      (0, "لا تغييرات معلقة"), (1, "تغيير واحد معلق"), (2, "تغييران معلقان"),
      (3, "٣ تغييرات معلقة"), (11, "١١ تغييرا معلقا"), (100, "١٠٠ تغيير معلق"),
      (103, "١٠٣ تغييرات معلقة"),
    ])
  func arabicPlurals(count: Int, expected: String) throws {
    #expect(plain(try catalog("ar").text(.changesPending, count: count)) == expected)
  }

  @Test("R49: Vietnamese has one form, Persian its own digits")
  func otherPlurals() throws {
    #expect(plain(try catalog("vi").text(.changesPending, count: 1)) == "1 thay đổi đang chờ")
    #expect(
      plain(try catalog("fa").text(.updates, count: 12, ["x"])) == "۱۲ به‌روزرسانی از x است")
  }

  @Test("R10: a catalog corrected on disk is used by the next attempt")
  func mended() throws {
    let scratch = try TestFolder()
    try scratch.copyFixtures("ar")
    let arabic = try Fixtures.language("ar")
    let sound = try scratch.read("ar.lproj/Localizable.strings")
    try scratch.write(String(sound.dropLast(3)), to: "ar.lproj/Localizable.strings")
    let error = #expect(throws: CatalogError.self) {
      try Catalog<SampleMessage>.load(language: arabic, from: scratch.path)
    }
    #expect(error?.kind == .expectedSemicolon || error?.kind == .unterminatedString)
    try scratch.write(sound, to: "ar.lproj/Localizable.strings")
    _ = try Catalog<SampleMessage>.load(language: arabic, from: scratch.path)
  }

  struct Defect: Sendable, CustomTestStringConvertible {
    var file = "Localizable.strings"
    var replace: String
    var with: String
    var code: String
    var testDescription: String { "\(code): \(with)" }
  }

  @Test(
    "R10: a catalog that does not fit the program is refused as a whole",
    arguments: [
      Defect(replace: "\"Loading…\" =", with: "\"Loading\" =", code: "missing-key"),
      Defect(
        replace: "\"Loading…\" =", with: "\"More\" = \"x\"; \"Loading…\" =", code: "unused-key"),
      Defect(replace: "إلى %@", with: "إلى", code: "different-placeholders"),
      Defect(replace: "إلى %@", with: "إلى %@ %@", code: "different-placeholders"),
      Defect(replace: "إلى %@", with: "إلى %d", code: "different-placeholders"),
      Defect(replace: "إلى %@", with: "إلى %2$@", code: "different-placeholders"),
      Defect(replace: "إلى %@", with: "إلى %s", code: "invalid-placeholder"),
      Defect(replace: "إلى %@", with: "إلى %@ ٥٠%", code: "invalid-placeholder"),
      Defect(replace: "إلى %@", with: "إلى %#@x@", code: "invalid-placeholder"),
      Defect(replace: "إلى %@", with: "إلى %@ \\045@", code: "different-placeholders"),
      Defect(
        replace: "\"Loading…\" = \"", with: "\"Loading…\" = \"\\045d ",
        code: "different-placeholders"),
      Defect(
        replace: "\"Loading…\" = \"", with: "\"Loading…\" = \"\\U2067", code: "unbalanced-direction"
      ),
      Defect(replace: "%1$@ إلى %2$@", with: "%1$@ إلى %1$@", code: "different-placeholders"),
      Defect(replace: "%1$@ إلى %2$@", with: "%1$@ إلى %@", code: "invalid-placeholder"),
      Defect(
        replace: "\"Loading…\" =", with: "\"%d changes pending\" = \"x\"; \"Loading…\" =",
        code: "misplaced-key"),
      Defect(replace: "اللغة", with: "\u{2067}اللغة", code: "unbalanced-direction"),
      Defect(replace: "اللغة", with: "اللغة\\U202C", code: "unbalanced-direction"),
      Defect(
        file: "Localizable.stringsdict", replace: "<key>few</key>\n      <string>%d تغييرات",
        with: "<key>few</key>\n      <string>%@ تغييرات", code: "different-placeholders"),
      Defect(
        file: "Localizable.stringsdict",
        replace: "<key>two</key>\n      <string>تغييران معلقان</string>", with: "",
        code: "missing-plural-category"),
      Defect(
        file: "Localizable.stringsdict", replace: "%d changes pending", with: "%d changes",
        code: "unused-key"),
      Defect(
        file: "Localizable.stringsdict", replace: "%d changes pending", with: "Language",
        code: "misplaced-key"),
    ])
  func refused(_ defect: Defect) throws {
    let scratch = try TestFolder()
    try scratch.copyFixtures("ar")
    let sound = try scratch.read("ar.lproj/\(defect.file)")
    let parts = sound.splitOnce(on: defect.replace)
    let (before, after) = try #require(parts)
    try scratch.write("\(before)\(defect.with)\(after)", to: "ar.lproj/\(defect.file)")
    let error = #expect(throws: CatalogError.self) {
      try Catalog<SampleMessage>.load(language: Fixtures.language("ar"), from: scratch.path)
    }
    #expect(error?.kind.code == defect.code)
    #expect(error?.file == "\(scratch.path)/ar.lproj/\(defect.file)")
  }

  @Test("A plural form that the language does not have, or no longer, is not used")
  func superfluousForm() throws {
    let scratch = try TestFolder()
    try scratch.copyFixtures("ar")
    let rest = Fixtures.code("ar")
    let arabic = try Fixtures.language("ar")
    let poorer = Language(
      code: rest, nativeName: nil, direction: arabic.direction, script: arabic.script,
      digits: arabic.digits,
      pluralRules: PluralRules(arabic.pluralRules.rules.filter { $0.category != .few }))
    let catalog = try Catalog<SampleMessage>.load(language: poorer, from: scratch.path)
    let whole = try Catalog<SampleMessage>.load(language: arabic, from: scratch.path)
    let plural = try #require(SampleMessage.allCases.first { $0.isPlural })
    let digits = { (text: String) in text.replacing("٣", with: "#").replacing("٢٠٠", with: "#") }
    // A number that was `few` has the form `other` now.
    #expect(digits(catalog.text(plural, count: 3)) == digits(whole.text(plural, count: 200)))
    #expect(catalog.text(plural, count: 11) == whole.text(plural, count: 11))
  }

  @Test("A key type with cases that the compiler did not make is refused before it mixes up texts")
  func foreignCases() {
    enum Reversed: String, MessageKey {
      case one, two
      static let allCases: [Reversed] = [.two, .one]
      var isPlural: Bool { false }
    }
    #expect(!Reversed.hasCaseNumbers)
    #expect(SampleMessage.hasCaseNumbers)
  }

  @Test("R10: a missing file of texts or of plurals is refused")
  func missingFile() throws {
    for name in ["Localizable.strings", "Localizable.stringsdict"] {
      let scratch = try TestFolder()
      try scratch.copyFixtures("ar")
      #expect(unlink("\(scratch.path)/ar.lproj/\(name)") == 0)
      let error = #expect(throws: CatalogError.self) {
        try Catalog<SampleMessage>.load(language: Fixtures.language("ar"), from: scratch.path)
      }
      #expect(error?.kind == .unreadable(errno: ENOENT))
    }
  }
}

extension String {
  /// What stands before and behind the first occurrence of a text.
  func splitOnce(on separator: String) -> (Substring, Substring)? {
    firstRange(of: separator).map { (self[..<$0.lowerBound], self[$0.upperBound...]) }
  }
}
