import Localization
import TestFolders
import Testing

/// Texts that count more than one thing.
enum CountingMessage: String, CaseIterable, MessageKey {
  case files = "%d files"
  case owned = "%@ has %d files in %d folders"

  var isPlural: Bool { true }
}

@Suite("Stringsdict files, read strictly")
struct PluralFileTests {
  private static let head =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\">\n<dict>\n"
  private static let tail = "\n</dict>\n</plist>\n"
  private static let files = message(
    "%d files", format: "%#@f@", variables: variable("f", one: "one file", other: "%d files"))
  private static let owned = message(
    "%@ has %d files in %d folders", format: "%1$@ has %2$#@f@",
    variables: variable("f", one: "one file in %3$#@d@", other: "%d files in %3$#@d@")
      + variable("d", one: "one folder", other: "%d folders"))

  private static func message(_ key: String, format: String, variables: String) -> String {
    """
    <key>\(key)</key><dict><key>NSStringLocalizedFormatKey</key><string>\(format)</string>\
    \(variables)</dict>
    """
  }

  private static func variable(
    _ name: String, type: String = "NSStringPluralRuleType", one: String, other: String
  ) -> String {
    """
    <key>\(name)</key><dict><key>NSStringFormatSpecTypeKey</key><string>\(type)</string>\
    <key>NSStringFormatValueTypeKey</key><string>d</string>\
    <key>one</key><string>\(one)</string><key>other</key><string>\(other)</string></dict>
    """
  }

  private func load(_ text: some Sequence<UInt8>) throws -> Catalog<CountingMessage> {
    let scratch = try TestFolder()
    try scratch.write("", to: "en.lproj/Localizable.strings")
    try scratch.write(text, to: "en.lproj/Localizable.stringsdict")
    do {
      return try Catalog.load(language: .english, from: scratch.path)
    } catch {
      #expect(error.file == "\(scratch.path)/en.lproj/Localizable.stringsdict")
      throw error
    }
  }

  private func plain(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.value >> 4 != 0x206 }))
  }

  @Test(
    "R49: each variable inside the forms of another uses its own count",
    arguments: [
      (1, 1, "Aya has one file in one folder"), (1, 2, "Aya has one file in 2 folders"),
      (2, 1, "Aya has 2 files in one folder"), (21, 0, "Aya has 21 files in 0 folders"),
    ])
  func nested(files: Int, folders: Int, expected: String) throws {
    let catalog = try load((Self.head + Self.files + Self.owned + Self.tail).utf8)
    #expect(plain(catalog.text(.owned, counts: [files, folders], ["Aya"])) == expected)
  }

  @Test(
    "Entities, character references, comments, CDATA and blanks are read as XML requires",
    arguments: [
      ("one &lt;&amp;&gt; &quot;file&apos;", "one <&> \"file'"), ("&#233;&#xE9;&#x1F600;", "éé😀"),
      ("<![CDATA[<b>&amp;]]> x", "<b>&amp; x"), ("a<!-- b -->c", "ac"), (" a\n b ", " a\n b "),
      ("%% &#37;&#37;", "% %"),
    ])
  func text(written: String, meant: String) throws {
    let body = Self.message(
      "%d files", format: "<!-- <x> -->%#@f@",
      variables: Self.variable("f", one: written, other: "%d files"))
    let catalog = try load(
      ("<!-- é -->\n<!DOCTYPE plist PUBLIC \"x\" \"y\">\n<plist version='1.0'><dict >" + body
        + Self.owned + "</dict\n></plist>").utf8)
    #expect(catalog.text(.files, count: 1) == meant)
  }

  @Test("UTF-16 with a byte order mark is read as UTF-8 is")
  func utf16() throws {
    let text = (Self.head + Self.files + Self.owned + Self.tail).replacing("UTF-8", with: "UTF-16")
    let bytes: [UInt8] = [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    #expect(plain(try load(bytes).text(.files, count: 3)) == "3 files")
  }

  @Test(
    "R10: an invalid property list is refused with its place",
    arguments: [
      ("", 1, 1, "expected-property-list"), ("{}", 1, 1, "expected-property-list"),
      ("<plist><dict/></plist>", 1, 1, "expected-property-list"),
      ("<plist version=\"1.0\"><array/></plist>", 1, 22, "expected-dictionary"),
      ("<plist version=\"1.0\"></plist>", 1, 22, "expected-dictionary"),
      ("<plist version=\"1.0\"><dict></plist>", 1, 28, "wrong-end-tag"),
      ("<plist version=\"1.0\"><dict>", 1, 22, "unterminated-element"),
      ("<plist version=\"1.0\"><dict/>", 1, 1, "unterminated-element"),
      ("<plist version=\"1.0\"><dict/></dict>", 1, 29, "wrong-end-tag"),
      ("<plist version=\"1.0\"><dict/></plist>x", 1, 37, "text-after-end"),
      ("<plist version=\"1.0\"><dict/></plist>\n<dict/>", 2, 1, "text-after-end"),
      ("<plist version=\"1.0\"><dict>x</dict></plist>", 1, 28, "text-outside-element"),
      ("<plist version=\"1.0\"><dict><string>x</string></dict></plist>", 1, 28, "expected-key"),
      ("<plist version=\"1.0\"><dict><key>x</key></dict></plist>", 1, 40, "expected-value"),
      ("<plist version=\"1.0\"><dict><key>x</key><key>y</key>", 1, 40, "expected-value"),
      ("<plist version=\"1.0\"><dict><key>x</key><true/>", 1, 40, "unsupported-element"),
      ("<plist version=\"1.0\"><dict><key>x</key><string a=\"b\">", 1, 40, "unsupported-element"),
      ("<plist version=\"1.0\"><dict><key>x", 1, 28, "unterminated-element"),
      ("<plist version=\"1.0\"><dict><key>x</string>", 1, 34, "wrong-end-tag"),
      ("<plist version=\"1.0\"><dict><key>x<b>", 1, 28, "unterminated-element"),
      ("<plist version=\"1.0\"><dict><key", 1, 28, "unterminated-tag"),
      ("<plist version=\"1.0\"><!-- <dict>", 1, 22, "unterminated-markup"),
      ("<?xml version=\"1.0\"", 1, 1, "unterminated-markup"),
      ("<!DOCTYPE plist", 1, 1, "unterminated-markup"),
      ("<!DOCTYPE plist [<!ENTITY a \"b\">]><plist/>", 1, 1, "unsupported-declaration"),
      ("<?xml version=\"1.0\" encoding=\"latin1\"?>", 1, 1, "unsupported-encoding"),
      ("<plist version=\"1.0\"><dict><key>&eacute;</key>", 1, 33, "unknown-entity"),
      ("<plist version=\"1.0\"><dict><key>a & b</key>", 1, 35, "unknown-entity"),
      ("<plist version=\"1.0\"><dict><key>&#xD800;</key>", 1, 33, "unknown-entity"),
      ("<plist version=\"1.0\"><dict><key>&#12a;</key>", 1, 33, "unknown-entity"),
      ("<plist version=\"1.0\"><dict><key><![CDATA[x</key>", 1, 33, "unterminated-markup"),
    ])
  func malformed(text: String, line: Int, column: Int, fault: String) {
    let error = #expect(throws: CatalogError.self) { try load(text.utf8) }
    #expect(error?.line == line)
    #expect(error?.column == column)
    guard case .malformedXML(let found) = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect("\(found)" == fault.camelCased)
  }

  @Test("R10: control characters are refused, including those written as numbers")
  func controls() {
    for text in ["<plist version=\"1.0\"><dict><key>&#27;", "<plist version=\"1.0\"><dict><key>\0"]
    {
      let error = #expect(throws: CatalogError.self) { try load(text.utf8) }
      #expect(error?.kind.code == "control-character")
      #expect(error?.column == 33)
    }
  }

  @Test("R10: deeply nested dictionaries are refused, and the stack does not overflow")
  func depth() {
    let text = "<plist version=\"1.0\">" + String(repeating: "<dict><key>x</key>", count: 100_000)
    let error = #expect(throws: CatalogError.self) { try load(text.utf8) }
    #expect(error?.kind == .malformedXML(.tooDeep))
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    let message: String
    let kind: CatalogError.Kind
    var testDescription: String { "\(kind.code): \(message)" }

    init(_ message: String, _ kind: CatalogError.Kind) {
      self.message = message
      self.kind = kind
    }
  }

  @Test(
    "R10: an incomplete plural text is refused",
    arguments: [
      Refusal(
        (0..<20).map { "<key>\($0)</key><dict/>" }.joined() + "<key>7</key><dict/>",
        .duplicateKey("7", firstLine: 4)),
      Refusal(files + files, .duplicateKey("%d files", firstLine: 4)),
      Refusal(
        "<key>caf\u{E9}</key><dict/><key>cafe\u{301}</key><dict/>",
        .equivalentKey("cafe\u{301}", firstLine: 4)),
      Refusal(
        "<key>%d files</key><string>x</string>", .missingProperty("NSStringLocalizedFormatKey")),
      Refusal("<key>%d files</key><dict/>", .missingProperty("NSStringLocalizedFormatKey")),
      Refusal(
        "<key>%d files</key><dict><key>x</key><string>y</string></dict>", .unknownProperty("x")),
      Refusal(
        message(
          "%d files", format: "%#@f@",
          variables: "<key>f</key><dict><key>other</key><string>x</string></dict>"),
        .missingProperty("NSStringFormatSpecTypeKey")),
      Refusal(
        message(
          "%d files", format: "%#@f@",
          variables: variable("f", type: "NSStringVariableWidthRuleType", one: "x", other: "%d")),
        .invalidProperty("NSStringFormatSpecTypeKey", value: "NSStringVariableWidthRuleType")),
      Refusal(
        message(
          "%d files", format: "%#@f@",
          variables: variable("f", one: "x", other: "%d").replacing(">one<", with: ">single<")),
        .unknownProperty("single")),
      Refusal(
        message(
          "%d files", format: "%#@f@",
          variables: variable("f", one: "x", other: "%d").replacing(
            "<string>d<", with: "<string>f<")),
        .invalidProperty("NSStringFormatValueTypeKey", value: "f")),
      Refusal(
        message(
          "%d files", format: "%#@f@",
          variables: variable("f", one: "x", other: "%d").replacing(">one<", with: ">few<")),
        .missingPluralCategory(.one)),
      Refusal(message("%d files", format: "%#@g@", variables: ""), .undefinedVariable("g")),
      Refusal(
        message(
          "%d files", format: "%#@f@",
          variables: variable("f", one: "x", other: "%d")
            + variable("g", one: "x", other: "%d")),
        .unusedVariable("g")),
      Refusal(
        message(
          "%d files", format: "%#@f@", variables: variable("f", one: "x", other: "%1$#@f@")),
        .recursiveVariable("f")),
      Refusal(
        message(
          "%d files", format: "%1$#@f@ %1$#@f@", variables: variable("f", one: "x", other: "%d")),
        .repeatedVariable("f")),
      Refusal(
        message(
          "%d files", format: "%#@v0@",
          variables: (0..<9).map {
            variable("v\($0)", one: "x", other: "%1$#@v\($0 + 1)@")
          }.joined()),
        .tooManyVariables(limit: 8)),
      Refusal(
        message(
          "%d files", format: "%#@f@", variables: variable("f", one: "x", other: "files")),
        .differentPlaceholders(expected: "%1$d", found: "")),
      Refusal(
        message(
          "%d files", format: "%#@f@", variables: variable("f", one: "x", other: "%d %@")),
        .differentPlaceholders(expected: "%1$d", found: "%@")),
      Refusal(
        message(
          "%d files", format: "%2$#@f@", variables: variable("f", one: "x", other: "%d")),
        .differentPlaceholders(expected: "%1$d", found: "%2$#@f@")),
      Refusal(
        message("%d files", format: "%#@f@", variables: variable("f", one: "x", other: "%d %5d")),
        .invalidPlaceholder("%5d")),
      Refusal(
        message(
          "%@ has %d files in %d folders", format: "%1$@ has %2$#@f@ in %3$d",
          variables: variable("f", one: "one", other: "%d").replacing("%d", with: "%2$d %@")),
        .differentPlaceholders(expected: "%1$@ %2$d %3$d", found: "%1$@ %1$@ %2$d %3$d")),
      Refusal(
        message(
          "%@ has %d files in %d folders", format: "%1$@ has %2$#@f@",
          variables: variable("f", one: "one file", other: "%d in %3$d")),
        .differentPlaceholders(expected: "%1$@ %2$d %3$d", found: "%1$@")),
      Refusal(
        message(
          "%@ has %d files in %d folders", format: "%1$@ %#@f@ %3$d",
          variables: variable("f", one: "one file", other: "%d")),
        .invalidPlaceholder("%1$@")),
      Refusal(
        message(
          "%d files", format: "%#@f@", variables: variable("f", one: "\u{2067}x", other: "%d")),
        .unbalancedDirection("\u{2067}")),
      Refusal("", .missingKey("%d files")),
    ])
  func refused(_ refusal: Refusal) {
    let error = #expect(throws: CatalogError.self) {
      try load((Self.head + refusal.message + Self.tail).utf8)
    }
    #expect(error?.kind == refusal.kind)
    #expect(error?.line == (refusal.message.isEmpty ? 1 : 4))
  }
}

extension String {
  /// `text-after-end` as `textAfterEnd`.
  fileprivate var camelCased: String {
    let words = split(separator: "-")
    return words[0] + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
}
