import Foundation
import Glibc
import TerminalHarness
import TestCrowd
import Testing

@Suite(.few, .timeLimit(.minutes(5)))
struct EndingTests {
  @Test(
    "R52: each signal in the middle of the prompt restores the terminal and ends by that signal",
    arguments: [
      SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGILL, SIGTRAP,
    ])
  func signals(number: Int32) async throws {
    let installation = try Installation()
    let session = try await installation.openScreen()
    session.type("2")
    try await session.waitUntil("the prompt") { $0.shows(.restartNowArabic) }
    session.signal(number)
    #expect(try await session.waitForExit() == .signaled(number))
    #expect(installation.stored()?.language == "ar")
    if [SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGILL, SIGTRAP].contains(number) {
      #expect(session.screen.rows.joined().contains(installation.log))
      // In the language that was chosen, not the one that the program started with.
      #expect(!session.screen.text.contains("Details"))
    }
  }

  @Test("R50, R52: Ctrl-C ends by SIGINT, before and after a restart", arguments: [false, true])
  func interrupt(afterRestart: Bool) async throws {
    let installation = try Installation()
    let session =
      afterRestart ? try await restarted(installation) : try await installation.openScreen()
    session.press(.control("c"))
    #expect(try await session.waitForExit() == .signaled(SIGINT))
  }

  @Test("R52: Ctrl-Z gives the terminal back, and going on draws again", arguments: [false, true])
  func suspend(afterRestart: Bool) async throws {
    let installation = try Installation()
    let session =
      afterRestart ? try await restarted(installation) : try await installation.openScreen()
    let row = session.screen.rows[2]
    session.press(.control("z"))
    #expect(try await session.waitForStop() == SIGTSTP)
    let mark = session.log.end
    session.resume()
    try await session.waitUntil("the screen again") { $0.isAlternate && $0.rows[2] == row }
    let sent = String(decoding: session.log.output(since: mark), as: UTF8.self)
    let mode = try #require(sent.range(of: "\u{1B}[8l"))
    let clear = try #require(sent.range(of: "\u{1B}[2J") ?? sent.range(of: "\u{1B}[J"))
    #expect(mode.upperBound <= clear.lowerBound)
    session.type("?")
    try await session.waitUntil("the help") { $0.shows("Home/End") }
    session.press(.escape)
    try await session.waitUntil("the screen") { !$0.shows("Home/End") }
    session.type("q")
    #expect(try await session.waitForExit() == .exited(0))
  }

  @Test("R52: Ctrl-Z while the screen draws is not lost")
  func suspendWhileDrawing() async throws {
    let installation = try Installation()
    let session = try await installation.openScreen()
    for _ in 0..<10 {
      // The program reads the keys at once and draws after each, while the stop waits.
      session.press(.down, .up, .down, .up, .down, .up, .down, .up, .control("z"))
      #expect(try await session.waitForStop(limit: .seconds(10)) == SIGTSTP)
      session.resume()
      try await session.waitForStatus("running again") { $0 == .running }
      try await session.waitUntil("the screen again") { $0.isAlternate && $0.shows(.about) }
    }
  }

  @Test("R52: a stop that nobody can catch is survived as well")
  func hardStop() async throws {
    let installation = try Installation()
    let session = try await installation.openScreen()
    session.signal(SIGSTOP)
    #expect(try await session.waitForStop() == SIGSTOP)
    let mark = session.log.end
    session.resume()
    try await session.waitForStatus("running again") { $0 == .running }
    session.type("?")
    try await session.waitUntil("the help") { $0.shows("Home/End") }
    #expect(session.log.output(since: mark).count > 1000)
  }

  @Test("R52: a terminal that is gone ends the program at once", arguments: [false, true])
  func hangUp(silently: Bool) async throws {
    let installation = try Installation()
    let session = try await installation.openScreen()
    session.hangUp(silently: silently)
    let status = try await session.waitForExit()
    // With the signal comes the end of file; either may be seen first.
    #expect(status == .exited(1) || (status == .signaled(SIGHUP) && !silently))
    let used = try #require(session.finalProcessorTime)
    #expect(used.user + used.system < .seconds(1))
  }

  @Test("R31: nothing that was written is lost to kill -9")
  func killed() async throws {
    let installation = try Installation()
    let session = try await installation.openScreen()
    session.type("2")
    try await session.waitUntil("the prompt") { $0.shows(.restartNowArabic) }
    session.signal(SIGKILL)
    #expect(try await session.waitForExit() == .signaled(SIGKILL))
    #expect(installation.stored()?.language == "ar")
    _ = try await installation.openScreen(.languageSectionArabic)
  }

  @Test("Explicit bidirectional mode stands before the first clear, implicit mode before leaving")
  func bidiMode() async throws {
    let installation = try Installation()
    let session = try await installation.openScreen()
    session.type("q")
    #expect(try await session.waitForExit() == .exited(0))
    let sent = String(decoding: session.log.output, as: UTF8.self)
    let enter = try #require(sent.range(of: "\u{1B}[?1049h"))
    let explicit = try #require(sent.range(of: "\u{1B}[8l"))
    let clear = try #require(
      sent.range(of: "\u{1B}[H\u{1B}[2J", range: explicit.lowerBound..<sent.endIndex)
        ?? sent.range(of: "\u{1B}[2J", range: explicit.lowerBound..<sent.endIndex))
    let implicit = try #require(sent.range(of: "\u{1B}[8h"))
    let leave = try #require(sent.range(of: "\u{1B}[?1049l"))
    #expect(enter.upperBound <= explicit.lowerBound)
    #expect(explicit.upperBound <= clear.lowerBound)
    #expect(implicit.upperBound <= leave.lowerBound)
    #expect(!sent.contains("\u{1B}[?8"))
  }

  /// The screen in Arabic, mirrored, after a restart.
  private func restarted(_ installation: Installation) async throws -> TerminalSession {
    let session = try await installation.openScreen()
    session.type("2")
    try await session.waitUntil("the prompt") { $0.shows(.restartNowArabic) }
    session.press(.enter)
    try await session.waitUntil("the mirrored screen") { $0.isMirrored }
    return session
  }
}
