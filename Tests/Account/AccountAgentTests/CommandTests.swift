import BuiltPrograms
import Foundation
import Glibc
import LisanPreferences
import TerminalHarness
import TestCrowd
import Testing

@Suite("The commands of the account", .few)
struct CommandTests {
  @Test(
    "R40, R57: without a session the commands of a remote account end with 3, and change nothing")
  func notSignedIn() async throws {
    let server = try await AccountServer()
    let home = try Home(server: server.url)
    let refused = [
      "set ar", "set system", "set market EG", "reset market", "sync", "sign-out", "get analytics",
      "set analytics on", "reset diagnostics", "set diagnostics off",
    ]
    for command in refused {
      let words = command.split(separator: " ").map(String.init)
      let run = try await Run(Home.program, words, environment: home.environment())
      #expect(run.status == 3, "\(command)")
      #expect(run.errors == "lisan: You have to sign in first.\n", "\(command)")
      #expect(run.text == "", "\(command)")
    }
    // The other command lines need no account.
    for line in CommandLines.harmless.values.flatMap({ $0 }).sorted()
    where !refused.contains(line) && line != "status" {
      let words = line.split(separator: " ").map(String.init)
      let run = try await Run(Home.program, words, environment: home.environment())
      #expect(run.status != 3, "\(line): \(run.errors)")
    }
    #expect(home.stored == nil)
    let status = try await home.lisan("status")
    #expect(status.status == 3)
    #expect(status.text.contains("session\tsigned-out\n"))
    let arabic = try await home.lisan("sync", environment: ["LANG": "ar_EG.UTF-8"])
    #expect(arabic.status == 3)
    #expect(arabic.errors.contains("الدخول"))
    #expect(server.lines.allSatisfy { $0.path == nil })
  }

  @Test("R13, R39: lisan set passes its change on without waiting; one PATCH for each")
  func set() async throws {
    let server = try await AccountServer()
    let home = try Home(server: server.url)
    let signedIn = try await home.lisan("sign-in", input: "ana\n\(AccountServer.password)\n")
    #expect(signedIn.status == 0, "\(signedIn.errors)")
    #expect(signedIn.text == "Signed in as ana at \(server.url).\n")
    for language in ["ar", "en", "ar", "ar"] {
      #expect(try await home.lisan("set", language).status == 0)
      let arrived = await eventually { server.applied.last == language }
      #expect(arrived)
    }
    #expect(await server.applies(["ar", "en", "ar"]), "\(server.applied)")
    #expect(await server.hasChoices(3), "\(server.choices)")
    #expect(home.events.filter { $0 == "sync.request" }.count == 3)
    #expect(try await home.lisan("sync").status == 0)
    let status = try await home.lisan("status", "--json")
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(status.output)) as? [String: Any])
    #expect(status.status == 0)
    #expect(object["session"] as? String == "signed-in")
    #expect(object["token"] as? String == "file")
    #expect(object["login"] as? String == "ana")
    #expect(object["language"] as? String == "ar")
    #expect(object["sync"] as? String == "synced")
    #expect(try await home.lisan("sign-out").status == 0)
    #expect(try await home.lisan("set", "en").status == 3)
    #expect(try await home.lisan("status").text.contains("reason\tsigned_out\n"))
  }

  @Test(
    "R44, R57: the switches of Privacy are settings only if the server offers them")
  func privacy() async throws {
    let server = try await AccountServer()
    let home = try Home(server: server.url)
    #expect(try await home.lisan("get", "analytics").status == 3)
    #expect(try await home.lisan("list-settings").text.contains("analytics") == false)
    let password = "\(AccountServer.password)\n"
    #expect(try await home.lisan("sign-in", "ana", input: password).status == 0)
    for words in [["get", "analytics"], ["set", "analytics", "on"], ["reset", "diagnostics"]] {
      let refused = try await Run(Home.program, words, environment: home.environment())
      #expect(refused.status == 1 && refused.errors.contains("has no value here"), "\(words)")
    }
    #expect(try await home.lisan("list-settings").text.contains("analytics") == false)
    for flag in ["analytics", "diagnostics"] {
      try await server.administer("set-flag", flag, "on")
    }
    // The server's request arrives with its next answer.
    #expect(try await home.lisan("sign-out").status == 0)
    #expect(try await home.lisan("sign-in", "ana", input: password).status == 0)
    #expect(try await home.lisan("get", "analytics").text == "off\n")
    #expect(try await home.lisan("set", "analytics", "on").status == 0)
    #expect(try await home.lisan("set", "diagnostics", "on").status == 0)
    #expect(try await home.lisan("reset", "diagnostics").status == 0)
    let listed = try await home.lisan("list-settings").text
    #expect(listed.contains("analytics\ton\tUsage statistics\n"), "\(listed)")
    #expect(listed.contains("diagnostics\toff\tDiagnostics\n"), "\(listed)")
    let values = try await home.lisan("list-settings", "analytics").text
    #expect(values == "off\tOff\t\non\tOn\tcurrent\n")
    let wrong = try await home.lisan("set", "analytics", "maybe")
    #expect(wrong.status == 2 && wrong.errors.contains("off, on"))
    // Another device of the account sees it.
    let other = try Home(server: server.url)
    #expect(try await other.lisan("sign-in", "ana", input: password).status == 0)
    #expect(try await other.lisan("get", "analytics").text == "on\n")
    // An account of this device has no makers to tell anything.
    let embedded = try Home()
    #expect(try await embedded.lisan("get", "analytics").status == 1)
  }

  @Test("R61: a second device follows the first one's choice")
  func secondDevice() async throws {
    let server = try await AccountServer()
    let (first, second) = (try Home(server: server.url), try Home(server: server.url))
    let password = "\(AccountServer.password)\n"
    for home in [first, second] {
      #expect(try await home.lisan("sign-in", "ana", input: password).status == 0)
    }
    #expect(try await first.lisan("set", "ar").status == 0)
    let arrived = await eventually { server.applied == ["ar"] }
    #expect(arrived)
    let third = try Home(server: server.url)
    #expect(try await third.lisan("sign-in", "ana", input: password).status == 0)
    #expect(try await third.lisan("get").text == "ar\n")
    #expect(third.stored?.languageChosenAt == first.stored?.languageChosenAt)
    #expect(try await third.lisan("sync").status == 0)
    #expect(await server.hasChoices(1), "\(server.choices)")
    #expect(third.events.contains("sync.request") == false)
  }

  @Test("The demo works as in the README: a choice follows to a second device")
  func demo() async throws {
    let lisan = Home.program
    // Where the helper has compared by itself already, the server wants to be asked later again.
    let steps = """
      set -e
      # On a busy machine, a sign-in may reach its limit of six seconds.
      sign_in() {
        for attempt in 1 2 3 4; do ! echo open sesame | \(lisan) sign-in sara || return 0; done
        echo open sesame | \(lisan) sign-in sara
      }
      sign_in
      \(lisan) set ar
      until \(lisan) sync; do :; done
      export HOME=$HOME/second XDG_CONFIG_HOME= XDG_DATA_HOME= XDG_STATE_HOME=
      mkdir $HOME
      sign_in
      \(lisan) get
      ps -o args= -C lisan-server | grep -c "$(dirname $(dirname $HOME))"
      """
    let run = try await Run(
      packagePath("Tests/demo.sh"),
      [lisan, builtProgram("lisan-server"), "sh", "-c", steps], environment: ["LANG": "C.UTF-8"])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.text.contains("open sesame"))
    #expect(run.text.hasSuffix("\nar\n1\n"), "\(run.text)")
  }

  @Test("R38: lisan sync sends pending choices, or reports why it could not")
  func sync() async throws {
    let server = try FaultServer()
    let home = try Home(server: server.url)
    #expect(try await home.lisan("sign-in", input: "ana\nx\n").status == 0)
    server.next("PATCH /rpc/me", .answer(503, ""))
    #expect(try await home.lisan("set", "ar").status == 0)
    let failed = try await home.lisan("sync")
    #expect(failed.status == 1)
    #expect(failed.errors.hasPrefix("lisan: ") && failed.errors.utf8.count > 20)
    #expect(home.stored?.language == "ar")
    #expect(try await home.lisan("status").text.contains("sync\tpending\n"))
    server.heal()
    let sent = try await home.lisan("sync")
    #expect(sent.status == 0 && sent.errors == "", "\(sent.errors)")
    #expect(server.account.preferredLocale == "ar")
  }

  @Test("R41: a typed password is not shown, and a wrong one is reported")
  func typedPassword() async throws {
    let server = try await AccountServer()
    let home = try Home(server: server.url)
    var session: TerminalSession
    var attempts = 5
    repeat {
      session = try home.open("sign-in", "ana")
      try await session.waitUntil("the prompt") { $0.shows("Password") }
      session.type("correct horse battery\r")
      try await session.waitUntil("the end") {
        $0.shows("Signed in as ana") || $0.shows(Home.tooLate)
      }
      #expect(!session.screen.text.contains("horse"))
      attempts -= 1
    } while attempts > 0 && session.screen.shows(Home.tooLate)
    #expect(session.screen.shows("Signed in as ana"))
    let wrong = try await home.lisan("sign-in", "ana", input: "nope\n")
    #expect(wrong.status == 1)
    #expect(wrong.errors == "lisan: The sign-in name or the password is wrong.\n")
    #expect(try await home.lisan("sign-in", "ana").status == 1)
    #expect(!home.log.contains("horse") && !home.log.contains("nope"))
  }

  @Test("R35: the embedded account needs no sign-in, and signing in is impossible")
  func embedded() async throws {
    let home = try Home()
    #expect(try await home.lisan("set", "ar").status == 0)
    #expect(try await home.lisan("sync").status == 0)
    let status = try await home.lisan("status")
    #expect(status.status == 0)
    #expect(status.text.contains("session\tembedded\n"))
    #expect(status.text.contains("language\tar\n"))
    for command in ["sign-in", "sign-out"] {
      let run = try await home.lisan(command)
      #expect(run.status == 1)
      #expect(run.errors.contains("--server"))
    }
    #expect(home.events.filter { $0 == "sync.request" }.count == 1)
  }

  @Test("A missing agent affects only the sync, and is reported")
  func missingAgent() async throws {
    let home = try Home()
    let missing = ["LISAN_AGENT": "/nonexistent/lisan-agent"]
    let set = try await home.lisan("set", "ar", environment: missing)
    #expect(set.status == 0)
    #expect(home.stored?.language == "ar")
    #expect(home.log.contains("there is no agent"))
    let sync = try await home.lisan("sync", environment: missing)
    #expect(sync.status == 1)
    #expect(sync.errors.hasPrefix("lisan: ") && sync.errors.utf8.count > 20)
    #expect(try await home.lisan("status", environment: missing).status == 1)
    #expect(try await home.lisan("sync", environment: ["LISAN_AGENT": "/bin/true"]).status == 1)
    // The next need finds it.
    #expect(try await home.lisan("sync").status == 0)
    #expect(try await home.lisan("status").text.contains("language\tar\n"))
  }

  @Test("R56: the server is an option, a variable or a key, and must be an address")
  func server() async throws {
    let home = try Home()
    let config = try await home.lisan("config", "--server", "HTTP://127.0.0.1:9/")
    #expect(config.text.contains("server\tHTTP://127.0.0.1:9/\t--server\n"))
    for value in ["127.0.0.1:8480", "ftp://a", "http://a?b", "http://ana:secret@a"] {
      #expect(try await home.lisan("status", "--server", value).status == 2, "\(value)")
    }
  }
}

@Suite("The screen and its agent", .few)
struct ScreenSyncTests {
  /// A home where somebody is signed in, with the screen open.
  private func opened(_ server: AccountServer) async throws -> (Home, TerminalSession) {
    let home = try Home(server: server.url)
    #expect(
      try await home.lisan("sign-in", "ana", input: "\(AccountServer.password)\n").status == 0)
    return (home, try await open(home))
  }

  private func open(_ home: Home) async throws -> TerminalSession {
    let session = try home.open()
    try await session.waitUntil("the first frame") { $0.isAlternate && $0.shows("(EN)") }
    return session
  }

  @Test("R13, R39: quitting right after a choice loses no sync and applies none twice")
  func quitAtOnce() async throws {
    let server = try await AccountServer()
    let (home, session) = try await opened(server)
    // The choice, Later, and q in one go.
    session.type("2nq")
    try await session.waitUntil("the end") { !$0.isAlternate }
    let arrived = await eventually { server.applied == ["ar"] }
    #expect(arrived, "\(home.log)")
    #expect(await server.hasChoices(1), "\(server.choices)")
    #expect(home.events.filter { $0 == "sync.request" }.count == 1)
  }

  @Test("R14, R61, R62: a choice on another device takes no key here, is reported, and u undoes it")
  func choiceElsewhere() async throws {
    let server = try await AccountServer()
    let (home, session) = try await opened(server)
    // A language that the person chose: what only the system says is not sent, undone or not.
    #expect(try await home.lisan("set", "en").status == 0)
    let isChosen = await eventually { server.applied == ["en"] }
    #expect(isChosen, "\(home.log)")
    let other = try Home(server: server.url)
    #expect(
      try await other.lisan("sign-in", "ana", input: "\(AccountServer.password)\n").status == 0)
    #expect(try await other.lisan("set", "ar").status == 0)
    try await session.waitUntil("the source of the change, and the pending restart") {
      $0.shows("تغيرت اللغة إلى العربية من جهاز آخر") && $0.shows("بانتظار إعادة التشغيل")
    }
    #expect(!home.events.contains("restart.prompt.shown"))
    session.type("u")
    try await session.waitUntil("English again") { $0.shows("About") }
    let arrived = await eventually { server.applied == ["en", "ar", "en"] }
    #expect(arrived, "\(home.log)")
    session.type("q")
    #expect(try await session.waitForExit() == .exited(0))
  }

  @Test("R16, R39: a restart right after a choice keeps the agent, and sends it once")
  func restartAtOnce() async throws {
    let server = try await AccountServer()
    let (home, session) = try await opened(server)
    session.type("2y")
    let isMirrored = await eventually {
      // The sign-in, the screen, and the screen after its restart.
      let launches = home.events.indices.filter { home.events[$0] == "launch" }
      return launches.count == 3 && home.events[launches[2]...].contains("frame")
    }
    #expect(isMirrored)
    let arrived = await eventually { server.applied == ["ar"] }
    #expect(arrived, "\(home.log)")
    session.type("1nq")
    try await session.waitUntil("the end") { !$0.isAlternate }
    let again = await eventually { server.applied == ["ar", "en"] }
    #expect(again, "\(home.log)")
    #expect(await server.hasChoices(2), "\(server.choices)")
  }

  @Test("R39: an app killed at any moment after a choice loses nothing and applies nothing twice")
  func killedApp() async throws {
    let server = try await AccountServer()
    let (home, first) = try await opened(server)
    var session = first
    let moments = [
      "language.change.begin", "preference.write", "sync.request", "sync.result",
    ]
    for (number, moment) in moments.enumerated() {
      let before = home.events.filter { $0 == moment }.count
      session.type(home.stored?.language == "ar" ? "1" : "2")
      let hasCome = await eventually { home.events.filter { $0 == moment }.count > before }
      #expect(hasCome, "\(moment) of \(number)")
      kill(session.processID, SIGKILL)
      _ = try await session.waitForExit()
      session = try await open(home)
    }
    let stored = try #require(home.stored)
    let arrived = await eventually { server.choices.last?.sequence == Int(stored.sequence) }
    #expect(arrived, "\(home.log)")
    #expect(try await server.account().preferredLocale == stored.language)
    let numbers = server.choices.filter { $0.outcome == "applied" }.compactMap(\.sequence)
    #expect(numbers == Array(Set(numbers)).sorted())
    session.type("q")
  }
}
