import Foundation
import Glibc
import TestCrowd
import Testing

/// The app beside an agent that does nothing: one that is stopped, or that gets no thread.
@Suite("A silent agent", .few)
struct SilentAgentTests {
  /// The agent behind a script that writes down the process's number first.
  private static func wrap(_ home: Home, _ line: String = "") throws -> [String: String] {
    let path = "\(home.path)/agent"
    let script = """
      #!/bin/sh
      echo $$ >> "\(path).numbers"
      \(line)
      exec "\(AgentProcess.program)"

      """
    try script.write(toFile: path, atomically: true, encoding: .utf8)
    chmod(path, 0o755)
    return ["LISAN_AGENT": path]
  }

  /// The processes that were agents of a home, in order.
  private static func agents(_ home: Home) -> [pid_t] {
    let text = (try? String(contentsOfFile: "\(home.path)/agent.numbers", encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap { pid_t($0) }
  }

  /// Whether a process is gone, or only waits for its parent.
  private static func hasEnded(_ process: pid_t) -> Bool {
    guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else {
      return true
    }
    return status.contains(") Z ")
  }

  @Test("R38: beside a stopped agent, a screen does not call an unsent choice synced, as status")
  func screen() async throws {
    let server = try await AccountServer()
    let home = try Home(server: server.url)
    let password = "\(AccountServer.password)\n"
    #expect(try await home.lisan("sign-in", "ana", input: password).status == 0)
    let session = try home.open(environment: Self.wrap(home))
    try await session.waitUntil("the confirmation") { $0.shows("✓ Synced") }
    let agent = try #require(Self.agents(home).last)
    #expect(kill(agent, SIGSTOP) == 0)
    session.type("2n1")
    try await session.waitUntil("the unsent choice") {
      $0.shows("↻ Not synced yet") && $0.shows("(EN)")
    }
    let status = try await home.lisan("status")
    #expect(status.text.contains("sync\tpending\n"), "\(status.text)")
    #expect(session.screen.shows("↻ Not synced yet") && !session.screen.shows("✓ Synced"))
    #expect(server.applied == [])
    #expect(kill(agent, SIGCONT) == 0)
    try await session.waitUntil("the confirmation") { $0.shows("✓ Synced") }
    #expect(await server.applies(["en"]), "\(server.applied)")
    // What another program chooses is not confirmed by an agent that has not heard of it either.
    #expect(kill(agent, SIGSTOP) == 0)
    let missing = ["LISAN_AGENT": "/nonexistent"]
    #expect(try await home.lisan("set", "ar", environment: missing).status == 0)
    try await session.waitUntil("the choice of the other program") {
      $0.shows("لم تتم المزامنة بعد")
    }
    #expect(try await home.lisan("status").text.contains("sync\tpending\n"))
    #expect(kill(agent, SIGCONT) == 0)
    session.type("q")
    #expect(try await session.waitForExit() == .exited(0))
  }

  @Test(
    "R38, R60: a command whose agent is stopped says so after ten seconds",
    arguments: ["status", "sync"])
  func command(_ command: String) async throws {
    let home = try Home()
    let environment = try Self.wrap(home, "kill -STOP $$")
    let start = ContinuousClock.now
    let run = try await home.lisan(command, environment: environment)
    let time = ContinuousClock.now - start
    #expect(run.status == 1 && run.text == "")
    #expect(run.errors == "lisan: The helper program for the account is missing or has stopped.\n")
    #expect(time > .seconds(9) && time < .seconds(15), "\(time)")
    for agent in Self.agents(home) { kill(agent, SIGKILL) }
  }

  @Test(
    "R60: an agent that gets no thread ends with a line in the log, or works, and the app says so",
    arguments: [8192, 16384, 32768])
  func withoutThreads(_ kilobytes: Int) async throws {
    let home = try Home()
    let environment = try Self.wrap(home, "ulimit -d \(kilobytes)")
    let run = try await home.lisan("status", environment: environment)
    let agent = try #require(Self.agents(home).last)
    if run.status == 0 { return #expect(run.text.contains("session\tembedded\n")) }
    #expect(run.errors == "lisan: The helper program for the account is missing or has stopped.\n")
    #expect(home.log.contains("agent: the system gives this program no thread"), "\(home.log)")
    let isGone = await eventually { Self.hasEnded(agent) }
    #expect(isGone)
    let session = try home.open("open", "sync", environment: environment)
    try await session.waitUntil("the absence") { $0.shows("Sync is unavailable") }
    session.type("q")
    #expect(try await session.waitForExit() == .exited(0))
    let areGone = await eventually { Self.agents(home).allSatisfy { Self.hasEnded($0) } }
    #expect(areGone)
  }
}
