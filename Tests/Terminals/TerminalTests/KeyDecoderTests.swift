import BidiSamples
import Cells
import Input
import Terminal
import Testing

struct KeyDecoderTests {
  /// The keys of some bytes, fed one by one, so that every split is tried as well.
  private func input(_ bytes: [UInt8], inPieces: Bool) -> [TerminalInput] {
    var decoder = KeyDecoder()
    var all: [TerminalInput] = []
    if inPieces {
      for byte in bytes {
        decoder.feed([byte])
        while let input = decoder.next() { all.append(input) }
      }
    } else {
      decoder.feed(bytes)
      while let input = decoder.next() { all.append(input) }
    }
    while let input = decoder.pause() { all.append(input) }
    if let input = decoder.giveUp() { all.append(input) }
    return all
  }

  private func keys(_ bytes: [UInt8], inPieces: Bool) -> [Key] {
    input(bytes, inPieces: inPieces).compactMap { if case .key(let key) = $0 { key } else { nil } }
  }

  private static let table: [(String, [Key])] = [
    ("\u{1B}[A", [.up]), ("\u{1B}[B", [.down]), ("\u{1B}[C", [.right]), ("\u{1B}[D", [.left]),
    ("\u{1B}OA", [.up]), ("\u{1B}OB", [.down]), ("\u{1B}OC", [.right]), ("\u{1B}OD", [.left]),
    ("\u{1B}[H", [.home]), ("\u{1B}OH", [.home]), ("\u{1B}[1~", [.home]), ("\u{1B}[7~", [.home]),
    ("\u{1B}[F", [.end]), ("\u{1B}OF", [.end]), ("\u{1B}[4~", [.end]), ("\u{1B}[8~", [.end]),
    ("\u{1B}[5~", [.pageUp]), ("\u{1B}[6~", [.pageDown]), ("\u{1B}[3~", [.delete]),
    ("\u{1B}[Z", [.backTab]), ("\u{1B}[1;5A", [.holding(.control, .up)]), ("\t", [.tab]),
    ("\r", [.enter]),
    ("\n", [.enter]), ("\u{1B}OM", [.enter]), ("\u{7F}", [.backspace]),
    ("q", [.character("q")]), ("ق", [.character("ق")]),
    ("٢", [.character("٢")]), ("\u{1F600}", [.character("\u{1F600}")]),
    ("\u{0C}", [.control("l")]), ("\u{1B}", [.escape]), ("\u{1B}\u{1B}", [.escape, .escape]),
    ("\u{1B}y", [.holding(.alt, .character("y"))]),
    // Keys that are held down with others, as far as terminals tell.
    ("\u{1B}[1;2D", [.holding(.shift, .left)]),
    ("\u{1B}[1;6C", [.holding([.shift, .control], .right)]),
    ("\u{1B}[1;2H", [.holding(.shift, .home)]), ("\u{1B}[3;5~", [.holding(.control, .delete)]),
    ("\u{1B}[1;9A", [.up]), ("\u{1B}[d", [.holding(.shift, .left)]),
    ("\u{1B}Od", [.holding(.control, .left)]), ("\u{1B}[7^", [.holding(.control, .home)]),
    ("\u{1B}\u{7F}", [.holding(.alt, .backspace)]), ("\u{1B}\r", [.holding(.alt, .enter)]),
    ("\u{1F}", [.control("_")]),
    // Answers of the terminal are no keys.
    ("\u{1B}[?62;22cq", [.character("q")]), ("\u{1B}[8;2$yq", [.character("q")]),
    ("\u{1B}]11;rgb:0000/0000/0000\u{1B}\\q", [.character("q")]),
    ("\u{1B}P>|kitty(0.26)\u{1B}\\q", [.character("q")]), ("\u{1B}[[Aq", [.character("q")]),
    ("\u{1B}[I\u{1B}[O", []),
  ]

  @Test("R50: keys in all their forms, in whatever pieces they come", arguments: table)
  func forms(text: String, expected: [Key]) {
    #expect(keys(Array(text.utf8), inPieces: false) == expected)
    #expect(keys(Array(text.utf8), inPieces: true) == expected)
  }

  @Test("R50: invalid bytes are dropped, and the key after them counts")
  func garbage() {
    #expect(keys([0xFF, 0xC3, 0x71], inPieces: false) == [.character("q")])
    #expect(keys([0xD9, 0x71], inPieces: true) == [.character("q")])
    #expect(keys([0xC2, 0x85, 0x71], inPieces: true) == [.character("q")])
    #expect(keys([0x00, 0x71], inPieces: true) == [.character("q")])
  }

  @Test("R50: an incomplete letter or sequence is awaited, and a lone ESC is recognized")
  func waits() {
    var decoder = KeyDecoder()
    decoder.feed([0x1B])
    #expect(decoder.next() == nil)
    #expect(decoder.isWaiting)
    decoder.feed([0x5B])
    #expect(decoder.next() == nil)
    decoder.feed([0x42])
    #expect(decoder.next() == .key(.down))
    #expect(!decoder.isWaiting)
    decoder.feed([0xD9])
    #expect(decoder.next() == nil)
    #expect(Array(decoder.remainder) == [0xD9])
    decoder.feed([0x82])
    #expect(decoder.next() == .key(.character("ق")))
  }

  private static let pointers: [(String, [TerminalInput])] = [
    (
      "\u{1B}[<0;12;3M\u{1B}[<0;12;3m",
      [.pointer(PointerEvent(.press, at: Position(row: 2, column: 11)))]
    ),
    (
      "\u{1B}[<64;300;100M",
      [.pointer(PointerEvent(.wheelUp, at: Position(row: 99, column: 299)))]
    ),
    ("\u{1B}[<81;1;1M", [.pointer(PointerEvent(.wheelDown, at: Position(row: 0, column: 0)))]),
    // Other buttons, motion, and what no terminal sends.
    ("\u{1B}[<2;1;1M\u{1B}[<35;4;4M\u{1B}[<0;0;0M\u{1B}[<0;1Mq", [.key(.character("q"))]),
    ("\u{1B}[M\u{1B}[2q", [.key(.character("q"))]),
    (
      "\u{1B}[M !\"q",
      [
        .pointer(PointerEvent(.press, at: Position(row: 1, column: 0))),
        .key(.character("q")),
      ]
    ),
  ]

  @Test("R50: a pointer is reported in both encodings, in pieces of any size", arguments: pointers)
  func pointer(text: String, expected: [TerminalInput]) {
    #expect(input(Array(text.utf8), inPieces: false) == expected)
    #expect(input(Array(text.utf8), inPieces: true) == expected)
  }

  private static let pastes: [(String, [TerminalInput])] = [
    ("\u{1B}[200~qq\r\u{1B}[201~x", [.pasted("qq\r"), .key(.character("x"))]),
    ("\u{1B}[200~\u{1B}[201~", [.pasted("")]),
    (
      "\u{1B}[200~a\u{1B}[201~q\u{1B}[200~b\u{1B}[201~",
      [.pasted("a"), .key(.character("q")), .pasted("b")]
    ),
    ("\u{1B}[200~a\u{1B}[20b\u{1B}[201~", [.pasted("a\u{1B}[20b")]),
    ("\u{1B}[200~م\u{1B}[201~\u{1B}[A", [.pasted("م"), .key(.up)]),
    // One whose end was lost ends when nothing more comes.
    ("\u{1B}[200~q\u{1B}[201", [.pasted("q\u{1B}[201")]),
    ("\u{1B}[201~q", [.key(.character("q"))]),
  ]

  @Test("R54: pasted input is text and not keys, in pieces of any size", arguments: pastes)
  func paste(text: String, expected: [TerminalInput]) {
    #expect(input(Array(text.utf8), inPieces: false) == expected)
    #expect(input(Array(text.utf8), inPieces: true) == expected)
  }

  @Test("R54: a long paste is cut, and no part of it counts as keys")
  func longPaste() {
    let text = String(repeating: "q", count: 100_000)
    let all = input(Array("\u{1B}[200~\(text)\u{1B}[201~x".utf8), inPieces: false)
    #expect(all == [.pasted(String(repeating: "q", count: 16 << 10)), .key(.character("x"))])
  }

  @Test("R16, R54: a paste that is under way at a restart goes on after it")
  func pasteHandedOn() {
    var first = KeyDecoder()
    first.feed(Array("\u{1B}[200~one ".utf8))
    #expect(first.next() == nil)
    #expect(first.isHolding)
    var second = KeyDecoder()
    second.feed(first.remainder)
    second.feed(Array("two\u{1B}[201~".utf8))
    #expect(second.next() == .pasted("one two"))
    #expect(second.next() == nil)
  }

  /// What some bytes become if nothing arrives for a moment after each piece.
  private func input(withPausesBetween pieces: [ArraySlice<UInt8>]) -> [TerminalInput] {
    var decoder = KeyDecoder()
    var all: [TerminalInput] = []
    for piece in pieces {
      decoder.feed(piece)
      while let input = decoder.pause() { all.append(input) }
    }
    return all
  }

  private static let slow: [(String, [TerminalInput])] =
    [
      ("\u{1B}[200~2\u{1B}[B\r\u{1B}[201~", [.pasted("2\u{1B}[B\r")]),
      ("\u{1B}[200~مq\u{1B}\u{1B}[201~", [.pasted("مq\u{1B}")]),
    ]
    + [
      "\u{1B}[?64;1;2c", "\u{1B}[>0;136;0c", "\u{1B}[8;2$y", "\u{1B}]11;rgb:2222/1111/qqqq\u{1B}\\",
      "\u{1B}]11;rgb:2222/1111/2121\u{07}", "\u{1B}P>|q 2(1.2)\u{1B}\\",
    ].map { ($0, []) }

  @Test(
    "R50, R54: no pause makes keys of the rest of a paste or of an answer, wherever it is cut",
    arguments: slow)
  func pauses(text: String, expected: [TerminalInput]) {
    let bytes = Array("\(text)j".utf8)
    let whole = expected + [.key(.character("j"))]
    #expect(input(withPausesBetween: [bytes[...]]) == whole)
    for cut in 1..<bytes.count - 1 {
      let all = input(withPausesBetween: [bytes[..<cut], bytes[cut...]])
      // ESC alone is the Escape key, and the letter after it may have been typed.
      let typed = cut > 2 || bytes[1] == UInt8(ascii: "[") && cut == 2 ? 0 : cut
      #expect(all.dropFirst(typed) == whole[...], "cut at \(cut)")
      #expect(
        all.prefix(typed)
          == [.key(.escape), .key(.character(Character(Unicode.Scalar(bytes[1]))))]
          .prefix(typed), "cut at \(cut)")
    }
    let single = bytes.indices.map { bytes[$0...$0] }
    let typed = bytes[1] == UInt8(ascii: "[") ? 1 : 2
    #expect(input(withPausesBetween: single).dropFirst(typed) == whole[...])
  }

  @Test("R50: the keys after an Escape count, also those that may begin a sequence")
  func afterEscape() {
    for text in ["2", "x", "P2", "Px", "]x", "O", "^", "_"] {
      let pieces = [[0x1B][...], Array(text.utf8)[...]]
      let expected = [Key.escape] + text.map { .character($0) }
      #expect(input(withPausesBetween: pieces) == expected.map { .key($0) }, "\(text)")
      let single = ([0x1B] + Array(text.utf8)).map { [$0][...] }
      #expect(input(withPausesBetween: single) == expected.map { .key($0) }, "\(text)")
    }
    let later = input(withPausesBetween: [[0x1B], Array("[B".utf8)[...], [0x1B]])
    #expect(later == [.key(.escape), .key(.down), .key(.escape)])
  }

  @Test(
    "R50, R54: of a paste or a sequence without an end nothing counts, until it is given up",
    arguments: [
      ("\u{1B}[200~abq", .pasted("abq")), ("\u{1B}[?64;", nil), ("\u{1B}[", nil),
      ("\u{1B}]11;", nil),
    ]
      as [(String, TerminalInput?)])
  func givenUp(text: String, expected: TerminalInput?) {
    var decoder = KeyDecoder()
    decoder.feed(Array(text.utf8))
    #expect(decoder.pause() == nil)
    #expect(decoder.isHolding && !decoder.isWaiting)
    #expect(decoder.giveUp() == expected)
    #expect(!decoder.isHolding)
    decoder.feed(Array("q".utf8))
    #expect(decoder.next() == .key(.character("q")))
    #expect(decoder.giveUp() == nil)
  }

  @Test("R54: no byte of an endless paste or string counts, and little of it is kept")
  func endless() {
    let whole = TerminalInput.pasted(String(repeating: "2", count: 16 << 10))
    for (begin, end, input) in [
      ("\u{1B}[200~", "\u{1B}[201~", whole), ("\u{1B}]11;", "\u{7}", nil), ("\u{1B}[1;", "m", nil),
    ] as [(String, String, TerminalInput?)] {
      var decoder = KeyDecoder()
      decoder.feed(Array(begin.utf8))
      for _ in 0..<1025 {
        decoder.feed([UInt8](repeating: UInt8(ascii: "2"), count: 1024))
        #expect(decoder.pause() == nil)
      }
      #expect(decoder.remainder.count < 17 << 10)
      decoder.feed(Array(end.utf8))
      #expect(decoder.next() == input)
      decoder.feed(Array("q".utf8))
      #expect(decoder.next() == .key(.character("q")))
    }
  }

  @Test("R50: any bytes end in keys or nothing, never in a hang")
  func anyBytes() {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<2000 {
      let bytes = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
        Bool.random(using: &generator)
          ? UInt8.random(in: 0...255, using: &generator)
          : [0x1B, 0x5B, 0x4F, 0x5D, 0x3B, 0x31].randomElement(using: &generator)!
      }
      var decoder = KeyDecoder()
      decoder.feed(bytes)
      while decoder.next() != nil {}
      while decoder.pause() != nil {}
      #expect(!decoder.isWaiting)
      _ = decoder.giveUp()
      #expect(!decoder.isHolding)
    }
  }
}

struct LocaleTests {
  @Test(
    "R57: the charset is determined from the locale's name",
    arguments: [
      ("C", nil), ("POSIX", nil), ("", nil), ("en_US.UTF-8", nil), ("ar_EG.utf8", nil),
      ("ar_EG", nil), ("sr_RS.UTF-8@latin", nil), ("en_US.ISO-8859-1", "ISO-8859-1"),
      ("ru_RU.KOI8-R", "KOI8-R"), ("de_DE.iso885915@euro", "iso885915"),
    ] as [(String, String?)])
  @MainActor
  func charset(locale: String, expected: String?) {
    #expect(TerminalScreen.foreignCharset(of: locale) == expected)
  }
}
