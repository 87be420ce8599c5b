import AccountModel
import AccountProtocol
import BuiltPrograms
import Foundation
import Glibc
import TerminalHarness
import TestCrowd
import Testing

/// Findings of attacks on the installed program; each test names its line.
@Suite("Commands against broken servers and tokens", .few)
struct CommandFindingTests {
  /// A control of C0 other than a tab and the end of a line, a control of C1, or what turns text
  /// round.
  private func isHarmless(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      switch scalar.value {
      case 0x09, 0x0A: true
      case ..<0x20, 0x7F...0x9F, 0x2028, 0x2029, 0x061C, 0x200E, 0x200F, 0x202A...0x202E,
        0x2066...0x2069:
        false
      default: true
      }
    }
  }

  private static let hostile = "a\u{1B}[31mb\u{9B}2Jc\u{202E}d\u{2066}e\u{7}f\u{2028}g"

  private func signedIn(_ server: FaultServer) async throws -> Home {
    let home = try Home(server: server.url)
    #expect(try await home.lisan("sign-in", input: "ana\nx\n").status == 0)
    return home
  }

  // MARK: 6

  @Test("A cooldown of a server that counts in years crashes no command, now or later")
  func longCooldown() async throws {
    let server = try FaultServer()
    let home = try await signedIn(server)
    for seconds in ["9300000000000000", "1000000000000"] {
      server.next(
        "GET /rpc/app_config",
        .answer(
          200,
          #"{"languages":["en","ar"],"default_language_code":"en","markets":[],"#
            + #""feature_flags":{},"cooldowns":{"sync_seconds":\#(seconds)}}"#))
      for language in ["ar", "en"] {
        #expect(try await home.lisan("set", language).status == 0)
        let sync = try await home.lisan("sync")
        #expect(sync.status == 0, "\(sync.errors)")
        #expect(server.account.preferredLocale == language)
      }
      server.heal()
      let mended = try await home.lisan("sync")
      #expect(mended.status == 0, "\(mended.errors)")
    }
  }

  // MARK: 10

  @Test(
    "An invalid token signs nobody in", arguments: ["", "a\r\nb: c d e f g"])
  func noToken(_ token: String) async throws {
    let server = try FaultServer()
    let home = try Home(server: server.url)
    let answer = SignedIn(token: token, accountID: 1, expiresAt: milliseconds() + 1000)
    server.next(
      "POST /rpc/sign_in", .answer(200, String(decoding: answer.json(), as: UTF8.self)))
    let run = try await home.lisan("sign-in", input: "ana\nx\n")
    #expect(run.status == 1)
    #expect(run.text == "" && run.errors.contains("invalid answer"))
    #expect(try await home.lisan("set", "ar").status == 3)
  }

  @Test("R40, R41: a token that is none is named with its place, and no server is blamed")
  func invalidTokens() async throws {
    let given = ["LISAN_TOKEN": "no token"]
    // Nobody listens there.
    let home = try Home(server: "http://127.0.0.1:1")
    for arguments in [["sync"], ["set", "ar"]] {
      let run = try await Run(Home.program, arguments, environment: home.environment(given))
      #expect(run.status == 3)
      #expect(run.errors.contains("LISAN_TOKEN is not a session token"), "\(run.errors)")
    }
    let status = try await home.lisan("status", environment: given)
    #expect(status.status == 3 && status.text.contains("reason\tenvironment_token_invalid\n"))
    for arguments in [["sign-in", "ana"], ["sign-in", "--web"]] {
      let run = try await Run(
        Home.program, arguments, environment: home.environment(given), input: Array("x\n".utf8))
      #expect(run.status == 1)
      #expect(run.errors.contains("LISAN_TOKEN decides the session"), "\(run.errors)")
    }
    let screen = try home.open(environment: given)
    try await screen.waitUntil("the reason") { $0.shows("LISAN_TOKEN is not a session token") }
    let plain = try home.open("--plain", environment: given)
    try await plain.waitUntil("the reason") { $0.shows("LISAN_TOKEN is not a session token") }

    let server = try FaultServer()
    let device = try await signedIn(server)
    let path = device.places.token
    try Data("no token".utf8).write(to: URL(filePath: path))
    let asked = server.requests().count
    let sync = try await device.lisan("sync")
    #expect(sync.status == 3 && sync.errors.contains("The file with your session is damaged."))
    let told = try await device.lisan("status")
    #expect(told.status == 3 && told.text.contains("reason\tfile_token_invalid\n"))
    #expect(server.requests().count == asked)
    #expect(try await device.lisan("sign-in", input: "ana\nx\n").status == 0)
    #expect(try await device.lisan("sync").status == 0)
  }

  // MARK: 18

  @Test("A name from a server reaches the terminal without controls")
  func statusLines() async throws {
    let server = try FaultServer()
    server.change { $0.name = "Ana\u{202E}\u{2066}anA" }
    let home = try await signedIn(server)
    for arguments in [["status"], ["status", "--json"]] {
      let run = try await Run(Home.program, arguments, environment: home.environment())
      #expect(run.status == 0)
      #expect(run.text.contains("Ana"))
      #expect(isHarmless(run.text), "\(run.text.debugDescription)")
    }
    let json = try await home.lisan("status", "--json")
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(json.output)) as? [String: Any])
    // For a program it is unchanged.
    #expect(object["name"] as? String == "Ana\u{202E}\u{2066}anA")
  }

  @Test("Names of languages, and typed words, are printed without controls")
  func listAndArguments() async throws {
    let home = try Home()
    let resources = "\(home.path)/resources"
    try copyLanguages(to: resources)
    let list = "\(resources)/ar.lproj/Language.strings"
    let file =
      FileManager.default.fileExists(atPath: list) ? list : "\(resources)/Languages.strings"
    let text = try String(contentsOfFile: file, encoding: .utf8)
    let renamed = text.replacing("العربية", with: "العر\u{202E}بية")
    if renamed != text {
      try renamed.write(toFile: file, atomically: true, encoding: .utf8)
      let run = try await home.lisan("list", "--resources", resources)
      #expect(isHarmless(run.text + run.errors), "\(run.text.debugDescription)")
    }
    for arguments in [
      ["check", "/nonexistent/\(Self.hostile)"], ["set", Self.hostile],
      ["store", "dump", "/nonexistent/\(Self.hostile)"], [Self.hostile], ["--\(Self.hostile)"],
      ["get", "--resources", "/nonexistent/\(Self.hostile)"], ["config", "--log", Self.hostile],
    ] {
      let run = try await Run(Home.program, arguments, environment: home.environment())
      #expect(!(run.text + run.errors).isEmpty, "\(arguments[0])")
      #expect(isHarmless(run.text + run.errors), "\((run.text + run.errors).debugDescription)")
    }
  }

  @Test("No line of the log drives its reader's terminal")
  func logLines() async throws {
    let server = try FaultServer()
    let home = try await signedIn(server)
    _ = try await home.lisan("get", "--resources", "/nonexistent/\(Self.hostile)")
    #expect(home.log.contains("/nonexistent/a"))
    #expect(isHarmless(home.log), "\(home.log.debugDescription)")
  }

  // MARK: 20

  @Test("Sync succeeds if the server has the choice, whatever else it answers")
  func exitCodes() async throws {
    let server = try FaultServer(cooldown: 3600)
    let home = try await signedIn(server)
    // Compared a moment ago, and nothing is pending.
    for _ in 0..<2 {
      let run = try await home.lisan("sync")
      #expect(run.status == 0 && run.errors == "", "\(run.errors)")
    }
    let other = try FaultServer()
    let second = try await signedIn(other)
    other.next("GET /rpc/app_config", .answer(500, ""))
    #expect(try await second.lisan("set", "ar").status == 0)
    let run = try await second.lisan("sync")
    #expect(run.status == 0, "\(run.errors)")
    #expect(other.account.preferredLocale == "ar")
  }

  @Test("Sign-out reports on standard error that the server was not informed")
  func signOut() async throws {
    let server = try FaultServer()
    let home = try await signedIn(server)
    server.next("POST /rpc/sign_out", .answer(503, ""))
    let run = try await home.lisan("sign-out")
    #expect(run.status == 0)
    #expect(run.errors.contains("The server could not be told"))
    #expect(try await home.lisan("sync").status == 3)
  }

  // MARK: 25

  @Test("LISAN_TOKEN reaches only the helper")
  func inheritedToken() async throws {
    let server = try FaultServer()
    let home = try Home(server: server.url)
    let token = ["LISAN_TOKEN": FaultServer.token]
    // A `locale` that prints its arguments.
    let tools = "\(home.path)/bin"
    try FileManager.default.createDirectory(atPath: tools, withIntermediateDirectories: true)
    try "#!/bin/sh\nenv > '\(home.path)/seen'\necho C.UTF-8\n".write(
      toFile: "\(tools)/locale", atomically: true, encoding: .utf8)
    try makeExecutable("\(tools)/locale")
    let env = try await home.lisan(
      "env", environment: token.merging(["PATH": "\(tools):/usr/bin:/bin"]) { $1 })
    #expect(env.status == 0, "\(env.errors)")
    let seen = try String(contentsOfFile: "\(home.path)/seen", encoding: .utf8)
    #expect(seen.contains("PATH=") && !seen.contains(FaultServer.token))

    let session = try home.open(environment: token)
    try await session.waitUntil("the first frame") { $0.isAlternate && $0.shows("(EN)") }
    func environment() throws -> Data {
      try Data(contentsOf: URL(filePath: "/proc/\(session.processID)/environ"))
    }
    #expect(try environment().range(of: Data(FaultServer.token.utf8)) == nil)
    session.type("2y")
    let isSent = await eventually { server.account.preferredLocale == "ar" }
    #expect(isSent, "\(home.log)")
    // After its restart in place it still has the token for a helper, and shows it to nobody.
    let isMirrored = await eventually {
      guard let restart = home.events.lastIndex(of: "restart.exec") else { return false }
      return home.events[restart...].contains("frame")
    }
    #expect(isMirrored)
    #expect(try environment().range(of: Data(FaultServer.token.utf8)) == nil)
    #expect(try environment().range(of: Data("HOME=".utf8)) != nil)
    session.type("q")
    #expect(try await session.waitForExit() == .exited(0))
    #expect(
      server.requests().allSatisfy {
        $0.headers["authorization"] == "Bearer \(FaultServer.token)"
      })
  }

  // MARK: 26

  @Test(
    "A set-user-ID copy runs no program named by its caller",
    .enabled(if: geteuid() == 0, "only the superuser can make such a copy of another user's"))
  func setUserID() async throws {
    let directory = "/tmp/lisan-suid-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: directory) }
    for part in ["bin", "share"] {
      try FileManager.default.createDirectory(
        atPath: "\(directory)/\(part)", withIntermediateDirectories: true)
    }
    #expect(chmod(directory, 0o777) == 0)
    let (copy, agent, trace) = (
      "\(directory)/bin/lisan", "\(directory)/agent", "\(directory)/trace"
    )
    // Written by another process: a child that another test forks here would hold a file that this one
    // writes, and nobody can run such a file (ETXTBSY).
    let script =
      "cp '\(Home.program)' '\(copy)'"
      + " && printf '#!/bin/sh\nid -u > \(directory)/ran\n' > '\(agent)'"
    #expect(try await Run("/bin/sh", ["-c", script]).status == 0)
    // Found by where the program is, so that it has nothing to log in somebody's home.
    try copyLanguages(to: "\(directory)/share/lisan")
    for path in [copy, agent] { #expect(chmod(path, path == copy ? 0o4755 : 0o755) == 0) }
    let caller = ["--reuid=65534", "--regid=65534", "--clear-groups"]
    let variables = [
      "LISAN_AGENT": agent, "HOME": directory, "LISAN_TRACE": trace, "LANG": "C.UTF-8",
    ]
    // Without more rights it runs the given program.
    #expect(chmod(copy, 0o755) == 0)
    let plain = try await Run(
      "/usr/bin/setpriv", caller + [copy, "status"], environment: variables)
    #expect(access("\(directory)/ran", F_OK) == 0, "\(plain.status) \(plain.errors)")
    unlink("\(directory)/ran")
    unlink(trace)
    #expect(chmod(copy, 0o4755) == 0)
    let run = try await Run(
      "/usr/bin/setpriv", caller + [copy, "status"], environment: variables)
    #expect(run.status != 127, "\(run.errors)")
    #expect(access("\(directory)/ran", F_OK) != 0)
    #expect(access(trace, F_OK) != 0)
  }

  // MARK: Output for people

  @Test("status: before the first sign-in, nothing is synced")
  func statusWithoutSession() async throws {
    let server = try FaultServer()
    let home = try Home(server: server.url)
    let run = try await home.lisan("status")
    #expect(run.status == 3)
    #expect(run.text.contains("sync\tsigned-out\n"), "\(run.text)")
  }

  @Test("The notice about the token's file is shown once")
  func tokenNotice() async throws {
    let server = try FaultServer()
    let home = try Home(server: server.url)
    let first = try await home.lisan("sign-in", input: "ana\nx\n")
    #expect(first.errors.contains(home.places.token))
    #expect(try await home.lisan("sign-out").status == 0)
    let second = try await home.lisan("sign-in", input: "ana\nx\n")
    #expect(second.status == 0 && second.errors == "", "\(second.errors)")
  }

  @Test(
    "R20: a language that the server does not offer is not offered here either, with the reason")
  func notOffered() async throws {
    let server = try FaultServer()
    let only = AppConfiguration(languages: ["en"], defaultLanguageCode: "en")
    server.next(
      "GET /rpc/app_config", .answer(200, String(decoding: only.json(), as: UTF8.self)))
    let home = try await signedIn(server)
    let set = try await home.lisan("set", "ar")
    #expect(set.status == 1)
    #expect(set.errors == "lisan: The server does not offer ar\n", "\(set.errors)")
    #expect(home.stored?.language != "ar")
    #expect(server.requests("PATCH /rpc/me").isEmpty)
    let session = try home.open()
    try await session.waitUntil("the reason") { $0.shows("not offered by the server") }
    session.type("2")
    try await session.settled()
    #expect(session.screen.shows("not offered by the server"))
    session.type("q")
    #expect(try await session.waitForExit() == .exited(0))
    #expect(home.stored?.language != "ar")
  }

  @Test("R20: a command says whether the server or the region lacks a language, by its name")
  func notOfferedAnywhere() async throws {
    let server = try FaultServer()
    for (languages, reason) in [
      (["en"], "The server does not offer ar"),
      (
        ["en", "ar"],
        "The region International does not offer ar; another one can be chosen under Region"
      ),
    ] {
      let configuration = AppConfiguration(
        languages: languages, defaultLanguageCode: "en",
        markets: [Market(code: .world, languages: ["en"])])
      server.heal()
      server.next(
        "GET /rpc/app_config", .answer(200, String(decoding: configuration.json(), as: UTF8.self)))
      let home = try await signedIn(server)
      let set = try await home.lisan("set", "ar")
      #expect(set.status == 1)
      #expect(set.errors.replacing(/[\u{2066}-\u{2069}]/, with: "") == "lisan: \(reason)\n")
    }
  }

  @Test("R20: the default language of the server is the last step, also at the next start")
  func defaultLanguage() async throws {
    let server = try FaultServer()
    let arabic = AppConfiguration(languages: ["en", "ar"], defaultLanguageCode: "ar")
    server.next(
      "GET /rpc/app_config", .answer(200, String(decoding: arabic.json(), as: UTF8.self)))
    let home = try await signedIn(server)
    // `C` asks for no language.
    #expect(try await home.lisan("get").text == "ar\n")
    #expect(try await home.lisan("set", "en").status == 0)
    #expect(try await home.lisan("get").text == "en\n")
  }
}
