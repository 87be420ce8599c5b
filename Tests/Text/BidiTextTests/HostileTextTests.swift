import BidiText
import Glibc
import TestEffort
import Testing

/// Text that makes a careless implementation quadratic.
struct HostileTextTests {
  private static let patterns = [
    "\u{2068}", "\u{2067}א", "\u{2068}\u{2069}", "\u{202B}\u{202C}", "\u{202E}a", "(", "([{",
    "(a)א", "((((((((א))))))))", "%", "%1א", "\u{301}", "a\u{200D}",
    "\u{1F469}\u{200D}", "\u{1F1EA}", "ل\u{64E}", "لا", "ب", " ", "a ",
    "\n",
    "\u{200B}", "\u{4E2D}", "א1a",
  ]

  @Test("R26: text of any kind takes time in proportion to its length", arguments: patterns)
  func linearTime(pattern: String) {
    let count = Effort.rounds(short: 1000, long: 8000)
    let short = (0..<3).map { _ in time(of: pattern, count: count) }.min() ?? 0
    let long = time(of: pattern, count: 10 * count)
    // Ten times as much text takes ten times as long; quadratic time would be a hundred.
    #expect(long < 40 * short, "\(short) s, \(long) s")
  }

  /// Processor seconds to lay a text out in all ways.
  private func time(of pattern: String, count: Int) -> Double {
    let unit = Array(pattern.unicodeScalars)
    let text = (0..<count).map { unit[$0 % unit.count] }
    let start = processorSeconds()
    let paragraph = Paragraph(scalars: text, direction: .firstStrong(fallback: .rightToLeft))
    let line = paragraph.line
    #expect(line.glyphs.count <= count)
    #expect(paragraph.truncated(to: 50).width <= 50)
    #expect(!paragraph.lines(width: 2).isEmpty)
    #expect(CaretMap(line).positions.count <= count + 1)
    return processorSeconds() - start
  }

  private func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
