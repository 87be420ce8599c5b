import BidiSamples
import Cells
import Terminal
import Testing

/// The answers of terminals, as bytes and as what they say.
private let answers: [(bytes: String, answer: TerminalAnswer)] = [
  ("\u{1B}[?62;c", .primaryAttributes([62, 0])),
  ("\u{1B}[?65;1;9c", .primaryAttributes([65, 1, 9])),
  ("\u{1B}[>0;136;0c", .secondaryAttributes([0, 136, 0])),
  ("\u{1B}P>|kitty(0.26.5)\u{1B}\\", .version("kitty(0.26.5)")),
  ("\u{1B}P>|Konsole 22.12.3\u{1B}\\", .version("Konsole 22.12.3")),
  ("\u{1B}[8;1$y", .bidiMode(.set)), ("\u{1B}[8;0$y", .bidiMode(.unknown)),
  ("\u{1B}[?2026;2$y", .synchronizedOutput(.reset)),
  ("\u{1B}]11;rgb:0000/2b2b/3636\u{1B}\\", .background(.dark)),
  ("\u{1B}]11;rgb:ff/ff/ff\u{07}", .background(.light)),
]

struct AnswerFilterTests {
  /// What comes through, and what is found, where the bytes come in these pieces with a pause after
  /// each, or without.
  private func filtered(
    _ pieces: [[UInt8]], pauses: Bool
  ) -> (keys: [UInt8], answers: [TerminalAnswer]) {
    var filter = AnswerFilter()
    var keys: [UInt8] = []
    for piece in pieces {
      keys += filter.feed(piece)
      if pauses { keys += filter.release() }
    }
    return (keys, filter.takeAnswers())
  }

  @Test("An answer between keys is removed, wherever the bytes are cut", arguments: answers)
  func everyCut(bytes: String, answer: TerminalAnswer) {
    let all = Array("j\(bytes)q\u{1B}[B".utf8)
    for cut in 0...all.count {
      let result = filtered([Array(all[..<cut]), Array(all[cut...])], pauses: false)
      #expect(result.keys == Array("jq\u{1B}[B".utf8), "cut at \(cut)")
      #expect(result.answers == [answer], "cut at \(cut)")
    }
  }

  @Test("No byte of an answer counts as a key, however slowly its pieces come", arguments: answers)
  func pauses(bytes: String, answer: TerminalAnswer) {
    let all = Array(bytes.utf8)
    let single = filtered(all.map { [$0] }, pauses: true)
    // A pause after ESC alone is the Escape key; nothing else comes of it.
    #expect(single.keys == [0x1B])
    #expect(single.answers == [answer])
    for cut in 2..<all.count {
      let result = filtered([Array(all[..<cut]), Array(all[cut...])], pauses: true)
      #expect(result.keys.isEmpty, "cut at \(cut)")
      #expect(result.answers == [answer], "cut at \(cut)")
    }
  }

  @Test("A batch of answers in one piece is found in order")
  func batch() {
    let result = filtered([Array(answers.map(\.bytes).joined().utf8)], pauses: false)
    #expect(result.keys.isEmpty)
    #expect(result.answers == answers.map(\.answer))
  }

  @Test(
    "Keys pass unchanged, at once or after the pause that Escape needs",
    arguments: [
      "\u{1B}", "\u{1B}\u{1B}", "\u{1B}[A", "\u{1B}[1;5A", "\u{1B}[3~", "\u{1B}OB", "\u{1B}y",
      "\u{1B}[<0;3;4M", "\u{1B}[200~2\u{1B}[201~", "12q", "ق", "P>", "[8", "\u{1B}[8~",
      "]11", "]1", "\u{1B}]a",
      "\u{1B}Pq",
    ])
  func keys(bytes: String) {
    for pieces in [[Array(bytes.utf8)], bytes.utf8.map { [$0] }] {
      let result = filtered(pieces, pauses: false)
      var filter = AnswerFilter()
      var keys = pieces.flatMap { filter.feed($0) }
      keys += filter.release()
      #expect(keys == Array(bytes.utf8))
      #expect(result.answers.isEmpty)
    }
  }

  @Test(
    "The rest of a broken answer does not count as keys; input after a pause does",
    arguments: [
      "\u{1B}[8;2\u{0}2$y", "\u{1B}[?62\u{07};22c", "\u{1B}[?6\u{C3}\u{A9}2;1c",
      "\u{1B}[>0;\u{0}136;2c",
      "\u{1B}P>|kit\u{0}ty 2 q\u{1B}", "[?62;22c", "[>0;136;2c",
      "]11;rgb:ffff/ffff/ffff\u{1B}\\", "\u{1B}]11;rgb:ff\u{0}2/q",
      "\u{1B}[?\(String(repeating: "2", count: 300))c",
    ])
  func garbage(bytes: String) {
    var filter = AnswerFilter()
    var keys = filter.feed(Array(bytes.utf8))
    keys += filter.release()
    #expect(keys.filter { $0 != 0x1B }.isEmpty, "\(keys)")
    #expect(filter.takeAnswers().isEmpty)
    #expect(filter.feed(Array("j2".utf8)) == Array("j2".utf8))
  }

  @Test(
    "An answer without an end is abandoned at its time limit, and keys count again",
    arguments: [
      "\u{1B}P>|kitty", "\u{1B}[?62;", "\u{1B}[8;1", "\u{1B}[", "\u{1B}P", "\u{1B}P>",
      "\u{1B}]", "\u{1B}]11;rgb:",
    ])
  func endlessAnswer(_ bytes: String) {
    var filter = AnswerFilter()
    #expect(filter.feed(Array(bytes.utf8)) == [])
    #expect(filter.holdsAnswer && !filter.waitsForPause)
    filter.breakOff()
    #expect(!filter.holdsAnswer && filter.waitsForPause)
    #expect(filter.feed(Array("2q".utf8)) == [])
    #expect(filter.release() == [])
    #expect(filter.feed(Array("q".utf8)) == Array("q".utf8))
  }

  @Test("A new sequence ends an incomplete one, and counts")
  func resumption() {
    let broken = "\u{1B}[?62;\u{1B}P>|ki\u{1B}[8;1$y\u{1B}[?1\u{7}2;\u{1B}[?62;1cq"
    let result = filtered([Array(broken.utf8)], pauses: false)
    #expect(result.answers == [.bidiMode(.set), .primaryAttributes([62, 1])])
    #expect(result.keys == Array("q".utf8))
  }

  @Test("Any bytes come out as keys or are dropped, and the held back bytes are bounded")
  func anything() {
    var generator = SeededGenerator(seed: 1)
    let likely = Array("\u{1B}[]P>?|$y;c8012q\\\u{7}".utf8)
    for _ in 0..<2000 {
      var filter = AnswerFilter()
      var given: [UInt8] = []
      var out: [UInt8] = []
      for _ in 0..<Int.random(in: 1...20, using: &generator) {
        let piece = (0..<Int.random(in: 1...40, using: &generator)).map { _ in
          Bool.random(using: &generator)
            ? likely.randomElement(using: &generator) ?? 0
            : UInt8.random(in: 0...255, using: &generator)
        }
        given += piece
        out += filter.feed(piece)
        if Bool.random(using: &generator) { out += filter.release() }
        #expect(filter.remainder.count <= 257)
      }
      out += filter.giveUp()
      #expect(out.count <= given.count + 1)
      #expect(filter.remainder.isEmpty)
    }
  }

  @Test("R51: a background is dark or light by its luminance, however exactly it is given")
  func backgrounds() {
    for (color, background) in [
      ("rgb:0/0/0", .dark), ("rgb:f/f/f", .light), ("rgb:1d1d/1f1f/2121", .dark),
      ("rgb:fdfd/f6f6/e3e3", .light), ("rgb:000/2b2/363", .dark),
      ("rgba:fffe/fffe/fffe/ffff", .light),
      // As bright as these are, one is read with black and one with white text.
      ("rgb:00/00/ff", .dark), ("rgb:00/ff/00", .light), ("rgb:60/60/60", .dark),
      ("rgb:80/80/80", .light),
    ] as [(String, Surface.Background)] {
      #expect(
        TerminalAnswer("\u{1B}]11;\(color)\u{07}".utf8) == .background(background), "\(color)")
    }
  }

  @Test("Other sequences do not count as answers to these queries")
  func others() {
    for bytes in [
      "\u{1B}[?1;2R", "\u{1B}[?25;1$y", "\u{1B}[4;2$y", "\u{1B}[0n", "\u{1B}[8;9$y",
      "\u{1B}]11;?\u{07}", "\u{1B}]11;\u{07}", "\u{1B}]10;rgb:0/0/0\u{07}",
      "\u{1B}]11;rgb:0/0\u{07}", "\u{1B}]11;rgb:0/0/00000\u{07}", "\u{1B}]11;rgb:-1/0/0\u{07}",
      "\u{1B}]11;rgb:0//0/0\u{07}", "\u{1B}]11;cmy:0/0/0\u{07}", "\u{1B}]11\u{07}",
    ] {
      #expect(TerminalAnswer(bytes.utf8) == nil)
    }
    // What a terminal calls itself is shown: nothing but plain letters, and not many.
    let name = "\u{1B}P>|a\u{E9}\(String(repeating: "b", count: 90))\u{1B}\\"
    #expect(TerminalAnswer(name.utf8) == .version("a" + String(repeating: "b", count: 63)))
  }
}
