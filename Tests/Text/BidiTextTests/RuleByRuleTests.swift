import BidiSamples
import BidiText
import TestEffort
import Testing

struct RuleByRuleTests {
  @Test("R25: levels are those of the rules read one by one, with all controls and brackets")
  func randomLines() {
    var source = RandomLines(.everything, seed: Effort.seed)
    var differences = 0
    for _ in 0..<Effort.lines {
      if isDifferent(source.next(), source.nextDirection()) { differences += 1 }
    }
    #expect(differences == 0, "seed \(Effort.seed)")
  }

  @Test("R25: levels are right where embeddings and isolates nest beyond the depth limit of 125")
  func deepNesting() {
    var generator = SeededGenerator(seed: Effort.seed)
    var source = RandomLines(.everything, seed: Effort.seed)
    let openers: [Unicode.Scalar] = [
      "\u{202A}", "\u{202B}", "\u{202D}", "\u{202E}", "\u{2066}", "\u{2067}", "\u{2068}", "א",
      "a",
    ]
    var differences = 0
    for _ in 0..<Effort.lines / 200 {
      var line: [Unicode.Scalar] = []
      for _ in 0..<Int.random(in: 55...150, using: &generator) {
        line.append(openers.randomElement(using: &generator) ?? "a")
      }
      for _ in 0..<3 { line += source.next() }
      if isDifferent(line, source.nextDirection()) { differences += 1 }
    }
    #expect(differences == 0, "seed \(Effort.seed)")
  }

  @Test("R25: the order of any levels is that of rule L2, level by level")
  func order() {
    var generator = SeededGenerator(seed: Effort.seed)
    for round in 0..<Effort.lines {
      let levels = (0..<1 + round % 40).map { _ in
        UInt8.random(in: 0...[1, 3, 126][round % 3], using: &generator)
      }
      var expected = Array(levels.indices)
      for level in (1...126).reversed() {
        for run in levels.indices.split(whereSeparator: { levels[$0] < level }) {
          expected[run.startIndex..<run.endIndex].reverse()
        }
      }
      #expect(LineOrder.visualToLogical(levels) == expected, "\(levels)")
      #expect(
        LineOrder.logicalToVisual(levels) == levels.indices.map { expected.firstIndex(of: $0) })
      // Glyphs are moved in the same order.
      let line = TextLine(
        scalars: levels.map { $0 & 1 == 1 ? "\u{5D0}" : "a" }, levels: levels, paragraphLevel: 0,
        width: levels.count)
      #expect(line.drawn(keepsInvisible: true, findsPlaces: true).places == expected)
    }
  }

  @Test(
    "R25: up to 63 open brackets find their pairs, and the 64th ends the search", arguments: 60...66
  )
  func deepBrackets(depth: Int) {
    let nested =
      "א" + String(repeating: "(", count: depth) + "א"
      + String(repeating: ")", count: depth) + "a"
    let text = Array(nested.unicodeScalars)
    // As pairs, the brackets take the direction before them; else the last ones are neutral.
    let levels = EmbeddingLevels(of: text, direction: .leftToRight).levels
    #expect(levels[text.count - 2] == (depth <= 63 ? 1 : 0))
    #expect(!isDifferent(text, .leftToRight))
    #expect(!isDifferent(text, .rightToLeft))
  }

  private func isDifferent(_ line: [Unicode.Scalar], _ direction: ParagraphDirection) -> Bool {
    let resolved = EmbeddingLevels(of: line, direction: direction)
    let expected = RuleByRule.levels(of: line, paragraphLevel: resolved.paragraphLevel)
    for (place, scalar) in line.enumerated() where resolved.levels[place] != expected[place] {
      switch scalar.bidiClass {
      case .boundaryNeutral, .leftToRightEmbedding, .leftToRightOverride,
        .rightToLeftEmbedding, .rightToLeftOverride, .popDirectionalFormat:
        continue
      default: return true
      }
    }
    return false
  }
}
