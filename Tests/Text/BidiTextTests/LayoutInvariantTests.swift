import BidiSamples
import TestEffort
import Testing

struct LayoutInvariantTests {
  @Test("R26: any bytes are filtered, joined, wrapped and cut within the given width")
  func anyBytes() {
    var generator = SeededGenerator(seed: Effort.seed)
    for _ in 0..<Effort.lines / 4 {
      let count = Int.random(in: 0...60, using: &generator)
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
      if let violation = LayoutInvariants.violation(bytes: bytes) {
        Issue.record("\(violation): \(bytes), seed \(Effort.seed)")
        return
      }
    }
  }

  @Test(
    "R74: in random lines of emoji, nothing splits a user-perceived character or loses a part of it"
  )
  func clusters() {
    var lines = RandomLines(.clusters, seed: Effort.seed)
    for round in 0..<Effort.rounds(short: 200, long: 1_000_000, "LISAN_FUZZ_LINES") {
      let scalars = lines.next()
      let violation = LayoutInvariants.violation(
        in: scalars, lines.nextDirection(), 1 + round % 12)
      if let violation {
        Issue.record("\(violation), seed \(Effort.seed)")
        return
      }
    }
  }
}
