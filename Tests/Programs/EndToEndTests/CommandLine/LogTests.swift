import Foundation
import Glibc
import SettingsCore
import TerminalHarness
import TestCrowd
import Testing

@Suite(.few, .timeLimit(.minutes(20)))
struct LogTests {
  private let limit = 1 << 20

  /// Fills the log to its limit, or to a few bytes less.
  private func fill(_ installation: Installation, less: Int = 0) throws {
    let line = String(repeating: "x", count: 1023) + "\n"
    try FileManager.default.createDirectory(
      atPath: (installation.log as NSString).deletingLastPathComponent,
      withIntermediateDirectories: true)
    try String(String(repeating: line, count: limit / 1024).dropFirst(less)).write(
      toFile: installation.log, atomically: true, encoding: .utf8)
  }

  @Test("R60: each line of the log has its time, its level and its process")
  func lines() throws {
    let installation = try Installation()
    _ = try installation.run("set", "ar")
    _ = try installation.run("get", environment: ["LISAN_RESOURCES": "/nonexistent"])
    let lines = installation.logText.split(separator: "\n")
    #expect(lines.count >= 3)
    let form = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ (info|warning|error) \[\d+\] .+/
    for line in lines { #expect(line.wholeMatch(of: form) != nil, "\(line)") }
    #expect(Set(lines.compactMap { $0.split(separator: " ").dropFirst().first }).count >= 2)
  }

  @Test("R60: a log of 1 MiB is moved aside once, and no line is lost")
  func rotation() throws {
    let installation = try Installation()
    try fill(installation, less: 1)
    _ = try installation.run("get", environment: ["LISAN_RESOURCES": "/nonexistent"])
    let full = try String(contentsOfFile: "\(installation.log).1", encoding: .utf8)
    #expect(full.contains("Languages.strings"), "the log had room for one more line")
    try fill(installation)
    _ = try installation.run("set", "ar")
    let aside = try String(contentsOfFile: "\(installation.log).1", encoding: .utf8)
    #expect(aside.utf8.count == limit)
    #expect(installation.logText.contains("language changed to ar"))
    _ = try installation.run("set", "en")
    #expect(try String(contentsOfFile: "\(installation.log).1", encoding: .utf8) == aside)
    #expect(installation.logText.contains("language changed to en"))
    // The next full one takes the place of the one before.
    try fill(installation)
    _ = try installation.run("set", "ar")
    #expect(installation.logText.utf8.count < limit)
    let files = try FileManager.default.contentsOfDirectory(
      atPath: (installation.log as NSString).deletingLastPathComponent)
    #expect(files.sorted() == ["lisan.log", "lisan.log.1"])
  }

  @Test("R60: an open screen continues in the new log, and so do messages of the runtime")
  func rotationUnderAScreen() async throws {
    let installation = try Installation()
    let session = try await installation.openScreen()
    session.type("2")
    try await session.waitUntil("the prompt") { $0.shows(.restartNowArabic) }
    session.press(.escape)
    try await session.waitUntil("no prompt") { !$0.shows(.restartNowArabic) }
    let descriptor = "/proc/\(session.processID)/fd/2"
    func standardError() -> String? {
      try? FileManager.default.destinationOfSymbolicLink(atPath: descriptor)
    }
    #expect(standardError() == installation.log)
    // The same file grows full, and another program finds it so.
    let handle = try #require(FileHandle(forWritingAtPath: installation.log))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(repeating: UInt8(ascii: "\n"), count: limit))
    _ = try installation.run("set", "en")
    // The screen follows the choice, and its line of that goes to the new file.
    try await session.waitUntil("English") { $0.shows(.languageSection) }
    try await installation.wait(for: "the screen's line") {
      installation.logText.contains("[\(session.processID)] language changed to en")
    }
    #expect(standardError() == installation.log)
    let aside = try String(contentsOfFile: "\(installation.log).1", encoding: .utf8)
    #expect(aside.contains("[\(session.processID)] language changed to ar"))
    session.type("q")
    #expect(try await session.waitForExit() == .exited(0))
  }

  @Test("R60: log, trace and output have no secret of the environment")
  func secrets() throws {
    let installation = try Installation()
    let secret = "token-\(UUID().uuidString)"
    var output = ""
    for arguments in [
      ["get"], ["set", "ar"], ["list"], ["env"], ["config"], ["config", "--json"],
      ["store", "dump"], ["frobnicate"], ["--help"], [],
    ] {
      let result = try installation.runAll(arguments, environment: ["LISAN_TOKEN": secret])
      output += result.output + result.errors
    }
    let trace = try String(contentsOfFile: installation.trace, encoding: .utf8)
    #expect(!installation.logText.isEmpty && !trace.isEmpty)
    #expect(!(output + installation.logText + trace).contains(secret))
  }
}
