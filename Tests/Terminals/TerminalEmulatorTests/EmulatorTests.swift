import TerminalEmulator
import Testing

/// What a program sends and what is on the screen then; `␛` stands for ESC.
struct SequenceCase: Sendable, CustomTestStringConvertible {
  let name: String
  let input: String
  let rows: [String]
  let cursor: [Int]

  init(_ name: String, _ input: String, _ rows: [String], at cursor: [Int]) {
    self.name = name
    self.input = input
    self.rows = rows
    self.cursor = cursor
  }

  var testDescription: String { name }

  /// Ten columns, four rows.
  static let size = TerminalSize(columns: 10, rows: 4)

  static let table: [SequenceCase] = [
    .init("text", "abc", ["abc", "", "", ""], at: [0, 3]),
    .init("CR and LF", "ab\r\ncd\rx", ["ab", "xd", "", ""], at: [1, 1]),
    .init("LF keeps the column", "ab\ncd", ["ab", "  cd", "", ""], at: [1, 4]),
    .init("BS stops at the left", "ab\u{8}\u{8}\u{8}x", ["xb", "", "", ""], at: [0, 1]),
    .init("HT", "a\tb\tc", ["a       bc", "", "", ""], at: [0, 9]),
    .init("HTS, TBC, CBT", "␛[3g␛[4G␛H\r\tx␛[Zy", ["   y", "", "", ""], at: [0, 4]),
    .init(
      "CBT stops at the left margin if the origin is there", "␛[?69h␛[4;8s␛[?6h␛[4G␛[9Zx",
      ["   x", "", "", ""], at: [0, 4]),
    .init("the last column waits", "0123456789", ["0123456789", "", "", ""], at: [0, 9]),
    .init("wrapping", "0123456789ab", ["0123456789", "ab", "", ""], at: [1, 2]),
    .init("no wrapping", "␛[?7l0123456789ab", ["012345678b", "", "", ""], at: [0, 9]),
    .init("scrolling", "1\r\n2\r\n3\r\n4\r\n5", ["2", "3", "4", "5"], at: [3, 1]),
    .init("RI scrolls down", "1\r\n2␛[H␛M0", ["0", "1", "2", ""], at: [0, 1]),
    .init("NEL and IND", "a␛Eb␛Dc", ["a", "b", " c", ""], at: [2, 2]),
    .init("CUP, clamped", "␛[2;3Hx␛[99;99Hy", ["", "  x", "", "         y"], at: [3, 9]),
    .init("CUU CUD CUF CUB", "␛[2B␛[3Ca␛[Ab␛[4Dc", ["", " c  b", "   a", ""], at: [1, 2]),
    .init("CNL CPL CHA VPA", "␛[2Ea␛[Fb␛[5Gc␛[4dd", ["", "b   c", "a", "     d"], at: [3, 6]),
    .init("HPA HPR VPR HVP", "␛[3`a␛[2ab␛[2ec␛[1;1fd", ["d a  b", "", "      c", ""], at: [0, 1]),
    .init("ED to the end", "abc\r\ndef␛[1;2H␛[J", ["a", "", "", ""], at: [0, 1]),
    .init("ED to the begin", "abc\r\ndef␛[2;2H␛[1J", ["", "  f", "", ""], at: [1, 1]),
    .init("ED all", "abc␛[2J", ["", "", "", ""], at: [0, 3]),
    .init(
      "EL 0 1 2", "abcd␛[2GX␛[K␛[2;1Habcd␛[2D␛[1K␛[3;1Hab␛[2K", ["aX", "   d", "", ""], at: [2, 2]),
    .init(
      "ICH and DCH in any row, as in xterm", "␛[3;4rabcdef␛[2G␛[2@␛[2;1Habcdef␛[2G␛[2P",
      ["a  bcdef", "adef", "", ""], at: [1, 1]),
    .init(
      "DECSED leaves what DECSCA protects", "ab␛[1\"qcd␛[m␛[0\"qef␛[?2J",
      ["  cd", "", "", ""], at: [0, 6]),
    .init(
      "DECSEL 0 1 2",
      "a␛[1\"qb␛[0\"qc␛[2D␛[?K␛[2;1Ha␛[1\"qb␛[2\"qc␛[D␛[?1K␛[3;1Ha␛[1\"qb␛[\"qc␛[?2K",
      ["ab", " b", " b", ""], at: [2, 3]),
    .init(
      "EL erases what is protected", "a␛[1\"qb␛[0\"qc␛[2K", ["", "", "", ""], at: [0, 3]),
    .init(
      "DEC graphics from _ to ~", "␛(0_`afjx~", [" ◆▒°┘│·", "", "", ""], at: [0, 7]),
    .init("ECH", "abcdef␛[2G␛[3X", ["a   ef", "", "", ""], at: [0, 1]),
    .init(
      "ICH and DCH", "abcdef␛[2G␛[2@␛[2;1Habcdef␛[2G␛[2P", ["a  bcdef", "adef", "", ""], at: [1, 1]),
    .init("IL and DL", "1\r\n2\r\n3\r\n4␛[2;3H␛[L␛[4;1H␛[M", ["1", "", "2", ""], at: [3, 0]),
    .init("IRM", "abc\r␛[4hx␛[4ly", ["xybc", "", "", ""], at: [0, 2]),
    .init("REP", "ab␛[3b", ["abbbb", "", "", ""], at: [0, 5]),
    .init("REP before any character", "␛[5bx", ["x", "", "", ""], at: [0, 1]),
    .init(
      "DECSTBM scrolls inside", "1\r\n2\r\n3\r\n4␛[2;3r␛[3;1H\n5", ["1", "3", "5", "4"], at: [2, 1]),
    .init("SU and SD", "1\r\n2\r\n3\r\n4␛[2S␛[T", ["", "3", "4", ""], at: [3, 1]),
    .init("origin mode", "␛[2;3r␛[?6hx␛[9;1Hy", ["", "x", "y", ""], at: [2, 1]),
    .init(
      "DECSLRM", "abcdef\r\nghijkl␛[?69h␛[2;4s␛[1;2H␛[M", ["ahijef", "g   kl", "", ""], at: [0, 1]),
    .init(
      "NEL left of the margins does not scroll", marked + "␛[4;1H␛Ex", rows("x444444444"),
      at: [3, 1]),
    .init(
      "NEL right of the margins does not scroll", marked + "␛[4;9H␛Ex", rows("44x4444444"),
      at: [3, 3]),
    .init(
      "NEL between the margins scrolls them", marked + "␛[4;4H␛Ex",
      ["1122221111", "2233332222", "3344443333", "44x   4444"], at: [3, 3]),
    .init(
      "IND outside of the margins does not scroll", marked + "␛[4;1H␛Dx␛[4;9H␛Dy",
      rows("x4444444y4"), at: [3, 9]),
    .init(
      "LF outside of the margins does not scroll", marked + "␛[4;1H\nx␛[4;9H\ny",
      rows("x4444444y4"), at: [3, 9]),
    .init(
      "LF in mode 20 right of the margins does not scroll", marked + "␛[20h␛[4;9H\nx␛[20l",
      rows("44x4444444"), at: [3, 3]),
    .init(
      "RI outside of the margins does not scroll", marked + "␛[1;1H␛Mx␛[1;9H␛My",
      ["x1111111y1", "2222222222", "3333333333", "4444444444"], at: [0, 9]),
    .init(
      "wrapping right of the margins does not scroll", marked + "␛[4;9Habc", rows("44c44444ab"),
      at: [3, 3]),
    .init(
      "CR left of the margins in origin mode", marked + "␛[1;1H␛[?6h␛[4;1H\rx", rows("44x4444444"),
      at: [3, 3]),
    .init("DECSC and DECRC", "ab␛7␛[3;3Hc␛8d", ["abd", "", "  c", ""], at: [0, 3]),
    .init("SCOSC and SCORC", "ab␛[s␛[3;3Hc␛[ud", ["abd", "", "  c", ""], at: [0, 3]),
    .init("alternate screen", "ab␛[?1049hcd␛[?1049le", ["abe", "", "", ""], at: [0, 3]),
    .init("line drawing", "␛(0lqk␛(Bq", ["┌─┐q", "", "", ""], at: [0, 4]),
    .init("SO and SI", "␛)0\u{E}x\u{F}x", ["│x", "", "", ""], at: [0, 2]),
    .init("wide", "中x", ["中x", "", "", ""], at: [0, 3]),
    .init("wide wraps whole", "012345678中", ["012345678", "中", "", ""], at: [1, 2]),
    .init("half of a wide one", "中文␛[2Gx", [" x文", "", "", ""], at: [0, 2]),
    .init("erasing through a wide one", "中文␛[2G␛[K", ["", "", "", ""], at: [0, 1]),
    .init("combining", "e\u{301}x", ["e\u{301}x", "", "", ""], at: [0, 2]),
    .init(
      "combining in the last column", "012345678e\u{301}", ["012345678e\u{301}", "", "", ""],
      at: [0, 9]),
    .init("combining onto a wide one", "中\u{301}x", ["中\u{301}x", "", "", ""], at: [0, 3]),
    .init("presentation forms", "ﻻ\u{64E}ﻪ", ["ﻻ\u{64E}ﻪ", "", "", ""], at: [0, 2]),
    .init("controls inside a sequence", "ab␛[1\rCx", ["ax", "", "", ""], at: [0, 2]),
    .init("DECALN", "␛#8", Array(repeating: "EEEEEEEEEE", count: 4), at: [0, 0]),
    .init("RIS", "␛[31mab␛[2;3r␛c", ["", "", "", ""], at: [0, 0]),
  ]

  /// Fills the screen with the rows' numbers, then sets margins from the third column to the sixth.
  private static let marked =
    "1111111111\r\n2222222222\r\n3333333333\r\n4444444444␛[?69h␛[3;6s"

  /// The screen that `marked` makes, with another last row.
  private static func rows(_ last: String) -> [String] {
    ["1111111111", "2222222222", "3333333333", last]
  }
}

@Suite("Emulator")
struct EmulatorTests {
  private func emulator(
    _ input: String, size: TerminalSize = SequenceCase.size, profile: TerminalProfile = .xterm
  ) -> Emulator {
    var emulator = Emulator(size: size, profile: profile)
    emulator.feed(input.replacing("␛", with: "\u{1B}"))
    return emulator
  }

  @Test("a sequence makes its screen", arguments: SequenceCase.table)
  func sequence(_ expected: SequenceCase) {
    let emulator = emulator(expected.input)
    #expect(emulator.screen.rows == expected.rows)
    #expect([emulator.screen.cursor.row, emulator.screen.cursor.column] == expected.cursor)
    #expect(emulator.unknownSequences.isEmpty)
    // In whatever pieces it comes.
    var piecemeal = Emulator(size: SequenceCase.size)
    for byte in expected.input.replacing("␛", with: "\u{1B}").utf8 { piecemeal.feed([byte]) }
    #expect(piecemeal.screen == emulator.screen)
  }

  @Test(
    "SGR sets a style and resets it",
    arguments: [
      ("1", "22", \CellStyle.bold), ("2", "22", \.dim), ("3", "23", \.italic), ("5", "25", \.blink),
      ("7", "27", \.reverse), ("8", "28", \.conceal), ("9", "29", \.strikethrough),
      ("53", "55", \.overline),
    ] as [(String, String, any KeyPath<CellStyle, Bool> & Sendable)])
  func attribute(_ on: String, _ off: String, _ attribute: any KeyPath<CellStyle, Bool> & Sendable)
  {
    let screen = emulator("␛[\(on)ma␛[\(off)mb␛[\(on)m␛[mc").screen
    #expect((0...2).map { screen.cell(0, $0).style[keyPath: attribute] } == [true, false, false])
    #expect(screen.cell(0, 1).style == .plain)
  }

  @Test(
    "SGR colours come in every spelling",
    arguments: [
      ("31", TerminalColor.indexed(1)), ("97", .indexed(15)), ("38;5;208", .indexed(208)),
      ("38:5:208", .indexed(208)), ("38;2;1;2;3", .rgb(1, 2, 3)), ("38:2:1:2:3", .rgb(1, 2, 3)),
      ("38:2::1:2:3", .rgb(1, 2, 3)), ("31;39", .default), ("1;38;5;9;4", .indexed(9)),
    ])
  func foreground(_ numbers: String, _ color: TerminalColor) {
    let emulator = emulator("␛[\(numbers)ma")
    #expect(emulator.screen.cell(0, 0).style.foreground == color)
    #expect(emulator.unknownSequences.isEmpty)
  }

  @Test("underlines have kinds and colours")
  func underline() {
    let screen = emulator("␛[4ma␛[4:3;58:5:1mb␛[21mc␛[59;4:0md").screen
    #expect(
      (0...3).map { screen.cell(0, $0).style.underline } == [.single, .curly, .double, .none])
    #expect(screen.cell(0, 1).style.underlineColor == .indexed(1))
    #expect(screen.cell(0, 3).style == .plain)
  }

  @Test("erasing keeps the background colour and nothing else")
  func backgroundErase() {
    let style = emulator("␛[1;7;44m␛[K").screen.cell(0, 5).style
    #expect(style.background == .indexed(4))
    #expect(!style.bold && !style.reverse)
  }

  @Test("titles are set, pushed and popped")
  func titles() {
    var emulator = emulator("␛]2;one␛\\␛[22;0;0t␛]0;two\u{7}")
    #expect(emulator.screen.title == "two")
    #expect(emulator.screen.pushedTitles == 1)
    emulator.feed("\u{1B}[23;0;0t")
    #expect(emulator.screen.title == "one")
    #expect(emulator.screen.pushedTitles == 0)
  }

  @Test("modes are kept, and restoring them gives those of a new terminal")
  func modes() {
    let on = "␛[?1h␛=␛[?1000h␛[?1006h␛[?2004h␛[?1004h␛[?2026h␛[?25l␛[3 q␛[8l␛[?12h"
    var emulator = emulator(on)
    let modes = emulator.screen.modes
    #expect(modes.applicationCursorKeys && modes.applicationKeypad && modes.bracketedPaste)
    #expect(modes.focusReporting && modes.synchronizedOutput && modes.cursorBlink)
    #expect(modes.mouseTracking == .buttons && modes.mouseEncoding == .sgr)
    #expect(modes.bidi == .explicit)
    #expect(!emulator.screen.cursor.isVisible && emulator.screen.cursor.shape == .blinkingUnderline)
    let off = "␛[?1l␛>␛[?1000l␛[?1006l␛[?2004l␛[?1004l␛[?2026l␛[?25h␛[0 q␛[8h␛[?12l"
    emulator.feed(off.replacing("␛", with: "\u{1B}"))
    #expect(emulator.screen.modes == ScreenModes())
    #expect(emulator.screen.cursor == Cursor())
    #expect(emulator.unknownSequences.isEmpty)
  }

  @Test("the bidi mode belongs to rows: it comes with the clear, not after it")
  func bidiModeBeforeClear() {
    let early = emulator("␛[?1049h␛[8l␛[H␛[2Jab").screen
    #expect(early.grid.map(\.bidiMode) == Array(repeating: .explicit, count: 4))
    let late = emulator("␛[?1049h␛[H␛[2Jab␛[8l").screen
    #expect(late.grid.map(\.bidiMode) == Array(repeating: .implicit, count: 4))
    #expect(late.modes.bidi == .explicit)
    let beginning = emulator("ab\r\n␛[8lcd").screen
    #expect(beginning.grid.map(\.bidiMode) == [.implicit, .explicit, .implicit, .implicit])
  }

  @Test("the bidi switches of Konsole and mlterm are kept")
  func otherBidiSwitches() {
    var emulator = emulator("␛]50;BidiRenderingEnabled=false\u{7}␛]5379;use_ctl=false\u{7}")
    #expect(!emulator.screen.modes.konsoleBidi && !emulator.screen.modes.mltermBidi)
    emulator.feed("\u{1B}]50;BidiRenderingEnabled=true\u{7}\u{1B}]5379;use_ctl=true\u{7}")
    #expect(emulator.screen.modes == ScreenModes())
    #expect(emulator.unknownSequences.isEmpty)
  }

  @Test("hyperlinks are kept cell by cell")
  func links() {
    let screen = emulator("␛]8;;https://a.example␛\\ab␛]8;;␛\\c").screen
    #expect(
      (0...2).map { screen.cell(0, $0).link } == ["https://a.example", "https://a.example", nil])
  }

  @Test(
    "unknown sequences are recorded, and change nothing",
    arguments: [
      ("␛[?9999h", "␛[?9999h"), ("␛[99m", "␛[99m"), ("␛[1;2;3y", "␛[1;2;3y"), ("␛(Z", "␛(Z"),
      ("␛]999;x\u{7}", "␛]999;x"), ("␛_private␛\\", "␛_private"), ("␛[?9l␛[?10l", "␛[?10l"),
      ("␛[12\u{18}", "␛[12"), ("\u{301}", "U+301 on nothing"), ("\u{9B}1m", "⟨U+9B⟩"),
    ])
  func unknown(_ input: String, _ recorded: String) {
    let emulator = emulator(input)
    #expect(emulator.unknownSequences.first == recorded)
    #expect(emulator.screen.rows[0].isEmpty || input.hasPrefix("\u{9B}"))
  }

  @Test("broken UTF-8 is recorded byte by byte, and the text after it is intact")
  func malformed() {
    var emulator = Emulator(size: SequenceCase.size)
    emulator.feed([0xE2, 0x82, 0x41, 0xFF, 0xC0, 0xD9, 0x84] as [UInt8])
    #expect(emulator.unknownSequences == ["⟨E2⟩⟨82⟩", "⟨FF⟩", "⟨C0⟩"])
    #expect(emulator.screen.rows[0] == "\u{FFFD}A\u{FFFD}\u{FFFD}ل")
  }

  @Test(
    "a screen of any size is survived",
    arguments: [(1, 1), (1, 4), (4, 1), (2, 2)])
  func tiny(_ columns: Int, _ rows: Int) {
    let size = TerminalSize(columns: columns, rows: rows)
    for expected in SequenceCase.table {
      var emulator = emulator(expected.input, size: size)
      for other in [(3, 3), (1, 1), (7, 2)] {
        emulator.resize(to: TerminalSize(columns: other.0, rows: other.1))
        emulator.feed("中\r\n\u{1B}[Lx\u{1B}8")
      }
      #expect(emulator.screen.grid.count == 2)
      #expect(emulator.screen.grid.allSatisfy { $0.cells.count == 7 })
    }
  }

  @Test("characters are inserted and deleted outside of the scrolling rows as well")
  func editingOutsideOfTheRegion() {
    var emulator = Emulator(size: TerminalSize(columns: 6, rows: 4))
    emulator.feed("abcdef\u{1B}[2;3r\u{1B}[1;2H\u{1B}[2@")
    #expect(emulator.screen.rows[0] == "a  bcd")
    emulator.feed("\u{1B}[1;1H\u{1B}[3P")
    #expect(emulator.screen.rows[0] == "bcd")
    emulator.feed("\u{1B}[4h\u{1B}[1;1Hx")
    #expect(emulator.screen.rows[0] == "xbcd")
  }

  @Test("an underscore is a blank in DEC special graphics")
  func blankInLineDrawing() {
    var emulator = Emulator(size: TerminalSize(columns: 6, rows: 1))
    emulator.feed("\u{1B}(0q_q\u{1B}(B_")
    #expect(emulator.screen.rows[0] == "─ ─_")
  }

  @Test("rows are equal if they show the same, however they were written")
  func equality() {
    var one = Emulator(size: TerminalSize(columns: 8, rows: 1))
    var other = one
    let link = "\u{1B}]8;;http://a\u{7}"
    one.feed("e\u{301}\(link)b")
    other.feed("\u{1B}]8;;http://b\u{7}o\u{308}x\re\u{301}\(link)b")
    #expect(one.screen.grid != other.screen.grid)
    other.feed("\r\u{1B}]8;;\u{7}e\u{301}")
    #expect(one.screen.grid == other.screen.grid)
    #expect(one.screen.cell(0, 0).text == "e\u{301}" && one.screen.cell(0, 1).link == "http://a")
  }

  @Test("a row that is overwritten more often than it can keep links shows the last text")
  func bounded() {
    var emulator = Emulator(size: TerminalSize(columns: 4, rows: 1))
    for number in 0..<70_000 {
      emulator.feed("\r\u{1B}]8;;http://\(number)\u{7}e\u{301}")
    }
    #expect(emulator.screen.cell(0, 0).link == "http://69999")
    #expect(emulator.screen.rows[0] == "e\u{301}")
  }
}
