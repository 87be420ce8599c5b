import TestFolders
import Testing

@testable import Localization

/// Rules of this module at their edges, where a slip of one would go unnoticed elsewhere.
@Suite("Edges of the rules for texts")
struct EdgeTests {
  @Test(
    "Each error of a catalog has its stable code and says what it is about",
    arguments: [
      (CatalogError.Kind.unreadable(errno: 2), "unreadable", "No such file"),
      (.unwritable(errno: 28), "unwritable", "No space"), (.damaged(.texts), "damaged", "damaged"),
      (.notRegularFile, "not-regular-file", "regular"), (.tooLarge(limit: 7), "too-large", "7"),
      (.tooManyFiles(limit: 7), "too-many-files", "7"), (.invalidUTF8, "invalid-utf8", "UTF-8"),
      (.invalidUTF16, "invalid-utf16", "UTF-16"),
      (.missingByteOrderMark, "missing-byte-order-mark", "byte order mark"),
      (.controlCharacter("\u{7}"), "control-character", "U+0007"),
      (.unterminatedComment, "unterminated-comment", "comment"),
      (.unterminatedString, "unterminated-string", "string"),
      (.unknownEscape("\\q"), "unknown-escape", "\\q"),
      (.shortEscape("\\U1"), "short-escape", "\\U1"),
      (.unpairedSurrogate("\\UD800"), "unpaired-surrogate", "\\UD800"),
      (.expectedKey, "expected-key", "a key"), (.expectedEquals, "expected-equals", "="),
      (.expectedValue, "expected-value", "a value"),
      (.expectedSemicolon, "expected-semicolon", ";"),
      (.duplicateKey("k", firstLine: 7), "duplicate-key", "\"k\" is a key already, in line 7"),
      (.equivalentKey("k", firstLine: 7), "equivalent-key", "line 7"),
      (.malformedXML(.tooDeep), "malformed-xml", "deeper"),
      (.missingProperty("p"), "missing-property", "p is missing"),
      (.unknownProperty("p"), "unknown-property", "\"p\""),
      (.invalidProperty("p", value: "v"), "invalid-property", "p cannot be \"v\""),
      (.undefinedVariable("v"), "undefined-variable", "\"v\" is not defined"),
      (.unusedVariable("v"), "unused-variable", "\"v\" is not used"),
      (.recursiveVariable("v"), "recursive-variable", "\"v\" contains itself"),
      (.repeatedVariable("v"), "repeated-variable", "\"v\" is used twice"),
      (.tooManyVariables(limit: 7), "too-many-variables", "7"),
      (.missingField("f"), "missing-field", "\"f\" is missing"),
      (
        .invalidField("f", value: "v", allowed: "a"), "invalid-field",
        "\"f\" cannot be \"v\", but: a"
      ),
      (.unknownField("f"), "unknown-field", "\"f\""),
      (.invalidPluralRule(.few, reason: "r"), "invalid-plural-rule", "few: r"),
      (.missingKey("k"), "missing-key", "\"k\" is missing"),
      (.unusedKey("k"), "unused-key", "\"k\" is no text"),
      (.misplacedKey("k", file: "f"), "misplaced-key", "\"k\" belongs in f"),
      (.invalidPlaceholder("%q"), "invalid-placeholder", "\"%q\""),
      (
        .differentPlaceholders(expected: "%@", found: ""), "different-placeholders",
        "are none, those of the key %@"
      ),
      (.missingPluralCategory(.two), "missing-plural-category", "needs the form two"),
      (.unbalancedDirection("\u{2067}"), "unbalanced-direction", "U+2067"),
      (.emptyText, "empty", "empty"),
    ])
  func codes(kind: CatalogError.Kind, code: String, part: String) {
    #expect(kind.code == code)
    #expect(kind.reason.contains(part), "\(kind.reason)")
    let error = CatalogError(file: "f", line: 3, column: 5, kind: kind)
    #expect(error.description == "f:3:5: error: \(kind.reason)")
  }

  @Test("A key without quotation marks is an expected key, and an error of the whole catalog")
  func bareKey() {
    let error = #expect(throws: CatalogError.self) {
      try StringTable(bytes: Array("x = \"y\";".utf8), file: "f")
    }
    #expect(error?.kind.code == "expected-key" && error?.line == 1 && error?.column == 1)
  }

  @Test(
    "Each error of a translator's file says what it is about, with the line where one is at fault",
    arguments: [
      (ExchangeError.Kind.invalidUTF8, "f:7: not valid UTF-8"),
      (.charset("X"), "f: its character set is X, not UTF-8"),
      (.controlCharacter("\0"), "f:7: control character U+0000"),
      (.repeatedText("a", firstLine: 3), "f:7: \"a\" is a text already, in line 3"),
      (.expected("x"), "f:7: expected x"),
      (.pluralForms, "f:7: Plural-Forms is no expression that fits the language"),
      (.noLanguage(.english), "f: no translations into en"),
      (.unknownFormat(endings: [".a", ".b"]), "f: its name must end in one of: .a, .b"),
      (.file(.unreadable(errno: 2)), "f: No such file or directory"),
      (.file(.notRegularFile), "f: not a regular file"),
    ])
  func exchangeErrors(kind: ExchangeError.Kind, description: String) {
    #expect(ExchangeError(kind, file: "f", line: 7).description == description)
  }

  @Test("A comment gives its format to the message behind it and to no other one")
  func formatOfOneMessage() throws {
    func message(_ key: String) -> String {
      """
      <key>\(key)</key><dict><key>NSStringLocalizedFormatKey</key><string>%#@n@</string>
      <key>n</key><dict><key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string>
      <key>NSStringFormatValueTypeKey</key><string>d</string>
      <key>other</key><string>%d</string></dict></dict>
      """
    }
    let comment = "<!-- check: format c -->"
    for (text, formats) in [
      (comment + message("a") + message("b"), [TextFormat.c, nil]),
      (message("a") + comment + message("b"), [nil, .c]),
      (message("a") + message("b") + comment, [nil, nil]),
    ] {
      var errors: [CatalogError] = []
      let file = try PluralFile(
        SourceText(Array("<plist version=\"1.0\"><dict>\(text)</dict></plist>".utf8), file: "f"),
        errors: &errors)
      #expect(errors.isEmpty)
      #expect(file.messages.map { file.format(of: $0) } == formats)
    }
  }

  @Test("Exactly the blocks of right-to-left scripts, and marks for directions, ask for an isolate")
  func rightToLeftBlocks() {
    let blocks: [ClosedRange<UInt32>] = [
      0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF,
    ]
    for block in blocks {
      for (value, isInside) in [
        (block.lowerBound - 1, false), (block.lowerBound, true), (block.upperBound, true),
        (block.upperBound + 1, false),
      ] {
        let text = Unicode.Scalar(value).map { "a\(Character($0))" } ?? ""
        #expect(text.mayRunRightToLeft == isInside, "\(String(value, radix: 16))")
      }
    }
    #expect("a\u{200F}".mayRunRightToLeft && "a\u{2067}".mayRunRightToLeft)
    #expect(!"a – 漢字".mayRunRightToLeft)
  }

  @Test(
    "Isolates and embeddings must close each other in order",
    arguments: [
      ("\u{2067}a\u{2069}", nil), ("\u{202B}a\u{202C}", nil),
      ("\u{2066}\u{202A}a\u{202C}\u{2069}", nil), ("a", nil), ("\u{2068}a", "\u{2068}"),
      ("\u{202E}a", "\u{202E}"), ("a\u{2069}", "\u{2069}"), ("a\u{202C}", "\u{202C}"),
      ("\u{2066}\u{202D}a\u{2069}\u{202C}", "\u{2069}"),
      ("\u{202A}\u{2066}a\u{202C}\u{2069}", "\u{202C}"),
      ("\u{2067}\u{2068}a\u{2069}", "\u{2067}"),
    ] as [(String, Unicode.Scalar?)])
  func unbalanced(text: String, sign: Unicode.Scalar?) {
    #expect(text.unbalancedDirectionalFormatting == sign)
  }

  @Test(
    "Plural expressions follow C in each operator and its precedence",
    arguments: [
      ("n != 1", [1, 0, 1]), ("n == 1", [0, 1, 0]), ("n < 1", [1, 0, 0]), ("n <= 1", [1, 1, 0]),
      ("n > 1", [0, 0, 1]), ("n >= 1", [0, 1, 1]), ("!n", [1, 0, 0]), ("n + 1", [1, 2, 3]),
      ("2 - n", [2, 1, 0]), ("n * 3", [0, 3, 6]), ("n / 2", [0, 0, 1]), ("n % 2", [0, 1, 0]),
      ("n == 0 || n == 2", [1, 0, 1]), ("n > 0 && n < 2", [0, 1, 0]),
      ("n == 0 || n == 1 && n == 2", [1, 0, 0]), ("1 + n * 2", [1, 3, 5]),
      ("4 - n - 1", [3, 2, 1]), ("n ? n == 1 ? 5 : 6 : 7", [7, 5, 6]), ("(n + 1) * 2", [2, 4, 6]),
    ])
  func expressions(text: String, values: [Int]) throws {
    let expression = try #require(PluralExpression(text))
    #expect((0...2).map { expression.value($0) } == values)
  }

  @Test("A plural expression has at most 2,048 bytes and 31 parentheses, and no remainder")
  func longExpressions() {
    #expect(PluralExpression("n" + String(repeating: "+n", count: 1023)) != nil)
    #expect(PluralExpression("n" + String(repeating: "+n", count: 1024)) == nil)
    func nested(_ count: Int) -> String {
      String(repeating: "(", count: count) + "n" + String(repeating: ")", count: count)
    }
    #expect(PluralExpression(nested(31))?.value(3) == 3)
    #expect(PluralExpression(nested(32)) == nil)
    for text in ["n n", "n +", "(n", "n ? 1", "12345678901", "m", ""] {
      #expect(PluralExpression(text) == nil, "\(text)")
    }
  }

  @Test(
    "A locale's name is the language with its script and region",
    arguments: [
      ("ar", "ar"), ("ar_EG.UTF-8", "ar-EG"), ("sr_RS@latin", "sr-Latn-RS"),
      ("sr_RS.UTF-8@cyrillic", "sr-Cyrl-RS"), ("sd_IN@devanagari", "sd-Deva-IN"),
      ("de_DE@euro", "de-DE"), ("C", nil), ("", nil), ("@latin", nil), ("a_B", nil),
    ])
  func locales(name: String, code: String?) {
    #expect(SystemLanguage.code(ofLocale: name[...])?.rawValue == code)
  }

  @Test(
    "A code has subtags of the lengths that BCP 47 allows",
    arguments: [
      ("AR", "ar"), ("zh-hant-tw", "zh-Hant-TW"), ("abcdefgh", "abcdefgh"), ("abcdefghi", nil),
      ("a", nil), ("ar-x", nil), ("ar-x-ab", "ar-x-ab"), ("ar-abcdefgh", "ar-abcdefgh"),
      ("ar-abcdefghi", nil), ("ar--eg", nil), ("a1", nil), ("ar-u-nu-LATN", "ar-u-nu-latn"),
      ("ar-12345678-12345678-12345678-123456", "ar-12345678-12345678-12345678-123456"),
    ])
  func languageCodes(text: String, code: String?) {
    let isTooLong = text.utf8.count > 35
    #expect(LanguageCode(rawValue: text)?.rawValue == (isTooLong ? nil : code))
  }

  @Test("A text counts as changed if any form of it has other bytes")
  func changedTexts() throws {
    let german = Fixtures.code("de")
    func catalog(_ plain: String, _ one: String) -> ExchangedCatalog {
      ExchangedCatalog(
        source: .english, target: german,
        units: [
          .init(key: "é", source: .plain("é"), target: .plain(plain)),
          .init(
            key: "%d files", source: .plural([.one: "%d file", .other: "%d files"]),
            target: .plural([.one: one, .other: "%d Dateien"])),
        ])
    }
    let folder = try TestFolder()
    _ = try catalog("\u{E9}x", "%d Datei").importing(into: folder.path, checkedBy: nil)
    for (plain, one, changed, same) in [
      ("\u{E9}x", "%d Datei", 0, 2), ("e\u{301}x", "%d Datei", 1, 1), ("\u{E9}x", "%d File", 1, 1),
    ] {
      let result = try catalog(plain, one).importing(into: folder.path, checkedBy: nil)
      #expect(result.changed == changed && result.same == same && result.new == 0, "\(result)")
      _ = try catalog("\u{E9}x", "%d Datei").importing(into: folder.path, checkedBy: nil)
    }
  }
}
