import Foundation
import Glibc
import TerminalHarness
import TestCrowd
import Testing

@Suite(.few, .timeLimit(.minutes(20)))
struct EndingTests {
  @Test(
    "R52: each signal in the middle of the prompt restores the terminal and ends by that signal",
    arguments: EndingSignals.all)
  func signals(number: Int32) async throws {
    let installation = try Installation()
    let session = try await installation.openScreen()
    // The notice of a fault names the log. The program opens the log after the first frame.
    try await installation.wait(for: "the log") {
      FileManager.default.fileExists(atPath: installation.log)
    }
    session.type("2")
    try await session.waitUntil("the prompt") { $0.shows(.restartNowArabic) }
    session.signal(number)
    #expect(try await session.waitForExit() == .signaled(number))
    #expect(installation.stored()?.language == "ar")
    if EndingSignals.faults.contains(number) {
      #expect(session.screen.rows.joined().contains(installation.log))
      // In the language that was chosen, not the one that the program started with.
      #expect(!session.screen.text.contains("Details"))
    }
  }

  @Test(
    "R52: each signal undoes the modes of a program in `lisan run`, and ends it by that signal",
    arguments: EndingSignals.all)
  func signalsAroundProgram(_ number: Int32) async throws {
    let installation = try Installation()
    try "x \(Self.arabic)\n".write(
      toFile: "\(installation.home)/text", atomically: true, encoding: .utf8)
    // Vim writes two sequences that the harness does not know, so it is not held to have restored all.
    let session = try TerminalSession(
      Installation.program,
      arguments: ["run", "/usr/bin/vim", "--clean", "-c", "set mouse=a", "text"],
      environment: installation.environment(), directory: installation.home)
    try await session.waitUntil("vim and its text in order") {
      $0.isAlternate && $0.rows[0] == "x \(Self.arabicShown)" && $0.modes.mouseTracking != .off
    }
    session.signal(number)
    #expect(try await session.waitForExit() == .signaled(number))
    #expect(session.terminalState.differences(from: session.initialTerminalState) == [])
    #expect(session.lineSettings == session.initialLineSettings)
  }

  private static let arabic = "مرحبا"
  private static let arabicShown = "\u{FE8E}\u{FE92}\u{FEA3}\u{FEAE}\u{FEE3}"

  @Test(
    "R52: TERM to `lisan run` undoes each mode of the program, on either screen",
    arguments: [
      (TerminalProfile.xterm, ""), (.xterm, "\u{1B}[?1049h"), (.vte, ""), (.vte, "\u{1B}[?1049h"),
      (.silent, "\u{1B}[?1049h"),
    ])
  func modesAroundProgram(_ profile: TerminalProfile, _ screen: String) async throws {
    let installation = try Installation()
    let sets =
      [
        "?1h", "?5h", "?7l", "?12h", "?25l", "?45h", "?66h", "?1003h", "?1004h", "?1005h", "?1006h",
        "?1007h", "?1034h", "?2004h", "?2026h", "?1243l", "?2500h", "4h", "20h", "34l",
        "8l",
        "1 k", "4 q", ">4;2m", ">5u", "=3u", "22;0t", "1;31m", "2;4r", "?69h", "3;9s", "?6h",
      ].map { "\\033[\($0)" }.joined() + "\\033=\\033(0\\033]8;;http://x\\033\\134"
    try installation.install(
      "sets",
      script: "printf '\(screen.replacing("\u{1B}", with: "\\033"))'; "
        + "printf 'x \(Self.arabic)\\r\\n\(sets)ready'; exec sleep 300")
    let session = try installation.open("run", "./sets", profile: profile)
    // Within a frame that is held back (mode 2026). Mode 2501 is left out: it cannot be unset.
    try await session.waitForLog("the modes") {
      String(decoding: $0.output, as: UTF8.self).contains("ready")
    }
    let modes = session.screen.modes
    #expect(modes.synchronizedOutput && modes.insert, "\(session.screen.picture)")
    session.signal(SIGTERM)
    let status = try await session.waitForExit()
    #expect(
      status == .signaled(SIGTERM),
      "\(String(decoding: session.log.output, as: UTF8.self).debugDescription)")
    #expect(session.changesLeftBehind.isEmpty, "\(session.changesLeftBehind)")
  }

  @Test("R52: TERM to `lisan run` leaves the cursor below the program's text")
  func cursorAfterMargins() async throws {
    let installation = try Installation()
    let session = try installation.open(
      "run", "sh", "-c", "printf 'a\\nb\\n\\033[1;2r\\033[4;3Hready'; exec sleep 300")
    try await session.waitFor(.text("ready"))
    let cursor = session.screen.cursor
    session.signal(SIGTERM)
    #expect(try await session.waitForExit() == .signaled(SIGTERM))
    #expect(session.screen.cursor == cursor)
    #expect(session.changesLeftBehind.isEmpty, "\(session.changesLeftBehind)")
  }

  @Test("R52: a signal that the program ignores, or inherits as ignored, does not end it")
  func ignoredSignals() async throws {
    let installation = try Installation()
    let session = try TerminalSession(
      Installation.program, environment: installation.environment(),
      directory: installation.home, ignoredSignals: [SIGUSR1, SIGPIPE])
    try await session.waitUntil("the screen") { $0.isAlternate && $0.shows(.about) }
    for number in [SIGXFSZ, SIGUSR1, SIGPIPE] { session.signal(number) }
    session.type("?")
    try await session.waitUntil("the help") { $0.shows("Home/End") }
    session.signal(SIGUSR2)
    #expect(try await session.waitForExit() == .signaled(SIGUSR2))
  }

  @Test("R50, R52: Ctrl-C ends by SIGINT, before and after a restart", arguments: [false, true])
  func interrupt(afterRestart: Bool) async throws {
    let installation = try Installation()
    let session =
      afterRestart ? try await restarted(installation) : try await installation.openScreen()
    session.press(.control("c"))
    #expect(try await session.waitForExit() == .signaled(SIGINT))
  }

  @Test("R52: Ctrl-Z restores the terminal, and continuing redraws", arguments: [false, true])
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

  @Test("R52: a stop that cannot be caught is survived as well")
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

  @Test("R31: kill -9 loses nothing that was written")
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

  @Test("Explicit bidirectional mode precedes the first clear, implicit mode the exit")
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

/// The signals that end a process which does nothing about them, but for KILL, for XFSZ, which `lisan`
/// ignores, and for the two that the C library keeps: it handles them in a program with threads, and no
/// test can reset what it inherits for them.
private enum EndingSignals {
  static let faults: [Int32] = [SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGILL, SIGTRAP, SIGSYS]

  static let all = (1...64).filter {
    ![
      SIGKILL, SIGXFSZ, SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU, SIGCHLD, SIGCONT, SIGURG, SIGWINCH,
      32, 33,
    ].contains($0)
  }
}
