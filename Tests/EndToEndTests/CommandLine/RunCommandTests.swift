import Foundation
import TerminalHarness
import Testing

/// `lisan run`: a command whose right-to-left text reads right.
@Suite struct RunCommandTests {
  private static let written = "\u{645}\u{631}\u{62D}\u{628}\u{627}"
  private static let shown = "\u{FE8E}\u{FE92}\u{FEA3}\u{FEAE}\u{FEE3}"

  private func open(
    _ installation: Installation, _ words: String, environment: [String: String] = [:]
  ) throws -> TerminalSession {
    try TerminalSession(
      "/bin/sh", arguments: ["-c", "\(Installation.program) \(words); echo =$?"],
      environment: installation.environment().merging(environment) { $1 },
      directory: installation.home, checksEnd: true)
  }

  @Test("R67: a command's text is shown in order, and what stands behind it is its own")
  func shown() async throws {
    let installation = try Installation()
    defer { withExtendedLifetime(installation) {} }
    let session = try open(installation, "run printf -- '-n %s\\n' \(Self.written)")
    try await session.waitForExit()
    #expect(session.screen.rows[0] == "-n \(Self.shown)")
    #expect(session.screen.rows[1] == "=0")
    let option = try open(installation, "run --direction rtl -- printf '%s\\n' -l\(Self.written)")
    try await option.waitForExit()
    #expect(option.screen.rows[0] == String(repeating: " ", count: 73) + "\(Self.shown)l-")
  }

  @Test("R67: the language is the one that was chosen")
  func language() async throws {
    let installation = try Installation()
    defer { withExtendedLifetime(installation) {} }
    #expect(try installation.run("set", "ar").status == 0)
    let session = try open(installation, "run sh -c 'echo $LANGUAGE $LISAN_RUN'")
    try await session.waitForExit()
    #expect(session.screen.rows[0] == "ar 1")
  }

  @Test(
    "R67: the exit code is the command's, 127 where there is none, 126 where it cannot be run",
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
    "R67: without a terminal, in a dumb one, and inside of another one the command is run as it is")
  func plain() async throws {
    let installation = try Installation()
    defer { withExtendedLifetime(installation) {} }
    let result = try installation.run("run", "printf", "%s", Self.written)
    #expect(result.status == 0 && result.output == Self.written)
    for environment in [["TERM": "dumb"], ["LISAN_RUN": "1"], ["VTE_VERSION": "7006"]] {
      let session = try open(
        installation, "run printf '%s\\n' \(Self.written)", environment: environment)
      try await session.waitForExit()
      #expect(session.screen.rows[0] == Self.written)
    }
  }

  @Test("R67: English text is not touched, and the terminal is asked nothing")
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
}
