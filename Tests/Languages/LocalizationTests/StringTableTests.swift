import Glibc
import Localization
import TestFolders
import Testing

@Suite("Strings files, read strictly")
struct StringTableTests {
  private func table(_ text: String) throws -> StringTable {
    try StringTable(bytes: Array(text.utf8), file: "x.strings")
  }

  @Test("Texts are found by their keys, in any number", arguments: [0, 1, 2, 7, 8, 9, 1000])
  func lookUp(count: Int) throws {
    let text = (0..<count).map { "\"key \($0)\" = \"value \($0)\";\n" }.joined()
    let table = try table(text)
    #expect(table.count == count)
    for number in 0..<count {
      #expect(table["key \(number)"] == "value \(number)")
      #expect(table.key(at: number) == "key \(number)")
      #expect(table.value(at: number) == "value \(number)")
    }
    #expect(table["key"] == nil)
    #expect(table["key \(count)"] == nil)
    #expect(table[""] == nil)
  }

  @Test("Comments, blanks and line ends of every kind may separate the tokens")
  func blanks() throws {
    let table = try table(
      "// one\r\n/* two \" */\"a\"/**/=\t\r\"1\" // \"c\" = \"3\";\n;\"b\"=\"2\\n\";/***//* é */ // end"
    )
    #expect(table.count == 2)
    #expect(table["a"] == "1")
    #expect(table["b"] == "2\n")
  }

  @Test(
    "Every documented escape is read",
    arguments: [
      (#"\n"#, "\n"), (#"\r"#, "\r"), (#"\t"#, "\t"), (#"\""#, "\""), (#"\'"#, "'"),
      (#"\\"#, "\\"), (#"\\n"#, "\\n"), (#"\U00E9"#, "é"), (#"\U00e9"#, "é"),
      (#"\U0020x"#, " x"), (#"\UD83D\UDE00"#, "😀"), (#"\U2068a\U2069"#, "\u{2068}a\u{2069}"),
      (#"\101\102"#, "AB"), (#"\011"#, "\t"), (#"é\nü\nﷺ"#, "é\nü\nﷺ"), ("a\tb", "a\tb"),
      (#"\""#, "\""), ("", ""),
    ])
  func escapes(written: String, meant: String) throws {
    let table = try table("\"key\" = \"\(written)\"; \"\(written)!\" = \"x\";")
    #expect(table["key"] == meant)
    #expect(table["\(meant)!"] == "x")
  }

  @Test(
    "UTF-8 with a byte order mark and UTF-16 of both byte orders give the same texts",
    arguments: ["UTF-8", "UTF-8 with mark", "UTF-16LE", "UTF-16BE"])
  func encodings(name: String) throws {
    let text = "/* é */ \"Language\" = \"اللغة 😀\";\n\"b\" = \"2\";"
    let table = try StringTable(bytes: encoded(text, as: name), file: "x.strings")
    #expect(table.count == 2)
    #expect(table["Language"] == "اللغة 😀")
    let broken = "\"a\" = \"😀é\";\n\"b\" = \"2\" \"c\""
    let error = #expect(throws: CatalogError.self) {
      try StringTable(bytes: encoded(broken, as: name), file: "x.strings")
    }
    #expect(error?.description == "x.strings:2:10: error: expected ; after the value")
  }

  private func encoded(_ text: String, as name: String) -> [UInt8] {
    switch name {
    case "UTF-8 with mark": [0xEF, 0xBB, 0xBF] + text.utf8
    case "UTF-16LE": [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    case "UTF-16BE": [0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    default: Array(text.utf8)
    }
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    let text: String
    let line: Int
    let column: Int
    let kind: CatalogError.Kind
    var testDescription: String { "\(kind.code): \(text.debugDescription)" }

    init(_ text: String, _ line: Int, _ column: Int, _ kind: CatalogError.Kind) {
      self.text = text
      self.line = line
      self.column = column
      self.kind = kind
    }
  }

  @Test(
    "R10: an invalid strings file is refused with place and reason",
    arguments: [
      Refusal("\"a\" = \"1\";\n\"a\" = \"2\";", 2, 1, .duplicateKey("a", firstLine: 1)),
      Refusal("\"\\U0061\" = \"1\"; \"a\" = \"2\";", 1, 17, .duplicateKey("a", firstLine: 1)),
      Refusal(
        "\"caf\u{E9}\" = \"1\";\n\"cafe\u{301}\" = \"2\";", 2, 1,
        .equivalentKey("caf\u{E9}", firstLine: 1)),
      Refusal(
        "\"\u{1112}\u{1161}\" = \"1\";\n\"x\"=\"\";\"\u{D558}\" = \"2\";", 2, 8,
        .equivalentKey("\u{D558}", firstLine: 1)),
      Refusal("\"K\" = \"1\";\n\"\u{212A}\" = \"2\";", 2, 1, .equivalentKey("K", firstLine: 1)),
      Refusal(
        "\"a\u{2026}\u{2002}\" = \"1\";\n\"a\u{2026}\u{2000}\" = \"2\";", 2, 1,
        .equivalentKey("a\u{2026}\u{2000}", firstLine: 1)),
      Refusal(#""a" = "\q";"#, 1, 8, .unknownEscape(#"\q"#)),
      Refusal(#""a" = "é\u00E9";"#, 1, 9, .unknownEscape(#"\u"#)),
      Refusal(#""a" = "\x41";"#, 1, 8, .unknownEscape(#"\x"#)),
      Refusal(#""a" = "\8";"#, 1, 8, .unknownEscape(#"\8"#)),
      Refusal(#""a" = "\12";"#, 1, 8, .unknownEscape(#"\12""#)),
      Refusal(#""a" = "\251";"#, 1, 8, .unknownEscape(#"\251"#)),
      Refusal("\"a\" = \"\\\n\";", 1, 8, .unknownEscape("\\\n")),
      Refusal(#""a" = "\U00E";"#, 1, 8, .shortEscape(#"\U00E"#)),
      Refusal(#""a" = "\U";"#, 1, 8, .shortEscape(#"\U"#)),
      Refusal(#""a" = "\U00G0";"#, 1, 8, .shortEscape(#"\U00"#)),
      Refusal(#""a" = "\UD83D";"#, 1, 8, .unpairedSurrogate(#"\UD83D"#)),
      Refusal(#""a" = "\UD83Dx";"#, 1, 8, .unpairedSurrogate(#"\UD83D"#)),
      Refusal(#""a" = "\UDE00\UD83D";"#, 1, 8, .unpairedSurrogate(#"\UDE00"#)),
      Refusal(#""a" = "\UD83D\U0041";"#, 1, 8, .unpairedSurrogate(#"\UD83D"#)),
      Refusal(#""a" = "\UD83D\U00";"#, 1, 14, .shortEscape(#"\U00"#)),
      Refusal(#""a" = "\U0000";"#, 1, 8, .controlCharacter("\0")),
      Refusal(#""a" = "\U0085";"#, 1, 8, .controlCharacter("\u{85}")),
      Refusal(#""a" = "\033";"#, 1, 8, .controlCharacter("\u{1B}")),
      Refusal("\"a\" = \"1\"\n\"b\" = \"2\";", 1, 10, .expectedSemicolon),
      Refusal("\"a\" = \"1\"", 1, 10, .expectedSemicolon),
      Refusal("\"a\" = ;", 1, 7, .expectedValue),
      Refusal("\"a\" =", 1, 6, .expectedValue),
      Refusal("\"a\" = 1;", 1, 7, .expectedValue),
      Refusal("\"a\" = {};", 1, 7, .expectedValue),
      Refusal("\"a\";", 1, 4, .expectedEquals),
      Refusal("\"a\" \"1\";", 1, 5, .expectedEquals),
      Refusal("\r\n\r\n\"a\";", 3, 4, .expectedEquals),
      Refusal("\r\r \"a\";", 3, 5, .expectedEquals),
      Refusal("a = \"1\";", 1, 1, .expectedKey),
      Refusal("\"a\" = \"1\";;", 1, 11, .expectedKey),
      Refusal("{ \"a\" = \"1\"; }", 1, 1, .expectedKey),
      Refusal("/", 1, 1, .expectedKey),
      Refusal("\u{A0}\"a\" = \"1\";", 1, 1, .expectedKey),
      Refusal("\"a\" = \"1", 1, 7, .unterminatedString),
      Refusal("\"a\" = \"1\\", 1, 7, .unterminatedString),
      Refusal("\"a\" = \"1\\\"", 1, 7, .unterminatedString),
      Refusal("\"a\" = \"1;\n\"b\" = \"2\";", 1, 7, .unterminatedString),
      Refusal("\"a\" = \"\\n1;\r\"b\" = \"2\";", 1, 7, .unterminatedString),
      Refusal("\"a", 1, 1, .unterminatedString),
      Refusal("\"", 1, 1, .unterminatedString),
      Refusal("\n/* \"a\" = \"1\";", 2, 1, .unterminatedComment),
      Refusal("/*/", 1, 1, .unterminatedComment),
      Refusal("/*", 1, 1, .unterminatedComment),
      Refusal("\"a\" = \"\0\";", 1, 8, .controlCharacter("\0")),
      Refusal("\"a\" = \"é\u{7F}\";", 1, 9, .controlCharacter("\u{7F}")),
      Refusal("\"a\" = \"1\u{1B}[2J\";", 1, 9, .controlCharacter("\u{1B}")),
      Refusal("// \u{9B}31m", 1, 4, .controlCharacter("\u{9B}")),
      Refusal("\"aaaaaaa\u{B}\" = \"\";", 1, 9, .controlCharacter("\u{B}")),
      Refusal("\"a\" = \"1\";\u{FEFF}", 1, 11, .expectedKey),
    ])
  func refused(_ refusal: Refusal) {
    let error = #expect(throws: CatalogError.self) { try table(refusal.text) }
    #expect(
      error
        == CatalogError(
          file: "x.strings", line: refusal.line, column: refusal.column, kind: refusal.kind))
  }

  @Test(
    "R10: bytes that are not text are refused with their place",
    arguments: [
      ([0x22, 0x61, 0xFF], 1, 3, "invalid-utf8"),
      ([0x0A, 0x22, 0xC3], 2, 2, "invalid-utf8"),
      ([0x22, 0xC0, 0x80], 1, 2, "invalid-utf8"),
      ([0x22, 0xC3, 0xA9, 0x61, 0xC3, 0xA9, 0xFF], 1, 5, "invalid-utf8"),
      ([0x22, 0xE2, 0x80, 0x22, 0xC3, 0xA9], 1, 2, "invalid-utf8"),
      ([0x22, 0xED, 0xA0, 0x80], 1, 2, "invalid-utf8"),
      ([0x22, 0xF4, 0x90, 0x80, 0x80], 1, 2, "invalid-utf8"),
      ([0xFF, 0xFE, 0x22], 1, 1, "invalid-utf16"),
      ([0xFF, 0xFE, 0x22, 0x00, 0x3D, 0xD8], 1, 2, "invalid-utf16"),
      ([0xFE, 0xFF, 0x00, 0x0A, 0xDE, 0x00, 0xD8, 0x3D], 2, 1, "invalid-utf16"),
      ([0x22, 0x00, 0x61, 0x00], 1, 1, "missing-byte-order-mark"),
      ([0x00, 0x22, 0x00, 0x61], 1, 1, "missing-byte-order-mark"),
      ([0xFF, 0xFE, 0x00, 0x00, 0x22, 0x00, 0x00, 0x00], 1, 1, "control-character"),
    ] as [([UInt8], Int, Int, String)])
  func noText(bytes: [UInt8], line: Int, column: Int, code: String) {
    let error = #expect(throws: CatalogError.self) {
      try StringTable(bytes: bytes, file: "x.strings")
    }
    #expect(error?.line == line)
    #expect(error?.column == column)
    #expect(error?.kind.code == code)
  }

  @Test("Keys that look alike and are not canonically equivalent are different keys")
  func differentKeys() throws {
    // Latin, Cyrillic and full width; a letter with two marks in both orders of one class.
    let table = try table(
      "\"a\"=\"1\";\"\u{430}\"=\"2\";\"\u{FF41}\"=\"3\";\"o\u{301}\u{308}\"=\"4\";\"o\u{308}\u{301}\"=\"5\";"
    )
    #expect(table["\u{430}"] == "2")
    #expect(table["o\u{308}\u{301}"] == "5")
    #expect(table["ó\u{308}"] == nil)
  }

  @Test("A file of 16 MiB is read; a larger one, or something that is not a file, is refused")
  func files() throws {
    let scratch = try TestFolder()
    let limit = 16 << 20
    var bytes = Array("\"a\" = \"1\";".utf8)
    bytes += Array(repeating: UInt8(ascii: " "), count: limit - bytes.count)
    try scratch.write(bytes, to: "full.strings")
    #expect(try StringTable(contentsOf: "\(scratch.path)/full.strings")["a"] == "1")
    try scratch.write(bytes + [0x20], to: "over.strings")
    let refusals: [(String, CatalogError.Kind)] = [
      ("\(scratch.path)/over.strings", .tooLarge(limit: limit)),
      (scratch.path, .notRegularFile), ("/dev/zero", .notRegularFile),
      (try scratch.makeFIFO("fifo"), .notRegularFile),
      ("\(scratch.path)/none", .unreadable(errno: ENOENT)),
      // The first page of a process's memory is never mapped, so that reading it fails as a disk
      // may.
      ("/proc/self/mem", .unreadable(errno: EIO)),
    ]
    for (path, kind) in refusals {
      let error = #expect(throws: CatalogError.self) { try StringTable(contentsOf: path) }
      #expect(error == CatalogError(file: path, kind: kind))
    }
  }
}
