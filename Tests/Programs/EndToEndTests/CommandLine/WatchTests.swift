import Foundation
import LisanPreferences
import TerminalHarness
import TestCrowd
import Testing

@Suite(.few, .timeLimit(.minutes(20)))
struct WatchTests {
  @Test("R34: lisan watch prints choices of screen, command and another instance, in order")
  func everyone() async throws {
    let installation = try Installation()
    let watch = try installation.open("watch")
    try await watch.waitUntil("the language now") { $0.rows[0] == "en" }
    let first = try await installation.openScreen()
    let second = try await installation.openScreen()
    var expected = ["en"]
    func expect(_ code: String) async throws {
      expected.append(code)
      let lines = expected
      try await watch.waitUntil("the line \(lines.count)") {
        Array($0.rows.prefix { !$0.isEmpty }) == lines
      }
    }
    for _ in 0..<2 {
      first.type("2")
      try await expect("ar")
      try await second.waitUntil("the choice of the first") { $0.shows(.pendingArabic) }
      second.type("1")
      try await expect("en")
      #expect(try installation.run("set", "ar").status == 0)
      try await expect("ar")
      #expect(try installation.run("set", "system").status == 0)
      try await expect("en")
      // Only the switch tells that the last choice is there: the screen was in English before, too.
      try await first.waitUntil("the choice of the command") { screen in
        screen.rows.contains { $0.contains("Follow the system language") && $0.contains("On") }
      }
    }
    // A choice that resolves to the language in use is not a change.
    #expect(try installation.run("set", "system").status == 0)
    #expect(try installation.run("set", "ar").status == 0)
    try await expect("ar")
  }

  @Test("R34: changes without a pause are printed once and in order, including the last one")
  func burst() async throws {
    let installation = try Installation()
    let output = "\(installation.home)/output"
    let watch = try installation.open(
      "-c", "\(Installation.program) watch | tee \(output)", program: "/bin/sh")
    try await watch.waitUntil("the language now") { $0.rows[0] == "en" }
    let file = PreferenceFile(path: installation.preferences)
    for round in 1...201 {
      _ = try file.commit(
        PreferenceChanges(language: round % 2 == 1 ? "ar" : "en", followsSystemLanguage: false))
    }
    // Nothing follows the last one: the output is then complete.
    _ = try file.commit(PreferenceChanges(language: "en", followsSystemLanguage: false))
    #expect(try installation.run("set", "ar").status == 0)
    try await watch.waitUntil("the last change") { screen in
      screen.rows.last { !$0.isEmpty } == "ar"
    }
    let lines = try String(contentsOfFile: output, encoding: .utf8).split(separator: "\n")
    #expect(lines.first == "en")
    #expect(zip(lines, lines.dropFirst()).allSatisfy { $0 != $1 })
    #expect(lines.count <= 204)
  }

  @Test("R34: lisan watch ends silently with 0 when its reader goes")
  func reader() async throws {
    let installation = try Installation()
    let script = """
      { '\(Installation.program)' watch; echo "status $?" >&2; } | head -1
      """
    let result = try installation.run("-c", script, program: "/bin/sh")
    #expect(result == (0, "en\n", "status 0\n"))
    // The reader goes after a change.
    let late = try installation.run(
      "-c",
      """
      { '\(Installation.program)' watch; echo "status $?" >&2; } |
        { read -r line; '\(Installation.program)' set ar; read -r line; echo "$line"; }
      """, program: "/bin/sh")
    #expect(late == (0, "ar\n", "status 0\n"))
    // There never was a reader.
    let gone = Pipe()
    try gone.fileHandleForReading.close()
    let process = Process()
    process.executableURL = URL(filePath: Installation.program)
    process.arguments = ["watch"]
    process.environment = installation.environment()
    process.standardOutput = gone
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 0)
  }
}
