import AccountModel
import AccountProtocol
import BuiltPrograms
import Foundation
import Localization
import ServerHarness
import TerminalHarness
import Testing

@Suite(.serialized) struct AdministrationTests {
  @Test("R45: users, profiles, flags and markets, beside a running server")
  func beside() throws {
    let server = try Server(users: [])
    try server.start()
    try server.addUser(
      "Ana@Example.org", "--name", "Ana", "--email", "ana@example.org", "--phone", "+20 2 1",
      "--language", "ar", "--developer")
    #expect(
      try server.administer(["list-users"]).output == "1\tana@example.org\tAna\tar\tdeveloper\n")
    let token = try server.signIn("ana@example.org")
    func succeed(_ words: String...) throws {
      let result = try server.administer(words)
      #expect(result.status == 0, "\(words): \(result.error)")
    }
    try succeed("add-profile", "ana@example.org", "Work", "--language", "en")
    #expect(
      try server.administer(["list-profiles", "ana@example.org"]).output
        == "1\tAna\tar\t*\n2\tWork\ten\t\n")
    try succeed("remove-profile", "ana@example.org", "1")
    try succeed("set-developer", "ana@example.org", "off")
    try succeed("set-flag", "analytics", "on")
    try succeed("set-market", "EG", "ar", "en")
    let record = try #require(try server.ask("GET", "/rpc/me", token: token).account)
    #expect(record.profiles.map(\.name) == ["Work"] && !record.isDeveloper)
    #expect(record.activeProfileID == record.profiles[0].profileID)
    let configuration = try AppConfiguration(json: server.ask("GET", "/rpc/app_config").body)
    #expect(configuration.featureFlags["analytics"] == true)
    #expect(
      configuration.markets.contains(
        Market(code: MarketCode(rawValue: "EG")!, languages: ["ar", "en"])))
    let shown = try server.administer(["show-config"]).output
    #expect(try AppConfiguration(json: Array(shown.utf8)) == configuration)
    try succeed("remove-market", "EG")

    try succeed("backup", "\(server.directory)/copy.db")
    let copy = try server.administer(
      ["list-users", "--database", "\(server.directory)/copy.db"], withDatabase: false)
    #expect(copy.output.contains("ana@example.org"))
    try succeed("remove-user", "ana@example.org")
    #expect(try server.ask("GET", "/rpc/me", token: token).code == .notSignedIn)
  }

  @Test("R57: exit codes, with one clear line in the person's language")
  func exitCodes() throws {
    let server = try Server()
    let cases: [([String], Int32)] = [
      (["--frob"], 2), (["--listen"], 2), (["frob"], 2), (["add-user"], 2),
      (["add-user", "a b"], 2),
      (["add-user", "x", "--email", "none"], 2), (["add-user", "x", "--language", "vi"], 2),
      (["set-flag", "analytics", "perhaps"], 2),
      (["--session-days", "0", "--listen", "[::1]:0"], 2),
      ([], 2), (["add-user", "ana"], 1), (["add-user", "bob"], 1), (["remove-user", "bob"], 1),
      (["remove-profile", "ana", "9"], 1), (["remove-market", "XX"], 1),
      (["--listen", "nowhere.invalid:1"], 1), (["--listen", "127.0.0.1"], 1),
      (["--listen", "127.0.0.1:0", "--tls-certificate", "/dev/null/none"], 2),
      (["--listen", "127.0.0.1:0", "--log", "/dev/null/none/log"], 1),
      (["list-users", "--resources", "/dev/null/none"], 4), (["--version"], 0), (["--help"], 0),
    ]
    for (arguments, status) in cases {
      for language in ["C.UTF-8", "ar_EG.UTF-8"] {
        // A password that is too short, where one is asked for.
        let result = try server.administer(arguments, input: "short\n", language: language)
        #expect(result.status == status, "\(arguments): \(result.error)")
        #expect(result.error.isEmpty == (status == 0), "\(arguments): \(result.error)")
        if status == 1 || status == 2 {
          #expect(
            result.error.unicodeScalars.contains(where: isArabic) == (language != "C.UTF-8"),
            "\(arguments): \(result.error)")
        }
      }
    }
    let missing = try server.administer(["list-users"], withDatabase: false)
    #expect(missing.status == 2 && missing.error.contains("--database"))
  }

  @Test("R45: a password that is typed at a terminal is asked for twice and never shown")
  func typedPassword() async throws {
    let server = try Server(users: [])
    func add(_ login: String, typing words: [String]) async throws -> TerminalSession {
      let session = try TerminalSession(
        Server.program, arguments: ["add-user", login, "--database", server.database],
        environment: ["LANG": "C.UTF-8", "TERM": "xterm-256color", "PATH": "/usr/bin:/bin"])
      for (prompt, word) in zip(["Password:", "The same again:"], words) {
        // A prompt comes only when nothing is echoed any more.
        try await session.waitUntil("the prompt \(prompt)") { $0.text.contains(prompt) }
        #expect(session.lineSettings?.echoes == false)
        session.type(word)
        session.press(.enter)
      }
      return session
    }
    let right = try await add("ana", typing: [Server.password, Server.password])
    #expect(try await right.waitForExit() == .exited(0))
    #expect(!right.screen.text.contains("correct"))
    #expect(right.screen.text.contains("Added with the number"))
    let wrong = try await add("bob", typing: [Server.password, "something else"])
    #expect(try await wrong.waitForExit() == .exited(1))
    #expect(wrong.screen.text.contains("differ"))
    let interrupted = try await add("bob", typing: [])
    try await interrupted.waitUntil("the prompt") { $0.text.contains("Password:") }
    interrupted.press(.control("c"))
    #expect(try await interrupted.waitForExit() == .signaled(SIGINT))
    #expect(interrupted.lineSettings?.echoes != false)
    try server.start()
    #expect(try server.trySignIn("ana").status == 200)
    #expect(try server.trySignIn("bob").status == 401)
  }

  @Test("R36: a new database has the resources' languages and markets; a broken text is said")
  func resources() throws {
    let server = try Server(users: [], makesDatabase: false)
    let copy = "\(server.directory)/resources"
    try FileManager.default.copyItem(
      atPath: packageRoot.appending(path: "Resources").resolvingSymlinksInPath().path, toPath: copy)
    try Data("\"001\" = \"en ar\";\n\"EG\" = \"ar en\";\n".utf8)
      .write(to: URL(filePath: "\(copy)/Markets.strings"))
    #expect(try server.administer(["init", "--resources", copy]).status == 0)
    let shown = try server.administer(["show-config"])
    let configuration = try AppConfiguration(json: Array(shown.output.utf8))
    #expect(configuration.languages == ["en", "ar"])
    #expect(
      configuration.markets == [
        Market(code: .world, languages: ["en", "ar"]),
        Market(code: MarketCode(rawValue: "EG")!, languages: ["ar", "en"]),
      ])
    try Data("\"Account\" = \"".utf8)
      .write(to: URL(filePath: "\(copy)/server/ar.lproj/Localizable.strings"))
    let broken = try server.administer(
      ["list-profiles", "nobody", "--resources", copy], language: "ar_EG.UTF-8")
    #expect(broken.status == 1)
    #expect(broken.error.contains("ar.lproj/Localizable.strings:1:"))
    #expect(broken.error.contains("There is no such account"))
  }
}
