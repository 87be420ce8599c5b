import TerminalHarness
import Testing

@Suite(.timeLimit(.minutes(5)))
struct EndCheckTests {
  @Test("A session that checks the end fails where the program leaves something behind")
  func session() async throws {
    let careless = try TerminalSession(
      "/bin/sh", arguments: ["-c", "stty -echo; printf '\\033[1;12r'"], checksEnd: true)
    let failure = await #expect(throws: WaitFailure.self) { try await careless.waitForExit() }
    let reason = try #require(failure?.reason)
    #expect(reason.contains("scrolling rows: 0...11") && reason.contains("line: "), "\(reason)")

    let careful = try TerminalSession(
      "/bin/sh", arguments: ["-c", "printf '\\033[1;12r'; printf '\\033[r'"], checksEnd: true)
    #expect(try await careful.waitForExit() == .exited(0))
  }

  @Test("A stop is checked like an end, except a stop that cannot be caught")
  func stop() async throws {
    let script = "printf '\\033[?25l'; kill -$0 $$; printf '\\033[?25h'"
    let careless = try TerminalSession(
      "/bin/sh", arguments: ["-c", script, "TSTP"], checksEnd: true)
    await #expect(throws: WaitFailure.self) { try await careless.waitForStop() }
    let stopped = try TerminalSession(
      "/bin/sh", arguments: ["-c", script, "STOP"], checksEnd: true)
    #expect(try await stopped.waitForStop() != 0)
    stopped.resume()
    #expect(try await stopped.waitForExit() == .exited(0))
  }
}
