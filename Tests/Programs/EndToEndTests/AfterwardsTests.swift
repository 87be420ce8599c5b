import Foundation
import Glibc
import TerminalHarness
import TestCrowd
import Testing

/// The terminal as the next program finds it. `Installation.open` has each end and each stop
/// checked; here the program ends in every way, in windows of every size, in every terminal.
@Suite(.few, .timeLimit(.minutes(20)))
struct AfterwardsTests {
  /// A window's size at the start, and another one after the first frame.
  struct Window: CustomTestStringConvertible, Sendable {
    let size: TerminalSize
    var later: TerminalSize?

    var testDescription: String {
      "\(size.columns)x\(size.rows)" + (later.map { ", then \($0.columns)x\($0.rows)" } ?? "")
    }

    static let all = [
      Window(size: TerminalSize(columns: 20, rows: 6)),
      Window(size: .standard),
      Window(size: .standard, later: TerminalSize(columns: 40, rows: 12)),
      Window(size: .standard, later: TerminalSize(columns: 100, rows: 40)),
      Window(size: TerminalSize(columns: 100, rows: 40)),
      Window(size: TerminalSize(columns: 100, rows: 40), later: .standard),
      Window(size: TerminalSize(columns: 200, rows: 60)),
    ]
  }

  /// How the program ends.
  enum Ending: CustomTestStringConvertible, Sendable {
    case quit, interrupt, restartAndQuit, stopAndQuit, stopAndSignal
    case signal(Int32)
    case signalAfterRestart(Int32)

    var testDescription: String {
      switch self {
      case .signal(let number): "signal \(number)"
      case .signalAfterRestart(let number): "restart, then signal \(number)"
      default: "\(self)"
      }
    }

    static let all: [Ending] =
      [.quit, .interrupt, .restartAndQuit, .stopAndQuit, .stopAndSignal]
      + [SIGHUP, SIGINT, SIGQUIT, SIGTERM].map(Ending.signal)
      + [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV].map(Ending.signal)
      + [.signalAfterRestart(SIGTERM), .signalAfterRestart(SIGSEGV)]
  }

  @Test("R52: every ending leaves a window of any size as it was", arguments: Window.all)
  func sizes(window: Window) async throws {
    for ending in Ending.all {
      try await check(ending, window, .xterm, ["TERM": "xterm-256color"])
    }
  }

  @Test(
    "R52: every ending leaves every terminal that is distinguished as it was",
    arguments: [
      TerminalProfile.xterm, .vte, .kitty, .konsole, .mlterm, .putty, .qterminal, .tmux, .screen,
      .linuxConsole, .silent, .slow,
    ])
  func terminals(profile: TerminalProfile) async throws {
    var environment = ["TERM": "xterm-256color"]
    switch profile {
    case .mlterm: environment["MLTERM"] = "3.9.2"
    case .tmux: environment = ["TERM": "tmux-256color", "TMUX": "/tmp/tmux,1,0"]
    case .screen: environment = ["TERM": "screen-256color", "STY": "1.pts-0.test"]
    case .linuxConsole: environment["TERM"] = "linux"
    default: break
    }
    for ending in Ending.all {
      try await check(
        ending, Window(size: TerminalSize(columns: 100, rows: 40)), profile, environment)
    }
  }

  @Test(
    "R52: every ending leaves a terminal of any type as it was",
    arguments: ["vt100", "vt220", "screen", "rxvt-unicode-256color", "xterm", "ansi"])
  func types(name: String) async throws {
    for ending in Ending.all {
      try await check(
        ending, Window(size: TerminalSize(columns: 100, rows: 40)), .silent, ["TERM": name])
    }
  }

  @Test("R52: a fault in the middle of a frame leaves the terminal as it was")
  func faultWithinFrame() async throws {
    for number in [SIGSEGV, SIGABRT, SIGTERM] {
      let installation = try Installation()
      let session = try installation.open(size: TerminalSize(columns: 200, rows: 60))
      try await session.waitUntil("the first frame") { $0.isAlternate && !$0.text.isEmpty }
      // Each is a whole frame, and nobody waits for any of them.
      for _ in 0..<50 { session.press(.control("l")) }
      session.signal(number)
      #expect(try await session.waitForExit() == .signaled(number))
    }
  }

  /// What tmux knows of a pane: another terminal's word for it.
  @Test(
    "R52: in tmux with 40 rows the pane is as before, and later output scrolls in all of it",
    arguments: [nil, SIGTERM, SIGSEGV])
  func tmux(number: Int32?) async throws {
    let installation = try Installation()
    let format = [
      "scroll_region_upper", "scroll_region_lower", "alternate_on", "cursor_flag", "insert_flag",
      "keypad_cursor_flag", "keypad_flag", "mouse_any_flag", "mouse_sgr_flag", "origin_flag",
      "wrap_flag", "pane_tabs",
    ].map { "\($0) #{\($0)}" }.joined(separator: ", ")
    try installation.install(
      "inside",
      script: """
        tmux display -p '\(format)' >before
        sh -c 'echo $$ >pid; exec "\(Installation.program)"'
        tmux display -p '\(format)' >after
        seq 1 100
        read line
        """)
    func written(_ name: String) throws -> String {
      try String(contentsOfFile: "\(installation.home)/\(name)", encoding: .utf8)
    }
    let tmux = try TerminalSession(
      "tmux",
      arguments: [
        "-S", "\(installation.home)/socket", "-f", "/dev/null", "new-session",
        "\(installation.home)/inside",
      ],
      environment: installation.environment(["SHELL": "/bin/sh"]), directory: installation.home,
      // The last row is tmux's.
      size: TerminalSize(columns: 100, rows: 41))
    try await tmux.waitUntil("the screen inside") { $0.shows("English (EN)") }
    if let number {
      kill(try #require(pid_t(try written("pid").dropLast())), number)
    } else {
      tmux.type("q")
    }
    try await tmux.waitUntil("the numbers in all rows") { screen in
      screen.rows[0] == "62" && screen.rows[38] == "100"
    }
    let before = try written("before")
    #expect(before.contains("scroll_region_lower 39"))
    #expect(try written("after") == before)
    tmux.type("\n")
    #expect(try await tmux.waitForExit() == .exited(0))
  }

  private func check(
    _ ending: Ending, _ window: Window, _ profile: TerminalProfile, _ environment: [String: String]
  ) async throws {
    let installation = try Installation()
    let session = try installation.open(
      environment: environment, size: window.size, profile: profile)
    try await session.waitUntil("the first frame of \(ending)") { _ in
      installation.frames { _ in true }
    }
    if let later = window.later {
      session.resize(to: later)
      let rows = String(later.rows)
      try await session.waitUntil("a frame of the other size") { _ in
        installation.frames { String($0.rows.count) == rows }
      }
    }
    switch ending {
    case .quit: session.type("q")
    case .interrupt: session.press(.control("c"))
    case .restartAndQuit:
      try await restart(session, installation)
      session.type("q")
    case .stopAndQuit:
      try await stopAndContinue(session, installation)
      session.type("q")
    case .stopAndSignal:
      try await stopAndContinue(session, installation)
      session.signal(SIGABRT)
    case .signal(let number): session.signal(number)
    case .signalAfterRestart(let number):
      try await restart(session, installation)
      session.signal(number)
    }
    let wanted: ProcessStatus =
      switch ending {
      case .quit, .restartAndQuit, .stopAndQuit: .exited(0)
      case .interrupt: .signaled(SIGINT)
      case .stopAndSignal: .signaled(SIGABRT)
      case .signal(let number), .signalAfterRestart(let number): .signaled(number)
      }
    #expect(try await session.waitForExit() == wanted, "\(ending)")
  }

  /// Chooses the other language and restarts in it.
  private func restart(_ session: TerminalSession, _ installation: Installation) async throws {
    session.type("2")
    try await session.waitUntil("the prompt") { _ in
      installation.events { $0.name == "restart.prompt.shown" }
    }
    session.type("y")
    try await session.waitUntil("the mirrored screen") { _ in
      installation.frames { $0["direction"] == "rtl" }
    }
  }

  private func stopAndContinue(
    _ session: TerminalSession, _ installation: Installation
  ) async throws {
    session.press(.control("z"))
    #expect(try await session.waitForStop() == SIGTSTP)
    let frames = try installation.events().count("frame")
    session.resume()
    try await session.waitUntil("the screen again") { _ in
      ((try? installation.events()) ?? []).count("frame") > frames
    }
  }
}

extension Installation {
  /// Whether the trace holds such an event. A frame's line is there before the frame.
  fileprivate func events(_ condition: (Event) -> Bool) -> Bool {
    ((try? events()) ?? []).contains(where: condition)
  }

  fileprivate func frames(_ condition: (Event) -> Bool) -> Bool {
    events { $0.name == "frame" && condition($0) }
  }
}
