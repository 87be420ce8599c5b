import AccountModel
import AccountProtocol
import BuiltPrograms
import Foundation
import Localization
import ServerHarness
import Testing

/// What an operator does, and what happens to the files under a server.
@Suite(.serialized) struct OperationTests {
  @Test(
    "With a damaged database nothing is served and nobody signed out, until a copy is back"
  )
  func damaged() throws {
    let server = try Server()
    try server.start()
    let token = try server.signIn(device: "a")
    _ = try server.choose("ar", sequence: 1, at: 1, token: token)
    server.signal(SIGTERM)
    #expect(server.wait() == 0)
    let file = URL(filePath: server.database)
    let good = try Data(contentsOf: file)
    var bad = good
    bad.replaceSubrange(0..<4096, with: Data(repeating: 0xA5, count: 4096))
    try bad.write(to: file)
    try server.start()
    for (method, path) in [
      ("GET", "/rpc/me"), ("PATCH", "/rpc/me"), ("POST", "/rpc/sign_in"), ("POST", "/rpc/sign_out"),
      ("GET", "/rpc/app_config"), ("POST", "/rpc/set_active_profile"), ("GET", "/account"),
      ("GET", "/readyz"), ("GET", "/openapi.json"), ("GET", "/nothing"),
    ] {
      let reply = try server.ask(method, path, token: token, "{}")
      #expect(reply.status == 503 && reply.code == .outOfService, "\(method) \(path)")
      #expect(reply.headers["retry-after"].flatMap { Int($0) } ?? 0 > 0)
    }
    #expect(try server.ask("GET", "/healthz").status == 200)
    #expect(eventually { server.text(server.log).contains("out_of_service") })
    #expect(server.text(server.complaints).contains("--start-empty"))
    #expect(try Data(contentsOf: file) == bad)
    #expect(!server.names(server.directory).contains { $0.contains("damaged") })
    // The copy is put back, and the session goes on.
    server.signal(SIGTERM)
    #expect(server.wait() == 0)
    try good.write(to: file)
    try server.start()
    #expect(try server.ask("GET", "/rpc/me", token: token).account?.preferredLocale == "ar")
  }

  @Test(
    "A database that is deleted, replaced or robbed of its log is noticed and not served",
    arguments: ["delete", "replace", "log"])
  func displaced(_ accident: String) throws {
    let server = try Server()
    try server.start()
    let token = try server.signIn(device: "a")
    #expect(try server.choose("ar", sequence: 1, at: 1, token: token).status == 200)
    #expect(try server.ask("GET", "/readyz").status == 200)
    switch accident {
    case "delete": unlink(server.database)
    case "log": unlink("\(server.database)-wal")
    default:
      let copy = try server.administer(["backup", "\(server.directory)/copy.db"])
      #expect(copy.status == 0)
      rename("\(server.directory)/copy.db", server.database)
    }
    for sequence in Int64(2)...4 {
      let reply = try server.choose("en", sequence: sequence, at: 2, token: token)
      #expect(reply.status == 503 && reply.code == .outOfService)
    }
    #expect(try server.ask("GET", "/rpc/me", token: token).code == .outOfService)
    #expect(try server.ask("GET", "/readyz").code == .outOfService)
    #expect(try server.ask("GET", "/healthz").status == 200)
    #expect(eventually { server.text(server.log).contains("replaced or deleted") })
    #expect(server.text(server.complaints).contains("started again"))
    server.signal(SIGTERM)
    #expect(server.wait() == 0)
    if accident == "replace" {
      // As the documentation says: what is left of the former one goes.
      for end in ["-wal", "-shm"] { unlink(server.database + end) }
      try server.start()
      #expect(try server.trySignIn("ana").status == 200)
    }
  }

  @Test("A copy is for its owner alone; put back, it signs nobody in")
  func backup() throws {
    let server = try Server()
    try server.start()
    let token = try server.signIn()
    let copy = "\(server.directory)/copy.db"
    #expect(try server.administer(["backup", copy]).status == 0)
    let mode = try FileManager.default.attributesOfItem(atPath: copy)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(try server.administer(["backup", copy]).status == 1)
    #expect(try server.ask("POST", "/rpc/sign_out", token: token).status == 204)
    server.signal(SIGTERM)
    #expect(server.wait() == 0)
    for end in ["-wal", "-shm"] { unlink(server.database + end) }
    rename(copy, server.database)
    try server.start()
    #expect(try server.ask("GET", "/rpc/me", token: token).code == .notSignedIn)
    #expect(try server.trySignIn("ana").status == 200)
  }

  @Test("R45: a server that has more to do than its time for stopping ends well all the same")
  func late() throws {
    // One thread computes for a second or more for each of those who sign in.
    let cost = ["--hash-memory", "1024", "--hash-threads", "1"]
    let server = try Server(users: [], options: cost)
    try server.addUser("ana", "--hash-memory", "1024")
    try server.start()
    let message = SignIn(login: "ana", password: Server.password).json()
    let head = Client.head(
      "POST", "/rpc/sign_in", headers: ["Content-Type": "application/json"], length: message.count)
    let clients = try (0..<16).map { _ in
      let client = try Client(server)
      client.send(Array(head.utf8) + message)
      return client
    }
    #expect(eventually { clients.contains { $0.isReadable(withinMilliseconds: 0) } })
    server.signal(SIGTERM)
    let start = Date()
    #expect(server.wait() == 0)
    #expect((4..<15).contains(Date().timeIntervalSince(start)))
    #expect(server.text(server.log).contains("some requests were not answered in time"))
  }

  @Test("R45: a server without the memory for one hash does not start, and says so")
  func tooLittleMemory() throws {
    let server = try Server(users: [])
    let limited = "exec 2>&1; LC_ALL=C.UTF-8 exec timeout 20 prlimit --as=1073741824 \"$@\""
    let result = try runProgram(
      "/bin/sh",
      [
        "-c", limited, "sh", Server.program, "--listen", "127.0.0.1:0", "--database",
        server.database, "--hash-memory", "1024",
      ])
    #expect(result.status == 1, "\(result.output)")
    #expect(result.output.contains("There is not enough memory to hash a password."))
  }

  @Test("An administrator ends one account's sessions, or all")
  func revoke() throws {
    let server = try Server(users: ["ana", "bob"])
    try server.start()
    let ana = [try server.signIn("ana"), try server.signIn("ana")]
    let bob = try server.signIn("bob")
    func status(_ token: String) throws -> Int {
      try server.ask("GET", "/rpc/me", token: token).status
    }
    #expect(try server.administer(["revoke", "ana"]).output == "Sessions ended: 2\n")
    #expect(try ana.allSatisfy { try status($0) == 401 })
    #expect(try status(bob) == 200)
    let again = try server.signIn("ana")
    #expect(try server.administer(["revoke-all"]).output == "Sessions ended: 2\n")
    #expect(try status(bob) == 401)
    #expect(try status(again) == 401)
    #expect(try server.administer(["revoke", "nobody"]).status == 1)
  }

  @Test("A login and a password are the same in each of Unicode's spellings")
  func spellings() throws {
    let server = try Server(users: [])
    let (composed, decomposed) = ("zo\u{E9}", "zoe\u{301}")
    let passwords = ["caf\u{E9} \u{F1}and\u{FA}", "cafe\u{301}\u{A0}n\u{303}andu\u{301}"]
    let added = try server.administer(["add-user", decomposed], input: passwords[1] + "\n")
    #expect(added.status == 0, "\(added.error)")
    #expect(try server.administer(["add-user", composed], input: passwords[0] + "\n").status == 1)
    try server.start()
    for login in [composed, decomposed, "ZO\u{C9}", "ZOE\u{301}"] {
      for password in passwords {
        #expect(try server.trySignIn(login, password).status == 200)
      }
    }
    #expect(try server.trySignIn("zoe", passwords[0]).status == 401)
    for login in [composed, decomposed] {
      #expect(try server.administer(["list-profiles", login]).status == 0)
    }
  }

  @Test("Neither errors nor the log have characters that drive a terminal")
  func filtered() throws {
    let server = try Server()
    let hostile = "a\u{1B}]0;x\u{7}b\u{9B}2Jc\u{202E}d\u{2066}e\u{85}"
    for arguments in [
      ["--\(hostile)"], [hostile], ["remove-user", hostile], ["set-market", hostile, "ar"],
      ["list-users", "--resources", "/\(hostile)"],
    ] {
      let result = try server.administer(arguments)
      #expect(result.status != 0)
      for scalar in result.error.unicodeScalars where scalar != "\n" {
        #expect(scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value), "\(arguments)")
        #expect(![0x202E, 0x2066].contains(scalar.value), "\(arguments)")
      }
    }
    try server.start()
    #expect(try server.ask("GET", "/%C2%9B%E2%80%AE%E2%81%A6x").status == 404)
    #expect(eventually { server.text(server.log).contains(#"/\u009b\u202e\u2066x"#) })
    for line in server.text(server.log).split(separator: "\n") {
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line.utf8)) }
    }
    #expect(server.text(server.log).utf8.allSatisfy { $0 < 0x7F })
  }

  @Test(
    "An error names its file once and its reason, and output that fails is told")
  func errors() throws {
    let server = try Server()
    let missing = try server.administer([
      "--listen", "127.0.0.1:0", "--tls-certificate", "/dev/null/none", "--tls-key",
      "/dev/null/none",
    ])
    #expect(missing.error.contains("/dev/null/none: Not a directory"))
    #expect(missing.error.components(separatedBy: "/dev/null/none").count == 2, "\(missing.error)")
    let unreadable = try server.administer(
      ["list-users", "--database", "/dev/null/none/x.db"], withDatabase: false)
    #expect(unreadable.status == 1 && unreadable.error.contains("Not a directory"))
    #expect(unreadable.error.components(separatedBy: "/dev/null/none").count == 2)
    for arguments in [["--version"], ["--help"], ["list-users"], ["show-config"]] {
      let process = Process()
      process.executableURL = URL(filePath: Server.program)
      process.arguments = arguments + ["--database", server.database]
      process.environment = ["LANG": "C.UTF-8"]
      process.standardOutput = try FileHandle(forWritingTo: URL(filePath: "/dev/full"))
      let errors = Pipe()
      process.standardError = errors
      try process.run()
      let said = String(
        decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      #expect(process.terminationStatus == 1, "\(arguments)")
      #expect(said.contains("No space left on device"), "\(arguments): \(said)")
    }
  }

  @Test("R36: an administrator sets languages, the default one and the cooldown, within bounds")
  func configuration() throws {
    let server = try Server()
    try server.start()
    func configuration() throws -> AppConfiguration {
      try AppConfiguration(json: server.ask("GET", "/rpc/app_config").body)
    }
    func run(_ words: String...) throws -> Int32 { try server.administer(words).status }
    #expect(try run("set-languages", "ar", "en", "fr") == 0)
    #expect(try run("set-default-language", "ar") == 0)
    #expect(try run("set-cooldown", "0") == 0)
    #expect(try run("set-cooldown", "86400") == 0)
    #expect(try configuration().languages == ["ar", "en", "fr"])
    #expect(try configuration().defaultLanguageCode == "ar")
    #expect(try configuration().cooldowns.syncSeconds == 86_400)
    let before = try configuration()
    // A default that is not offered, one that was never, and numbers that are none.
    #expect(try run("set-languages", "en", "fr") == 1)
    #expect(try run("set-default-language", "de") == 1)
    #expect(try run("set-languages", "x") == 2)
    for seconds in ["-1", "86401", "1.5", "x", "", "99999999999999999999"] {
      let result = try server.administer(
        ["--database", server.database, "set-cooldown", "--", seconds], withDatabase: false)
      #expect(result.status == 2 && result.error.contains("86400"), "\(seconds): \(result.error)")
    }
    #expect(try run("set-market", "ABCDEFG", "ar") == 0)
    for code in ["ABCDEFGH", "A", "", "A_B", "بب"] {
      let result = try server.administer(
        ["--database", server.database, "set-market", "--", code, "ar"], withDatabase: false)
      #expect(result.status == 2 && result.error.contains("2 to 7"), "\(code): \(result.error)")
    }
    var after = before
    after.markets.append(Market(code: MarketCode(rawValue: "ABCDEFG")!, languages: ["ar"]))
    #expect(try configuration() == after)
    // Taken away, a language is not taken any more.
    let token = try server.signIn()
    #expect(try run("set-languages", "ar") == 0)
    #expect(
      try server.choose("en", sequence: 1, at: 1, token: token).code == .languageNotOffered)
  }

  @Test("R36: markets that cannot be read keep a new database from being made with none")
  func brokenMarkets() throws {
    let server = try Server(users: [], makesDatabase: false)
    let copy = "\(server.directory)/resources"
    try FileManager.default.copyItem(
      atPath: packageRoot.appending(path: "Resources").resolvingSymlinksInPath().path, toPath: copy)
    let file = URL(filePath: "\(copy)/Markets.strings")
    let good = try Data(contentsOf: file)
    try Data("\"EG\" = \"ar en".utf8).write(to: file)
    let broken = try server.administer(["init", "--resources", copy])
    #expect(broken.status == 4)
    #expect(broken.error.contains("Markets.strings:1"), "\(broken.error)")
    #expect(!FileManager.default.fileExists(atPath: server.database))
    try good.write(to: file)
    #expect(try server.administer(["init", "--resources", copy]).status == 0)
    let shown = try server.administer(["show-config", "--resources", copy])
    #expect(try AppConfiguration(json: Array(shown.output.utf8)).markets.isEmpty == false)
    // What a database has is its own from then on.
    try Data("\"EG\" = \"ar en".utf8).write(to: file)
    #expect(try server.administer(["show-config", "--resources", copy]).output == shown.output)
  }
}
