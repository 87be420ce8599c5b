import BidiSamples
import BidiText
import TestEffort
import Testing

struct DecodedTextTests {
  /// Bytes at which the rules for UTF-8 turn.
  private static let bytes: [UInt8] = [
    0x00, 0x1B, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC2, 0xCC, 0x81, 0xDF, 0xE0,
    0xE2, 0xAE, 0xED, 0xEF, 0xBD, 0xF0, 0xF1, 0xF4, 0xF5, 0xFF,
  ]

  @Test("R26: bytes become the characters that the standard library makes of them")
  func invalid() {
    var generator = SeededGenerator(seed: 26)
    for _ in 0..<Effort.rounds(short: 5_000, long: 20_000) {
      let text = (0..<Int.random(in: 0...8, using: &generator)).map { _ in
        Self.bytes.randomElement(using: &generator) ?? 0
      }
      let decoded = DecodedText(text, filtering: false)
      #expect(decoded.scalars == Array(String(decoding: text, as: UTF8.self).unicodeScalars))
      let filtered = DecodedText(text, filtering: true)
      let expected = ForeignText.filtered(String(decoding: text, as: UTF8.self))
      #expect(filtered.scalars == Array(expected.unicodeScalars))
      for decoded in [decoded, filtered] { checkOffsets(decoded, text) }
    }
  }

  /// The bytes from each character's offset must begin with that character.
  private func checkOffsets(_ decoded: DecodedText, _ text: [UInt8]) {
    let offsets = decoded.byteOffsets
    #expect(offsets == (0...decoded.scalars.count).map(decoded.byteOffset))
    #expect(offsets.last == text.count)
    for (place, scalar) in decoded.scalars.enumerated() {
      let rest = String(decoding: text[offsets[place]...], as: UTF8.self)
      #expect(rest.unicodeScalars.first == scalar && offsets[place] < offsets[place + 1])
    }
  }

  @Test("R26: a position after filtered characters has the byte of the text as it was given")
  func filteredOffsets() {
    let text = DecodedText("a\u{202E}א\u{1B}b".utf8, filtering: true)
    #expect(text.scalars == ["a", "א", "b"])
    #expect(text.byteOffsets == [0, 4, 7, 8])
    #expect(text.byteOffset(of: -1) == 0)
    #expect(text.byteOffset(of: 9) == 8)
  }
}
