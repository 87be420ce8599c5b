import Foundation
import SettingsCore
import TerminalHarness
import TestCrowd
import Testing

@Suite(.few, .timeLimit(.minutes(20)))
struct ThemeTests {
  /// Whether the entry of a terminal is installed; Debian's `ncurses-term` has them.
  private static func isKnown(_ terminal: String) -> Bool {
    ["/etc/terminfo", "/lib/terminfo", "/usr/share/terminfo"].contains {
      FileManager.default.fileExists(atPath: "\($0)/\(terminal.prefix(1))/\(terminal)")
    }
  }

  @Test(
    "R51: every theme is drawn in every depth of colour, with a visible focus",
    arguments: ["vt100", "xterm", "xterm-16color", "xterm-256color", "xterm-direct"],
    ThemeName.allCases.map(\.rawValue))
  func depths(terminal: String, theme: String) async throws {
    try #require(Self.isKnown(terminal), "install ncurses-term")
    let installation = try Installation()
    let session = try installation.open("--theme", theme, environment: ["TERM": terminal])
    try await session.waitUntil("the first frame") { $0.shows(.languageSection) }
    if ["default", "terminal"].contains(theme), terminal != "vt100" {
      // Their colours depend on the background, which the terminal is asked for.
      try await session.waitUntil("colours") { screen in
        Set(screen.grid.flatMap(\.cells).map(\.style.foreground)).count > 1
      }
    }
    let screen = try await session.settled()
    let focused = screen.cell(screen.cursor.row, screen.cursor.column).style
    #expect(focused.bold)
    let cells = screen.grid.flatMap(\.cells)
    let inks = Set(cells.map(\.style.foreground))
    switch (terminal, theme) {
    case ("vt100", _), (_, "monochrome"):
      #expect(inks == [.default])
      #expect(focused.reverse)
      #expect(cells.allSatisfy { $0.style.background == .default })
    case (_, "high-contrast"), (_, "light"), (_, "dark"):
      // Every cell is painted, the blank ones as well.
      #expect(cells.allSatisfy { $0.style.background != .default })
    case (_, "terminal"):
      #expect(inks.count > 1)
      #expect(
        inks.allSatisfy { ink in
          switch ink {
          case .default: true
          case .indexed(let number): number < 16
          case .rgb: false
          }
        })
    default:
      #expect(inks.count > 1)
      let isFixed = terminal == "xterm-256color" || terminal == "xterm-direct"
      #expect((focused.background != .default) == isFixed)
    }
    session.type("q")
    #expect(try await session.waitForExit() == .exited(0))
    #expect(session.unknownSequences.isEmpty)
  }

  @Test("R51: colours follow the background that the terminal answers, and later starts know it")
  func background() async throws {
    let installation = try Installation()
    var profile = TerminalProfile.xterm
    profile.background = .init(0xFD, 0xF6, 0xE3)
    let (unknown, light) = ("38;5;63m", "38;5;23m")
    let session = try installation.open(profile: profile)
    try await session.waitUntil("the colours of a light background") { _ in
      session.sent().contains(light)
    }
    // The first frame does not wait.
    let sent = session.sent()
    let first = try #require(sent.range(of: unknown))
    #expect(first.lowerBound < (try #require(sent.range(of: light))).lowerBound)
    try await session.settled()
    session.type("q")
    #expect(try await session.waitForExit() == .exited(0))
    let again = try await installation.openScreen(profile: profile)
    try await again.settled()
    #expect(again.sent().contains(light) && !again.sent().contains(unknown))
    // Where the background has changed since then, the answer counts.
    let dark = try await installation.openScreen()
    try await dark.waitUntil("the colours of a dark background") { _ in
      dark.sent().contains("38;5;79m")
    }
    // A variable says it at once, and nothing is remembered of a terminal that is not the same.
    let colored = try await installation.openScreen(
      environment: ["COLORFGBG": "0;15", "TERM_PROGRAM": "other"], profile: .silent)
    #expect(colored.sent().contains(light) && !colored.sent().contains(unknown))
  }

  @Test("R51: NO_COLOR applies to every theme", arguments: ["default", "high-contrast"])
  func noColor(theme: String) async throws {
    let installation = try Installation()
    let session = try await installation.openScreen(
      environment: ["NO_COLOR": "1", "LISAN_THEME": theme])
    let screen = try await session.settled()
    for cell in screen.grid.flatMap(\.cells) {
      #expect(cell.style.foreground == .default && cell.style.background == .default)
    }
  }

  @Test("R12, R51: a theme that cannot be written survives a restart")
  func unwritten() async throws {
    let installation = try Installation()
    // Not even root can make a file there.
    let session = try await installation.openScreen(
      environment: ["LISAN_PREFERENCES": "/proc/lisan/preferences"])
    session.press(.left, .end)
    try await session.waitUntil("the section About") { $0.shows(.version) }
    session.press(.up)
    try await session.waitUntil("the section Appearance") { $0.shows("White and yellow") }
    session.type("4")
    let painted: @Sendable (Screen) -> Bool = {
      $0.grid.allSatisfy { $0.cells.allSatisfy { $0.style.background != .default } }
    }
    try await session.waitUntil("black everywhere", painted)
    session.press(.left, .home, .down)
    session.type("2")
    try await session.waitUntil("the prompt") { $0.shows(.restartNowArabic) }
    session.press(.enter)
    try await session.waitUntil("the mirrored screen, black") { $0.isMirrored && painted($0) }
  }

  @Test("R51: a theme chosen on the screen applies at once, and at the next start")
  func chosen() async throws {
    let installation = try Installation()
    let session = try await installation.openScreen()
    session.press(.left, .end)
    try await session.waitUntil("the section About") { $0.shows(.version) }
    session.press(.up)
    try await session.waitUntil("the section Appearance") { $0.shows("White and yellow") }
    session.type("4")
    try await session.waitUntil("the theme") { $0.shows("High contrast") }
    let painted: @Sendable (Screen) -> Bool = {
      $0.grid.allSatisfy { $0.cells.allSatisfy { $0.style.background != .default } }
    }
    try await session.waitUntil("black everywhere", painted)
    #expect(installation.stored(.theme) == "high-contrast")
    session.type("q")
    #expect(try await session.waitForExit() == .exited(0))
    let again = try await installation.openScreen()
    try await again.waitUntil("black everywhere", painted)
    // Settings of a start override the choice.
    let plain = try await installation.openScreen(environment: ["LISAN_THEME": "monochrome"])
    let screen = try await plain.settled()
    #expect(!painted(screen))
  }

  @Test("R56, R57: a theme that does not exist is wrong usage, from any source")
  func unknown() throws {
    let installation = try Installation()
    let config = "\(installation.home)/config.json"
    try #"{"theme": "pink"}"#.write(toFile: config, atomically: true, encoding: .utf8)
    for (arguments, environment) in [
      (["--theme", "pink"], [:]), ([], ["LISAN_THEME": "pink"]), (["--config", config], [:]),
    ] as [([String], [String: String?])] {
      let result = try installation.runAll(arguments, environment: environment)
      #expect(result.status == 2)
      #expect(result.errors.contains("pink") && result.errors.contains("high-contrast"))
    }
  }
}
