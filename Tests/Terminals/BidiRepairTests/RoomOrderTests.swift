import BidiRepair
import Foundation
import MirrorLayout
import TerminalEmulator
import Testing

/// Compares the order of rows with Chromium's (`room_order.py`; `make oracles`).
@Suite(
  "Rows in the order of Chromium",
  .enabled(if: ProcessInfo.processInfo.environment["LISAN_ROOM_ORDER"] != nil))
struct RoomOrderTests {
  private struct Answer: Decodable {
    let layout: String
    let columns: Int
    let held: Bool
    let kinds: [String]
    let rows: [String]
    let orders: [String]
  }

  private struct Count {
    var rows = 0
    var right = 0
    var share: Double { rows == 0 ? 0 : 100 * Double(right) / Double(rows) }
  }

  @Test(
    "R72: nine of ten rows of each screen are in Chromium's order, and boxes keep their columns",
    arguments: [false, true])
  func order(isAlternate: Bool) throws {
    let path = try #require(ProcessInfo.processInfo.environment["LISAN_ROOM_ORDER"])
    let held = ProcessInfo.processInfo.environment["LISAN_ROOM_ORDER_HELD"] != nil
    let shows = ProcessInfo.processInfo.environment["LISAN_ROOM_ORDER_SHOW"]
    var counts: [String: Count] = [:]
    for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
      let answer = try JSONDecoder().decode(Answer.self, from: Data(line.utf8))
      if shows != nil, answer.held != held { continue }
      var sitting = Sitting(columns: answer.columns, rows: answer.rows.count + 1)
      sitting.write(isAlternate ? "\u{1B}[?1049h\u{1B}[H" : "")
      for row in answer.rows { sitting.write(row + "\r\n") }
      for (index, wanted) in answer.orders.enumerated() {
        let boxes = [sitting.bare, sitting.terminal].map { boxColumns($0.screen.grid[index]) }
        #expect(boxes[0] == boxes[1], "\(answer.rows[index])")
        guard wanted.unicodeScalars.contains(where: { (0x590...0x8FF).contains($0.value) })
        else { continue }
        let found = plain(sitting.terminal.screen.rows[index])
        let isRight = found == plain(wanted)
        let kind = answer.kinds[index]
        for key in ["kind \(kind)", "layout \(answer.layout)", answer.held ? "held out" : "known"] {
          counts[key, default: Count()].rows += 1
          if isRight { counts[key]!.right += 1 }
        }
        counts["all", default: Count()].rows += 1
        if isRight { counts["all"]!.right += 1 }
        if !isRight, let shows, kind == shows || shows == "all" {
          print("\(kind) \(answer.layout) \(answer.columns)\n  \(plain(answer.rows[index]))")
          if index > 0 { print("  above  \(answer.rows[index - 1])") }
          print("  found  \(found)\n  wanted \(plain(wanted))")
        }
      }
    }
    print("| \(isAlternate ? "alternate" : "normal") screen | rows | right |\n|---|---|---|")
    for (key, count) in counts.sorted(by: { $0.key < $1.key }) {
      print("| \(key) | \(count.rows) | \(String(format: "%.1f", count.share)) % |")
    }
    #expect(counts["all"]!.share >= 90)
  }

  private func boxColumns(_ row: ScreenRow) -> [Int] {
    row.cells.indices.filter {
      (0x2500...0x259F).contains(row.cell($0).text.unicodeScalars.first?.value ?? 0)
    }
  }

  /// A row without blanks and SGR, with plain letters, and with one form of each bracket.
  private func plain(_ text: String) -> String {
    text.unicodeScalars.compactMap { scalar -> String? in
      if scalar == " " || scalar == "\u{200C}" { return nil }
      let letter = BaseLetters.letter(of: scalar) ?? scalar
      return String(min(letter, letter.bidiMirrored ?? letter))
    }.joined()
  }
}
