import AccountModel
import AgentProtocol
import Foundation
import TerminalHarness
import Testing

/// Signing in with a browser, from the agent, the command line and the screen (R64). The browser is
/// a program that sends the page's forms; `BrowserTests` shows the pages in a real one.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct SignInByCodeTests {
  /// Decides about a code as a person does on the server's page.
  private func decide(_ decision: String, _ code: String, at server: AccountServer) async throws {
    let jar = "\(server.directory)/cookies-\(UUID().uuidString)"
    func page(_ path: String, _ fields: [String]) async throws -> String {
      let arguments =
        ["-s", "-S", "-m", "20", "-b", jar, "-c", jar, "-H", "Accept: text/html"]
        + fields.flatMap { ["--data-urlencode", $0] } + ["\(server.url)\(path)"]
      let run = try await Run("/usr/bin/curl", arguments, environment: ["NO_PROXY": "*"])
      return String(decoding: run.output, as: UTF8.self)
    }
    func proof(_ page: String) throws -> String {
      let found = page.firstMatch(of: /name="proof" value="([0-9a-f]+)"/)
      return "proof=\(try #require(found, "\(page)").1)"
    }
    let signIn = try await page("/", [])
    _ = try await page(
      "/", [try proof(signIn), "login=ana", "password=\(AccountServer.password)"])
    let device = try await page("/device", [])
    _ = try await page(
      "/device", [try proof(device), "code=\(code)", "decision=\(decision)"])
  }

  @Test(
    "R64: lisan sign-in --web shows address and code, and says who is signed in once a person allows it"
  )
  func commandLine() async throws {
    let server = try await AccountServer()
    let home = try Home(server: server.url)
    let session = try home.open("sign-in", "--web")
    try await session.waitUntil("the code") { $0.shows("Type this code there:") }
    let text = session.screen.rows.joined(separator: "\n")
    #expect(text.contains("\(server.url)/device"))
    let code = try #require(text.firstMatch(of: /[B-Z]{4}-[B-Z]{4}/)).0
    try await decide("allow", String(code), at: server)
    #expect(try await session.waitForExit() == .exited(0))
    #expect(session.screen.shows("Signed in as ana at \(server.url)."), "\(session.screen.rows)")
    let status = try await home.lisan("status")
    #expect(status.text.contains("session\tsigned-in") && status.text.contains("login\tana"))
    #expect(server.sql("SELECT count(*) FROM device_code") == "0")
    // What a person types nowhere is in no file either.
    #expect(!home.log.contains(code) && !home.log.contains(AccountServer.password))
  }

  @Test("R64: a refusal, an old code and a server without the code end the command with a reason")
  func notAllowed() async throws {
    let server = try await AccountServer()
    let home = try Home(server: server.url)
    for (end, words) in [("refuse", "refused in the browser"), ("expire", "in time")] {
      let session = try home.open("sign-in", "--web")
      try await session.waitUntil("the code") { $0.shows("Type this code there:") }
      let text = session.screen.rows.joined(separator: "\n")
      let code = try #require(text.firstMatch(of: /[B-Z]{4}-[B-Z]{4}/)).0
      if end == "refuse" {
        try await decide("refuse", String(code), at: server)
      } else {
        server.sql("UPDATE device_code SET expires_at = 1")
      }
      #expect(try await session.waitForExit() == .exited(1))
      #expect(session.screen.shows(words), "\(session.screen.rows)")
    }
    #expect(try await home.lisan("status").text.contains("session\tsigned-out"))
  }

  @Test("R64: a server that restarts still has the code")
  func restarted() async throws {
    let server = try await AccountServer()
    let device = try Device(server: server.url)
    let agent = try device.living()
    let request = agent.ask(.account(.signInByCode))
    let code = try await agent.wait("the code") { reports in
      reports.lazy.compactMap { if case .code(let code) = $0 { code } else { nil } }.first
    }
    #expect(code.address == "\(server.url)/device")
    server.kill()
    try await server.start()
    try await decide("allow", code.code, at: server)
    #expect(try await agent.end(of: request) == nil)
    #expect(agent.lastAccount?.account?.login == "ana")
  }

  @Test("R64: after a cancellation, or without its app, the agent withdraws the code and ends")
  func cancelled() async throws {
    let server = try await AccountServer()
    for isCancelled in [true, false] {
      let device = try Device(server: server.url)
      let agent = try device.living()
      let request = agent.ask(.account(.signInByCode))
      let code = try await agent.wait("the code") { reports in
        reports.lazy.compactMap { if case .code(let code) = $0 { code } else { nil } }.first
      }
      #expect(server.sql("SELECT count(*) FROM device_code") == "1")
      if isCancelled {
        agent.send(.cancel(id: request))
        #expect(try await agent.end(of: request)?.reason == .cancelled)
      } else {
        agent.close()
        #expect(try await agent.ends(withinMilliseconds: 10_000))
      }
      let isGone = await eventually { server.sql("SELECT count(*) FROM device_code") == "0" }
      #expect(isGone)
      try await decide("allow", code.code, at: server)
      #expect(server.sql("SELECT count(*) FROM session WHERE kind = 'app'") == "0")
    }
  }

  @Test(
    "R64: on the sign-in screen a button shows address and code, and Escape cancels at once")
  func screen() async throws {
    let server = try await AccountServer()
    let home = try Home(server: server.url)
    let session = try home.open()
    try await session.waitUntil("the form") { $0.shows("Sign in with a browser") }
    session.press(.backTab, .enter)
    try await session.waitUntil("the code") { $0.shows("Type this code there:") }
    session.press(.escape)
    try await session.waitUntil("the form again") {
      $0.shows("Sign in with a browser") && !$0.shows("Type this code there:")
    }
    let isGone = await eventually { server.sql("SELECT count(*) FROM device_code") == "0" }
    #expect(isGone)
    session.press(.enter)
    try await session.waitUntil("another code") { $0.shows("Type this code there:") }
    let text = session.screen.rows.joined(separator: "\n")
    let code = try #require(text.firstMatch(of: /[B-Z]{4}-[B-Z]{4}/)).0
    try await decide("allow", String(code), at: server)
    try await session.waitUntil("the settings") { $0.shows("(EN)") }
  }

  @Test("R53, R64: in plain mode, one sign at the question for the name signs in with a browser")
  func plainMode() async throws {
    let server = try await AccountServer()
    let home = try Home(server: server.url)
    let session = try home.open("--plain")
    try await session.waitUntil("the offer") { $0.shows("@: Sign in with a browser") }
    session.type("@\r")
    try await session.waitUntil("the code") { $0.shows("Type this code there:") }
    let text = session.screen.rows.joined(separator: "\n")
    #expect(text.contains("Open this address in a browser: \(server.url)/device"))
    let code = try #require(text.firstMatch(of: /[B-Z]{4}-[B-Z]{4}/)).0
    try await decide("allow", String(code), at: server)
    try await session.waitUntil("the settings") { $0.shows("(EN)") }
    #expect(!home.log.contains(code))
  }

  @Test("R64: a session above the limit reports that the oldest has ended")
  func endedSessions() async throws {
    let server = try await AccountServer()
    server.sql(
      """
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50)
      INSERT INTO session (token_hash, account, created_at, expires_at)
      SELECT randomblob(32), 1, i, 9999999999999 FROM n
      """)
    let home = try Home(server: server.url)
    let session = try home.open()
    try await session.waitUntil("the form") { $0.shows("Sign-in name") }
    session.type("ana\t\(AccountServer.password)\r")
    try await session.waitUntil("the notice") {
      $0.shows("The oldest session of the account has ended")
    }
    #expect(server.sql("SELECT min(created_at) FROM session") == "2")
  }
}
