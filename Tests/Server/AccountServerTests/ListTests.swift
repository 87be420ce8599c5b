import AccountModel
import AccountProtocol
import Foundation
import ServerHarness
import SystemCalls
import Testing

@testable import AccountService

@Suite(.serialized) struct ListTests {
  private func objects(_ output: String) throws -> [[String: Any]] {
    try output.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  @Test("R45: accounts are listed in pages, by a text in them, and as JSON")
  func accounts() throws {
    let server = try Server(users: [])
    // More than a page that is read at once.
    let people = (1...1203).map { "person\($0),Person \($0),p\($0)@example.org\n" }.joined()
    let hostile = "eve,\u{202E}Eve 100%,\n"
    let added = try server.administer(
      ["import-users", "-"], input: "login,name,email\n" + people + hostile)
    #expect(added.status == 0, "\(added.error)")
    func list(_ options: String...) throws -> Server.Result {
      let result = try server.administer(["list-users"] + options)
      #expect(result.status == 0, "\(result.error)")
      return result
    }
    let all = try list()
    #expect(all.output.split(separator: "\n").count == 1204 && all.error.isEmpty)
    var read: [String] = []
    var after = "0"
    while true {
      let page = try list("--limit", "500", "--after", after)
      let lines = page.output.split(separator: "\n").map(String.init)
      read += lines
      // A page that is not the last one says how to go on.
      guard page.error.contains("--after") else { break }
      #expect(lines.count == 500)
      after = String(try #require(page.error.split(separator: " ").last).dropLast(1))
    }
    #expect(read == all.output.split(separator: "\n").map(String.init))
    #expect(try list("--limit", "1204").error.isEmpty)

    #expect(try objects(list("--match", "PERSON 120", "--json").output).count == 5)
    #expect(try objects(list("--match", "p7@", "--json").output).count == 1)
    // What LIKE gives a meaning stands for itself.
    let found = try list("--match", "100%", "--json").output
    #expect(!found.unicodeScalars.contains("\u{202E}"))
    let eve = try #require(try objects(found).first)
    #expect(try objects(found).count == 1)
    #expect(eve["name"] as? String == "\u{202E}Eve 100%" && eve["login"] as? String == "eve")
    #expect(eve["has_password"] as? Bool == false && eve["sessions"] as? Int == 0)
    #expect(eve["email"] == nil && eve["language"] as? String == "en")
    for wrong in [["--limit", "0"], ["--limit", "x"], ["--after", "-1"]] {
      #expect(try server.administer(["list-users"] + wrong).status == 2)
    }
    #expect(try server.administer(["add-user", "x", "--limit", "5"]).status == 2)
  }

  @Test("R45: one session is ended by its number, or all of an account")
  func sessions() throws {
    let server = try Server(users: ["ana", "bob"])
    try server.start()
    let tokens = try "ab".map { try server.signIn(device: $0) }
    let bob = try server.signIn("bob")
    let listed = try objects(server.administer(["list-sessions", "ana", "--json"]).output)
    #expect(listed.count == 2)
    let first = try #require(
      listed.first { $0["device"] as? String == String(repeating: "a", count: 32) })
    let number = try #require(first["session"] as? String)
    let end = try #require(
      (first["expires_at"] as? String).flatMap { ISO8601DateFormatter().date(from: $0) })
    #expect((29 * 86_400...30 * 86_400).contains(Int(end.timeIntervalSinceNow.rounded(.up))))
    let text = try server.administer(["list-sessions", "ana"]).output
    #expect(text.split(separator: "\n").contains { $0.hasPrefix("\(number)\taaaa") })
    #expect(try server.administer(["revoke", "bob", number]).status == 1)
    #expect(try server.administer(["revoke", "ana", number]).output == "Sessions ended: 1\n")
    #expect(try server.ask("GET", "/rpc/me", token: tokens[0]).code == .notSignedIn)
    #expect(try server.ask("GET", "/rpc/me", token: tokens[1]).status == 200)
    #expect(try server.administer(["revoke", "ana", number]).status == 1)
    #expect(try server.administer(["revoke", "ana"]).output == "Sessions ended: 1\n")
    #expect(try server.ask("GET", "/rpc/me", token: tokens[1]).code == .notSignedIn)
    #expect(try server.ask("GET", "/rpc/me", token: bob).status == 200)
  }

  @Test("R45: an address is unlocked, however it is spelt")
  func address() throws {
    let server = try Server(users: [])
    try server.start()
    #expect(try server.trySignIn("nobody", "wrong").status == 401)
    server.sql("UPDATE attempt SET count = 50")
    #expect(try server.trySignIn("other", "wrong").status == 429)
    #expect(try server.administer(["unlock-address", "nowhere"]).status == 2)
    #expect(try server.administer(["unlock-address", "::ffff:127.0.0.1"]).status == 0)
    #expect(try server.trySignIn("other", "wrong").status == 401)
  }

  @Test("R45: each change by a command is recorded with it, who made it, and nothing that failed")
  func audit() throws {
    let server = try Server(users: [])
    let commands = [
      ["add-user", "ana", "--name", "Ana"], ["set-password", "ana"], ["unlock", "ana"],
      ["unlock-address", "192.0.2.1"], ["add-profile", "ana", "Work"],
      ["remove-profile", "ana", "2"], ["set-developer", "ana", "on"], ["revoke", "ana"],
      ["revoke-all"], ["set-flag", "x", "on"], ["set-market", "XY", "ar"], ["remove-market", "XY"],
      ["set-languages", "en", "ar"], ["set-default-language", "ar"], ["set-cooldown", "7"],
      ["set-name", "market", "EG", "en", "Egypt"],
      ["remove-user", "ana"],
    ]
    for command in commands {
      let result = try server.administer(command, input: Server.password + "\n")
      #expect(result.status == 0, "\(command): \(result.error)")
    }
    for command in [
      ["add-user", "a b"], ["remove-user", "ana"], ["remove-market", "XY"],
      ["remove-profile", "ana", "9"], ["list-users"], ["show-config"],
    ] {
      _ = try server.administer(command, input: Server.password + "\n")
    }
    #expect(
      try server.administer(["import-users", "-"], input: "login\nbob\neve\n").status == 0)
    let entries = try objects(server.administer(["audit", "--json"]).output)
    #expect(
      entries.map { $0["action"] as? String } == commands.map { $0[0] } + ["import-users"])
    #expect(entries.allSatisfy { ($0["actor"] as? String)?.isEmpty == false })
    let whoami = try runProgram("/usr/bin/id", ["-un"]).output.trimmingCharacters(in: .newlines)
    #expect((entries[0]["actor"] as? String)?.hasPrefix(whoami) == true)
    #expect(entries[0]["subject"] as? String == "ana")
    #expect(entries.last?["detail"] as? String == "accounts=2")
    // No password is among what is recorded.
    #expect(server.sql("SELECT count(*) FROM audit WHERE detail LIKE '%horse%'") == "0")
    let some = try server.administer(["audit", "--match", "MARKET", "--limit", "1"])
    #expect(some.output.contains("set-market") && some.error.contains("--after"))

    // The log is bounded, and says so.
    server.sql("UPDATE sqlite_sequence SET seq = 100003 WHERE name = 'audit'")
    #expect(try server.administer(["set-cooldown", "8"]).status == 0)
    let rest = try server.administer(["audit", "--json"])
    #expect(try objects(rest.output).first?["number"] as? Int == 5)
    #expect(rest.error.contains("removed because there were too many: 4"))
  }

  @Test("No list drops its oldest entry in silence: sessions, devices, counted attempts")
  func fullLists() throws {
    let server = try Server()
    try server.start()
    let token = try server.signIn(device: "a")
    func fill(_ count: Int, _ insertion: String) {
      server.sql(
        """
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
        \(insertion) FROM n
        """)
    }
    let later = SystemClock.millisecondsSince1970() + 1_000_000
    fill(
      49,
      """
      INSERT INTO session (token_hash, account, created_at, expires_at)
      SELECT CAST(i AS BLOB), 1, i, \(later)
      """)
    let reply = try server.trySignIn("ana", device: "b")
    #expect(try SignedIn(json: reply.body).endedSessions == 1)
    #expect(
      eventually { server.text(server.log).contains("1 oldest sessions of account 1") })
    #expect(try SignedIn(json: server.trySignIn("ana", device: "b").body).endedSessions == nil)

    // Those with a session are kept.
    fill(
      201,
      """
      INSERT INTO device (account, device, sequence, seen_at, language, chosen_at)
      SELECT 1, printf('%032d', i), 1, i, 'en', 1
      """)
    #expect(try server.choose("ar", sequence: 1, at: 1, token: token).status == 200)
    #expect(eventually { server.text(server.log).contains("1 oldest devices of account 1") })

    let now = SystemClock.millisecondsSince1970() - 1000
    fill(
      50_000,
      "INSERT INTO attempt (key, count, since) SELECT CAST('key' || i AS BLOB), 1, \(now)")
    #expect(try server.trySignIn("nobody", "wrong").status == 401)
    #expect(
      eventually { server.text(server.log).contains("2 oldest keys of counted attempts") })
  }
}

@Suite(.serialized) struct SessionLimitTests {
  @Test("A session may send so many requests in a minute; others are not affected")
  func limit() throws {
    let server = try Server(users: ["ana"])
    try server.start("--requests-per-minute", "20")
    let (greedy, modest) = (try server.signIn(device: "a"), try server.signIn(device: "b"))
    let client = try Client(server)
    // The minute may change meanwhile, once.
    let replies = try (0..<45).map { _ in try client.ask("GET", "/rpc/me", token: greedy) }
    let refused = replies.filter { $0.status != 200 }
    #expect((5...25).contains(refused.count))
    for reply in refused {
      #expect(reply.status == 429 && reply.code == .tooManyRequests)
      let wait = try #require(reply.headers["retry-after"].flatMap { Int($0) })
      #expect((1...60).contains(wait))
    }
    #expect(try server.ask("GET", "/rpc/me", token: modest).status == 200)
  }

  @Test("The count begins anew with each minute, and is kept for each session")
  func minutes() {
    let limit = SessionLimit(3)
    let (one, other) = ([UInt8](repeating: 1, count: 32), [UInt8](repeating: 2, count: 32))
    let second: Int64 = 1_000_000_000
    for _ in 0..<3 { #expect(limit.wait(of: one, now: 50 * second) == nil) }
    #expect(limit.wait(of: one, now: 50 * second) == 11)
    #expect(limit.wait(of: one, now: 59 * second + 999_999_999) == 1)
    #expect(limit.wait(of: other, now: 50 * second) == nil)
    #expect(limit.wait(of: one, now: 60 * second) == nil)
    let none = SessionLimit(nil)
    #expect((0..<1000).allSatisfy { _ in none.wait(of: one, now: 0) == nil })
  }

  @Test("R66: hashes use the processors that there are, and a quarter of the memory at most")
  func usualHashingThreads() {
    let cost = PasswordCost(memory: 64 << 10, passes: 1)
    for (processors, mebibytes, threads) in [
      (6, 4096, 6), (6, 1280, 5), (6, 256, 1), (6, 100, 1), (1, 4096, 1),
    ] {
      let limits = ProcessLimits(processors: processors, memory: mebibytes << 20)
      #expect(Passwords.usualThreads(cost, within: limits) == threads)
    }
  }

  @Test("As many passwords are hashed at a time as the command line says")
  func hashingThreads() throws {
    let server = try Server()
    try server.start("--hash-threads", "5")
    let usual = try #require(server.threadPriorities().max())
    let hashing = min(usual + 10, 19)
    let body = SignIn(login: "ana", password: Server.password).json()
    let clients = try (0..<30).map { _ in try Client(server) }
    let head = Client.head(
      "POST", "/rpc/sign_in", headers: ["Content-Type": "application/json"], length: body.count)
    for client in clients { client.send(Array(head.utf8) + body) }
    var most = 0
    #expect(
      eventually {
        most = max(most, server.threadPriorities().count { $0 == hashing })
        return most == 5
      })
    for client in clients { _ = try client.receive() }
    #expect(most == 5)
  }
}
