import TerminalEmulator
import Testing

/// Random bytes and sequences with a seed, a short stand-in for the fuzzer.
@Suite("Stress")
struct StressTests {
  private static let pieces: [[UInt8]] = [
    "␛[", "␛]0;", "␛P$q", "␛\\", "\u{7}", "␛[?1049h", "␛[?1049l", "␛[?69h", "␛[2;4s", "␛[2;3r",
    "␛[?6h", "␛[?7l", "␛[4h", "␛[2J", "␛[1J", "␛[K", "␛[1K", "␛[3L", "␛[2M", "␛[2@", "␛[P", "␛[X",
    "␛[S", "␛[2T", "␛[99b", "␛[65535C", "␛[38;5;1m", "␛[4:3m", "␛[7m", "␛[8l", "␛7", "␛8", "␛M",
    "␛D", "␛c", "␛(0", "␛#8", "中", "e\u{301}", "ﻻ", "سلام", "\r\n", "\t", "\u{8}", "word ", ";5H",
    "␛[c",
  ].map { Array($0.replacing("␛", with: "\u{1B}").utf8) }

  @Test("no bytes whatever break the emulator", arguments: 0..<8)
  func bytes(_ seed: UInt64) {
    var random = SplitMix(state: seed)
    for _ in 0..<60 {
      var bytes: [UInt8] = [random.byte(), random.byte()]
      for _ in 0..<120 {
        switch random.next() % 8 {
        case 0: bytes.append(random.byte())
        case 1: bytes += [0xF5, random.byte(), random.byte()]
        default: bytes += Self.pieces[Int(random.next() % UInt64(Self.pieces.count))]
        }
      }
      let fault = stress(bytes)
      #expect(fault == nil, "\(readable(bytes))")
    }
  }
}

/// Sebastiano Vigna's generator of 64 bits: the same numbers on every machine.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func byte() -> UInt8 { UInt8(truncatingIfNeeded: next()) }
}
