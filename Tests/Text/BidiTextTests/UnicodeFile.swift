import Foundation
import Testing

/// A file of the Unicode Character Database as Debian's `unicode-data` installs it.
struct UnicodeFile {
  static let directory = "/usr/share/unicode"

  /// For `.enabled(if:)`; the trait's comment tells aloud why a test was skipped.
  static let isInstalled = FileManager.default.fileExists(atPath: directory + "/BidiTest.txt")
  static let packageNeeded: Comment = "needs the Debian package unicode-data"

  let lines: [Substring.UTF8View]

  init(_ name: String) throws {
    let text = try String(contentsOfFile: "\(Self.directory)/\(name)", encoding: .utf8)
    lines = text.utf8.split(separator: UInt8(ascii: "\n")).map { Substring($0).utf8 }
  }

  /// The fields between semicolons of each line that holds data; comments and blanks are gone.
  var rows: [[String]] {
    lines.compactMap { line in
      let data = line.prefix { $0 != UInt8(ascii: "#") }
      guard data.contains(where: { $0 != UInt8(ascii: " ") }) else { return nil }
      return data.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        .map { Self.trimmed($0) }
    }
  }

  private static func trimmed(_ field: Substring.UTF8View) -> String {
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0D }
    let start = field.drop(while: isBlank)
    let end = start.lastIndex { !isBlank($0) }
    return String(Substring(end.map { start[...$0] } ?? start.prefix(0)))
  }

  /// The code points that a first field names: `0600..0605` or `061C`.
  static func range(_ field: String) -> ClosedRange<UInt32> {
    let ends = field.split(separator: ".").compactMap { UInt32($0, radix: 16) }
    return ends[0]...ends[ends.count - 1]
  }
}
