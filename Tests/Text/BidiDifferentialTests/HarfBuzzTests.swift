import BidiOracles
import BidiSamples
import BidiText
import TestEffort
import Testing

struct HarfBuzzTests {
  private static let alphabet: [Unicode.Scalar] = Array(
    ("ءآأؤإئاابةتثج"
      + "حخدذرزسشصضطظ"
      + "عغفقكلللمنهو"
      + "ىيپچژکگی\u{640}\u{64E}\u{651}\u{200C}"
      + "\u{200D}\u{200D}").unicodeScalars)

  @Test(
    "R25: letters are joined as HarfBuzz joins them, including ZWJ between lam and alef",
    .enabled(if: HarfBuzz() != nil, "needs libharfbuzz0b and fonts-dejavu-core"))
  func forms() throws {
    let oracle = try #require(HarfBuzz())
    // The font has no glyph of its own for an isolated form: it is that of the letter.
    let known = Self.alphabet.filter {
      $0.joiningType == .joinCausing || $0.joiningType == .transparent || $0.value == 0x200C
        || oracle.forms(of: [$0]) == [$0]
    }
    #expect(known.count > 40)
    var generator = SeededGenerator(seed: Effort.seed)
    var differences = 0
    var ligatures = 0
    for _ in 0..<Effort.lines {
      let line = (0..<Int.random(in: 1...12, using: &generator)).compactMap { _ in
        known.randomElement(using: &generator)
      }
      let ours = Joining.forms(of: line, levels: line.map { _ in 1 })
      let theirs = oracle.forms(of: line)
      ligatures += ours.count { $0 == "\0" }
      for (place, letter) in line.enumerated()
      where letter.joiningType != .transparent && letter.joiningType != .joinCausing
        && letter.value != 0x200C
      {
        let isolated = Joining.forms(of: [letter], levels: [1])[0]
        let expected = theirs[place] == letter ? isolated : theirs[place] ?? "\0"
        if ours[place] != expected {
          differences += 1
          if differences <= 10 { Issue.record("\(line), \(place)\n\(ours)\n\(theirs)") }
        }
      }
    }
    #expect(differences == 0, "seed \(Effort.seed)")
    #expect(ligatures > Effort.lines / 100)
  }
}
