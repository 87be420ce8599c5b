import Foundation
import Glibc
import TerminalHarness
import TestCrowd
import Testing

/// The bytes for each terminal, in order, for each way in which it may answer.
@Suite(.few, .timeLimit(.minutes(20)))
struct TerminalBytesTests {
  /// The screen on a terminal that answers nothing itself.
  private func open(
    _ installation: Installation, _ arguments: [String] = [],
    environment: [String: String?] = [:]
  ) async throws -> TerminalSession {
    let session = try TerminalSession(
      Installation.program, arguments: arguments,
      environment: installation.environment(environment), directory: installation.home,
      profile: .silent, checksEnd: true)
    try await session.waitUntil("the first frame") { $0.isAlternate && $0.shows("English (EN)") }
    return session
  }

  /// The screen with the terminal's answers given and followed.
  private func open(
    _ terminal: ScriptedTerminal, _ installation: Installation
  ) async throws -> TerminalSession {
    let session = try await open(installation)
    session.send(terminal.answers.utf8)
    try await settle(session, terminal)
    return session
  }

  /// Waits for the terminal to show the word in its order, and for what is under way.
  private func settle(_ session: TerminalSession, _ terminal: ScriptedTerminal) async throws {
    try await session.waitUntil("rows for \(terminal.name)") { screen in
      screen.rows.contains { $0.contains(terminal.word) }
    }
    // A key and its frame come after whatever the answers have led to.
    session.type("?")
    try await session.waitUntil("the help") { $0.shows("Home/End") }
    session.press(.escape)
    try await session.waitUntil("the screen") { screen in
      !screen.shows("Home/End") && screen.rows.contains { $0.contains(terminal.word) }
    }
    try await session.settled()
  }

  // MARK: Start, suspend, resume, restart, exit, crash

  @Test("R28: a start sends the opening of the screen, the mode, the queries, the clear, one frame")
  func start() async throws {
    let installation = try Installation()
    let session = try await installation.openScreen()
    session.type("?")
    try await session.waitUntil("the help") { $0.shows("Home/End") }
    let sent = session.sent()
    #expect(
      sent.holds(
        inOrder: Sequences.enterScreen, "\u{1B}[8l\(Sequences.queries)\(Sequences.clear)",
        ScriptedTerminal.visualWord))
    #expect(sent.count(of: Sequences.queries) == 1)
    // A machine that is too busy to answer in time counts as silent.
    #expect(sent.count(of: Sequences.clear) == 1 || installation.logText.contains("silence"))
    #expect(!sent.contains("\u{1B}[?8l"))
    #expect(session.unknownSequences.isEmpty)
  }

  @Test(
    "R28, R52: from start to exit, each terminal gets its modes, which are undone",
    arguments: ScriptedTerminal.all)
  func wholeLife(terminal: ScriptedTerminal) async throws {
    let installation = try Installation()
    let session = try await open(terminal, installation)
    // Where the answers asked for more than the start had sent, it stands before a clear.
    #expect(session.sent().holds(inOrder: terminal.enter, Sequences.clear, terminal.word))

    var mark = session.log.end
    session.press(.control("z"))
    #expect(try await session.waitForStop() == SIGTSTP)
    #expect(session.sent(since: mark).holds(inOrder: terminal.leave, Sequences.leaveScreen))
    mark = session.log.end
    session.resume()
    try await session.waitUntil("the screen again") { screen in
      screen.isAlternate && screen.rows.contains { $0.contains(terminal.word) }
    }
    try await session.settled()
    var sent = session.sent(since: mark)
    #expect(
      sent.holds(inOrder: Sequences.enterScreen, terminal.enter, Sequences.clear, terminal.word))
    #expect(!sent.contains(Sequences.queries))

    mark = session.log.end
    session.type("2")
    try await installation.wait(for: "the prompt") {
      try installation.events().count("restart.prompt.shown") == 1
    }
    session.type("y")
    // Some terminals get their rows in another order, so their screens do not look mirrored here.
    try await installation.wait(for: "the mirrored screen") {
      let isRestarted = try installation.events().count("launch") == 2
      return try isRestarted && installation.lastFrame()["direction"] == "rtl"
    }
    try await session.settled()
    sent = session.sent(since: mark)
    // The detection is handed over: no queries, and the first frame is right.
    #expect(sent.holds(inOrder: terminal.enter, Sequences.clear, terminal.word))
    #expect(!sent.contains(Sequences.queries))
    #expect(!sent.contains("\u{1B}[?1049"))

    mark = session.log.end
    session.type("q")
    #expect(try await session.waitForExit() == .exited(0))
    #expect(session.sent(since: mark).holds(inOrder: terminal.leave, Sequences.leaveScreen))
    #expect(session.sent().count(of: Sequences.queries) == 1)
  }

  @Test(
    "R52: each signal also undoes the specific modes of a terminal",
    arguments: [
      SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGILL, SIGTRAP,
    ])
  func signals(number: Int32) async throws {
    let installation = try Installation()
    for terminal in [ScriptedTerminal.konsole, .mlterm, .kitty] {
      let session = try await open(terminal, installation)
      let mark = session.log.end
      session.signal(number)
      #expect(try await session.waitForExit() == .signaled(number))
      #expect(session.sent(since: mark).holds(inOrder: terminal.leave, Sequences.leaveScreen))
      #expect(session.screen.modes == ScreenModes())
    }
  }

  // MARK: Ways of answering

  @Test(
    "R28: late answers repaint once, also in pieces, and are never keys",
    arguments: ScriptedTerminal.all)
  func late(terminal: ScriptedTerminal) async throws {
    let installation = try Installation()
    let session = try await open(installation)
    try await session.waitUntil("plain letters") { screen in
      screen.rows.contains { $0.contains(ScriptedTerminal.plainWord) }
    }
    let mark = session.log.end
    let before = try installation.events().count("frame")
    // Each byte in a separate write.
    for byte in terminal.answers.utf8 { session.send([byte]) }
    try await session.waitUntil("rows for \(terminal.name)") { screen in
      screen.rows.contains { $0.contains(terminal.word) }
    }
    try await session.settled()
    let frames = try installation.events().filter { $0.name == "frame" }.dropFirst(before)
    // One for each answer that says something new at most; the last is right.
    #expect((1...2).contains(frames.count), "\(frames.count)")
    #expect(frames.allSatisfy { $0["language"] == "en" })
    #expect(frames.last?["focus"] == "language.option.en")
    #expect(session.sent(since: mark).contains(terminal.word))
    #expect(!session.screen.shows("Home/End"))
    session.type("q")
    #expect(try await session.waitForExit() == .exited(0))
  }

  @Test("R28: without an answer, words are printed as spelt; one repaint, and no modes")
  func silence() async throws {
    let installation = try Installation()
    let session = try await open(installation)
    #expect(session.sent().contains(ScriptedTerminal.visualWord))
    try await session.waitUntil("plain letters") { screen in
      screen.rows.contains { $0.contains(ScriptedTerminal.plainWord) }
    }
    try await session.settled()
    let times = try installation.events().filter { $0.name == "frame" }.map(\.time)
    #expect(times.count == 2)
    #expect(times[1] - times[0] >= 0.3)
    #expect(!session.sent().contains("\u{1B}[8h"))
    #expect(installation.logText.contains("silence"))
    // A frame of its own, whole: nothing is to be put together from parts.
    #expect(session.sent().count(of: Sequences.clear) == 2)
    session.type("2")
    try await session.waitUntil("the prompt, as it is spelt") { screen in
      screen.rows.contains { $0.contains(Word.restartNowArabic.rawValue) }
    }
    session.type("y")
    try await session.waitUntil("the mirrored screen, as it is spelt") { $0.isMirrored }
    #expect(session.screen.shows(.languageSectionArabic))
    session.type("q")
    #expect(try await session.waitForExit() == .exited(0))
    #expect(session.sent().count(of: Sequences.queries) == 1)
  }

  @Test(
    "R28: broken answers press no keys, and keys after them count",
    arguments: [
      "\u{1B}[?62\u{07};22c", "\u{1B}P>|kit\u{07}ty2q\u{1B}\\", "\u{1B}[8;2\u{0}2$y", "[?62;22c",
      "\u{1B}[>2;2\u{C3}\u{A9}2;2c", "\u{1B}[?64;2", "\u{1B}P>|XTerm(2",
    ])
  func garbage(bytes: String) async throws {
    let installation = try Installation()
    let session = try await open(installation)
    session.send(bytes.utf8)
    try await session.waitUntil("plain letters, or none") { screen in
      screen.rows.contains {
        $0.contains(ScriptedTerminal.plainWord) || $0.contains(ScriptedTerminal.visualWord)
      }
    }
    try await session.settled(for: .milliseconds(100))
    #expect(try installation.events().allSatisfy { $0.name != "language.change.begin" })
    #expect(try installation.lastFrame()["focus"] == "language.option.en")
    session.send(ScriptedTerminal.kitty.answers.utf8)
    try await session.waitUntil("rows for kitty") { screen in
      screen.rows.contains { $0.contains(ScriptedTerminal.turnedWord) }
    }
    session.type("q")
    #expect(try await session.waitForExit() == .exited(0))
  }

  @Test(
    "R50: an answer without an end is given up after ten seconds, and then keys count",
    arguments: ["\u{1B}P>|XTerm(3", "\u{1B}[?64;2", "\u{1B}[8;1"])
  func endless(bytes: String) async throws {
    let installation = try Installation()
    let session = try await open(installation)
    session.send(bytes.utf8)
    // It may be the rest of the answer.
    session.type("2")
    try await session.settled(for: .milliseconds(10_500), limit: .seconds(60))
    #expect(session.status == .running)
    session.type("q")
    #expect(try await session.waitForExit() == .exited(0))
    #expect(try installation.events().allSatisfy { $0.name != "language.change.begin" })
  }

  @Test("R50: Escape acts at once if no terminal answers")
  func escape() async throws {
    let installation = try Installation()
    let session = try await open(installation)
    session.type("?")
    try await session.waitUntil("the help") { $0.shows("Home/End") }
    session.press(.escape)
    try await session.waitUntil("the screen") { !$0.shows("Home/End") }
  }

  @Test("R28: keys between the answers count, in order")
  func typedBetween() async throws {
    let installation = try Installation()
    let session = try TerminalSession(
      Installation.program, environment: installation.environment(), directory: installation.home,
      profile: .silent, checksEnd: true)
    let parts = ScriptedTerminal.xterm.answers.components(separatedBy: "\u{1B}[8;0$y")
    session.send("\u{1B}[B\(parts[0])\r\u{1B}[8;0$y\(parts[1])n".utf8)
    try await session.waitUntil("the pending line") { $0.shows(.pendingArabic) }
    #expect(try installation.events().count("restart.dismissed") == 1)
  }

  // MARK: Multiplexers

  @Test(
    "R28: tmux's command identifies the outer terminal, after the first frame",
    arguments: [
      ("xterm-256color;256,RGB;0;Konsole 22.12.3", "lrm", ScriptedTerminal.turnedWord),
      ("xterm-kitty;256,RGB;0;kitty(0.26.5)", "kitty", ScriptedTerminal.turnedWord),
      ("xterm;256;0;XTerm(379)", "visual", ScriptedTerminal.visualWord),
    ])
  func tmux(client: String, encoding: String, word: String) async throws {
    let installation = try Installation()
    try installation.install("tmux", script: "echo '\(client)'")
    let session = try TerminalSession(
      Installation.program,
      environment: installation.environment([
        "TERM": "tmux-256color", "TMUX": "/tmp/tmux,1,0", "VTE_VERSION": "7006",
        "PATH": "\(installation.home):/usr/bin:/bin",
      ]), directory: installation.home, profile: .tmux, checksEnd: true)
    try await session.waitUntil("rows for the terminal outside") { screen in
      screen.rows.contains { $0.contains(word) }
    }
    // Rows for one terminal may look like those for another; the log tells them apart.
    let deadline = ContinuousClock.now + .seconds(20)
    while !installation.logText.contains("rows are sent \(encoding)"), .now < deadline {
      try await session.settled(for: .milliseconds(50))
    }
    #expect(installation.logText.contains("rows are sent \(encoding)"))
    session.type("q")
    #expect(try await session.waitForExit() == .exited(0))
  }

  @Test("R28: a tmux that cannot be asked costs no time")
  func tmuxWithoutCommand() async throws {
    let installation = try Installation()
    try installation.install("tmux", script: "exec cat /dev/zero")
    let session = try TerminalSession(
      Installation.program,
      environment: installation.environment([
        "TERM": "tmux-256color", "TMUX": "/tmp/tmux,1,0",
        "PATH": "\(installation.home):/usr/bin:/bin",
      ]), directory: installation.home, profile: .tmux, checksEnd: true)
    try await session.waitUntil("the first frame") { screen in
      screen.rows.contains { $0.contains(ScriptedTerminal.visualWord) }
    }
    session.type("q")
    #expect(try await session.waitForExit() == .exited(0))
  }

  @Test("R28: GNU screen passes the mode to the outer terminal, and its answers back")
  func screen() async throws {
    let installation = try Installation()
    var profile = TerminalProfile.screen
    profile.answers = false
    let session = try TerminalSession(
      Installation.program,
      environment: installation.environment([
        "TERM": "screen.xterm-256color", "STY": "1.pts-0.test",
      ]), directory: installation.home, profile: profile, checksEnd: true)
    try await session.waitUntil("the first frame") { $0.shows("English (EN)") }
    let through = "\u{1B}P\u{1B}[8l\u{1B}\\"
    #expect(session.sent().contains("\u{1B}[8l\(through)"))
    #expect(session.sent().contains("\u{1B}P\(Sequences.queriesThroughScreen)\u{1B}\\"))
    session.send("\u{1B}[>83;40900;0c\u{1B}[?1;2c\(ScriptedTerminal.konsole.answers)".utf8)
    let own = "\u{1B}P\u{1B}[8l\u{1B}]50;BidiRenderingEnabled=false\u{07}\u{1B}\\"
    try await session.waitUntil("a second clear") { !$0.modes.konsoleBidi }
    try await session.settled()
    #expect(session.sent().contains(own))
    session.type("q")
    #expect(try await session.waitForExit() == .exited(0))
    #expect(session.screen.modes.konsoleBidi)
    #expect(session.screen.modes.bidi == .implicit)
  }

  // MARK: Whole frames

  @Test("A terminal that can hold frames back gets whole ones, also over a restart")
  func wholeFrames() async throws {
    let installation = try Installation()
    let session = try await open(.kitty, installation)
    var mark = session.log.end
    session.press(.down)
    try await session.waitUntil("the hint") { $0.shows("Press Enter to switch") }
    try await session.settled()
    var sent = session.sent(since: mark)
    #expect(sent.hasPrefix(Sequences.holdFrame) && sent.hasSuffix(Sequences.showFrame))
    #expect(sent.count(of: Sequences.holdFrame) == 1)
    session.type("2")
    try await installation.wait(for: "the prompt") {
      try installation.events().count("restart.prompt.shown") == 1
    }
    try await session.settled()
    mark = session.log.end
    session.type("y")
    try await installation.wait(for: "the restart") {
      try installation.events().count("launch") == 2
    }
    try await session.waitUntil("the mirrored screen") { $0.hasNavigationAtRight }
    try await session.settled()
    sent = session.sent(since: mark)
    // Held from before the program is replaced to the end of the first frame.
    #expect(sent.hasPrefix(Sequences.holdFrame) && sent.hasSuffix(Sequences.showFrame))
    #expect(sent.count(of: Sequences.showFrame) == 1)
    session.type("q")
    #expect(try await session.waitForExit() == .exited(0))
    #expect(!session.screen.modes.synchronizedOutput)
  }

  @Test("A terminal that cannot hold a frame back is not asked to")
  func noWholeFrames() async throws {
    let installation = try Installation()
    let session = try await open(.vte, installation)
    session.press(.down)
    try await session.waitUntil("the hint") { $0.shows("Press Enter to switch") }
    #expect(!session.sent().contains(Sequences.holdFrame))
  }
}
