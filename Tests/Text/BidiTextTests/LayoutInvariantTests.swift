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
}
