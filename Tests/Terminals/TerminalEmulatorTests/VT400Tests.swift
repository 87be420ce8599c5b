import TerminalEmulator
import Testing

/// What VT400 terminals and xterm have beyond what most programs use. Screens and answers are those of
/// xterm 379, except where a comment says otherwise.
@Suite("R83: VT400 and xterm")
struct VT400Tests {
  private static let letters = "abcdef\r\nghijkl\r\nmnopqr"

  static let screens: [SequenceCase] = [
    .init("DECFRA", letters + "␛[88;2;2;3;4$x", ["abcdef", "gXXXkl", "mXXXqr", ""], at: [2, 6]),
    .init("DECERA", letters + "␛[2;2;3;4$z", ["abcdef", "g   kl", "m   qr", ""], at: [2, 6]),
    .init(
      "DECFRA from the margins in origin mode", letters + "␛[2;3r␛[?6h␛[88;1;1;9;2$x",
      ["abcdef", "XXijkl", "XXopqr", ""], at: [1, 0]),
    .init(
      "no rectangle", letters + "␛[88;3;3;2;2$x", rows("abcdef", "ghijkl", "mnopqr"), at: [2, 6]),
    .init(
      "DECCRA", letters + "␛[1;1;2;3;1;2;4;1$v", ["abcdef", "ghiabc", "mnoghi", ""], at: [2, 6]),
    .init(
      "DECCRA over its own cells", letters + "␛[1;1;2;5;1;2;2;1$v",
      ["abcdef", "gabcde", "mghijk", ""], at: [2, 6]),
    .init(
      "DECCRA past the corner", letters + "␛[1;1;3;3;1;4;9;1$v",
      ["abcdef", "ghijkl", "mnopqr", "        ab"], at: [2, 6]),
    .init(
      "DECCRA splits wide characters", "a中b␛[1;1;1;2;1;2;1;1$v", ["a中b", "a", "", ""], at: [0, 4]),
    .init(
      "DECSERA leaves what DECSCA protects", "a␛[1\"qb␛[0\"qc␛[1;1;1;3${", [" b", "", "", ""],
      at: [0, 3]),
    .init("DECSERA erases what SPA protects", "␛Vab␛W␛[1;1;1;2${", ["", "", "", ""], at: [0, 2]),
    .init(
      "EL and ECH leave what SPA protects", "a␛Vb␛Wc␛[2K␛[1G␛[3X", [" b", "", "", ""], at: [0, 0]),
    .init(
      "DECIC", letters + "␛[2;3H␛[2'}", ["ab  cdef", "gh  ijkl", "mn  opqr", ""], at: [1, 2]),
    .init("DECDC", letters + "␛[2;3H␛[2'~", ["abef", "ghkl", "mnqr", ""], at: [1, 2]),
    .init(
      "DECIC and DECDC between margins", letters + "␛[?69h␛[2;4s␛[2;3r␛[2;2H␛['}␛[2'~␛[?69l",
      ["abcdef", "gi  kl", "mo  qr", ""], at: [1, 1]),
    .init(
      "DECIC outside of margins", letters + "␛[2;3r␛['}", rows("abcdef", "ghijkl", "mnopqr"),
      at: [0, 0]),
    .init("DECBI and DECFI move", "abc␛6␛6x␛9y", ["axcy", "", "", ""], at: [0, 4]),
    .init(
      "DECBI moves columns to the right", letters + "␛[1G␛6",
      [" abcdef", " ghijkl", " mnopqr", ""],
      at: [2, 0]),
    .init(
      "DECFI moves columns to the left", letters + "␛[10G␛9", ["bcdef", "hijkl", "nopqr", ""],
      at: [2, 9]),
    .init("reverse wraparound", "␛[?45h␛[2;2H␛[3Dx", ["        x", "", "", ""], at: [0, 9]),
    .init(
      "reverse wraparound of a pending wrap", "␛[?45h0123456789\u{8}x", ["012345678x", "", "", ""],
      at: [0, 9]),
    .init(
      "reverse wraparound from the top", "␛[?45h\u{8}x", ["", "", "", "         x"], at: [3, 9]),
    .init(
      "reverse wraparound without DECAWM", "␛[?45h␛[?7l␛[2;1H\u{8}x", ["", "x", "", ""], at: [1, 1]),
    .init(
      "a tab after a full row, mode 41", "␛[?41h0123456789\tx",
      ["0123456789", "        x", "", ""],
      at: [1, 9]),
    .init(
      "the alternate screen, refused by mode 1046", "a␛[?1046l␛[?1049hb", ["ab", "", "", ""],
      at: [0, 2]),
    .init(
      "DECSCL resets on another level only", "a␛[64;1\"pb␛[63;1\"pc", ["c", "", "", ""], at: [0, 1]),
  ]

  private static func rows(_ texts: String...) -> [String] {
    texts + Array(repeating: "", count: 4 - texts.count)
  }

  @Test("screens", arguments: screens)
  func screen(_ entry: SequenceCase) {
    var emulator = Emulator(size: SequenceCase.size)
    emulator.feed(entry.input.replacing("␛", with: "\u{1B}"))
    #expect(emulator.screen.rows == entry.rows)
    #expect([emulator.screen.cursor.row, emulator.screen.cursor.column] == entry.cursor)
    #expect(emulator.unknownSequences == [])
  }

  /// What xterm 379 answers; the window's place and the colours are this emulator's.
  static let answers: [(question: String, answer: String)] = [
    ("␛[?6n", "␛[?1;1;1R"), ("␛[?15n", "␛[?13n"), ("␛[?25n", "␛[?20n"), ("␛[?26n", "␛[?27;1;0;0n"),
    ("␛[?56n", "␛[?57;0n"), ("␛[?63;123n", "␛P123!~0000␛\\"), ("␛[?75n", "␛[?70n"),
    ("␛[?85n", "␛[?83n"),
    // xterm has a locator.
    ("␛[?53n", "␛[?50n"),
    ("Z␛[H␛[7;1;1;1;1;1*y", "␛P7!~FFA6␛\\"), ("␛[1mZ␛[7;1;1;1;1;4*y", "␛P7!~FF26␛\\"),
    ("␛[4mZ␛[1;1;1;1;1;1*y", "␛P1!~FF96␛\\"), ("␛[7mZ␛[1;1;1;1;1;1*y", "␛P1!~FF86␛\\"),
    ("␛[5mZ␛[1;1;1;1;1;1*y", "␛P1!~FF66␛\\"), ("␛[8mZ␛[1;1;1;1;1;1*y", "␛P1!~FFE0␛\\"),
    ("␛[1\"qZ␛[1;1;1;1;1;1*y", "␛P1!~FFA6␛\\"), ("␛[1;1;1;1;1;1*y", "␛P1!~FFE0␛\\"),
    ("中␛[1;1;1;1;1;1*y", "␛P1!~FFD3␛\\"), ("中␛[1;1;1;1;1;4*y", "␛P1!~FED4␛\\"),
    ("ab\r\ncd␛[1;2;2;2;1$r␛[1;1;2;1;2;1*y", "␛P1!~FF1D␛\\"),
    ("ab\r\ncd␛[2*x␛[1;2;2;2;1$r␛[1;1;2;1;2;1*y", "␛P1!~FF9D␛\\"),
    ("abc␛[1;1;1;3;0$t␛[1;1;1;1;1;1*y", "␛P1!~FF9F␛\\"),
    ("abc␛[1;1;1;3;1$t␛[1;1;1;1;1;1*y", "␛P1!~FF1F␛\\"),
    ("␛P$qm␛\\", "␛P1$r0m␛\\"), ("␛P$q\"p␛\\", "␛P1$r64;1\"p␛\\"), ("␛P$qt␛\\", "␛P1$r24t␛\\"),
    ("␛P$q$|␛\\", "␛P1$r80$|␛\\"), ("␛[0 q␛P$q q␛\\", "␛P1$r1 q␛\\"),
    ("␛[1;38;2;1;2;3;4;9m␛P$qm␛\\", "␛P1$r0;1;4;9;38:2::1:2:3m␛\\"),
    ("␛[0;31;102;21m␛P$qm␛\\", "␛P1$r0;21;31;102m␛\\"),
    ("␛[38;5;100m␛P$qm␛\\", "␛P1$r0;38:5:100m␛\\"),
    ("␛P$q+q␛\\", "␛P0$r␛\\"), ("␛[30*|␛P$q*|␛\\", "␛P1$r30*|␛\\"), ("␛[132$|␛[18t", "␛[8;24;132t"),
    ("␛[11t", "␛[1t"), ("␛[2t␛[11t", "␛[2t"), ("␛[13t", "␛[3;0;0t"), ("␛[3;5;7t␛[13t", "␛[3;5;7t"),
    ("␛[8;30;100t␛[18t", "␛[8;30;100t"), ("␛[4;320;400t␛[18t", "␛[8;20;50t"),
    ("␛[27t␛[18t", "␛[8;27;80t"),
    ("␛[8;0;65535t␛[18t", "␛[8;67;240t"), ("␛[9;1t␛[9;0t␛[18t", "␛[8;24;80t"),
    ("␛]2;a b␛\\␛[21t", "␛]la b␛\\"), ("␛]1;icon␛\\␛[20t", "␛]Licon␛\\"),
    ("␛[>0t␛]2;6162␛\\␛[>2T␛[21t", "␛]lab␛\\"), ("␛[>1t␛]2;ab␛\\␛[21t", "␛]l6162␛\\"),
    ("␛]4;1;?;255;?␛\\", "␛]4;1;rgb:cdcd/0000/0000␛\\␛]4;255;rgb:eeee/eeee/eeee␛\\"),
    ("␛]4;1;#123456␛\\␛]4;1;?␛\\", "␛]4;1;rgb:1212/3434/5656␛\\"),
    ("␛]4;1;#fff␛\\␛]4;1;?␛\\", "␛]4;1;rgb:f0f0/f0f0/f0f0␛\\"),
    ("␛]4;1;rgb:f/80/f00␛\\␛]4;1;?␛\\", "␛]4;1;rgb:ffff/8080/f0f0␛\\"),
    ("␛]4;1;#123456␛\\␛]104;1␛\\␛]4;1;?␛\\", "␛]4;1;rgb:cdcd/0000/0000␛\\"),
    ("␛]4;1;#123456␛\\␛]104␛\\␛]4;1;?␛\\", "␛]4;1;rgb:cdcd/0000/0000␛\\"),
    ("␛]5;0;#123456␛\\␛]4;256;?␛\\", "␛]4;256;rgb:1212/3434/5656␛\\"),
    ("␛]10;#111111;#222222␛\\␛]10;?;?␛\\", "␛]10;rgb:1111/1111/1111␛\\␛]11;rgb:2222/2222/2222␛\\"),
    ("␛]19;#111111␛\\␛]119␛\\␛]19;?␛\\", "␛]19;rgb:0000/0000/0000␛\\"),
    ("␛P+q436F␛\\", "␛P1+r436F=323536␛\\"), ("␛P+q6B31␛\\", "␛P0+r␛\\"),
    ("␛[62;1\"p␛[4$p", ""),
  ]

  @Test("answers", arguments: answers)
  func answer(_ entry: (question: String, answer: String)) {
    var emulator = Emulator()
    emulator.feed(entry.question.replacing("␛", with: "\u{1B}"))
    #expect(
      String(decoding: emulator.drainReplies(), as: UTF8.self).replacing("\u{1B}", with: "␛")
        == entry.answer)
  }

  /// What libX11 1.8.4 makes of colours in the spaces of Xcms: within the gamut of its monitor, outside, on
  /// the edge, white and black.
  static let spacedColors: [(specification: String, value: String)] = [
    ("rgbi:0.5/0.5/0.5", "c1bbbb"), ("rgbi:0.45/0.56/0.92", "b9c4f5"),
    ("RGBI:0.79/0.09/0.3", "e85f98"), ("rgbi:1/0/1", "ff00ff"),
    ("rgbi:0.001/0.001/0.001", "0b150f"),
    ("CIEXYZ:1/1/1", "ffffff"), ("CIEXYZ:0.5/0.5/0.5", "ddb5a0"),
    ("CIEXYZ:0.17/0.75/0.72", "12ffcd"),
    ("CIEXYZ:0.9/0.1/0.1", "b61364"), ("CIExyY:0.5/0.5/0.5", "f7b30e"),
    ("CIExyY:0.36/0.42/0.5", "cec071"), ("CIExyY:0.6/0.6/0.77", "ffdeba"),
    ("CIEuvY:0.5/0.5/0.5", "ffa3ae"), ("CIEuvY:0.26/0.54/0.41", "f29e2a"),
    ("CIEuvY:0.36/0.25/0.44", "ff82ea"), ("CIELab:0.5/0.5/0.5", "524f4f"),
    ("CIELab:80.34/-0.31/0.62", "c4d459"), ("CIELab:100/0/0", "ffffff"),
    ("CIELuv:1/1/1", "16140e"), ("CIELuv:60.35/-0.16/-0.79", "708fdc"),
    ("TekHVC:1/1/1", "1a130f"), ("TekHVC:-40/50/10", "957585"), ("tekhvc:400/50/10", "937a72"),
  ]

  @Test("R83: colours in the spaces of Xcms are those of libX11", arguments: spacedColors)
  func spacedColor(_ entry: (specification: String, value: String)) {
    var emulator = Emulator()
    emulator.feed("\u{1B}]4;1;\(entry.specification)\u{1B}\\\u{1B}]4;1;?\u{1B}\\")
    let channels = stride(from: 0, to: 6, by: 2).map { entry.value.dropFirst($0).prefix(2) }
    #expect(
      readable(emulator.drainReplies())
        == "␛]4;1;rgb:" + channels.map { $0 + $0 }.joined(separator: "/") + "␛\\")
    #expect(emulator.unknownSequences == [])
  }

  /// The answers of xterm 379 to DECRQM when it has just started, except: it counts 19 and 1046
  /// otherwise, and knows Tek and sixels.
  @Test("modes in a new terminal, and after each was changed and reset")
  func modes() {
    let states = [
      "1": [2, 7, 25, 35, 1010, 1035, 1040, 1046], "4": [8, 46, 60],
      "2": [
        1, 3, 4, 5, 6, 9, 12, 13, 18, 19, 30, 40, 41, 42, 44, 45, 47, 66, 67, 69, 1000, 1001, 1002,
        1003, 1004, 1005, 1006, 1007, 1011, 1015, 1036, 1037, 1039, 1041, 1042, 1043, 1044, 1047,
        1049,
        1050, 1051, 1060, 1061, 2004,
      ],
      "0": [0, 10, 64, 95, 1045, 9_999],
    ]
    var emulator = Emulator()
    func check(_ mode: String, _ state: String) {
      emulator.feed("\u{1B}[\(mode)$p")
      #expect(
        readable(emulator.drainReplies()) == "␛[\(mode);\(state)$y", "mode \(mode)")
    }
    for (state, modes) in states {
      for mode in modes { check("?\(mode)", state) }
    }
    for mode in [1, 5, 7, 10, 11, 13, 14, 15, 16, 17, 18, 19] { check("\(mode)", "4") }
    check("12", "1")
    // The repeat of keys is the keyboard's: vttest sets it, and xterm ignores that.
    // The shape of the pointer (OSC 22) is obeyed, too, and cannot be seen.
    emulator.feed("\u{1B}[?8h\u{1B}]22;text\u{1B}\\")
    check("?8", "4")
    for mode in ["2", "12", "?4", "?67", "?1035", "?1061"] {
      let isSet = mode == "12" || mode == "?1035"
      emulator.feed("\u{1B}[\(mode)\(isSet ? "l" : "h")")
      check(mode, isSet ? "2" : "1")
    }
    #expect(emulator.screen.otherModes.description == "2h 12l ?4h ?67h ?1035l ?1061h")
    #expect(emulator.unknownSequences == [])
    #expect(
      emulator.terminalState.differences(from: Emulator().terminalState) == [
        "other modes: 2h 12l ?4h ?67h ?1035l ?1061h, not "
      ])
    emulator.feed("\u{1B}c")
    #expect(emulator.terminalState == Emulator().terminalState)
  }

  @Test("an unsupported sequence is reported as unknown, and changes nothing")
  func unknown() {
    for sequence in [
      "␛]4;0;rgbi:1/1.1/1", "␛]4;0;CIELab:1/1", "␛]4;0;CIELab:101/0/0", "␛]4;0;CIEXYZ:nan/1/1",
      "␛]4;0;CIExyY:1e308/1e-308/1", "␛]4;0;CIEuvY:1e308/1e308/1",
      "␛]4;0;XYZ:1/1/1", "␛]10;no such colour", "␛]4;300;?", "␛]4;1",
      "␛[3*x",
      "␛[27;1;1;2;2$x", "␛[1;1;2;2;99$r", "␛[81$|", "␛[#y", "␛ G", "␛[>9t", "␛[?95h",
      "␛[?2l", "␛[?996n", "␛[60\"p",
    ] {
      var emulator = Emulator()
      let isString = sequence.hasPrefix("␛]")
      emulator.feed(sequence.replacing("␛", with: "\u{1B}") + (isString ? "\u{1B}\\" : ""))
      #expect(emulator.unknownSequences.count == 1, "\(sequence)")
      #expect(emulator.drainReplies() == [])
      #expect(emulator.screen.text == "")
    }
    var level = Emulator()
    level.feed("\u{1B}[63;1\"p\u{1B}[88;1;1;2;2$x\u{1B}[?69h\u{1B}6")
    #expect(level.unknownSequences == ["␛[88;1;1;2;2$x", "␛[?69h", "␛6"])
  }
}
