import Foundation
import Glibc
import LisanPreferences
import TerminalHarness
import TestCrowd
import Testing

/// Dates and names with an agent that is running, late, dead, silent or missing.
@Suite(.few, .timeLimit(.minutes(20)))
struct LocaleValueTests {
  /// November 20, 2026, 13:05:42 UTC.
  private static let afternoon: Int64 = 1_795_179_942_000
  private static let egyptArabic = "مصر"

  private static let plain: [(code: String, label: String, date: String)] = [
    ("en", "Last change", "2026-11-20 13:05"),
    (
      "ar", "آخر تغيير",
      "٢٠٢٦-١١-٢٠ "
        + "١٣:٠٥"
    ),
  ]

  /// Agents that say nothing. The third reads until the app has gone.
  private static func silentAgents(_ installation: Installation) throws -> [String] {
    try installation.install("deaf", script: "exec cat <&3 >/dev/null")
    return ["/nonexistent/agent", "/bin/true", "\(installation.home)/deaf"]
  }

  private static func installation(_ code: String) throws -> Installation {
    let installation = try Installation()
    _ = try PreferenceFile(path: installation.preferences).commit(
      PreferenceChanges(
        language: code, followsSystemLanguage: false,
        // No prompt covers what is shown.
        appliesDirectionAtOnce: true, languageChosenAt: afternoon))
    return installation
  }

  /// Opens About and waits for a text on it.
  private static func about(
    _ installation: Installation, showing text: String, environment: [String: String?]
  ) async throws -> TerminalSession {
    let session = try installation.open(
      environment: ["TZ": "UTC0"].merging(environment) { $1 })
    try await session.waitUntil("the first frame") { $0.isAlternate && $0.rows.count > 2 }
    session.press(.tab)
    session.press(.end)
    try await session.waitUntil("About with \(text)") { $0.shows(text) }
    return session
  }

  @Test("R49: without an agent that answers, a date is ISO 8601 in the language's digits")
  func silentAgent() async throws {
    for (code, label, date) in Self.plain {
      let installation = try Self.installation(code)
      for agent in try Self.silentAgents(installation) {
        let session = try await Self.about(
          installation, showing: label, environment: ["LISAN_AGENT": agent])
        let row = try installation.lastFrame().rows.first { $0.contains(label) }
        #expect(row?.contains(date) == true, "\(agent): \(row ?? "")")
        session.press(.character("q"))
        #expect(try await session.waitForExit() == .exited(0))
      }
    }
  }

  @Test("R49: the words of a late agent replace the plain date and move nothing")
  func lateAgent() async throws {
    for (code, label, date) in Self.plain {
      let installation = try Self.installation(code)
      let gate = "\(installation.home)/gate"
      #expect(mkfifo(gate, 0o600) == 0)
      let agent = Installation.program + "-agent"
      try installation.install("late", script: "read line <'\(gate)'; exec '\(agent)'")
      let session = try await Self.about(
        installation, showing: label, environment: ["LISAN_AGENT": "\(installation.home)/late"])
      let before = try installation.lastFrame().rows
      #expect(before.contains { $0.contains(label) && $0.contains(date) }, "\(before)")
      try Data("\n".utf8).write(to: URL(filePath: gate))
      try await installation.wait(for: "the words") {
        try !installation.lastFrame().rows.contains { $0.contains(date) }
      }
      let frames = try installation.events().filter { $0.name == "frame" }
      let first = try #require(
        frames.first { frame in
          frame.rows.contains { $0.contains(label) }
            && !frame.rows.contains { $0.contains(date) }
        })
      // The agent has news of the account, too: rows of the title and of the messages.
      let body = before.indices.dropFirst(2).dropLast(4)
      let changed = body.filter { before[$0] != first.rows[$0] }
      #expect(changed.count <= 2, "\(changed.map { (before[$0], first.rows[$0]) })")
      #expect(changed.contains { before[$0].contains(date) && first.rows[$0].contains(label) })
      session.press(.character("q"))
      #expect(try await session.waitForExit() == .exited(0))
    }
  }

  @Test("R49: after a kill of the agent, its texts stay, and another agent writes the rest")
  func killedAgent() async throws {
    let installation = try Self.installation("en")
    let session = try await Self.about(
      installation, showing: "November 20, 2026", environment: [:])
    let task = "/proc/\(session.processID)/task/\(session.processID)/children"
    let agent = try #require(
      try String(contentsOfFile: task, encoding: .utf8).split(separator: " ").first
        .flatMap { pid_t($0) })
    #expect(kill(agent, SIGKILL) == 0)
    try await installation.wait(for: "the end of the agent") { kill(agent, 0) != 0 }
    #expect(try installation.lastFrame().rows.contains { $0.contains("November 20, 2026") })
    // Another choice starts another agent, which writes its date.
    #expect(try installation.run("set", "ar").status == 0)
    try await installation.wait(for: "the date in Arabic") {
      try installation.lastFrame().rows.contains {
        $0.contains(Self.plain[1].label) && !$0.contains("-")
      }
    }
    session.press(.escape)
    session.press(.character("q"))
    #expect(try await session.waitForExit() == .exited(0))
  }

  @Test("R49: commands name regions in the language, and by their codes without an agent")
  func commands() async throws {
    for (code, egypt) in [
      ("en", "Egypt"), ("ar", Self.egyptArabic), ("he", "מצרים"), ("fa", "مصر"), ("ur", "مصر"),
    ] {
      let installation = try Self.installation(code)
      try installation.addLanguages()
      let (status, output, errors) = try installation.run("list-settings", "market")
      #expect(status == 0 && errors.isEmpty)
      #expect(output.contains("EG\t\(egypt)\t"), "\(output)")
      for agent in try Self.silentAgents(installation) {
        let began = ContinuousClock.now
        let plain = try installation.run(
          "list-settings", "market", environment: ["LISAN_AGENT": agent])
        #expect(plain.status == 0 && plain.errors.isEmpty)
        #expect(plain.output.contains("EG\tEG\t"), "\(agent): \(plain.output)")
        #expect(ContinuousClock.now - began < .seconds(10))
      }
    }
  }

  @Test("R49: plain mode waits for the words of a date, but not for a silent agent")
  func plainMode() async throws {
    let installation = try Self.installation("en")
    let input = "\(installation.home)/input"
    func talk(_ lines: [String], _ agent: String?) throws -> String {
      try lines.joined(separator: "\n").write(toFile: input, atomically: true, encoding: .utf8)
      let result = try installation.runAll(
        ["--plain"], environment: ["TZ": "UTC0", "LISAN_AGENT": agent], input: input)
      #expect(result.status == 0 && result.errors.isEmpty)
      return result.output
    }
    let sections = try talk(["s", "q"], nil).split(separator: "\n")
    let about = try #require(sections.firstIndex { $0.hasSuffix("About") })
    let first = try #require(sections.firstIndex { $0.hasPrefix("1. ") && $0.hasSuffix("Account") })
    let lines = ["s", "\(about - first + 1)", "q"]
    #expect(try talk(lines, nil).contains("November 20, 2026 at 1:05\u{A0}PM"))
    for agent in try Self.silentAgents(installation) {
      #expect(try talk(lines, agent).contains("2026-11-20 13:05"), "\(agent)")
    }
  }

  @Test("R49: a language without a name in its data has the name of ICU")
  func languageNames() throws {
    let installation = try Self.installation("en")
    for code in ["en", "ar"] {
      let path = "\(installation.resources)/\(code).lproj/Language.strings"
      let lines = try String(contentsOfFile: path, encoding: .utf8).split(
        separator: "\n", omittingEmptySubsequences: false)
      try lines.filter { !$0.hasPrefix("\"name.") }.joined(separator: "\n")
        .write(toFile: path, atomically: true, encoding: .utf8)
    }
    #expect(try installation.run("set", "Arabic").status == 0)
    #expect(installation.stored()?.language == "ar")
    let missing = ["LISAN_AGENT": "/nonexistent/agent"]
    #expect(try installation.run("set", "Arabic", environment: missing).status == 2)
  }

  @Test("R70: lisan links no Foundation")
  func foundation() throws {
    let program = try Data(contentsOf: URL(filePath: Installation.program))
    for name in ["libFoundation", "lib_FoundationICU", "libicu"] {
      #expect(program.range(of: Data(name.utf8)) == nil, "\(name)")
    }
    // The search finds what is linked.
    #expect(program.range(of: Data("libncursesw".utf8)) != nil)
    let agent = try Data(contentsOf: URL(filePath: Installation.program + "-agent"))
    #expect(agent.range(of: Data("libicui18n".utf8)) != nil)
    #expect(agent.range(of: Data("libFoundation".utf8)) == nil)
  }
}
