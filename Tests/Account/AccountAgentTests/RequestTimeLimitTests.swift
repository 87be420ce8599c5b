import Foundation
import TerminalHarness
import TestCrowd
import Testing

/// From a choice on the screen to the server's socket. `make test` runs these with nothing beside
/// them.
@Suite("The time until a choice is sent", .serialized, .timeLimit(.minutes(5)))
struct RequestTimeLimitTests {
  let server: FaultServer
  let home: Home

  init() throws {
    server = try FaultServer()
    home = try Home(server: server.url)
  }

  /// The screen, once it has compared with the account.
  private func open() async throws -> TerminalSession {
    let session = try home.open(environment: ["LISAN_TOKEN": FaultServer.token])
    try await session.waitUntil("the first frame") { $0.isAlternate && $0.shows("(EN)") }
    let hasCompared = await eventually { !server.requests("GET /rpc/app_config").isEmpty }
    try #require(hasCompared)
    return session
  }

  /// Chooses the other language on the screen, and puts off the restart.
  private func choose(_ number: Int, on session: TerminalSession) {
    session.type(number.isMultiple(of: 2) ? "2n" : "1")
  }

  @Test("R13: from the app's write to the request at the server's socket, within a second")
  func atTheSocket() async throws {
    let session = try await open()
    var number = 0
    let series = try await Series.measured(
      limit: .milliseconds(1000), of: session.processID
    ) { _ in
      choose(number, on: session)
      number += 1
      let hasCome = await eventually { server.requests("PATCH /rpc/me").count >= number }
      try #require(hasCome, "\(home.log)")
      let request = try #require(server.requests("PATCH /rpc/me").last)
      let stored = try #require(home.stored)
      // It is the choice of this write, and of no other.
      #expect(request.change?.choice?.origin.sequence == Int64(stored.sequence))
      #expect(request.change?.choice?.language == stored.language)
      // The file's own time of the write, and the server's of the request.
      return .milliseconds(request.timeOfDay - stored.committedAt)
    }
    #expect(series.isWithinLimit, "\(series)")
    #expect(server.requests("PATCH /rpc/me").count == number)
    session.type("q")
    try await session.waitForExit()
  }

  @Test("R13: offline the attempt is made within a second of the write as well")
  func offline() async throws {
    let session = try await open()
    server.refuse()
    var number = 0
    let series = try await Series.measured(
      limit: .milliseconds(1000), of: session.processID
    ) { _ in
      choose(number, on: session)
      number += 1
      let sequence = number
      func events(_ name: String) -> [[String: Any]] {
        home.traced.filter { $0["event"] as? String == name }
      }
      let isTried = await eventually {
        events("sync.request").contains { $0["sequence"] as? Int == sequence }
          && events("sync.result").count >= sequence
      }
      try #require(isTried, "\(home.log)")
      let written = try #require(events("preference.write").last?["t"] as? Double)
      let tried = try #require(
        events("sync.request").first { $0["sequence"] as? Int == sequence }?["t"] as? Double)
      #expect(events("sync.result").allSatisfy { $0["ok"] as? Bool == false })
      return .seconds(tried - written)
    }
    #expect(series.isWithinLimit, "\(series)")
    session.type("q")
    try await session.waitForExit()
  }
}
