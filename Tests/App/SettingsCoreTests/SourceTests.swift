import BuiltPrograms
import Foundation
import Testing

/// Rules that no compiler enforces: the program's sources are searched.
struct SourceTests {
  /// Every source of the package with its path below its room and its lines.
  private func sources() throws -> [(path: String, lines: [Substring])] {
    try sourceFolders.flatMap { folder in
      let files = try #require(
        FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
      let room = folder.deletingLastPathComponent().path(percentEncoded: false)
      return try files.compactMap { $0 as? URL }
        .filter { ["swift", "c", "h"].contains($0.pathExtension) }
        .map { file in
          let text = try String(contentsOf: file, encoding: .utf8)
          return (
            "/" + file.path(percentEncoded: false).dropFirst(room.count),
            text.split(separator: "\n", omittingEmptySubsequences: false)
          )
        }
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

  /// The first Arabic letter of a line. Most lines have only ASCII, and no escape: they are passed
  /// over at once.
  private static func arabicLetter(_ line: Substring, isSwift: Bool) -> Unicode.Scalar? {
    if line.utf8.contains(where: { $0 >= 0x80 }),
      let letter = line.unicodeScalars.first(where: isArabic)
    {
      return letter
    }
    guard line.utf8.contains(UInt8(ascii: "\\")) else { return nil }
    return escaped(line, isSwift: isSwift).first(where: isArabic)
  }

  @Test("R57: no text of the app has a description in English as a value")
  func descriptions() throws {
    for (path, lines) in try sources() where path.hasPrefix("/App/") {
      for (number, line) in lines.enumerated() where line.contains(".argument(") {
        #expect(
          line.firstMatch(of: /\.argument\([^)]*(description|strerror|\.reason)/) == nil,
          "\(path):\(number + 1): Show the error's text: SystemError.text, CatalogError.text")
      }
    }
  }

  @Test("R9: Sources have no Arabic letter outside tables, as a letter or as an escape")
  func arabicLetters() throws {
    var tables = 0
    for (path, lines) in try sources() {
      let isTable = path.contains("/Tables/")
      for (number, line) in lines.enumerated() {
        guard let letter = Self.arabicLetter(line, isSwift: path.hasSuffix("swift")) else {
          continue
        }
        if isTable { tables += 1 }
        #expect(isTable, "\(path):\(number + 1): U+\(String(letter.value, radix: 16)): \(line)")
      }
    }
    // The search finds the letters of the tables.
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
    let isFound = Self.arabicLetter(line[...], isSwift: isSwift) != nil
    #expect(isFound == !(line.hasPrefix("///") || line.contains("61C")))
  }

  @Test("R9: no code compares a language code to choose a text or a direction")
  func languageCodes() throws {
    let comparison = try Regex(#"[!=]= *(\.english\b|"[a-z]{2,3}")|case (\.english|"[a-z]{2,3}"):"#)
    let targets = [
      "/SettingsCore/", "/LisanApp/", "/MirrorLayout/", "/Terminal/", "/Localization/",
    ]
    let program = try sources().filter { source in targets.contains { source.path.hasPrefix($0) } }
    #expect(program.count > 50)
    for (path, lines) in program {
      for (number, line) in lines.enumerated() where !line.contains("///") {
        guard line.contains(comparison) else { continue }
        // Words of a language's data, the command line, theme files and XML are no codes.
        let words = ["ltr", "rtl", "get", "set", "amp", "lt", "gt", "on", "off", "no"].map {
          "\"\($0)\""
        }
        #expect(words.contains(where: line.contains), "\(path):\(number + 1): \(line)")
      }
    }
  }

  @Test("The files that the rules name do nothing that a start avoids")
  func startRules() throws {
    let sources = try sources()
    var lookedAt: Set<String> = []
    for rule in StartRule.all {
      for name in rule.files {
        let files = sources.filter {
          name.hasSuffix("*") ? $0.path.hasPrefix("/" + name.dropLast()) : $0.path == "/" + name
        }
        #expect(!files.isEmpty, "the rules name \(name)")
        for (path, lines) in files {
          lookedAt.insert(path)
          for (number, line) in lines.enumerated() where !line.contains("//") {
            for word in rule.forbidden where line.contains(word) {
              Issue.record("\(path):\(number + 1): \(word): \(line): \(rule.reason)")
            }
          }
        }
      }
    }
    #expect(lookedAt.count > 15)
  }

  @Test("No target of lisan imports Foundation")
  func foundation() throws {
    let targets = everythingUsed(by: "LisanApp").union(["LisanApp"])
    #expect(
      targets.isSuperset(of: ["SettingsCore", "Terminal", "Localization", "LisanPreferences"]))
    for (path, lines) in try sources()
    where targets.contains(String(path.split(separator: "/")[0])) {
      #expect(!lines.contains { $0.hasPrefix("import Foundation") }, "\(path)")
    }
  }

  @Test("A target depends only on the shims that it uses")
  func shims() throws {
    let shims: Set = ["CSystem", "SystemCalls"]
    var used: [String: Set<String>] = [:]
    for (path, lines) in try sources() {
      let target = String(path.split(separator: "/")[0])
      let modules = lines.filter { $0.hasPrefix("import ") || $0.hasPrefix("public import ") }
        .map { String($0.split(separator: " ").last!) }
      used[target, default: []].formUnion(shims.intersection(modules))
    }
    let targets = sourceTargets.values.filter { used[$0.name] != nil }
    #expect(targets.count > 15)
    for target in targets {
      #expect(target.uses.intersection(shims) == used[target.name], "\(target.name)")
    }
  }

  @Test("No source names the folder of builds")
  func buildFolder() throws {
    for (path, lines) in try sources() {
      for (number, line) in lines.enumerated() {
        #expect(
          !line.contains(".build/") && !line.contains("\".build\""),
          "\(path):\(number + 1): \(line)")
      }
    }
  }

  @Test("DESIGN: exactly one target knows ncurses")
  func oneScreen() throws {
    for (path, lines) in try sources() where !path.hasPrefix("/Terminal/") {
      #expect(!lines.contains { $0.hasPrefix("import CNCurses") }, "\(path)")
    }
  }

  @Test("The settings use no coding, the account's values no format, and both no Foundation")
  func withoutCoding() throws {
    let targets = ["/AccountModel/", "/SettingsCore/"]
    let values = try sources().filter { source in targets.contains { source.path.hasPrefix($0) } }
    #expect(values.count > 50)
    for (path, lines) in values {
      for line in lines where !line.contains("///") {
        #expect(!line.hasPrefix("import Foundation"), "\(path)")
        #expect(!line.hasPrefix("import AccountP") && !line.hasPrefix("import StrictJ"), "\(path)")
        // The account's values name their fields in JSON; `JSONMessage` reads and writes it.
        if path.hasPrefix("/AccountModel/") { continue }
        #expect(!line.contains("Codable") && !line.contains("CodingKey"), "\(path)")
      }
    }
  }

  @Test("The account server does not use the messages between app and agent")
  func serverWithoutAgent() throws {
    let targets = [
      "/AccountService/", "/AccountHTTP/", "/AccountWeb/", "/AccountAdministration/",
      "/ServerTexts/",
      "/AccountDatabase/", "/AccountProtocol/",
    ]
    let server = try sources().filter { source in targets.contains { source.path.hasPrefix($0) } }
    #expect(server.count > 100)
    for (path, lines) in server {
      #expect(!lines.contains { $0.hasPrefix("import Agent") }, "\(path)")
    }
  }

  @Test("Section 3: update never calls itself, not for a chosen item either")
  func updateIsNotNested() throws {
    let calls = try sources().filter { $0.path.contains("/SettingsCore/") }.flatMap { file in
      file.lines.filter { $0.contains("update(&") }.map { "\(file.path): \($0)" }
    }
    #expect(calls.isEmpty)
  }
}
