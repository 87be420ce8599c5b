import Foundation
import Glibc
import TerminalHarness
import TestCrowd
import Testing

@Suite(.few, .timeLimit(.minutes(20)))
struct MainFlowTests {
  /// The trace of a change from one direction to the other.
  private static let milestones: Set = [
    "language.change.begin", "language.change.end", "direction.force", "preference.write",
    "restart.prompt.shown",
  ]

  @Test(
    "R7, R9, R11, R14–R18: to each right-to-left language, restart, mirrored, quit, start again, and back",
    arguments: Languages.rightToLeft)
  func thereAndBack(language: String) async throws {
    let installation = try Installation()
    if language != "ar" { try installation.addLanguages() }
    let codes = try installation.run("list").output.split(separator: "\n").map { $0.prefix(2) }
    let place = try #require(codes.firstIndex { $0 == language })
    let session = try await installation.openScreen()
    #expect(session.screen.shows("English (EN)"))
    #expect(session.screen.isStraight)
    for _ in 0..<place { session.press(.down) }
    session.press(.enter)
    let restart = try Word("Restart now", in: language)
    try await session.waitUntil("the prompt in \(language)") { $0.shows(restart) }
    // Still left-to-right: the navigation is at the left.
    #expect(session.screen.isStraight)
    session.press(.escape)
    let later = try Word("Later", in: language)
    try await session.waitUntil("the screen without the prompt") { !$0.shows(later) }
    #expect(try installation.lastFrame()["language"] == language)
    let change = try installation.events().names(of: Self.milestones)
    #expect(
      change == [
        "language.change.begin", "language.change.end", "direction.force", "preference.write",
        "restart.prompt.shown",
      ])
    let forced = try installation.events().filter { $0.name == "direction.force" }
    #expect(forced.map { $0.isTrue("rtl") } == [true])

    let process = session.processID
    session.type("r")
    try await session.waitUntil("the mirrored screen") { $0.isMirrored }
    #expect(session.status == .running)
    #expect(session.processID == process)
    #expect(try installation.lastFrame()["direction"] == "rtl")
    session.type("q")
    #expect(try await session.waitForExit() == .exited(0))
    #expect(!session.screen.isAlternate)
    #expect(session.unknownSequences.isEmpty)

    try FileManager.default.removeItem(atPath: installation.trace)
    let again = try await installation.openScreen(try Word("Language", in: language))
    let frames = try installation.events().filter { $0.name == "frame" }
    #expect(frames.allSatisfy { $0["language"] == language && $0["direction"] == "rtl" })
    #expect(try installation.events().count("direction.force") == 0)
    for _ in 0..<place { again.press(.up) }
    again.press(.enter)
    try await again.waitUntil("the prompt in English") { $0.shows(.restartNow) }
    again.press(.enter)
    try await again.waitUntil("the left-to-right screen") {
      $0.isStraight && $0.shows(.about)
    }
    again.type("q")
    #expect(try await again.waitForExit() == .exited(0))
    #expect(again.unknownSequences.isEmpty)
    #expect(installation.stored()?.language == "en")
  }

  @Test(
    "R5: the first frame has the previews of other languages, and no later one moves a row",
    arguments: ["en", "ar"])
  func previews(language: String) async throws {
    // More languages leave no room for previews here.
    let installation = try Installation()
    #expect(try installation.run("set", language).status == 0)
    let session = try await installation.openScreen(try Word("About", in: language))
    try await session.settled()
    let frames = try installation.events().filter { $0.name == "frame" }
    #expect(!frames.isEmpty)
    for frame in frames { #expect(frame.rows.joined().count { $0 == "◦" } == 5) }
    let marks = frames.map { frame in
      frame.rows.indices.filter { frame.rows[$0].contains("[") || frame.rows[$0].contains(")") }
    }
    #expect(Set(marks).count == 1)
    session.type("q")
    #expect(try await session.waitForExit() == .exited(0))
  }

  @Test("R16: a restart keeps process, section and focus, and loses no typed key")
  func restartKeeps() async throws {
    let installation = try Installation()
    let session = try await installation.openScreen()
    session.type("2")
    try await session.waitUntil("the prompt") { $0.shows(.restartNowArabic) }
    session.press(.escape)
    try await session.waitUntil("the pending line") { !$0.shows(.laterArabic) }
    session.press(.left, .end)
    try await session.waitUntil("the section About") { $0.shows(.version) }
    session.press(.right, .down)
    // The first row may be out of sight now.
    try await session.waitUntil("the next item of the section") { $0.shows(.terminalTestArabic) }
    try await session.settled()
    let focus = try installation.lastFrame()["focus"]
    let mark = session.log.end
    session.type("r?")
    try await session.waitUntil("the help after the restart") {
      $0.shows("Home/End")
    }
    #expect(try installation.lastFrame()["direction"] == "rtl")
    session.press(.escape)
    try await session.waitUntil("the section again") { !$0.shows("Home/End") }
    #expect(try installation.lastFrame()["focus"] == focus)
    #expect(try installation.lastFrame()["direction"] == "rtl")
    #expect(try installation.events().count("launch") == 2)
    // The shell's screen was never shown between.
    let sent = String(decoding: session.log.output(since: mark), as: UTF8.self)
    #expect(!sent.contains("\u{1B}[?1049"))
    session.type("q")
    #expect(try await session.waitForExit() == .exited(0))
    let all = String(decoding: session.log.output, as: UTF8.self)
    #expect(all.components(separatedBy: "\u{1B}[?1049l").count == 2)
  }

  @Test("R16: a failed restart is reported and stays pending")
  func restartFails() async throws {
    let installation = try Installation()
    let copy = "\(installation.home)/lisan"
    // By another process: whatever this one starts meanwhile would hold a file that it writes, and
    // no such file can be run.
    #expect(try installation.run(Installation.program, copy, program: "/bin/cp").status == 0)
    let session = try installation.open(program: copy)
    try await session.waitUntil("the first frame") { $0.shows(.languageSection) }
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: copy)
    session.type("2")
    try await session.waitUntil("the prompt") { $0.shows(.restartNowArabic) }
    session.press(.enter)
    try await session.waitUntil("the pending line after the failure") {
      $0.shows(.pendingArabic) && !$0.shows(.laterArabic)
    }
    #expect(installation.logText.contains("exec failed"))
    #expect(try installation.events().contains { $0.name == "error" && $0["code"] == "restart" })
    session.press(.control("c"))
    #expect(try await session.waitForExit() == .signaled(SIGINT))
  }

  /// Debian's smallest Python has no pty module.
  private static var hasPython: Bool {
    let folders = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib")) ?? []
    return folders.contains {
      $0.hasPrefix("python3.") && FileManager.default.fileExists(atPath: "/usr/lib/\($0)/pty.py")
    }
  }

  @Test(
    "R28, section 3: ten lines of Python with its pty module drive it, by words as spelt",
    .enabled(if: hasPython, "python3 is not installed"))
  func plainScript() async throws {
    let installation = try Installation()
    let script = """
      import os, pty, sys
      pid, fd = pty.fork()
      if pid == 0: os.execv(sys.argv[1], sys.argv[1:])
      def until(text):
          seen = b""
          while text.encode() not in seen: seen += os.read(fd, 4096)
      until("\(Word.arabic.rawValue) (AR)"); os.write(fd, b"\\x1b[B\\r")
      until("\(Word.restartNowArabic.rawValue)"); os.write(fd, b"\\x1b")
      until("\(Word.pendingArabic.rawValue)"); os.write(fd, b"12")
      until("\(Word.restartNowArabic.rawValue)"); os.write(fd, b"\\r")
      until("\(Word.arabic.rawValue) (AR)"); os.write(fd, b"q")
      print(os.waitpid(pid, 0)[1])
      """
    let path = "\(installation.home)/script.py"
    try script.write(toFile: path, atomically: true, encoding: .utf8)
    let result = try installation.run(path, Installation.program, program: "/usr/bin/python3")
    #expect(result.output == "0\n", "\(result)")
    #expect(installation.stored()?.language == "ar")
    #expect(try installation.events().count("restart.exec") == 1)
  }
}
