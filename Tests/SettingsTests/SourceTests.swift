import Foundation
import Testing

/// What no compiler forbids: the program's sources are searched.
struct SourceTests {
  /// Every source of the package with its path below `Sources` and its lines.
  private func sources() throws -> [(path: String, lines: [Substring])] {
    let root = URL(filePath: resources).deletingLastPathComponent().appending(path: "Sources")
    let files = try #require(
      FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
    return try files.compactMap { $0 as? URL }
      .filter { ["swift", "c", "h"].contains($0.pathExtension) }
      .map { file in
        let text = try String(contentsOf: file, encoding: .utf8)
        return (
          String(
            file.path(percentEncoded: false).dropFirst(root.path(percentEncoded: false).count)),
          text.split(separator: "\n", omittingEmptySubsequences: false)
        )
      }
  }

  /// Whether a scalar is an Arabic letter, mark, digit or sign. U+061C is none: it only says which
  /// way a text runs.
  private static func isArabic(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x061C: false
    case 0x0600...0x06FF, 0x0750...0x077F, 0x0870...0x08FF, 0xFB50...0xFDFF, 0xFE70...0xFEFC: true
    default: false
    }
  }

  /// The scalars that a line writes as escapes, of Swift (`\u{64A}`) and of C (`\u064A`, and the
  /// bytes of UTF-8, `\xD9`, whose lead bytes D8 to DB are those of the Arabic block). An example
  /// in a comment is no text.
  private static func escaped(_ line: Substring, isSwift: Bool) -> [Unicode.Scalar] {
    guard !line.drop(while: \.isWhitespace).hasPrefix("//") else { return [] }
    if isSwift {
      return line.matches(of: /\\u\{([0-9A-Fa-f]{1,8})\}/).compactMap {
        UInt32($0.1, radix: 16).flatMap(Unicode.Scalar.init)
      }
    }
    let names = line.matches(of: /\\[uU]([0-9A-Fa-f]{4,8})/).compactMap {
      UInt32($0.1, radix: 16).flatMap(Unicode.Scalar.init)
    }
    let bytes = line.matches(of: /\\x[dD]([89aAbB])/).compactMap {
      UInt32($0.1, radix: 16).flatMap { Unicode.Scalar(0x0600 + ($0 - 8) * 0x40) }
    }
    return names + bytes
  }

  @Test("R9: no Arabic letter stands in Sources outside of tables, as a letter or as an escape")
  func arabicLetters() throws {
    var tables = 0
    for (path, lines) in try sources() {
      let isTable = path.contains("/Tables/")
      for (number, line) in lines.enumerated() {
        let scalars =
          Array(line.unicodeScalars) + Self.escaped(line, isSwift: path.hasSuffix("swift"))
        guard let letter = scalars.first(where: Self.isArabic) else { continue }
        if isTable { tables += 1 }
        #expect(isTable, "\(path):\(number + 1): U+\(String(letter.value, radix: 16)): \(line)")
      }
    }
    // The search finds what the tables hold.
    #expect(tables > 10)
  }

  @Test(
    "R9: the search for Arabic letters finds each way of writing one",
    arguments: [
      (#"let a = "\u{64A}""#, true), (#"let a = "\u{0000064A}""#, true),
      (#"  case "\u{FEFB}": b"#, true), (#"/// "\u{64A}""#, true), (#"let a = "\u{61C}""#, true),
      (#"char *a = "\u064A";"#, false), (#"char *a = "\xd9\x8a";"#, false),
    ])
  func search(line: String, isSwift: Bool) {
    let isFound = Self.escaped(line[...], isSwift: isSwift).contains(where: Self.isArabic)
    #expect(isFound == !(line.hasPrefix("///") || line.contains("61C")))
  }

  @Test("R9: no code compares a language code to choose a text or a direction")
  func languageCodes() throws {
    let comparison = try Regex(#"[!=]= *(\.english\b|"[a-z]{2,3}")|case (\.english|"[a-z]{2,3}"):"#)
    let targets = ["/Settings/", "/lisan/", "/MirrorLayout/", "/Terminal/", "/Localization/"]
    let program = try sources().filter { source in targets.contains { source.path.hasPrefix($0) } }
    #expect(program.count > 50)
    for (path, lines) in program {
      for (number, line) in lines.enumerated() where !line.contains("///") {
        guard line.contains(comparison) else { continue }
        // Words of a language's own data, of the command line and of XML are no language codes.
        let words = ["ltr", "rtl", "get", "set", "amp", "lt", "gt"].map { "\"\($0)\"" }
        #expect(words.contains(where: line.contains), "\(path):\(number + 1): \(line)")
      }
    }
  }

  @Test("DESIGN: exactly one target knows ncurses")
  func oneScreen() throws {
    for (path, lines) in try sources() where !path.hasPrefix("/Terminal/") {
      #expect(!lines.contains { $0.hasPrefix("import CNCurses") }, "\(path)")
    }
  }
}
