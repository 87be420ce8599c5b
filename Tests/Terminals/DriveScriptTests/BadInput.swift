import Recordings
import Testing

@testable import DriveScript

/// What bad files and requests look like: sound ones with a few bytes changed, left out, moved or
/// repeated.
enum BadInput {
  /// Variants of a sound script are read, or refused with a place in them.
  static func expectPlaces(of sound: String, _ read: (String) throws(ScriptError) -> Void) {
    var random = SeededGenerator(state: 5)
    var sane = 0
    for bytes in variants(of: Array(sound.utf8), count: 2_000, using: &random) {
      let text = String(decoding: bytes, as: UTF8.self)
      do throws(ScriptError) {
        try read(text)
        sane += 1
      } catch {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        #expect(lines.indices.contains(error.place.line - 1), "\(error): \(text)")
        #expect(error.place.column >= 1)
      }
    }
    #expect((1..<2_000).contains(sane))
  }

  static func variants(
    of sound: [UInt8], count: Int, using random: inout SeededGenerator
  ) -> [[UInt8]] {
    (0..<count).map { _ in
      var bytes = sound
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0...bytes.count, using: &random)
        let end = min(bytes.count, place + Int.random(in: 0...8, using: &random))
        switch Int.random(in: 0..<5, using: &random) {
        case 0: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
        case 1: bytes.removeSubrange(place..<end)
        case 2: bytes.insert(contentsOf: bytes[place..<end], at: place)
        case 3:
          let signs = Array("\"'`/{}[]()|\\$#@+-,.0919eE\n\t \u{1B}س".utf8)
          bytes.insert(signs.randomElement(using: &random)!, at: place)
        default: bytes.removeSubrange(place...)
        }
      }
      return bytes
    }
  }
}

extension Array where Element == UInt8 {
  fileprivate mutating func removeSubrange(_ range: PartialRangeFrom<Int>) {
    removeSubrange(range.lowerBound..<count)
  }
}
