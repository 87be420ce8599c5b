import Foundation
import Glibc
import TerminalHarness
import TestCrowd
import Testing

@Suite(.few, .timeLimit(.minutes(20)))
struct RestartTests {
  /// A file of `/proc` as texts, each of which ends with a zero byte.
  private func texts(_ name: String, of session: TerminalSession) throws -> [String] {
    let data = try Data(contentsOf: URL(filePath: "/proc/\(session.processID)/\(name)"))
    return data.split(separator: 0, omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// The environment that the process was started with; what a restart hands on is left out.
  private func environment(of session: TerminalSession) throws -> [String] {
    try texts("environ", of: session).filter { !$0.hasPrefix("LISAN_RESTART=") }.sorted()
  }

  @Test("R16: a restart keeps options, variables and the configuration file, and their effect")
  func arguments() async throws {
    let installation = try Installation()
    let preferences = "\(installation.home)/my preferences ل"
    let config = "\(installation.home)/own.json"
    // The option stands over the file's theme. The log's place is relative to where it was started.
    try #"{"theme": "monochrome", "log": "own.log", "market": "EG"}"#.write(
      toFile: config, atomically: true, encoding: .utf8)
    let arguments = ["--preferences", preferences, "--theme=high-contrast", "--config", config]
    let session = try TerminalSession(
      Installation.program, arguments: arguments,
      environment: installation.environment([
        "LANG": "en_US.UTF-8", "LISAN_BIDI": "visual", "EMPTY": "", "OTHER": "a = b \u{00E9}\n",
      ]), directory: installation.home, checksEnd: true)
    try await session.waitUntil("the first frame") { $0.shows(.languageSection) }
    let painted: @Sendable (Screen) -> Bool = {
      $0.grid.allSatisfy { $0.cells.allSatisfy { $0.style.background != .default } }
    }
    #expect(painted(session.screen))
    let (process, before) = (session.processID, try environment(of: session))
    let words = try texts("cmdline", of: session)
    #expect(words == [Installation.program] + arguments + [""])
    let marked = session.log.end

    session.type("2")
    try await session.waitUntil("the prompt") { $0.shows(.restartNowArabic) }
    session.press(.enter)
    try await session.waitUntil("the mirrored screen") { $0.isMirrored && painted($0) }
    #expect(session.processID == process)
    #expect(try texts("cmdline", of: session) == words)
    #expect(try environment(of: session) == before)
    // After another restart, nothing has accumulated.
    session.type("1")
    try await session.waitUntil("the prompt in English") { $0.shows(.restartNow) }
    session.press(.enter)
    try await session.waitUntil("the English screen") {
      $0.isStraight && $0.shows(.about) && painted($0)
    }
    #expect(try texts("cmdline", of: session) == words)
    #expect(try environment(of: session) == before)

    // The market of the file, the log of the file, the preferences of the option, and rows that are
    // sent as the variable says, in no bidirectional mode of the terminal's own.
    session.press(.left, .down)
    try await session.waitUntil("the market of the file") { screen in
      screen.rows.contains { $0.contains("◉") && $0.contains("Egypt") }
    }
    session.type("q")
    #expect(try await session.waitForExit() == .exited(0))
    #expect(session.lineSettings == session.initialLineSettings)
    let log = try String(contentsOfFile: "\(installation.home)/own.log", encoding: .utf8)
    #expect(log.components(separatedBy: "language changed to").count == 3)
    #expect(log.split(separator: "\n").filter { $0.contains("[\(process)]") }.count >= 4)
    #expect(log.contains("mode visual"))
    #expect(!FileManager.default.fileExists(atPath: installation.log))
    #expect(FileManager.default.fileExists(atPath: preferences))
    #expect(!FileManager.default.fileExists(atPath: installation.preferences))
    let events = try installation.events()
    #expect(
      events.filter { $0.name == "launch" }.map { $0.isTrue("restarted") } == [false, true, true])
    // One clock for all of them.
    #expect(
      events.filter { $0.name == "frame" }.map(\.time)
        == events.filter { $0.name == "frame" }.map(\.time).sorted())
    let sent = String(decoding: session.log.output(since: marked), as: UTF8.self)
    #expect(sent.components(separatedBy: "\u{1B}[?1049h").count == 1)
  }

  @Test(
    "R16: an unusable handover is logged, and the program starts normally",
    arguments: [
      ("garbage", "it is damaged"), ("1;2;3;4;5;6;7;8;9;10;11;12;13", "it is damaged"),
      (#"{"version":99,"process":1}"#, "its version is 99, not 3"),
      (#"{"version":3,"process":1}"#, "it is for another process"),
    ])
  func refused(text: String, reason: String) async throws {
    let installation = try Installation()
    let session = try installation.open(environment: ["LISAN_RESTART": text])
    try await session.waitUntil("the first frame") { $0.shows(.languageSection) }
    session.type("q")
    #expect(try await session.waitForExit() == .exited(0))
    let log = try String(contentsOfFile: installation.log, encoding: .utf8)
    #expect(log.contains("what a restart hands on is not used: \(reason)\n"), "\(log)")
    let launch = try installation.events().first { $0.name == "launch" }
    #expect(launch?.isTrue("restarted") == false)
  }

  @Test("R16: signals blocked for a restart work after an unusable handover")
  func unblocked() async throws {
    let installation = try Installation()
    let session = try TerminalSession(
      "/usr/bin/env", arguments: ["--block-signal=TERM", Installation.program],
      environment: installation.environment(["LISAN_RESTART": #"{"version":99}"#]),
      directory: installation.home, size: .standard, checksEnd: true)
    try await session.waitUntil("the first frame") { $0.shows(.languageSection) }
    kill(session.processID, SIGTERM)
    #expect(try await session.waitForExit() == .signaled(SIGTERM))
  }
}
