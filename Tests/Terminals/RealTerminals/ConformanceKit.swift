import Foundation

extension Paragraphs {
  /// A paragraph of the kit, as `cases.json` has it.
  private struct KitCase: Encodable {
    let name: String
    /// The file with the bytes that the terminal gets.
    let stream: String
    /// The file with the rows that it should show, in UTF-8, from left to right.
    let rows: String
    /// Rows, from 1, that are not compared.
    let open: [Int]
    let reason: String?
  }

  /// Writes the paragraphs for people who build such a terminal: for each, a stream and the rows that it
  /// shows (docs/bidi-kit.md). The rows are those of `lisan run`, which `judge` finds in VTE's pictures;
  /// those that are known to differ there are open.
  static func writeKit(to folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var kit: [KitCase] = []
    for (index, paragraph) in cases.enumerated() {
      let number =
        String(repeating: "0", count: index < 9 ? 2 : index < 99 ? 1 : 0) + "\(index + 1)"
      let entry = KitCase(
        name: paragraph.name, stream: "\(number).stream", rows: "\(number).rows",
        open: paragraph.difference?.rows.map { $0 + 1 } ?? [], reason: paragraph.difference?.reason)
      try Data((opening + paragraph.stream).utf8).write(
        to: folder.appendingPathComponent(entry.stream))
      let rows = cells(of: paragraph.stream).rows.map { row in
        var text = row.compactMap(\.text).joined()
        while text.last == " " { text.removeLast() }
        return text + "\n"
      }
      try Data(rows.joined().utf8).write(to: folder.appendingPathComponent(entry.rows))
      kit.append(entry)
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try encoder.encode(kit).write(to: folder.appendingPathComponent("cases.json"))
  }
}
