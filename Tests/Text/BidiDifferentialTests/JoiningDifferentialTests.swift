import BidiOracles
import BidiSamples
import BidiText
import TestEffort
import Testing

struct JoiningDifferentialTests {
  private static let alphabet: [Unicode.Scalar] = Array(
    ("ءآأؤإئاابةتج"
      + "درسصطعفكلللم"
      + "نهوىيپچژکگیڵ"
      + "\u{640}\u{64E}\u{651}\u{200C}\u{200D} a1١.").unicodeScalars)

  @Test("R25: letters are joined as FriBidi joins them")
  func forms() {
    var generator = SeededGenerator(seed: Effort.seed)
    var differences = 0
    for _ in 0..<Effort.lines {
      var line: [Unicode.Scalar] = []
      for _ in 0..<Int.random(in: 1...12, using: &generator) {
        let next = Self.alphabet.randomElement(using: &generator) ?? " "
        // FriBidi does not see a ligature over what stands between.
        if line.last == "ل", next.joiningType == .transparent {
          continue
        }
        line.append(next)
      }
      let levels = EmbeddingLevels(of: line, direction: .rightToLeft).levels
      let ours = Joining.forms(of: line, levels: levels).filter { $0 != "\0" }
      let theirs = FriBidi.forms(of: line, levels: levels).filter { $0 != "\u{FEFF}" }
        // FriBidi leaves the one letter that never joins as it is.
        .map { $0 == "ء" ? "\u{FE80}" : $0 }
      if ours != theirs {
        differences += 1
        if differences <= 10 { Issue.record("\(line)\n\(ours)\n\(theirs)") }
      }
    }
    #expect(differences == 0, "seed \(Effort.seed)")
  }
}
