import BidiText
import TestEffort
import Testing

/// The official test files of UAX #9, every case of them.
@Suite(.enabled(if: UnicodeFile.isInstalled, UnicodeFile.packageNeeded))
struct BidiConformanceTests {
  /// A character of each class that is no bracket.
  private static let samples: [String: Unicode.Scalar] = [
    "L": "a", "R": "א", "AL": "ا", "EN": "1", "AN": "١", "ES": "+", "ET": "%",
    "CS": ",", "NSM": "\u{300}", "BN": "\u{AD}", "B": "\u{2029}", "S": "\t", "WS": " ",
    "ON": "!", "LRE": "\u{202A}", "LRO": "\u{202D}", "RLE": "\u{202B}", "RLO": "\u{202E}",
    "PDF": "\u{202C}", "LRI": "\u{2066}", "RLI": "\u{2067}", "FSI": "\u{2068}",
    "PDI": "\u{2069}",
  ]

  /// A short run takes a line of 20 of each file.
  private static let step = Effort.rounds(short: 20, long: 1)

  @Test("R25: BidiTest.txt passes, levels and order; all 770,241 cases in the long run")
  func bidiTest() throws {
    let directions: [ParagraphDirection] = [
      .firstStrong(fallback: .leftToRight), .leftToRight, .rightToLeft,
    ]
    var levels: [UInt8?] = []
    var order: [Int] = []
    var cases = 0
    var failures = 0
    for (number, line) in try UnicodeFile("BidiTest.txt").lines.enumerated()
    where line.first == UInt8(ascii: "@") || number % Self.step == 0 {
      guard line.first != UInt8(ascii: "#") else { continue }
      let text = String(Substring(line))
      if text.hasPrefix("@Levels:") {
        levels = text.split(separator: "\t")[1...].flatMap { $0.split(separator: " ") }
          .map { UInt8($0) }
      } else if text.hasPrefix("@Reorder:") {
        order = text.split(separator: "\t")[1...].flatMap { $0.split(separator: " ") }
          .compactMap { Int($0) }
      } else {
        let parts = text.split(separator: ";")
        guard parts.count == 2, let bits = Int(parts[1].drop { $0 == " " }, radix: 16) else {
          Issue.record("unreadable: \(text)")
          continue
        }
        let scalars = try parts[0].split(separator: " ").map {
          try #require(Self.samples[String($0)])
        }
        for (bit, direction) in directions.enumerated() where bits & 1 << bit != 0 {
          cases += 1
          let result = Self.layOut(scalars, direction)
          if result.levels != levels || result.order != order {
            failures += 1
            if failures <= 10 { Issue.record("\(text) \(direction): \(result)") }
          }
        }
      }
    }
    #expect(failures == 0)
    #expect(Effort.isLong ? cases == 770_241 : cases > 20_000)
  }

  @Test("R25: BidiCharacterTest.txt passes, levels and order; all 91,707 cases in the long run")
  func bidiCharacterTest() throws {
    let rows = try UnicodeFile("BidiCharacterTest.txt").rows
    var failures = 0
    for row in stride(from: 0, to: rows.count, by: Self.step).map({ rows[$0] }) {
      let scalars = row[0].split(separator: " ").compactMap {
        UInt32($0, radix: 16).flatMap(Unicode.Scalar.init)
      }
      let direction: ParagraphDirection =
        switch row[1] {
        case "0": .leftToRight
        case "1": .rightToLeft
        default: .firstStrong(fallback: .leftToRight)
        }
      let levels = row[3].split(separator: " ").map { UInt8($0) }
      let order = row[4].split(separator: " ").compactMap { Int($0) }
      let result = Self.layOut(scalars, direction)
      if result.levels != levels || result.order != order
        || result.paragraphLevel != UInt8(row[2])
      {
        failures += 1
        if failures <= 10 { Issue.record("\(row): \(result)") }
      }
    }
    #expect(failures == 0)
    #expect(rows.count == 91_707)
  }

  /// The levels of a line after rule L1, `nil` where X9 removes a character, and the order of the
  /// others from left to right.
  private static func layOut(
    _ scalars: [Unicode.Scalar], _ direction: ParagraphDirection
  ) -> (levels: [UInt8?], order: [Int], paragraphLevel: UInt8) {
    let resolved = EmbeddingLevels(of: scalars, direction: direction)
    let levels = LineOrder.levels(
      ofLine: scalars, resolved.levels, paragraphLevel: resolved.paragraphLevel)
    let isRemoved = scalars.map { scalar in
      switch scalar.bidiClass {
      case .boundaryNeutral, .leftToRightEmbedding, .leftToRightOverride,
        .rightToLeftEmbedding, .rightToLeftOverride, .popDirectionalFormat:
        true
      default: false
      }
    }
    return (
      zip(levels, isRemoved).map { $1 ? nil : $0 },
      LineOrder.visualToLogical(levels).filter { !isRemoved[$0] },
      resolved.paragraphLevel
    )
  }
}
