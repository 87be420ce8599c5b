import BidiSamples
import Glibc
import TestEffort
import Testing

/// The library that Embedded Swift has made, against the same functions in this build.
/// `make check-c-library` names it in `LISAN_TEXT_LIBRARY`.
@Suite(.enabled(if: library != nil, "needs make check-c-library"))
struct BuiltLibraryTests {
  @Test("R74: random lines and random bytes give the same answers in both builds")
  func sameAnswers() throws {
    let built = try #require(library.flatMap(Functions.init(library:)))
    var lines = [RandomLines.Kind.everything, .clusters].map { RandomLines($0, seed: Effort.seed) }
    var generator = SeededGenerator(seed: Effort.seed)
    for round in 0..<Effort.rounds(short: 20_000, long: 1_000_000, "LISAN_FUZZ_LINES") {
      var bytes = Array(String(String.UnicodeScalarView(lines[round % 2].next())).utf8)
      if round % 4 == 3, !bytes.isEmpty {
        bytes[Int.random(in: bytes.indices, using: &generator)] = .random(
          in: 0...255, using: &generator)
      }
      let direction = Int32(round / 4 % 4)
      let flags = UInt32(round / 16 % 16)
      let width = Int.random(in: 0...12, using: &generator)
      let expected = Answers(
        bytes, direction: direction, flags: flags, width: width, by: Functions())
      let found = Answers(bytes, direction: direction, flags: flags, width: width, by: built)
      try #require(found == expected, "\(bytes) \(direction) \(flags) \(width)")
    }
  }
}

private let library = getenv("LISAN_TEXT_LIBRARY").map { String(cString: $0) }
