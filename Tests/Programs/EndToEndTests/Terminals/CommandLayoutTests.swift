import BuiltPrograms
import Foundation
import TerminalHarness
import TestCrowd
import Testing

/// The output of commands on a terminal, and in a pipe.
@Suite(.few, .timeLimit(.minutes(20)))
struct CommandLayoutTests {
  /// The output of a shell's commands on a terminal, where `lisan` is the program.
  private func output(
    _ script: String, in installation: Installation, environment: [String: String?] = [:],
    size: TerminalSize = .standard, profile: TerminalProfile = .xterm
  ) async throws -> (sent: String, screen: Screen) {
    let session = try shell(
      script, in: installation, environment: environment, size: size, profile: profile)
    try await session.waitUntil("the end") { $0.rows.contains { $0.hasPrefix("THE END") } }
    return (session.sent(), session.screen)
  }

  private func shell(
    _ script: String, in installation: Installation, environment: [String: String?] = [:],
    size: TerminalSize = .standard, profile: TerminalProfile = .xterm
  ) throws -> TerminalSession {
    try TerminalSession(
      "/bin/sh",
      arguments: ["-c", "lisan() { '\(Installation.program)' \"$@\"; }; \(script); echo THE END"],
      environment: installation.environment(["LANGUAGE": "ar"].merging(environment) { $1 }),
      directory: installation.home, size: size, profile: profile)
  }

  private static let command = "lisan list-settings language"

  /// Letters that join on both sides, by their first of four forms: alone, last, first, middle. The
  /// others have two, alone and last.
  private static let joining: [UInt32] = [
    0xFE89, 0xFE8F, 0xFE95, 0xFE99, 0xFE9D, 0xFEA1, 0xFEA5, 0xFEB1, 0xFEB5, 0xFEB9, 0xFEBD, 0xFEC1,
    0xFEC5, 0xFEC9, 0xFECD, 0xFED1, 0xFED5, 0xFED9, 0xFEDD, 0xFEE1, 0xFEE5, 0xFEE9, 0xFEF1,
  ]
  private static let ending: [UInt32] =
    [
      0xFE81, 0xFE83, 0xFE85, 0xFE87, 0xFE8D, 0xFE93, 0xFEA9, 0xFEAB, 0xFEAD, 0xFEAF, 0xFEED,
      0xFEEF,
      0xFEF5, 0xFEF7, 0xFEF9, 0xFEFB,
    ] + joining

  /// What is wrong with text for a terminal that shows cells from left to right as it gets them: a
  /// letter without its form, or one that joins to the left with no letter there that joins to it.
  private static func faults(_ sent: String) -> [String] {
    let scalars = Array(
      sent.unicodeScalars.filter { $0.properties.generalCategory != .nonspacingMark })
    func text(_ index: Int) -> String {
      String(String.UnicodeScalarView(scalars[max(0, index - 20)..<min(scalars.count, index + 20)]))
    }
    func joinsRight(_ value: UInt32) -> Bool {
      ending.contains(value &- 1) || joining.contains(value &- 3)
    }
    func joinsLeft(_ value: UInt32) -> Bool {
      joining.contains(value &- 2) || joining.contains(value &- 3)
    }
    return scalars.indices.compactMap { index in
      let value = scalars[index].value
      if (0x0621...0x064A).contains(value), value != 0x0640 { return "no form: \(text(index))" }
      let before = index == 0 ? 0 : scalars[index - 1].value
      return joinsLeft(value) && !joinsRight(before) && before != 0x0640
        ? "not joined: \(text(index))" : nil
    }
  }

  @Test("A text in logical order, or without its forms, is a fault; one in visual order is not")
  func findsFaults() {
    #expect(Self.faults("العربية").count == 7)
    #expect(Self.faults(ScriptedTerminal.visualWord) == [])
    let backwards = String(
      String.UnicodeScalarView(ScriptedTerminal.visualWord.unicodeScalars.reversed()))
    #expect(!Self.faults(backwards).isEmpty)
  }

  @Test(
    "R28: on a terminal, every command, prompt and error is joined and in order in Arabic",
    arguments: ["xterm", "xterm-256color"])
  func everyCommand(type: String) async throws {
    let installation = try Installation()
    // No server listens there.
    let server = "lisan --server http://127.0.0.1:9"
    let lines =
      CommandLines.harmless.values.flatMap { $0 } + [
        "set theme dark", "set ar", "reset theme", "shell install", "shell remove", "sign-in",
        "compile", "--market XX get",
      ]
    #expect(
      Set(CommandLines.harmless.keys)
        == Set(try HelpPage(installation).commands.map(\.name)).union([""]))
    let all =
      lines.sorted().map { "lisan \($0)" }
      + ["\(server) sync", "\(server) sign-out", "\(server) sign-in --web"]
    for size in [TerminalSize.standard, TerminalSize(columns: 30, rows: 24)] {
      let (sent, _) = try await output(
        all.joined(separator: "; "), in: installation, environment: ["TERM": type], size: size,
        profile: .silent)
      #expect(Self.faults(sent) == [], "\(sent.debugDescription)")
      // All of them were in Arabic.
      #expect(sent.unicodeScalars.count { (0xFE70...0xFEFC).contains($0.value) } > 3000)
    }
    let session = try shell(
      "\(server) sign-in", in: installation, environment: ["TERM": type], profile: .silent)
    @Sendable func letters() -> Int { session.sent().unicodeScalars.count { $0.value >= 0xFE70 } }
    try await session.waitUntil("the first prompt") { _ in letters() > 0 }
    let first = letters()
    session.type("ana\r")
    try await session.waitUntil("the second prompt") { _ in letters() > first }
    session.type("secret\r")
    try await session.waitUntil("the end") { $0.rows.contains { $0.hasPrefix("THE END") } }
    #expect(Self.faults(session.sent()) == [], "\(session.sent().debugDescription)")
    #expect(!session.sent().contains("secret"))
  }

  @Test(
    "R28: on a terminal, a command's output is in the order that the terminal needs",
    arguments: [
      ("xterm", [:], "\u{1B}[8l", "\u{1B}[8h", ScriptedTerminal.visualWord),
      (
        "xterm-256color", ["VTE_VERSION": "7006"], "\u{1B}[8l", "\u{1B}[8h",
        ScriptedTerminal.visualWord
      ),
      (
        "xterm-256color", ["KONSOLE_VERSION": "221203"],
        "\u{1B}[8l\u{1B}]50;BidiRenderingEnabled=false\u{07}",
        "\u{1B}[8h\u{1B}]50;BidiRenderingEnabled=true\u{07}", ScriptedTerminal.visualWord
      ),
      ("xterm-kitty", [:], "\u{1B}[8l", "\u{1B}[8h", ScriptedTerminal.turnedWord),
      ("putty", [:], "\u{1B}[8h", "\u{1B}[8h", ScriptedTerminal.turnedWord),
      (
        "tmux-256color", ["VTE_VERSION": "7006"], "\u{1B}[8h", "\u{1B}[8h",
        ScriptedTerminal.turnedWord
      ),
    ] as [(String, [String: String], String, String, String)])
  func terminals(
    type: String, variables: [String: String], enter: String, leave: String, word: String
  ) async throws {
    let installation = try Installation()
    let (sent, _) = try await output(
      Self.command, in: installation,
      environment: variables.merging(["TERM": type]) { $1 }, profile: .silent)
    #expect(sent.contains(word), "\(sent.debugDescription)")
    // The modes enclose each line, and no query is sent.
    #expect(sent.contains(enter) && sent.contains(leave))
    #expect(!sent.contains("\u{1B}[c") && !sent.contains("\u{1B}[>0q"))
    let last = try #require(sent.range(of: leave, options: .backwards))
    #expect(!sent[last.upperBound...].contains("\u{1B}"))
  }

  @Test("R28: a line begins at the right edge of 80 columns, whatever the window's width")
  func edges() async throws {
    let installation = try Installation()
    for columns in [40, 80, 100, 200] {
      let (_, screen) = try await output(
        "lisan frobnicate", in: installation, size: TerminalSize(columns: columns, rows: 24))
      let rows = screen.rows.filter { !$0.isEmpty && !$0.hasPrefix("THE END") }
      let wide = try #require(rows.first { $0.contains("nasil") || $0.contains("lisan") })
      #expect(wide.hasSuffix("lisan") || wide.hasSuffix(":lisan"), "\(wide)")
      #expect(wide.unicodeScalars.count <= min(columns, 80))
      #expect(wide.unicodeScalars.count >= min(columns, 80) - 1, "\(columns): \(wide)")
    }
  }

  @Test("R28: help is a mirrored table on a terminal")
  func help() async throws {
    let installation = try Installation()
    let (_, screen) = try await output(
      "lisan help version", in: installation, size: TerminalSize(columns: 80, rows: 60))
    let row = try #require(screen.rows.first { $0.contains("--help") })
    #expect(row.hasSuffix("--help") || row.hasSuffix("--help  "), "\(row)")
    #expect(row.unicodeScalars.contains { (0xFE70...0xFEFC).contains($0.value) })
  }

  @Test("R28: a later command knows what a screen detected in this terminal, and only there")
  func remembered() async throws {
    let installation = try Installation()
    // Only its answers identify kitty.
    let session = try shell(
      "\(Self.command); lisan; \(Self.command)", in: installation, profile: .kitty)
    try await session.waitUntil("the screen") { $0.isAlternate && $0.shows(.languageSectionArabic) }
    #expect(session.sent().contains(ScriptedTerminal.visualWord))
    #expect(!session.sent().contains("\n" + ScriptedTerminal.turnedWord))
    try await session.settled()
    let mark = session.log.end
    session.type("q")
    try await session.waitUntil("the end") { $0.rows.contains { $0.hasPrefix("THE END") } }
    #expect(session.sent(since: mark).contains(ScriptedTerminal.turnedWord))
    #expect(!session.sent(since: mark).contains(ScriptedTerminal.visualWord))
    let (other, _) = try await output(Self.command, in: installation, profile: .kitty)
    #expect(other.contains(ScriptedTerminal.visualWord))
  }

  @Test("R28, R53: in a pipe, in plain mode and in lisan run, text stays in logical order")
  func logical() async throws {
    let installation = try Installation()
    for (script, environment) in [
      ("\(Self.command) | cat", [:]), ("lisan --plain list-settings language", [:]),
      (Self.command, ["ACCESSIBLE": "1"]), (Self.command, ["LISAN_PLAIN": "yes"]),
      (Self.command, ["TERM": "dumb"]), (Self.command, ["LISAN_RUN": "1"]),
      ("lisan --bidi logical list-settings language", [:]),
      (Self.command, ["LISAN_BIDI": "logical"]), ("lisan list --json", [:]),
    ] as [(String, [String: String])] {
      let (sent, _) = try await output(script, in: installation, environment: environment)
      #expect(sent.contains(ScriptedTerminal.plainWord), "\(script) \(environment)")
      #expect(!sent.contains("\u{1B}"), "\(script) \(environment)")
    }
  }

  @Test("R28: in a left-to-right language only right-to-left words change")
  func english() async throws {
    let installation = try Installation()
    let environment = ["LANGUAGE": "en"]
    let (help, _) = try await output("lisan help set", in: installation, environment: environment)
    #expect(!help.contains("\u{1B}"))
    let (values, screen) = try await output(
      Self.command, in: installation, environment: environment)
    #expect(values.contains("\u{1B}[8l") && values.contains(ScriptedTerminal.visualWord))
    #expect(screen.rows.contains { $0.hasPrefix("ar      \(ScriptedTerminal.visualWord)") })
  }

  @Test("The result of a change is printed on a terminal, in the new language")
  func state() async throws {
    let installation = try Installation()
    let (sent, screen) = try await output(
      "lisan set English; lisan set theme dark; lisan get theme; lisan reset theme; "
        + "lisan set ar > \(installation.home)/out", in: installation)
    for line in ["Language is now: English", "Theme is now: Dark", "dark", "Theme is now: Default"]
    {
      #expect(screen.rows.contains { $0.hasPrefix(line) }, "\(line): \(sent)")
    }
    let file = try String(contentsOfFile: "\(installation.home)/out", encoding: .utf8)
    #expect(file.isEmpty)
    #expect(installation.stored()?.language == "ar")
  }
}
