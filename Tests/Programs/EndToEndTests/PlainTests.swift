import Foundation
import Glibc
import TerminalHarness
import TestCrowd
import Testing

@Suite(.few, .timeLimit(.minutes(20)))
struct PlainTests {
  private let arabicOption = "\(Word.arabic.rawValue) (AR)"

  /// Talks with the program over pipes.
  private func talk(
    _ lines: [String], in installation: Installation, environment: [String: String?] = [:],
    arguments: [String] = ["--plain"]
  ) throws -> (status: Int32, output: String) {
    let path = "\(installation.home)/input"
    try lines.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
    let result = try installation.runAll(arguments, environment: environment, input: path)
    #expect(result.errors.isEmpty)
    return (result.status, result.output)
  }

  @Test("R53: at a pipe's end every setting is reached, in both languages, and the file holds it")
  func everySetting() throws {
    let installation = try Installation()
    let (status, output) = try talk(
      // Arabic, its direction at once; the market Egypt; the theme; then back to English.
      ["2", "5", "s", "3", "3", "s", "5", "4", "s", "2", "1", "3", "q"], in: installation)
    #expect(status == 0)
    let stored = try #require(installation.stored())
    #expect(stored.appliesDirectionAtOnce)
    #expect(stored.market == "EG")
    #expect(installation.stored(.theme) == "high-contrast")
    #expect(stored.followsSystemLanguage)
    #expect(output.contains("\(arabicOption)\u{060C} "))
    #expect(output.contains("English (EN), current language"))
    #expect(!output.contains("\u{1B}"))
    let events = try installation.events()
    #expect(events.count("restart.prompt.shown") == 0)
    #expect(events.count("frame") == 0)
  }

  @Test("R53: the end of the input ends it, also after a last line without a line end")
  func endOfInput() throws {
    let installation = try Installation()
    let (status, _) = try talk(["2"], in: installation)
    #expect(status == 0)
    #expect(installation.stored()?.language == "ar")
    let (empty, output) = try talk([], in: installation)
    #expect(empty == 0)
    #expect(output.hasSuffix("\n"))
  }

  @Test("R49, R53: the list of regions waits for their names, and has codes if nobody gives them")
  func regionNames() throws {
    let installation = try Installation()
    // At the start, and after a choice that changes the language: the United Kingdom has English.
    func listed(agent: String?) throws -> (arabic: Substring, english: Substring) {
      #expect(try installation.run("reset", "market").status == 0)
      let output = try talk(
        ["2", "1", "q"], in: installation,
        environment: ["LANG": "ar_EG.UTF-8", "LISAN_AGENT": agent],
        arguments: ["--plain", "open", "region"]
      ).output
      let change = try #require(output.firstRange(of: "The region is now"), "\(output)")
      return (output[..<change.lowerBound], output[change.lowerBound...])
    }
    let egypt = "مصر"
    let names = try listed(agent: nil)
    #expect(names.arabic.contains(egypt) && !names.arabic.contains("EG"), "\(names.arabic)")
    #expect(names.english.hasPrefix("The region is now United Kingdom,"), "\(names.english)")
    #expect(names.english.contains(" Egypt:") && !names.english.contains("EG"), "\(names.english)")
    try installation.install("deaf", script: "exec cat <&3 >/dev/null")
    let codes = try listed(agent: "\(installation.home)/deaf")
    #expect(codes.arabic.contains("EG") && !codes.arabic.contains(egypt), "\(codes.arabic)")
    #expect(codes.english.contains(" EG:"), "\(codes.english)")
  }

  @Test("R34, R53: the switch in Appearance applies from the next start, in both directions")
  func switched() async throws {
    let installation = try Installation()
    let session = try installation.open("open", "appearance.plain")
    try await session.waitUntil("the switch") { $0.shows("Plain mode") }
    session.press(.enter)
    try await session.waitUntil("the other side") { $0.shows("Press Enter to switch this off") }
    #expect(installation.stored(.plain) == "on")
    // A restart is not a new start.
    session.type("/")
    session.type("عرب")
    session.press(.enter, .enter)
    try await session.waitUntil("the prompt") { $0.shows(.restartNowArabic) }
    session.press(.enter)
    try await session.waitUntil("the mirrored screen") { $0.isMirrored }
    session.type("q")
    #expect(try await session.waitForExit() == .exited(0))
    let plain = try installation.open()
    try await plain.waitUntil("the question in Arabic") { $0.shows("\u{061F}") }
    #expect(!plain.screen.isAlternate)
    plain.press(.control("d"))
    #expect(try await plain.waitForExit() == .exited(0))
    // Settings of a start override the choice, and the choice overrides the file.
    let asked = try await installation.openScreen(
      .languageSectionArabic, environment: ["LISAN_PLAIN": "no"])
    #expect(asked.screen.isAlternate)
    let config = "\(installation.home)/config.json"
    try #"{"plain": "yes"}"#.write(toFile: config, atomically: true, encoding: .utf8)
    #expect(try installation.run("get", "plain").output == "on\n")
    #expect(try installation.run("set", "plain", "off").status == 0)
    let screen = try await installation.openScreen(
      .languageSectionArabic, environment: ["LISAN_CONFIG": config, "ACCESSIBLE": "1"])
    #expect(screen.screen.isAlternate)
    // A terminal that can do nothing else is not asked for more.
    let dumb = try installation.open(environment: ["TERM": "dumb"])
    try await dumb.waitUntil("the question") { $0.shows("\u{061F}") }
    #expect(!dumb.screen.isAlternate)
    #expect(try installation.run("reset", "plain").status == 0)
    #expect(installation.stored(.plain) == nil)
    #expect(try installation.run("get", "plain").output == "off\n")
  }

  @Test("R53, R56: the option overrides the environment")
  func order() async throws {
    let installation = try Installation()
    let session = try await installation.openScreen(
      environment: ["ACCESSIBLE": "1", "LISAN_PLAIN": "no"])
    #expect(session.screen.isAlternate)
    let config = "\(installation.home)/config.json"
    try #"{"plain": "perhaps"}"#.write(toFile: config, atomically: true, encoding: .utf8)
    let result = try installation.run("--config", config)
    #expect(result.status == 2)
    #expect(result.errors.contains("perhaps") && result.errors.contains("on, off"))
  }

  @Test("R53: on a line of 300 baud, the output of a choice takes less than ten seconds")
  func slowLine() throws {
    let installation = try Installation()
    func length(_ lines: [String]) throws -> Int {
      try talk(lines, in: installation).output.utf8.count
    }
    let opening = try length([])
    #expect(opening < 1100)
    // 30 bytes a second.
    #expect(try length(["5", "5"]) - opening < 2 * 300)
    #expect(try length(["2", "1"]) - opening < 2 * 300)
  }

  @Test("R53, R82: packages are listed when apt has answered; without a descriptor it says why not")
  func packages() throws {
    let installation = try Installation()
    #expect(try installation.run("set", "ar").status == 0)
    let shell = ["SHELL": "/bin/bash"] as [String: String?]
    let (status, output) = try talk(["8", "", "q"], in: installation, environment: shell)
    #expect(status == 0)
    let lines = output.split(separator: "\n").map { $0.split(separator: " ") }
    #expect(lines.contains { $0.contains("apt") && $0.contains("dialog") }, "\(output)")

    // With few descriptors the program starts; then it lacks those to tell the answer by, or to ask.
    #expect(try installation.run("set", "en").status == 0)
    var failures = 0
    for limit in 3...9 {
      let result = try installation.runAll(
        ["-c", "ulimit -n \(limit); exec \"$0\" --plain", Installation.program],
        environment: shell, program: "/bin/bash", input: "\(installation.home)/input")
      guard let question = result.output.firstRange(of: "dpkg and apt are being asked.") else {
        continue
      }
      let rest = result.output[question.upperBound...]
      let isUnknown = rest.contains("cannot be read: Too many open files")
      if isUnknown { failures += 1 }
      #expect(
        isUnknown || rest.contains("with texts in this language\n")
          || rest.contains("No package here has texts"), "\(limit): \(result)")
    }
    #expect(failures > 0)
  }

  @Test("R34, R53: another instance's choice is printed while a question waits")
  func followed() async throws {
    let installation = try Installation()
    let session = try TerminalSession(
      Installation.program, arguments: ["--plain"], environment: installation.environment(),
      directory: installation.home, checksEnd: true)
    try await session.waitUntil("the question") { $0.shows("? for help:") }
    _ = try installation.run("set", "ar")
    try await session.waitUntil("the news") { $0.rows.filter { $0.contains("(AR)") }.count == 2 }
    session.press(.control("d"))
    #expect(try await session.waitForExit() == .exited(0))
  }
}
