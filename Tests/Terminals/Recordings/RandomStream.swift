/// Bytes that programs write, with or without right-to-left text, made up at random from a seed.
public struct RandomStream {
  private var generator: SeededGenerator
  /// Whether right-to-left text is among it.
  let isRightToLeft: Bool

  public init(seed: UInt64, isRightToLeft: Bool) {
    generator = SeededGenerator(state: seed)
    self.isRightToLeft = isRightToLeft
  }

  public mutating func next() -> [UInt8] {
    func number(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }
    switch number(isRightToLeft ? 16 : 12) {
    case 0, 1, 2: return Array("word\(number(1000)) ".utf8)
    case 3: return [0x0D, 0x0A]
    case 4: return Array("\u{1B}[\(number(12));\(number(30))H".utf8)
    case 5:
      return Array("\u{1B}[\(number(4))\(["J", "K", "L", "M", "P", "@", "S", "T"][number(8)])".utf8)
    case 6: return Array("\u{1B}[\(number(50))m".utf8)
    case 7:
      return Array(
        "\u{1B}[?\([6, 7, 25, 47, 1049, 2004, 2026, 69][number(8)])\(["h", "l"][number(2)])".utf8)
    case 8: return Array(["é", "─", "漢", "😀", "\u{301}", "│"][number(6)].utf8)
    case 9: return [UInt8(number(256) | 0x01)].filter { isRightToLeft || $0 < 0xD6 }
    case 10:
      return Array(
        [
          "\u{1B}[\(number(6));\(number(9))r", "\u{1B}(0", "\u{1B}(B", "\u{1B}7", "\u{1B}8",
          "\u{0E}", "\u{0F}", "\u{1B}M", "\u{1B}D", "\u{1B}c",
        ][number(10)].utf8)
    case 11:
      return Array(
        [
          "\u{1B}]8;;http://a.b/\u{1B}\\", "\u{1B}]0;title", "\u{1B}P1;2q~~", "\u{1B}[4h",
          "\u{1B}[4l", "\u{8}", "\t",
        ][number(7)].utf8)
    case 12, 13: return Array("مرحبا ".utf8)
    case 14: return Array("שלום".utf8)
    default: return Array("\u{64E}٠\u{200F}(aلا)".utf8)
    }
  }
}

/// SplitMix64, so that a failure can be run again.
public struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  public init(state: UInt64) { self.state = state }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }
}
