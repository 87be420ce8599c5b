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

  private static func isArabic(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0600...0x06FF, 0x0750...0x077F, 0xFB50...0xFDFF, 0xFE70...0xFEFC: true
    default: false
    }
  }

  @Test("R9: no Arabic letter stands in Sources outside of tables")
  func arabicLetters() throws {
    for (path, lines) in try sources() where !path.contains("/Tables/") {
      for (number, line) in lines.enumerated() {
        let letter = line.unicodeScalars.first { Self.isArabic($0) }
        #expect(letter == nil, "\(path):\(number + 1): \(line)")
      }
    }
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
