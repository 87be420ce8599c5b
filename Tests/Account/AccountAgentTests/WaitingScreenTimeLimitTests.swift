import Foundation
import TerminalHarness
import TestCrowd
import Testing

/// A screen whose server does not answer. `make test` runs these with nothing beside them.
@Suite("A screen that waits, and its time limits", .serialized, .timeLimit(.minutes(5)))
struct WaitingScreenTimeLimitTests {
  let server: FaultServer
  let home: Home

  init() throws {
    server = try FaultServer()
    home = try Home(server: server.url)
  }

  private func open(signedIn: Bool) async throws -> TerminalSession {
    let session = try home.open(environment: signedIn ? ["LISAN_TOKEN": FaultServer.token] : [:])
    try await session.waitUntil("the first frame") {
      $0.isAlternate && $0.shows(signedIn ? "(EN)" : "Sign in")
    }
    guard signedIn else { return session }
    let hasCompared = await eventually { !server.requests("GET /rpc/app_config").isEmpty }
    try #require(hasCompared)
    return session
  }

  /// Waits until the request is at the server and the screen says so, with the seconds it has taken.
  private func waits(_ session: TerminalSession, for request: String, saying words: String)
    async throws
  {
    let isAsked = await eventually { !server.requests(request).isEmpty }
    try #require(isAsked)
    try await session.waitUntil(words) { $0.shows("↻ " + words) }
    for time in ["3 seconds", "4 seconds"] {
      try await session.waitUntil(time) { $0.shows(words) && $0.shows(time) }
    }
  }

  /// Moves the focus up and down, twenty times, each seen by the terminal's own cursor.
  private func keysAreAnswered(_ session: TerminalSession) async throws {
    let series = try await Series.measured(
      limit: .milliseconds(100), of: session.processID
    ) { round in
      let row = session.screen.cursor.row
      let pressed = session.time
      session.press(round.isMultiple(of: 2) ? .up : .down)
      try await session.waitUntil("the other item") { $0.cursor.row != row }
      return session.time - pressed
    }
    #expect(series.isWithinLimit, "\(series)")
  }

  /// Gives the work up, and sees that nothing of it is left.
  private func isGivenUp(_ session: TerminalSession, saying words: String) async throws {
    let pressed = session.time
    session.press(.escape)
    try await session.waitUntil("the end of it") { !$0.shows(words) }
    // At once, not when the server's time is over.
    #expect(session.time - pressed < .seconds(2))
  }

  @Test(
    "R55: while a comparison hangs, keys are answered within 100 ms, and Escape cancels it")
  func comparison() async throws {
    let session = try await open(signedIn: true)
    session.press(.left, .down, .down, .right)
    try await session.waitUntil("Sync now") { $0.shows("Press Enter to compare") }
    let before = server.requests("GET /rpc/me").count
    server.next("GET /rpc/me", .stall)
    server.next("GET /rpc/app_config", .stall)
    session.press(.enter)
    try await session.waitUntil("the work") { $0.shows("Comparing with your account…") }
    let isAsked = await eventually { server.requests("GET /rpc/me").count > before }
    try #require(isAsked)
    try await waits(session, for: "GET /rpc/me", saying: "Comparing with your account…")
    session.press(.left)
    try await session.waitUntil("the navigation") {
      $0.shows("Press Enter to go to the section Sync")
    }
    try await keysAreAnswered(session)
    #expect(session.screen.shows("Comparing with your account…"))
    // A choice of the language does not wait for it either.
    let pressed = session.time
    session.press(.home, .down)
    session.type("2")
    try await session.waitUntil("the prompt") {
      $0.shows("لاحقا")
    }
    #expect(session.time - pressed < .milliseconds(500))
    session.type("n1")
    try await session.waitUntil("English again") { $0.shows("About") }
    session.type("q")
    #expect(try await session.waitForExit(limit: .seconds(5)) == .exited(0))
  }

  @Test(
    "R55: while a switch of the profile hangs, keys are answered within 100 ms")
  func profile() async throws {
    let session = try await open(signedIn: true)
    session.press(.left, .home)
    try await session.waitUntil("the profiles") { $0.shows("Work") }
    session.press(.right, .down)
    try await session.waitUntil("the hint") { $0.shows("Press Enter to switch") }
    server.next("POST /rpc/set_active_profile", .stall)
    session.press(.enter)
    try await session.waitUntil("the question") { $0.shows("Switch to the profile") }
    session.press(.enter)
    let words = "Switching the profile…"
    try await waits(session, for: "POST /rpc/set_active_profile", saying: words)
    try await keysAreAnswered(session)
    try await isGivenUp(session, saying: words)
    #expect(server.requests("POST /rpc/set_active_profile").count == 1)
    session.type("q")
    #expect(try await session.waitForExit(limit: .seconds(5)) == .exited(0))
  }

  @Test(
    "R55: while a sign-in hangs, keys are answered within 100 ms, and Escape cancels it")
  func signIn() async throws {
    let session = try await open(signedIn: false)
    server.next("POST /rpc/sign_in", .stall)
    session.type("ana\nx\n")
    let words = "Signing in…"
    try await waits(session, for: "POST /rpc/sign_in", saying: words)
    // What works there is to draw the screen again; nothing else moves.
    let series = try await Series.measured(
      limit: .milliseconds(100), of: session.processID
    ) { _ in
      let mark = session.log.end
      let pressed = session.time
      session.press(.control("l"))
      let isDrawn = await eventually {
        String(decoding: session.log.output(since: mark), as: UTF8.self).contains("\u{1B}[2J")
      }
      try #require(isDrawn)
      let drawn = try #require(
        session.log.chunks.last { $0.isOutput && $0.time > pressed })
      return drawn.time - pressed
    }
    #expect(series.isWithinLimit, "\(series)")
    try await isGivenUp(session, saying: words)
    #expect(session.screen.shows("Sign in"))
    session.press(.control("c"))
    #expect(try await session.waitForExit(limit: .seconds(5)).hasEnded)
  }
}
