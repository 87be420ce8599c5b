import BrowserHarness
import Foundation
import PostgreSQLCluster
import TerminalHarness
import Testing

/// What an organization has: two servers behind one address, on PostgreSQL with a standby.
@Suite(
  "The servers of an organization", .serialized, .timeLimit(.minutes(5)),
  .enabled(if: Browser.isInstalled, "chromium is not installed"))
struct OrganizationTests {
  @Test(
    "R62, R63, R66: a person chooses on the web and the terminal follows, while a server and then the primary are killed"
  )
  func failures() async throws {
    let (primary, standby) = try await blocking {
      let primary = try PostgreSQLCluster(["wal_level = replica"])
      try primary.start()
      primary.sql("CREATE DATABASE accounts")
      let standby = try PostgreSQLCluster(standbyOf: primary, named: "standby")
      try standby.start()
      primary.sql("ALTER SYSTEM SET synchronous_standby_names = 'standby'")
      primary.sql("SELECT pg_reload_conf()")
      return (primary, standby)
    }
    let isSynchronous = await eventually {
      primary.sql("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'") == "1"
    }
    #expect(isSynchronous)
    let database = PostgreSQLCluster.address("accounts", of: [primary, standby])
    let servers = [
      try await AccountServer(database: database),
      try await AccountServer(users: [], database: database),
    ]
    let proxy = try StallingProxy(to: servers[0].port, servers[1].port)
    // They end with their objects.
    defer { withExtendedLifetime((servers, proxy, primary, standby)) {} }
    let home = try Home(server: proxy.url)
    let token = try await servers[0].signIn()
    let terminal = try home.open(environment: ["LISAN_TOKEN": token])
    try await terminal.waitUntil("the first frame") { $0.isAlternate && $0.shows("(EN)") }

    let url = proxy.url
    let person = try await blocking {
      let browser = try Browser()
      try browser.signIn(at: url)
      return Held(browser: browser)
    }
    servers[0].kill()
    let first = try await blocking { try person.choose("ar") }
    #expect(first.page == ["ar", "rtl"])
    // A device whose server is gone comes back within half a minute, as the guide says.
    try await terminal.waitUntil("the pending restart in Arabic", limit: .seconds(45)) {
      $0.shows("بانتظار إعادة التشغيل")
    }
    terminal.type("r")
    let isMirrored = await eventually {
      home.traced.contains {
        $0["event"] as? String == "frame" && $0["direction"] as? String == "rtl"
      }
    }
    #expect(isMirrored)

    // The person does not wait for the standby to be a primary.
    let second = try await blocking {
      primary.crash()
      let promotion = Thread { try? standby.promote() }
      promotion.start()
      return try person.choose("en")
    }
    #expect(second.page == ["en", "ltr"])
    // A request has five seconds for all of it.
    #expect(first.seconds < 5 && second.seconds < 6, "\(first.seconds) \(second.seconds)")
    let follows = await eventually { home.stored?.language == "en" }
    #expect(follows)
    // What was acknowledged is where it has to be.
    #expect(standby.sql("SELECT preferred_locale FROM account", in: "accounts") == "en")
    try await terminal.waitUntil("the pending restart in English") {
      $0.shows("Restart pending") && !$0.shows("اتجاه الواجهة")
    }
  }

  /// A browser in the hands of a person; used by one thread at a time.
  private struct Held: @unchecked Sendable {
    let browser: Browser

    /// Chooses a language on the account page.
    ///
    /// - Returns: the language and direction of the page then, and how long it took.
    func choose(_ language: String) throws -> (page: [String], seconds: Double) {
      let start = Date()
      try browser.click("#language-\(language)", leadsOn: false)
      try browser.click("input[value=language] ~ p button")
      let root = "document.documentElement"
      let page = try browser.evaluate("[\(root).lang, \(root).dir]") as? [String]
      return (page ?? [], Date().timeIntervalSince(start))
    }
  }
}
