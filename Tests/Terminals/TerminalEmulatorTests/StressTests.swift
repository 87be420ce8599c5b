import TerminalEmulator
import TestEffort
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

  @Test(
    "random bytes and sequences break nothing in the emulator, in whatever pieces they come",
    arguments: 0..<8)
  func bytes(_ seed: UInt64) {
    var random = SplitMix(state: seed)
    for _ in 0..<Effort.rounds(short: 10, long: 60) {
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

@Suite("Sequences")
struct SequenceTests {
  private static let parts = [
    "1", "7", "38", "5", "70000", ";", ":", "?", ">", " ", "\u{7F}", "\n",
  ]

  /// A sequence whose bytes are all there is parsed at once, one that comes in parts byte by byte.
  @Test(
    "a control sequence means the same in whatever pieces it comes", arguments: ["m", "H", "h"])
  func pieces(_ final: String) {
    var start = Emulator(size: TerminalSize(columns: 10, rows: 4))
    start.feed("\u{1B}[31;1mab\r\n")
    var sequences = [""]
    var count = 0
    let longest = Effort.rounds(short: 3, long: 4)
    for length in 0...longest {
      for parameters in sequences {
        var whole = start
        var piecemeal = start
        let bytes = Array("\u{1B}[\(parameters)\(final)x".utf8)
        whole.feed(bytes)
        for byte in bytes { piecemeal.feed([byte]) }
        count += 1
        guard
          whole.screen != piecemeal.screen
            || whole.unknownSequences != piecemeal.unknownSequences
            || whole.terminalState != piecemeal.terminalState
        else { continue }
        Issue.record("\(readable(bytes)): \(whole.screen) and \(piecemeal.screen)")
      }
      if length < longest {
        sequences = sequences.flatMap { start in Self.parts.map { start + $0 } }
      }
    }
    #expect(count == 1 + 12 + 144 + 1_728 + (Effort.isLong ? 20_736 : 0))
  }

  @Test("as many parameters as a sequence may have, and one more", arguments: 55...70)
  func many(_ count: Int) {
    for parameter in ["", "7"] {
      let parameters = Array(repeating: parameter, count: count).joined(separator: ";")
      var whole = Emulator(size: TerminalSize(columns: 10, rows: 4))
      var piecemeal = whole
      let bytes = Array("\u{1B}[\(parameters)mx".utf8)
      whole.feed(bytes)
      for byte in bytes { piecemeal.feed([byte]) }
      #expect(whole.screen == piecemeal.screen)
      #expect(whole.unknownSequences == piecemeal.unknownSequences)
    }
  }
}

@Suite("Floods of text")
struct FloodTests {
  /// What changes how text is printed, before the flood.
  private static let beginnings = [
    "", "", "", "\u{1B}[3;7r\u{1B}[5;4H", "\u{1B}[3;7r\u{1B}[9;4H", "\u{1B}[?69h\u{1B}[3;9s",
    "\u{1B}[4h", "\u{1B}[?7l", "\u{1B}[20h", "\u{1B}(0", "\u{1B}[?1049h", "\u{1B}[44m",
    "\u{1B}[2;1r", "\u{1B}N", "\u{1B}[8l", "\u{1B}]8;;http://a/\u{1B}\\", "\u{0E}",
  ]

  private static let pieces = [
    "word ", "a", "\t", "\r\n", "\r\n", "\r\n", "\n", "\r", "é─", "سلام ", "中", "e\u{301}",
    String(repeating: "long ", count: 9),
  ]

  @Test("a flood of text leaves the same screen as printing it byte by byte", arguments: 0..<12)
  func floods(_ seed: UInt64) {
    var random = SplitMix(state: seed)
    for round in 0..<50 {
      let beginning = Self.beginnings[Int(random.next() % UInt64(Self.beginnings.count))]
      var flood = ""
      // Mostly plain text, which is what is skipped.
      let limit = UInt64(round % 2 == 0 ? 8 : Self.pieces.count)
      while flood.utf8.count < 3_000 { flood += Self.pieces[Int(random.next() % limit)] }
      var whole = Emulator(
        size: TerminalSize(columns: 12 + round % 9, rows: 1 + round % 11),
        historyLimit: round % 3 * 15)
      whole.recordsUnknown = round % 5 != 0
      whole.feed("before\r\n\(beginning)")
      var piecemeal = whole
      // What comes after it shows the cursor, REP, and what is pending.
      let bytes = Array("\(flood)\u{1B}[2bx".utf8)
      whole.feed(bytes)
      for byte in bytes { piecemeal.feed([byte]) }
      #expect(whole.screen == piecemeal.screen, "round \(round): \(readable(bytes))")
      #expect(whole.history == piecemeal.history)
      #expect(whole.unknownSequences == piecemeal.unknownSequences)
      #expect(whole.terminalState == piecemeal.terminalState)
    }
  }
}

extension SplitMix {
  fileprivate mutating func byte() -> UInt8 { UInt8(truncatingIfNeeded: next()) }
}
