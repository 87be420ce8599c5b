import Foundation
import Glibc
import LisanPreferences
import Localization
import SettingsCore
import TerminalHarness
import TestCrowd
import Testing

/// What a person chose is stored, what could not be stored is said, and what is not there is an error.
@Suite(.few, .timeLimit(.minutes(20)))
struct ChoiceTests {
  @Test("R5: lisan set stores a language that the system resolves to as well")
  func explicitLikeTheSystem() throws {
    let installation = try Installation()
    #expect(
      try installation.run("set", "en", environment: ["LANG": "en_US.UTF-8"]) == (0, "", ""))
    #expect(try installation.run("get", "--preference").output == "en\n")
    #expect(try installation.run("get", environment: ["LANG": "ar_EG.UTF-8"]).output == "en\n")
    // The same again writes nothing.
    let generation = installation.stored()?.generation
    _ = try installation.run("set", "en")
    #expect(installation.stored()?.generation == generation)
  }

  @Test(
    "R5: lisan set stores a language that replaces another, by region or by a broken catalog")
  func explicitInsteadOfAnother() throws {
    let region = try Installation()
    _ = try region.run("set", "ar")
    #expect(try region.run("--market", "GB", "set", "en") == (0, "", ""))
    #expect(try region.run("get", "--preference").output == "en\n")

    let broken = try Installation()
    _ = try broken.run("set", "ar")
    try "".write(
      toFile: "\(broken.resources)/ar.lproj/Localizable.strings", atomically: true, encoding: .utf8)
    #expect(try broken.run("set", "en").status == 0)
    #expect(try broken.run("get", "--preference").output == "en\n")

    let damaged = try Installation()
    try damaged.store("ar") { bytes in
      for slot in [0, 4096] { bytes[slot + 70] ^= 0xFF }
    }
    #expect(try damaged.run("set", "en").status == 0)
    #expect(damaged.stored()?.language == "en")
  }

  @Test(
    "R31: the thread that draws waits for no disk: not at the choice that makes the file, not later, and not after a crash or damage",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/strace"), "needs strace"),
    arguments: ["new", "after a crash", "damaged"])
  func noWaitForDisk(file: String) async throws {
    let installation = try Installation()
    switch file {
    case "after a crash": try installation.store("en") { _ in }
    case "damaged":
      let preferences = PreferenceFile(path: installation.preferences)
      try preferences.makeDurable(
        preferences.commit(PreferenceChanges(language: "en", followsSystemLanguage: false)))
      try installation.store("en") { bytes in bytes[70] ^= 0xFF }
    default: break
    }
    let rounds = file == "new" ? 50 : 2
    let calls = "\(installation.home)/calls"
    let session = try installation.open(
      "-f", "-o", calls, "-e",
      "trace=execve,fsync,fdatasync,syncfs,sync,msync,sync_file_range", Installation.program,
      program: "/usr/bin/strace")
    try await session.waitUntil("the first frame") { $0.shows(.languageSection) }
    for _ in 0..<rounds {
      session.type("2")
      try await session.waitUntil("the prompt") { $0.shows(.restartNowArabic) }
      session.type("n1")
      try await session.waitUntil("English again") {
        $0.shows(.about) && !$0.shows(.restartNowArabic)
      }
    }
    session.type("q")
    #expect(try await session.waitForExit() == .exited(0))
    let lines = try String(contentsOfFile: calls, encoding: .utf8).split(separator: "\n")
    let drawing = try #require(lines.first?.split(separator: " ").first)
    let waits = lines.filter { $0.contains("sync(") && !$0.contains("resumed") }
    #expect(installation.stored()?.language == "en")
    #expect(waits.count >= 2 * rounds, "\(lines.count) lines")
    #expect(waits.filter { $0.hasPrefix("\(drawing) ") } == [])
  }

  @Test(
    "R31: where the disk fails after a crash, a choice fails, and the thread that draws waits for no disk",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/strace"), "needs strace"))
  func failingDisk() async throws {
    let installation = try Installation()
    try installation.store("en") { _ in }
    let calls = "\(installation.home)/calls"
    let session = try installation.open(
      "-f", "-o", calls, "-e", "trace=execve,fdatasync", "-e",
      "inject=fdatasync:error=EIO", Installation.program, program: "/usr/bin/strace")
    try await session.waitUntil("the first frame") { $0.shows(.languageSection) }
    session.type("2")
    try await session.waitUntil("the prompt, and that it could not be saved, in Arabic") {
      $0.shows(.restartNowArabic) && $0.shows("بعد هذه") && !$0.shows("القرص")
    }
    #expect(installation.stored()?.language == "en")
    session.type("nq")
    #expect(try await session.waitForExit() == .exited(0))
    let lines = try String(contentsOfFile: calls, encoding: .utf8).split(separator: "\n")
    let drawing = try #require(lines.first?.split(separator: " ").first)
    #expect(lines.contains { $0.contains("EIO") })
    #expect(lines.filter { $0.hasPrefix("\(drawing) ") && $0.contains("sync(") } == [])
  }

  @Test(
    "An unknown region is an error, wherever it is named", arguments: try Speech.all)
  func unknownRegion(speech: Speech) throws {
    let installation = try Installation()
    let codes = "001, GB, EG, AE"
    let answer = try installation.runAll(
      ["--market", "XX", "get"], environment: speech.environment)
    #expect(answer.status == 2)
    #expect(answer.output.isEmpty)
    #expect(answer.errors.hasPrefix(speech.complaint(.invalidValue, "--market", "XX", codes)))
    var environment = speech.environment
    environment["LISAN_MARKET"] = "XX"
    for arguments in [["set", "en"], ["env"], ["list"], ["--plain"]] {
      let answer = try installation.runAll(arguments, environment: environment)
      #expect(answer.status == 2, "\(arguments)")
      #expect(answer.errors.hasPrefix(speech.complaint(.invalidValue, "LISAN_MARKET", "XX", codes)))
    }
    #expect(installation.stored() == nil)
    let directory = "\(installation.home)/.config/lisan"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    try #"{"market": "XX"}"#.write(
      toFile: "\(directory)/config.json", atomically: true, encoding: .utf8)
    let filed = try installation.run("get", environment: speech.environment)
    #expect(filed.status == 2)
    #expect(filed.errors.contains("config.json:1: market"))
    #expect(try installation.run("--market", "EG", "get").status == 0)
  }

  @Test("R12: an unsaved choice is reported again after a restart, and at the end")
  func unsaved() async throws {
    let installation = try Installation()
    let speech = try #require(try Speech.all.first { $0.language.direction == .rightToLeft })
    let session = try await installation.openScreen(
      environment: ["LISAN_PREFERENCES": "/proc/lisan/preferences"])
    session.type("2")
    try await session.waitUntil("the prompt") { $0.shows(.restartNowArabic) }
    session.press(.enter)
    let warning = speech.text(.choiceNotSaved)
    try await session.waitUntil("the mirrored screen with the warning") {
      $0.isMirrored && $0.shows(warning)
    }
    session.type("q")
    #expect(try await session.waitForExit() == .exited(0))
    #expect(session.screen.shows(speech.text(.farewellUnsaved)), "\(session.screen.text)")
    #expect(!session.screen.shows(speech.text(.farewellRestart)), "\(session.screen.text)")
  }

  @Test(
    "R14, R15, R29: a change from elsewhere in a window without room brings no prompt with the room; no key acts unseen"
  )
  func changeWithoutRoom() async throws {
    let installation = try Installation()
    let session = try installation.open(size: TerminalSize(columns: 18, rows: 5))
    try await session.waitUntil("the word about the window") { $0.shows("Window too small") }
    session.type("2")
    session.press(.down, .enter)
    // Later queries are answered after them.
    _ = try PreferenceFile(path: installation.preferences).commit(
      PreferenceChanges(language: "ar", followsSystemLanguage: false))
    try await session.waitUntil("the word in Arabic") { !$0.shows("Window too small") }
    #expect(try installation.events().count("preference.write") == 0)
    #expect(try installation.events().count("restart.prompt.shown") == 0)
    #expect(!installation.logText.contains("too small for the restart prompt"))
    // The redraw is answered after the key, and the window grows after both.
    session.type("y")
    let frames = try installation.events().count("frame")
    session.press(.control("l"))
    try await session.waitUntil("the same word once more") { _ in
      ((try? installation.events()) ?? []).count("frame") > frames
    }
    session.resize(to: .standard)
    try await session.waitUntil("the pending line") { $0.shows(.pendingArabic) }
    #expect(!session.screen.shows(.restartNowArabic))
    let events = try installation.events()
    #expect(events.count("restart.prompt.shown") == 0)
    #expect(events.count("restart.accepted") == 0)
    session.type("q")
    #expect(try await session.waitForExit() == .exited(0))
  }

  @Test("The locale library names a system language without texts, in both languages")
  func systemLanguageElsewhere() async throws {
    for speech in try Speech.all {
      let installation = try Installation()
      let code = speech.language.code.rawValue
      _ = try installation.run("set", code)
      let french =
        code == "en" ? "French" : "الفرنسية"
      let name = speech.text(.systemLanguageElsewhere, [french])
      // An agent that is not there within a second, as on a busy machine, is not waited for.
      let isNamed = try (0..<10).contains { _ in
        let listed = try installation.run(
          "--plain", environment: ["LANG": "fr_FR.UTF-8", "LANGUAGE": nil])
        return listed.output.contains(name)
      }
      #expect(isNamed)
    }
  }

  @Test("R28: in logical rows the prompt's buttons are whole")
  func logicalButtons() async throws {
    let installation = try Installation()
    let session = try installation.open("--bidi", "logical")
    try await session.waitUntil("the first frame") { $0.isAlternate && $0.shows("Language") }
    session.type("2")
    try await session.waitUntil("both buttons") { screen in
      let rows = screen.rows.joined(separator: "\n")
      return rows.contains(Word.restartNowArabic.rawValue)
        && rows.contains(Word.laterArabic.rawValue)
    }
  }

  @Test("R28: if tmux knows no terminal, a text says so", arguments: try Speech.all)
  func detached(speech: Speech) throws {
    let installation = try Installation()
    try installation.install("tmux", script: "echo ';;;'")
    var environment = speech.environment
    environment["PATH"] = "\(installation.home):/usr/bin:/bin"
    environment["TMUX"] = "/tmp/tmux-0/default,1,0"
    environment["TERM"] = "tmux-256color"
    let answer = try installation.run("terminal", environment: environment)
    #expect(answer.output.contains(speech.text(.terminalDetached)), "\(answer.output)")
    #expect(!answer.output.contains(speech.text(.terminalByType, [""])))
  }
}
