import BidiText
import Glibc

/// Prints how many million characters a second each library lays out, and how many times as fast
/// as each other one BidiText is.
///
///     swift run -c release bidi-bench [ROUNDS [LINE]]
///
/// The contenders run in turns, so that a busy moment of the machine strikes all of them; each
/// figure is the median of all rounds, in processor time.

let arabic = "تعرض هذه الشاشة لغة التطبيق واتجاه التخطيط، ويُحفظ اختيارك على الفور"
let latin = "This screen shows the language of the app and keeps your choice at once"
let mixed = "الإعدادات (Settings) الإصدار 1.2.3، اللغة: English, الخطوة 2 / 5 من lisan"
let isolated =
  "سجّل الدخول باسم \u{2068}Omar Khayyam\u{2069} على \u{2066}https://example.org/a?b=1\u{2069} الآن"

func line(_ text: String, repeatedTo count: Int? = nil) -> [Unicode.Scalar] {
  let scalars = Array((text + " ").unicodeScalars)
  guard let count else { return scalars }
  return (0..<count).map { scalars[$0 % scalars.count] }
}

let allLines: [(name: String, text: [Unicode.Scalar], direction: ParagraphDirection)] = [
  ("mixed", line(mixed), .rightToLeft),
  ("isolates", line(isolated), .rightToLeft),
  ("Arabic", line(arabic), .rightToLeft),
  ("Latin", line(latin), .leftToRight),
  ("mixed, 100,000", line(mixed, repeatedTo: 100_000), .rightToLeft),
  ("isolates, 100,000", line(isolated, repeatedTo: 100_000), .rightToLeft),
  ("Latin, 100,000", line(latin, repeatedTo: 100_000), .leftToRight),
]
let rounds = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 101
let lines = allLines.filter { line in
  CommandLine.arguments.dropFirst(2).first.map { line.name == $0 } ?? true
}

print("million characters a second, median of \(rounds) rounds in turns; Unicode \(unicodeVersion)")
for line in lines {
  report("levels and order", line, orderContenders(line.text, line.direction))
  report("joined, reordered cells", line, layoutContenders(line.text, line.direction))
}
for line in lines where line.direction == .leftToRight {
  let levels = Contender(name: "BidiText") {
    EmbeddingLevels(of: line.text, direction: line.direction).levels.count
  }
  report("levels against a copy", line, [levels, copyContender(line.text)])
}

func report(
  _ task: String,
  _ line: (name: String, text: [Unicode.Scalar], direction: ParagraphDirection),
  _ contenders: [Contender]
) {
  let medians = mediansInTurns(contenders, characters: line.text.count)
  var columns = [pad(task, 24), pad(line.name, 18)]
  for (contender, median) in zip(contenders, medians) {
    columns.append(pad("\(contender.name) \(rounded(1000 / median))", 16))
  }
  for (contender, median) in zip(contenders, medians).dropFirst() {
    columns.append(pad("\(rounded(median / medians[0]))x \(contender.name)", 14))
  }
  print(columns.joined(separator: " "))
}

/// Nanoseconds a character.
func mediansInTurns(_ contenders: [Contender], characters: Int) -> [Double] {
  let repetitions = max(1, 20_000 / characters)
  var times = contenders.map { _ in [Double]() }
  var sink = 0
  for round in 0...rounds {
    for (index, contender) in contenders.enumerated() {
      let start = processorNanoseconds()
      for _ in 0..<repetitions { sink &+= contender.run() }
      let time = processorNanoseconds() - start
      // The first round warms caches.
      if round > 0 { times[index].append(time / Double(repetitions * characters)) }
    }
  }
  precondition(sink != Int.min)
  return times.map { $0.sorted()[$0.count / 2] }
}

/// Time in which other programs had the processor does not count.
func processorNanoseconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

func rounded(_ value: Double) -> String {
  let tenths = Int(value * 10 + 0.5)
  return "\(tenths / 10).\(tenths % 10)"
}

func pad(_ text: String, _ width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - text.count))
}
