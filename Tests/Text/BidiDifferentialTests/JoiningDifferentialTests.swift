import BidiOracles
import BidiSamples
import BidiText
import TestEffort
import Testing

struct JoiningDifferentialTests {
  private static let alphabet: [Unicode.Scalar] = Array(
    ("\u{621}\u{622}\u{623}\u{624}\u{625}\u{626}\u{627}\u{627}\u{628}\u{629}\u{62A}\u{62C}"
      + "\u{62F}\u{631}\u{633}\u{635}\u{637}\u{639}\u{641}\u{643}\u{644}\u{644}\u{644}\u{645}"
      + "\u{646}\u{647}\u{648}\u{649}\u{64A}\u{67E}\u{686}\u{698}\u{6A9}\u{6AF}\u{6CC}\u{6B5}"
      + "\u{640}\u{64E}\u{651}\u{200C}\u{200D} a1\u{661}.").unicodeScalars)

  @Test("R25: letters are joined as FriBidi joins them")
  func forms() {
    var generator = SeededGenerator(seed: Effort.seed)
    var differences = 0
    for _ in 0..<Effort.lines {
      var line: [Unicode.Scalar] = []
      for _ in 0..<Int.random(in: 1...12, using: &generator) {
        let next = Self.alphabet.randomElement(using: &generator) ?? " "
        // FriBidi does not see a ligature over what stands between.
        if line.last == "\u{644}", next.joiningType == .transparent {
          continue
        }
        line.append(next)
      }
      let levels = EmbeddingLevels(of: line, direction: .rightToLeft).levels
      let ours = Joining.forms(of: line, levels: levels).filter { $0 != "\0" }
      let theirs = FriBidi.forms(of: line, levels: levels).filter { $0 != "\u{FEFF}" }
        // FriBidi leaves the one letter that never joins as it is.
        .map { $0 == "\u{621}" ? "\u{FE80}" : $0 }
      if ours != theirs {
        differences += 1
        if differences <= 10 { Issue.record("\(line)\n\(ours)\n\(theirs)") }
      }
    }
    #expect(differences == 0, "seed \(Effort.seed)")
  }
}
