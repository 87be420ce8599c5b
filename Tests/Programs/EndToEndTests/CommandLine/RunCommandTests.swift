import Foundation
import TerminalHarness
import Testing

/// `lisan run`: a command whose right-to-left text reads right.
@Suite struct RunCommandTests {
  private func open(
    _ installation: Installation, _ words: String, environment: [String: String] = [:],
    profile: TerminalProfile = .xterm
  ) throws -> TerminalSession {
    try TerminalSession(
      "/bin/sh", arguments: ["-c", "\(Installation.program) \(words); echo =$?"],
      environment: installation.environment().merging(environment) { $1 },
      directory: installation.home, profile: profile, checksEnd: true)
  }

  @Test("R67: a command's text is shown in order, and later words are the command's own")
  func shown() async throws {
    let installation = try Installation()
    defer { withExtendedLifetime(installation) {} }
    let session = try open(installation, "run printf -- '-n %s\\n' \(Greeting.written)")
    try await session.waitForExit()
    #expect(session.screen.rows[0] == "-n \(Greeting.shown)")
    #expect(session.screen.rows[1] == "=0")
    let option = try open(
      installation, "run --direction rtl -- printf '%s\\n' -l\(Greeting.written)")
    try await option.waitForExit()
    #expect(option.screen.rows[0] == String(repeating: " ", count: 73) + "\(Greeting.shown)l-")
  }

  @Test("R67: the language is the chosen one")
  func language() async throws {
    let installation = try Installation()
    defer { withExtendedLifetime(installation) {} }
    #expect(try installation.run("set", "ar").status == 0)
    let session = try open(installation, "run sh -c 'echo $LANGUAGE $LISAN_RUN'")
    try await session.waitForExit()
    #expect(session.screen.rows[0] == "ar 1")
  }

  @Test(
    "R67: the exit code is the command's, 127 if it does not exist, 126 if it cannot be run",
    arguments: [
      ("run sh -c 'exit 9'", 9), ("run no-such-command", 127), ("run /", 126),
      ("run sh -c 'kill -TERM $$'", 143),
    ])
  func exits(_ words: String, _ code: Int) async throws {
    let installation = try Installation()
    defer { withExtendedLifetime(installation) {} }
    let session = try open(installation, words)
    try await session.waitForExit()
    #expect(session.screen.text.hasSuffix("=\(code)"))
  }

  @Test(
    "R67: without a terminal, in a dumb one, and inside lisan run the command runs directly")
  func plain() async throws {
    let installation = try Installation()
    defer { withExtendedLifetime(installation) {} }
    let result = try installation.run("run", "printf", "%s", Greeting.written)
    #expect(result.status == 0 && result.output == Greeting.written)
    for environment in [["TERM": "dumb"], ["LISAN_RUN": "1"]] {
      let session = try open(
        installation, "run printf '%s\\n' \(Greeting.written)", environment: environment)
      try await session.waitForExit()
      #expect(session.screen.rows[0] == Greeting.written)
    }
  }

  @Test(
    "R67: the programs that order their text themselves are a setting",
    arguments: [
      ("", true), ("--self-ordering none", true), ("--self-ordering 'vi,my-*'", false),
      ("--self-ordering my-own-very-long-editor", false), ("--self-ordering my-own", true),
    ])
  func selfOrdering(_ option: String, _ isOrdered: Bool) async throws {
    let installation = try Installation()
    defer { withExtendedLifetime(installation) {} }
    let enter = "printf \"\\033[?1049hready\\n\""
    let leave = "printf \"\\033[?1049l\""
    // The kernel keeps 15 bytes of its name.
    let program = "\(installation.home)/my-own-very-long-editor"
    try FileManager.default.copyItem(atPath: "/bin/cat", toPath: program)
    let session = try open(
      installation,
      "run \(option) -- sh -c 'echo x \(Greeting.written); \(enter); \(program); \(leave)'")
    try await session.waitFor(.text("ready"))
    session.type("x \(Greeting.written)\n")
    let row = "x \(isOrdered ? Greeting.shown : Greeting.written)"
    try await session.waitUntil(row) { $0.rows.filter { $0 == row }.count == 2 }
    session.send([0x04])
    try await session.waitForExit()
  }

  /// A program that orders its text itself in the terminals that it knows by name.
  private static let ordering = """
    if [ "$TERM_PROGRAM" = vscode ] || [ -n "$WT_SESSION" ]; then
      printf 'x %s\\n' '\(Greeting.shown)'
    else
      printf 'x %s\\n' '\(Greeting.written)'
    fi
    echo "$TERM_PROGRAM $LISAN_TERM_PROGRAM $FORCE_HYPERLINK $VSCODE_X $TERM ${WT_PROFILE_ID-none}"
    """

  @Test(
    "R71: a program that orders text itself in a terminal that it knows by name reads right inside",
    arguments: [
      (["TERM_PROGRAM": "vscode"], "lisan vscode 1 kept xterm-256color none"),
      (["WT_SESSION": "1", "WT_PROFILE_ID": "{2}"], "lisan  1 kept xterm-256color none"),
      (["TERM_PROGRAM": "tmux"], "lisan tmux  kept xterm-256color none"),
      (
        ["TERM_PROGRAM": "vscode", "FORCE_HYPERLINK": "0"],
        "lisan vscode 0 kept xterm-256color none"
      ),
    ])
  func terminalName(_ environment: [String: String], _ variables: String) async throws {
    let installation = try Installation()
    defer { withExtendedLifetime(installation) {} }
    let program = "\(installation.home)/ordering"
    try Self.ordering.write(toFile: program, atomically: true, encoding: .utf8)
    let given = environment.merging(["VSCODE_X": "kept"]) { $1 }
    let session = try open(installation, "run sh \(program)", environment: given)
    try await session.waitForExit()
    #expect(session.screen.rows[0] == "x \(Greeting.shown)")
    #expect(session.screen.rows[1] == variables)
    // Where the command runs directly, and where that is wanted, nothing changes.
    for (words, more) in [
      ("run --keep-terminal-name", [:]), ("run", ["LISAN_KEEP_TERMINAL_NAME": "on"]),
      ("run", ["LISAN_RUN": "1"]),
    ] as [(String, [String: String])] {
      let kept = try open(
        installation, "\(words) sh -c 'echo =$TERM_PROGRAM $WT_SESSION $LISAN_TERM_PROGRAM'",
        environment: given.merging(more) { $1 })
      try await kept.waitForExit()
      let row = ["=" + (environment["TERM_PROGRAM"] ?? ""), environment["WT_SESSION"]]
        .compactMap(\.self).joined(separator: " ")
      #expect(kept.screen.rows[0] == row, "\(words) \(more)")
    }
  }

  @Test("R67: English text is unchanged, and the terminal gets no query")
  func identity() async throws {
    let installation = try Installation()
    defer { withExtendedLifetime(installation) {} }
    let session = try open(installation, "run ls -l --color=always /usr")
    try await session.waitForExit()
    let bare = try TerminalSession(
      "/bin/sh", arguments: ["-c", "ls -l --color=always /usr; echo =$?"],
      environment: installation.environment(), directory: installation.home)
    try await bare.waitForExit()
    #expect(session.log.output == bare.log.output)
    #expect(session.log.input(since: session.log.start).isEmpty)
  }

  // MARK: Pasting

  @Test("R79: what is shown in bash and pasted there is what was written")
  func paste() async throws {
    let installation = try Installation()
    defer { withExtendedLifetime(installation) {} }
    let session = try open(
      installation, "run bash --noprofile --norc -i", environment: ["PS1": "> "])
    func typed(_ text: String) async throws {
      try await session.waitUntil("readline") { $0.modes.bracketedPaste }
      session.type(text)
    }
    let hebrew = "שלום עולם"
    try await typed("clear; printf 'x %s\\n' '\(Greeting.written)' '\(hebrew)'\n")
    try await session.waitUntil("the rows") {
      $0.rows[0] == "x \(Greeting.shown)" && $0.rows[1] == "x \(String(hebrew.reversed()))"
    }
    for (name, copied) in [
      ("one", Greeting.shown), ("two", "x \(Greeting.shown)\nx \(String(hebrew.reversed()))"),
      ("three", "\(Greeting.written) \(hebrew)"),
    ] {
      try await typed("printf '%s' '")
      session.paste(copied)
      session.type("' >\(name)\n")
    }
    try await typed("exit\n")
    try await session.waitForExit()
    func written(_ name: String) throws -> String {
      try String(contentsOfFile: "\(installation.home)/\(name)", encoding: .utf8)
    }
    #expect(try written("one") == Greeting.written)
    #expect(try written("two") == "x \(Greeting.written)\nx \(hebrew)")
    #expect(try written("three") == "\(Greeting.written) \(hebrew)")
  }

  @Test("R79: lisan logical turns lines in visual order, and passes on all others byte for byte")
  func logical() throws {
    let installation = try Installation()
    func turned(_ input: String) throws -> (status: Int32, output: String, errors: String) {
      try installation.run(
        "-c", "\(input) | '\(Installation.program)' logical", program: "/bin/sh")
    }
    let result = try turned(
      "printf 'plain\\r\\n%s 3\\n\\n%s\\n%s' '\(Greeting.shown)' '\(Greeting.written)' '\(Greeting.shown)'"
    )
    #expect(result.status == 0 && result.errors == "")
    #expect(
      result.output
        == "plain\r\n3 \(Greeting.written)\n\n\(Greeting.written)\n\(Greeting.written)")
    let random = try turned("head -c 300000 '\(Installation.program)'| tee bytes")
    #expect(random.status == 0)
    let copied = try installation.run(
      "-c", "'\(Installation.program)' logical <bytes | cmp - bytes", program: "/bin/sh")
    #expect(copied == (0, "", ""))
    let folder = try installation.run(
      "-c", "'\(Installation.program)' logical </", program: "/bin/sh")
    #expect(folder.status == 1 && folder.output == "")
    #expect(folder.errors == "lisan: Standard input cannot be read: Is a directory\n")
  }

  // MARK: Which terminal it is

  /// The bytes that a program wrote and those that the terminal answered to others are apart.
  private static let asking = """
    stty raw -echo; printf '\\033[c\\r\\n'; dd bs=1 count=35 2>/dev/null | cat -v; \
    printf '\\r\\n\\033[6n'; dd bs=1 count=6 2>/dev/null | cat -v; \
    printf '\\r\\n\(Greeting.written)\\r\\nready\\r\\n'; dd bs=1 count=3 2>/dev/null | cat -v
    """

  /// WezTerm, which does not order text unless its user wants that, but knows mode 8.
  private static var wezTerm: TerminalProfile {
    var profile = TerminalProfile.vte
    profile.version = "\u{1B}P>|WezTerm 20240203-110809-5046fc22\u{1B}\\"
    return profile
  }

  /// xterm.js 6.0.
  private static var xtermJS: TerminalProfile {
    var profile = TerminalProfile.qterminal
    profile.secondaryAttributes = "\u{1B}[>0;276;0c"
    return profile
  }

  @Test(
    "R67: the terminal is identified once, and gets the sequences that it needs",
    arguments: [
      (TerminalProfile.xterm, Greeting.shown), (.kitty, String(Greeting.shown.reversed())),
      (.vte, Greeting.written), (.konsole, Greeting.shown), (wezTerm, Greeting.shown),
      (xtermJS, Greeting.shown.unicodeScalars.map { "\($0)\u{200E}" }.joined()),
    ])
  func detection(_ profile: TerminalProfile, _ row: String) async throws {
    let installation = try Installation()
    defer { withExtendedLifetime(installation) {} }
    // A variable that this terminal may have inherited.
    let session = try open(
      installation,
      "run sh -c 'echo plain; printf \"x %s\\n\" \(Greeting.written) \(Greeting.written)'",
      environment: ["VTE_VERSION": "7006"], profile: profile)
    try await session.waitForExit()
    #expect(session.screen.rows[0] == "plain")
    #expect(session.screen.rows[1] == "x \(row)")
    #expect(session.screen.rows[2] == "x \(row)")
    let sent = String(decoding: session.log.output, as: UTF8.self)
    #expect(sent.components(separatedBy: "\u{1B}[>0q").count == 2)
    #expect(sent.contains("BidiRenderingEnabled=false") == (profile == .konsole))
  }

  @Test(
    "R67: the program gets all answers to its queries, and no others",
    arguments: [(0, true), (20, true), (400, true), (1_300, true), (0, false), (20, false)])
  func answers(delay: Int, answersStatus: Bool) async throws {
    let installation = try Installation()
    defer { withExtendedLifetime(installation) {} }
    var profile = TerminalProfile.xterm
    profile.delay = .milliseconds(delay)
    profile.answersStatus = answersStatus
    try installation.install("asks", script: Self.asking)
    let session = try open(installation, "run ./asks", profile: profile)
    try await session.waitUntil("the text") { $0.shows("ready") }
    // Late answers are all there before keys are typed; others may still come.
    if delay > 1_000 {
      try await session.waitForLog("the late answers") {
        String(decoding: $0.input(since: $0.start), as: UTF8.self).hasSuffix("R")
      }
      try await session.waitUntil("the text in order") { $0.rows[3].hasSuffix(Greeting.shown) }
    }
    session.type("q")
    session.press(.down)
    session.type("rs")
    #expect(try await session.waitForExit() == .exited(0))
    let rows = session.screen.rows
    #expect(rows[1] == "^[[?64;1;2;6;9;15;16;17;18;21;22;28c", "\(rows)")
    #expect(rows[2] == "^[[3;1R", "\(rows)")
    #expect(rows[3] == String(repeating: " ", count: 75) + Greeting.shown)
    #expect(rows[5].hasPrefix("q^["), "\(rows)")
  }
}

private enum Greeting {
  static let written = "مرحبا"
  static let shown = "\u{FE8E}\u{FE92}\u{FEA3}\u{FEAE}\u{FEE3}"
}
