import BidiText
import Testing

/// Text that makes a careless implementation quadratic: 100,000 characters of it are laid out at
/// once, or the test never ends.
struct HostileTextTests {
  private static let count = 100_000
  private static let patterns = [
    "\u{2068}", "\u{2067}\u{5D0}", "\u{2068}\u{2069}", "\u{202B}\u{202C}", "\u{202E}a", "(", "([{",
    "(a)\u{5D0}", "((((((((\u{5D0}))))))))", "%", "%1\u{5D0}", "\u{301}", "a\u{200D}",
    "\u{1F469}\u{200D}", "\u{1F1EA}", "\u{644}\u{64E}", "\u{644}\u{627}", "\u{628}", " ", "a ",
    "\n",
    "\u{200B}", "\u{4E2D}", "\u{5D0}1a",
  ]

  @Test("R26: text of any kind takes time in proportion to its length", arguments: patterns)
  func linearTime(pattern: String) {
    let unit = Array(pattern.unicodeScalars)
    let text = (0..<Self.count).map { unit[$0 % unit.count] }
    let clock = ContinuousClock()
    let time = clock.measure {
      let paragraph = Paragraph(scalars: text, direction: .firstStrong(fallback: .rightToLeft))
      let line = paragraph.line
      #expect(line.glyphs.count <= Self.count)
      #expect(paragraph.truncated(to: 50).width <= 50)
      #expect(paragraph.lines(width: 2).allSatisfy { $0.width <= 2 })
      #expect(CaretMap(line).positions.count <= Self.count + 1)
    }
    // Quadratic time would be minutes; this holds unoptimized and on a busy machine.
    #expect(time < .seconds(20))
  }
}
