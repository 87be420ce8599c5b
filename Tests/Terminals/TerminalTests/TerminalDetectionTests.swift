import Cells
import Glibc
import MirrorLayout
import Terminal
import Testing

/// What terminals of Debian 12 answered, each in itself.
private enum Answers {
  static let xterm: [TerminalAnswer] = [
    .version("XTerm(379)"), .bidiMode(.unknown), .synchronizedOutput(.unknown), .background(.light),
    .secondaryAttributes([41, 379, 0]), .primaryAttributes([64, 1, 2, 6]),
  ]
  static let urxvt: [TerminalAnswer] = [
    .synchronizedOutput(.unknown), .secondaryAttributes([85, 95, 0]), .primaryAttributes([1, 2]),
  ]
  static let st: [TerminalAnswer] = [.primaryAttributes([6])]
  static let vte: [TerminalAnswer] = [
    .bidiMode(.set), .synchronizedOutput(.alwaysReset), .secondaryAttributes([65, 7006, 1]),
    .primaryAttributes([65, 1, 9]),
  ]
  static let kitty: [TerminalAnswer] = [
    .version("kitty(0.26.5)"), .bidiMode(.unknown), .synchronizedOutput(.reset),
    .secondaryAttributes([1, 4000, 26]), .primaryAttributes([62, 0]),
  ]
  static let konsole: [TerminalAnswer] = [
    .version("Konsole 22.12.3"), .secondaryAttributes([1, 115, 0]), .primaryAttributes([62, 1, 4]),
  ]
  static let mlterm: [TerminalAnswer] = [
    .bidiMode(.unknown), .synchronizedOutput(.unknown), .secondaryAttributes([24, 279, 0]),
    .primaryAttributes([63, 1, 2, 3, 4, 6]),
  ]
  static let pterm: [TerminalAnswer] = [
    .secondaryAttributes([0, 136, 0]), .primaryAttributes([6]),
  ]
  static let qterminal: [TerminalAnswer] = [
    .secondaryAttributes([0, 115, 0]), .primaryAttributes([1, 2]),
  ]
  /// xterm.js 5.5.
  static let xtermJS: [TerminalAnswer] = [
    .bidiMode(.unknown), .synchronizedOutput(.unknown), .secondaryAttributes([0, 276, 0]),
    .primaryAttributes([1, 2]),
  ]
  static let tmux: [TerminalAnswer] = [
    .version("tmux 3.3a"), .secondaryAttributes([84, 0, 0]), .primaryAttributes([1, 2]),
  ]
  static let screen: [TerminalAnswer] = [
    .secondaryAttributes([83, 40900, 0]), .primaryAttributes([1, 2]),
  ]
}

private func detection(_ type: String, _ variables: [String: String] = [:]) -> TerminalDetection {
  TerminalDetection(type: type) { variables[$0] }
}

private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

struct TerminalDetectionTests {
  /// A terminal: its type, its variables, its answers, and what is found by them.
  struct Terminal: CustomTestStringConvertible {
    let type: String
    var variables: [String: String] = [:]
    let answers: [TerminalAnswer]
    let kind: TerminalKind
    let encoding: RowEncoding
    var testDescription: String { "\(type) \(variables.keys.sorted()) \(kind)" }
  }

  private static let terminals = [
    Terminal(type: "xterm", answers: Answers.xterm, kind: .plain, encoding: .visual),
    Terminal(
      type: "rxvt-unicode-256color", answers: Answers.urxvt, kind: .plain, encoding: .visual),
    Terminal(type: "st-256color", answers: Answers.st, kind: .plain, encoding: .visual),
    Terminal(
      type: "xterm-256color", variables: ["VTE_VERSION": "7006"], answers: Answers.vte,
      kind: .switchable, encoding: .visual),
    Terminal(
      type: "xterm-kitty", variables: ["KITTY_WINDOW_ID": "1"], answers: Answers.kitty,
      kind: .kitty, encoding: .kitty),
    Terminal(type: "xterm-256color", answers: Answers.kitty, kind: .kitty, encoding: .kitty),
    Terminal(
      type: "xterm-256color", variables: ["KONSOLE_VERSION": "221203"], answers: Answers.konsole,
      kind: .konsole, encoding: .visual),
    Terminal(type: "mlterm", answers: Answers.mlterm, kind: .mlterm, encoding: .visual),
    Terminal(type: "xterm-256color", answers: Answers.mlterm, kind: .mlterm, encoding: .visual),
    Terminal(type: "xterm", answers: Answers.pterm, kind: .putty, encoding: .paragraph),
    Terminal(
      type: "xterm-256color", answers: Answers.qterminal, kind: .qterminal, encoding: .qterminal),
    Terminal(type: "xterm-256color", answers: Answers.xtermJS, kind: .xtermJS, encoding: .marks),
    // Those after xterm.js 6.0 report a name.
    Terminal(
      type: "xterm-256color", answers: [.version("xterm.js(6.1.0)")] + Answers.xtermJS,
      kind: .xtermJS, encoding: .marks),
    Terminal(
      type: "linux", answers: [.primaryAttributes([6])], kind: .linuxConsole, encoding: .visual),
    // Variables of the terminal that this one was started from.
    Terminal(
      type: "xterm",
      variables: [
        "KONSOLE_VERSION": "221203", "MLTERM": "3.9.0", "KITTY_WINDOW_ID": "1", "TMUX": "/tmp/t,1",
        "STY": "1.pts",
      ], answers: Answers.xterm, kind: .plain, encoding: .visual),
    Terminal(
      type: "rxvt-unicode", variables: ["MLTERM": "3.9.0"], answers: Answers.urxvt, kind: .plain,
      encoding: .visual),
  ]

  @Test("R28: each terminal is known by its answers", arguments: terminals)
  func known(terminal: Terminal) {
    var found = detection(terminal.type, terminal.variables)
    #expect(!found.drainQueries().isEmpty)
    for answer in terminal.answers {
      #expect(found.awaitsAnswers)
      found.accept(answer)
    }
    #expect(!found.awaitsAnswers)
    #expect(found.drainQueries().isEmpty)
    #expect(found.kind == terminal.kind)
    #expect(found.encoding == terminal.encoding)
    #expect(found.multiplexer == .none)
  }

  @Test("R28: the queries are one batch, closed by the one that every terminal answers")
  func queries() {
    var found = detection("xterm-256color")
    #expect(
      text(found.drainQueries())
        == "\u{1B}[>0q\u{1B}[8$p\u{1B}[?2026$p\u{1B}[>c\u{1B}]11;?\u{1B}\\\u{1B}[c")
    #expect(found.drainQueries().isEmpty)
    // A terminal that is older than such commands prints them.
    var old = detection("vt220")
    #expect(text(old.drainQueries()) == "\u{1B}[>0q\u{1B}[8$p\u{1B}[?2026$p\u{1B}[>c\u{1B}[c")
    // Older Linux consoles print what they do not know.
    var console = detection("linux")
    #expect(text(console.drainQueries()) == "\u{1B}[c")
  }

  @Test(
    "R28: facts known from the terminal's type are right in the first frame",
    arguments: [
      ("xterm-kitty", RowEncoding.kitty), ("mlterm", .visual), ("putty-256color", .paragraph),
      ("linux", .visual), ("xterm-256color", .visual),
    ])
  func firstFrame(type: String, encoding: RowEncoding) {
    #expect(detection(type).encoding == encoding)
  }

  @Test("The first frame waits for a terminal that may be Konsole, and for no other")
  func patience() {
    #expect(detection("xterm-256color", ["KONSOLE_VERSION": "221203"]).isWorthWaitingFor)
    #expect(!detection("xterm-256color", ["VTE_VERSION": "7006"]).isWorthWaitingFor)
    #expect(!detection("xterm-kitty", ["KITTY_WINDOW_ID": "1"]).isWorthWaitingFor)
    #expect(
      !detection("tmux-256color", ["KONSOLE_VERSION": "1", "TMUX": "/t,1"]).isWorthWaitingFor)
    // Before its word, no terminal gets what makes xterm look for a font.
    let guess = detection("xterm-256color", ["KONSOLE_VERSION": "221203"])
    #expect(!text(guess.bidiModes(for: .visual).enter).contains("]50;"))
  }

  @Test("R28: silence means that a program reads, and a late answer corrects this")
  func silence() {
    var found = detection("xterm")
    #expect(!found.awaitsFirstAnswer)
    _ = found.drainQueries()
    #expect(found.awaitsFirstAnswer)
    found.fallSilent()
    #expect(found.encoding == .logical)
    #expect(found.evidence == .silence)
    #expect(found.awaitsAnswers && !found.awaitsFirstAnswer)
    // Nobody is there to have modes.
    #expect(found.bidiModes(for: .logical) == .standard)
    found.accept(.version("kitty(0.26.5)"))
    #expect(found.encoding == .kitty)
    found.fallSilent()
    #expect(found.encoding == .kitty)
  }

  /// tmux with what it says of its client, and what is found.
  @Test(
    "R28: in tmux, its client reports the outer terminal",
    arguments: [
      ("xterm", "XTerm(379)", [:], RowEncoding.visual),
      ("rxvt-unicode-256color", "", [:], .visual),
      ("st-256color", "", [:], .visual), ("alacritty", "", [:], .visual),
      ("xterm-kitty", "kitty(0.26.5)", [:], .kitty), ("xterm-kitty", "", [:], .kitty),
      ("xterm-256color", "Konsole 22.12.3", [:], .lrm),
      ("xterm-256color", "VTE(7600)", [:], .lrm),
      ("xterm-256color", "", ["VTE_VERSION": "7006"], .lrm),
      ("xterm-256color", "", [:], .marks), ("mlterm", "", ["MLTERM": "3.9.0"], .mlterm),
      ("xterm", "", [:], .visual),
      // The server was started in mlterm; this client is another terminal.
      ("xterm", "XTerm(379)", ["MLTERM": "3.9.0"], .visual),
    ] as [(String, String, [String: String], RowEncoding)])
  func tmux(type: String, name: String, variables: [String: String], encoding: RowEncoding) {
    var found = detection("tmux-256color", variables.merging(["TMUX": "/tmp/t,1,0"]) { $1 })
    #expect(found.multiplexer == .tmux)
    #expect(found.needsTmuxClient)
    _ = found.drainQueries()
    for answer in Answers.tmux { found.accept(answer) }
    #expect(found.multiplexer == .tmux)
    found.accept(TerminalDetection.TmuxClient(type: type, name: name))
    #expect(!found.needsTmuxClient)
    #expect(found.encoding == encoding)
    // tmux hands no sequence on: none but the one that is sent everywhere.
    let sent = text(found.bidiModes(for: found.encoding).enter)
    #expect(sent == "\u{1B}[8l" || sent == "\u{1B}[8h")
  }

  @Test(
    "R28: terminals that give tmux no name are told apart by their programs",
    arguments: [
      ("xterm", ["tmux: client", "bash", "pterm"], .paragraph),
      // Over a connection nothing more is known, and PuTTY is what has this type.
      ("xterm", ["tmux: client", "bash", "sshd", "sshd"], .paragraph),
      // xterm.js has the most common type and no name.
      ("xterm-256color", ["tmux: client", "bash", "sshd"], .marks),
      ("xterm-256color", ["tmux: client", "bash", "code"], .marks),
      ("xterm-256color", ["tmux: client", "bash", "cool-retro-term"], .visual),
      ("xterm", ["tmux: client", "cool-retro-term"], .visual),
      ("xterm-256color", ["tmux: client", "bash", "qterminal"], .qterminal),
      ("xterm", ["tmux: client", "bash", "something"], .visual), ("xterm", [], .visual),
    ] as [(String, [String], RowEncoding)])
  func tmuxPrograms(type: String, programs: [String], encoding: RowEncoding) {
    var found = detection("tmux-256color", ["TMUX": "/tmp/t,1,0"])
    _ = found.drainQueries()
    for answer in Answers.tmux { found.accept(answer) }
    #expect(!found.needsPrograms)
    found.accept(TerminalDetection.TmuxClient(type: type, name: "", colors: 8))
    #expect(found.needsPrograms)
    found.acceptPrograms(programs)
    #expect(!found.needsPrograms)
    #expect(found.encoding == encoding)
    #expect(found.colorLimit == 8)
  }

  @Test("R28: QTerminal and cool-retro-term give the same numbers, and are known by their programs")
  func sameNumbers() {
    for (programs, encoding) in [
      (["bash", "qterminal"], RowEncoding.qterminal), (["sh", "cool-retro-term", "init"], .visual),
      (["bash", "sshd"], .qterminal), ([], .qterminal),
    ] {
      var found = detection("xterm-256color")
      _ = found.drainQueries()
      #expect(!found.needsPrograms)
      for answer in [TerminalAnswer.secondaryAttributes([0, 115, 0]), .primaryAttributes([1, 2])] {
        found.accept(answer)
      }
      #expect(found.needsPrograms)
      #expect(found.encoding == .qterminal)
      found.acceptPrograms(programs)
      #expect(found.encoding == encoding)
      #expect(!found.needsPrograms)
    }
  }

  @Test("R28: the programs that a process runs in are found")
  func ancestry() {
    let names = ProgramAncestry.names(of: getpid())
    #expect(names.first?.isEmpty == false)
    #expect(names.count > 1)
    #expect(ProgramAncestry.names(of: -1).isEmpty)
  }

  @Test("R28: tmux is known by its answers where its variable does not reach")
  func remoteTmux() {
    var found = detection("xterm-256color")
    _ = found.drainQueries()
    for answer in Answers.tmux { found.accept(answer) }
    #expect(found.multiplexer == .tmux)
    #expect(!found.needsTmuxClient)
    #expect(found.encoding == .visual)
  }

  @Test(
    "R28: GNU screen is asked about itself and about the outer terminal",
    arguments: [
      (Answers.xterm, TerminalKind.plain, RowEncoding.visual, ""),
      (Answers.vte, .switchable, .visual, ""), (Answers.kitty, .kitty, .kitty, ""),
      (Answers.konsole, .konsole, .visual, "\u{1B}]50;BidiRenderingEnabled=false\u{07}"),
      (Answers.mlterm, .mlterm, .visual, "\u{1B}]5379;use_ctl=false\u{07}"),
      (Answers.pterm, .putty, .paragraph, ""),
    ])
  func screen(answers: [TerminalAnswer], kind: TerminalKind, encoding: RowEncoding, own: String) {
    for variables in [["STY": "1.pts-0"], [:]] {
      var found = detection("screen.xterm-256color", variables)
      let own83 =
        "\u{1B}P\u{1B}[>0q\u{1B}[8$p\u{1B}[?2026$p\u{1B}[>c\u{1B}]11;?\u{07}\u{1B}[c\u{1B}\\"
      var asked = text(found.drainQueries())
      for answer in Answers.screen { found.accept(answer) }
      asked += text(found.drainQueries())
      #expect(asked.hasSuffix(own83))
      #expect(found.awaitsAnswers)
      for answer in answers { found.accept(answer) }
      #expect(!found.awaitsAnswers)
      #expect(found.multiplexer == .screen)
      #expect(found.kind == kind)
      #expect(found.encoding == encoding)
      let isExplicit = encoding != .paragraph
      let mode = isExplicit ? "\u{1B}[8l" : "\u{1B}[8h"
      #expect(
        text(found.bidiModes(for: encoding).enter) == "\(mode)\u{1B}P\(mode)\(own)\u{1B}\\")
    }
  }

  @Test("R28: each terminal gets its sequences, and others that restore it")
  func modes() {
    func modes(_ answers: [TerminalAnswer], _ encoding: RowEncoding) -> (String, String) {
      var found = detection("xterm-256color")
      _ = found.drainQueries()
      for answer in answers { found.accept(answer) }
      let modes = found.bidiModes(for: encoding)
      return (text(modes.enter), text(modes.leave))
    }
    #expect(modes(Answers.xterm, .visual) == ("\u{1B}[8l", "\u{1B}[8h"))
    #expect(modes(Answers.vte, .visual) == ("\u{1B}[8l", "\u{1B}[8h"))
    #expect(modes(Answers.vte, .lrm) == ("\u{1B}[8h", "\u{1B}[8h"))
    #expect(modes(Answers.kitty, .kitty) == ("\u{1B}[8l", "\u{1B}[8h"))
    #expect(
      modes(Answers.konsole, .visual) == (
        "\u{1B}[8l\u{1B}]50;BidiRenderingEnabled=false\u{07}",
        "\u{1B}[8h\u{1B}]50;BidiRenderingEnabled=true\u{07}"
      ))
    #expect(
      modes(Answers.mlterm, .visual) == (
        "\u{1B}[8l\u{1B}]5379;use_ctl=false\u{07}", "\u{1B}[8h\u{1B}]5379;use_ctl=true\u{07}"
      ))
    #expect(modes(Answers.pterm, .paragraph) == ("\u{1B}[8h", "\u{1B}[8h"))
  }

  @Test(
    "R51: the background is the terminal's answer, else a variable's, else the remembered one")
  func background() {
    typealias Background = Surface.Background
    for (variable, remembered, answer, background) in [
      (nil, .unknown, nil, .unknown), (nil, .light, nil, .light), ("15;0", .light, nil, .dark),
      ("0;15", .dark, nil, .light), ("0;default;7", .dark, nil, .light),
      ("7;default;8", .light, nil, .dark), ("15;default", .light, nil, .light),
      ("0;255", .dark, nil, .dark), ("15", .dark, nil, .dark), ("15;0", .unknown, .light, .light),
      ("0;15", .light, .dark, .dark),
    ] as [(String?, Background, Background?, Background)] {
      var found = detection("xterm-256color", variable.map { ["COLORFGBG": $0] } ?? [:])
      found.rememberedBackground = remembered
      if let answer { found.accept(.background(answer)) }
      #expect(found.background == background, "\(variable ?? "-") \(remembered)")
    }
    #expect(detection("linux").background == .dark)
    // What GNU screen says of itself is not what is seen.
    var inScreen = detection("screen.xterm", ["STY": "1"])
    _ = inScreen.drainQueries()
    for answer in Answers.screen { inScreen.accept(answer) }
    #expect(inScreen.background == .unknown)
    inScreen.accept(.background(.light))
    #expect(inScreen.background == .light)
  }

  @Test("Whole frames are sent where the terminal can hold them back")
  func synchronizedOutput() {
    for (state, isSupported) in [
      (TerminalAnswer.ModeState.unknown, false), (.set, true), (.reset, true), (.alwaysSet, true),
      (.alwaysReset, false),
    ] {
      var found = detection("xterm")
      found.accept(.synchronizedOutput(state))
      #expect(found.supportsSynchronizedOutput == isSupported)
    }
  }

  @Test(
    "R16: the results of detection are passed on completely in every state", arguments: terminals)
  func handedOn(terminal: Terminal) throws {
    var found = detection(terminal.type, terminal.variables)
    func check() throws {
      let text = found.handedOn
      #expect(!text.contains(";"))
      let again = try #require(
        TerminalDetection(handedOn: text[...], type: terminal.type) { terminal.variables[$0] })
      #expect(again == found)
    }
    try check()
    _ = found.drainQueries()
    try check()
    found.fallSilent()
    try check()
    for answer in terminal.answers {
      found.accept(answer)
      try check()
    }
    found.accept(TerminalDetection.TmuxClient(type: "xterm", name: "", colors: 8))
    try check()
    found.acceptPrograms(["sh", "pterm"])
    try check()
    #expect(TerminalDetection(handedOn: "1,2", type: "xterm") { _ in nil } == nil)
  }

  @Test("A terminal type that is older than Unicode gets no ornaments")
  func oldTypes() {
    for type in ["vt100", "vt220", "ansi", "sun-color", "wy60"] {
      #expect(detection(type).isOlderThanUnicode, "\(type)")
    }
    for type in ["vte-256color", "xterm", "linux", "screen", "st-256color"] {
      #expect(!detection(type).isOlderThanUnicode, "\(type)")
    }
  }
}
