import Foundation
import Glibc
import LisanPreferences
import TerminalHarness
import TestCrowd
import Testing

/// `--bidi` and the self-test page, which set the order of rows.
@Suite(.few, .timeLimit(.minutes(20)))
struct BidiModeTests {
  /// Whether a screen shows the word in the order of an encoding.
  private func shows(_ word: String) -> @Sendable (Screen) -> Bool {
    { screen in screen.rows.contains { $0.contains(word) } }
  }

  @Test("R28, R56: --bidi, LISAN_BIDI and the key in the file override the detection")
  func overrides() async throws {
    let installation = try Installation()
    let file = "\(installation.home)/config.json"
    try "{\"bidi\": \"kitty\"}".write(toFile: file, atomically: true, encoding: .utf8)
    let ways: [([String], [String: String?])] = [
      (["--bidi", "kitty"], [:]), ([], ["LISAN_BIDI": "kitty"]), (["--config", file], [:]),
      (["--bidi=kitty"], ["LISAN_BIDI": "visual"]),
    ]
    for (arguments, environment) in ways {
      let session = try TerminalSession(
        Installation.program, arguments: arguments,
        environment: installation.environment(environment), directory: installation.home,
        checksEnd: true)
      try await session.waitUntil("words for kitty", shows(ScriptedTerminal.turnedWord))
      try await session.settled()
      // From the first frame on, whatever the terminal answers.
      #expect(!session.sent().contains(ScriptedTerminal.visualWord))
      session.type("q")
      #expect(try await session.waitForExit() == .exited(0))
    }
    #expect(try installation.run("--bidi", "sideways", "get").status == 2)
  }

  @Test(
    "R28: each mode sends its sequences, and the end restores the terminal",
    arguments: [
      ("visual", "\u{1B}[8l", ScriptedTerminal.visualWord),
      ("kitty", "\u{1B}[8l", ScriptedTerminal.turnedWord),
      ("lrm", "\u{1B}[8h", ScriptedTerminal.turnedWord),
      ("paragraph", "\u{1B}[8h", ScriptedTerminal.turnedWord),
      ("mlterm", "\u{1B}[8h", ScriptedTerminal.turnedWord),
      ("qterminal", "\u{1B}[8h", ScriptedTerminal.turnedWord),
      ("logical", "\u{1B}[8h", ScriptedTerminal.plainWord),
    ])
  func modes(mode: String, sequence: String, word: String) async throws {
    let installation = try Installation()
    let session = try installation.open("--bidi", mode)
    try await session.waitUntil("the first frame", shows(word))
    #expect(session.sent().holds(inOrder: Sequences.enterScreen, sequence, Sequences.clear, word))
    session.type("q")
    #expect(try await session.waitForExit() == .exited(0))
  }

  @Test("R28: a requested mode stays without an answer")
  func silence() async throws {
    let installation = try Installation()
    let session = try TerminalSession(
      Installation.program, arguments: ["--bidi", "visual"],
      environment: installation.environment(), directory: installation.home, profile: .silent,
      checksEnd: true)
    try await session.waitUntil("the first frame", shows(ScriptedTerminal.visualWord))
    try await session.settled()
    try await session.staysSilent(for: .milliseconds(700))
    #expect(session.sent().count(of: Sequences.clear) == 1)
  }

  @Test("R28: a mode chosen on the self-test page applies at once and is stored")
  func page() async throws {
    let installation = try Installation()
    let session = try await installation.openScreen()
    session.press(.tab, .end, .enter)
    // The section can be seen before the focus is in it.
    try await session.waitUntil("the focus in About") { _ in
      (try? installation.lastFrame()["focus"])?.hasPrefix("about.") == true
    }
    while try installation.lastFrame()["focus"] != "about.terminal" {
      let focus = try installation.lastFrame()["focus"]
      session.press(.down)
      try await session.waitUntil("the next line") { _ in
        (try? installation.lastFrame()["focus"]) != focus
      }
    }
    session.press(.enter)
    try await session.waitUntil("the page") { $0.shows("Terminal self-test") }
    #expect(session.screen.shows("XTerm(379)"))
    session.type("3")
    try await session.waitUntil("words for kitty", shows(ScriptedTerminal.turnedWord))
    #expect(installation.stored(.bidi) == "kitty")
    session.press(.escape)
    session.type("q")
    #expect(try await session.waitForExit() == .exited(0))

    let again = try installation.open()
    try await again.waitUntil("words for kitty", shows(ScriptedTerminal.turnedWord))
    try await again.settled()
    #expect(!again.sent().contains(ScriptedTerminal.visualWord))
    again.type("q")
    #expect(try await again.waitForExit() == .exited(0))
    // An option holds over what is kept, and does not change it.
    let asked = try installation.open("--bidi", "auto")
    try await asked.waitUntil("words as they stand", shows(ScriptedTerminal.visualWord))
    asked.type("q")
    #expect(try await asked.waitForExit() == .exited(0))
    #expect(installation.stored(.bidi) == "kitty")
    #expect(try installation.events().count("preference.write") == 0)
  }

  @Test("R28: lisan terminal prints the detection, in plain letters, and restores the line")
  func command() async throws {
    let installation = try Installation()
    let session = try TerminalSession(
      "/bin/sh", arguments: ["-c", "\(Installation.program) terminal; echo $?"],
      environment: installation.environment(), directory: installation.home, profile: .kitty,
      checksEnd: true)
    #expect(try await session.waitForExit() == .exited(0))
    let text = session.screen.text
    #expect(text.contains("Name: kitty(0.26.5)"))
    #expect(text.contains("Type: xterm-256color"))
    #expect(text.contains("Order of rows: kitty"))
    #expect(text.contains("The terminal calls itself kitty(0.26.5)."))
    #expect(session.screen.shows(.arabic))
    #expect(text.hasSuffix("\n0"))
    #expect(session.sent().count(of: "\u{1B}[?1049h") == 0)
  }

  @Test("R28: lisan terminal without a terminal uses the environment, at once")
  func commandWithoutTerminal() throws {
    let installation = try Installation()
    let result = try installation.run("terminal", environment: ["TERM": "xterm-kitty"])
    #expect(result.status == 0 && result.errors.isEmpty)
    #expect(result.output.contains("Order of rows: kitty\n"))
    #expect(!result.output.contains("\u{1B}"))
    let chosen = try installation.run("terminal", "--bidi", "lrm")
    #expect(chosen.output.contains("Order of rows: lrm, as chosen; found out: visual\n"))
  }

  @Test("R52: lisan terminal restores the line when it is interrupted")
  func interrupted() async throws {
    let installation = try Installation()
    let session = try installation.open("terminal", profile: .silent)
    try await session.waitUntil("the question") { _ in true }
    session.signal(SIGTERM)
    let status = try await session.waitForExit()
    #expect(status == .signaled(SIGTERM) || status == .exited(0))
  }

  @Test("R28: a terminal of a type older than Unicode gets borders in ASCII")
  func oldTerminal() async throws {
    let installation = try Installation()
    let session = try installation.open(environment: ["TERM": "vt220"])
    try await session.waitUntil("the first frame") { screen in
      screen.rows.contains { $0.contains("English (EN)") }
    }
    #expect(session.screen.rows.contains { $0.contains("* English (EN)") })
    #expect(!session.screen.rows.joined().contains { "◉◦✓›▴▾".contains($0) })
  }

  @Test("R28: the Linux console gets Western digits, and only the query that it knows")
  func console() async throws {
    let installation = try Installation()
    _ = try installation.run("set", "ar")
    let session = try installation.open(environment: ["TERM": "linux"])
    try await session.waitUntil("the first frame") { $0.hasNavigationAtRight }
    session.press(.tab, .end, .enter)
    try await session.waitUntil("the section About") { $0.shows(.version) }
    let text = session.screen.rows.joined()
    #expect(!text.unicodeScalars.contains { (0x0660...0x0669).contains($0.value) })
    #expect(text.contains("2"), "the year of the last change")
    #expect(!session.sent().contains("\u{1B}[>0q"))
  }
}
