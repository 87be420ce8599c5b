import BidiOracles
import BidiText
import Foundation

/// Reordering and shaping of lines, in nanoseconds of processor time per character, compared with
/// FriBidi and ICU.
func measureBidi(_ table: Table) {
  table.begin("Bidirectional text (Unicode \(unicodeVersion)), ns a character of processor time")
  for line in SampleLine.all {
    add("levels and order, \(line.name)", line, orderContenders(line.text, line.direction), table)
    add(
      "joined and reordered, \(line.name)", line, layoutContenders(line.text, line.direction), table
    )
  }
  for line in SampleLine.all where line.direction == .leftToRight {
    let levels = Contender(name: "BidiText") {
      EmbeddingLevels(of: line.text, direction: line.direction).levels.count
    }
    add("levels, \(line.name)", line, [levels, copyContender(line.text)], table, isBarred: false)
  }
}

private func add(
  _ what: String, _ line: SampleLine, _ contenders: [Contender], _ table: Table,
  isBarred: Bool = true
) {
  let measured = race(
    rounds: 101, repetitions: max(1, 20_000 / line.text.count), scale: Double(line.text.count),
    clock: CLOCK_THREAD_CPUTIME_ID, settles: true, contenders)
  table.add(
    what, "ns", measured[0], Array(measured.dropFirst()),
    bars: isBarred ? [.ratioAtMost(1, to: "FriBidi"), .ratioAtMost(1, to: "ICU")] : [])
}

private struct SampleLine {
  let name: String
  let text: [Unicode.Scalar]
  let direction: ParagraphDirection

  private init(
    _ name: String, _ text: String, _ direction: ParagraphDirection, repeatedTo count: Int? = nil
  ) {
    self.name = name
    self.direction = direction
    let scalars = Array((text + " ").unicodeScalars)
    self.text = count.map { (0..<$0).map { scalars[$0 % scalars.count] } } ?? scalars
  }

  private static let arabic = "تعرض هذه الشاشة لغة التطبيق واتجاه التخطيط، ويُحفظ اختيارك على الفور"
  private static let latin =
    "This screen shows the language of the app and keeps your choice at once"
  private static let mixed =
    "الإعدادات (Settings) الإصدار 1.2.3، اللغة: English, الخطوة 2 / 5 من lisan"
  private static let isolated =
    "سجّل الدخول باسم \u{2068}Omar Khayyam\u{2069} على \u{2066}https://example.org/a?b=1\u{2069} الآن"

  /// Isolates 60 levels deep.
  private static let nested =
    (0..<60).map { $0 % 2 == 0 ? "\u{2067}א" : "\u{2066}a" }.joined()
    + String(repeating: "\u{2069}b", count: 60)

  static let all = [
    SampleLine("mixed", mixed, .rightToLeft),
    SampleLine("isolates", isolated, .rightToLeft),
    SampleLine("Arabic", arabic, .rightToLeft),
    SampleLine("Latin", latin, .leftToRight),
    SampleLine("nested, 1,000", nested, .leftToRight, repeatedTo: 1_000),
    SampleLine("nested, 100,000", nested, .leftToRight, repeatedTo: 100_000),
    SampleLine("mixed, 100,000", mixed, .rightToLeft, repeatedTo: 100_000),
    SampleLine("isolates, 100,000", isolated, .rightToLeft, repeatedTo: 100_000),
    SampleLine("Latin, 100,000", latin, .leftToRight, repeatedTo: 100_000),
  ]
}
