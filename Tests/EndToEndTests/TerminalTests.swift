import Foundation
import Glibc
import TerminalHarness
import TestCrowd
import Testing

@Suite(.few, .timeLimit(.minutes(5)))
struct TerminalTests {
  @Test("R29: the whole way in a window of 20x6, in both directions")
  func small() async throws {
    let installation = try Installation()
    let session = try await installation.openScreen(size: TerminalSize(columns: 20, rows: 6))
    #expect(session.screen.shows("English (EN)"))
    session.press(.down, .enter)
    try await session.waitUntil("the prompt") {
      $0.shows(.restartNowArabic) && $0.shows(.laterArabic)
    }
    session.press(.enter)
    try await session.waitUntil("the mirrored screen") {
      $0.rows[0].hasSuffix("›") && !$0.shows(.laterArabic)
    }
    session.press(.up)
    session.press(.enter)
    try await session.waitUntil("the prompt in English") { $0.shows(.restartNow) }
    session.press(.enter)
    try await session.waitUntil("the left-to-right screen") { $0.rows[0].hasPrefix("‹ Language") }
    session.type("q")
    #expect(try await session.waitForExit() == .exited(0))
    #expect(session.unknownSequences.isEmpty)
  }

  @Test("R29: resizing in the middle of the prompt keeps it; too small is said, and undone")
  func resize() async throws {
    let installation = try Installation()
    let session = try await installation.openScreen()
    session.type("2")
    try await session.waitUntil("the prompt") { $0.shows(.restartNowArabic) }
    session.press(.right)
    session.resize(to: TerminalSize(columns: 120, rows: 40))
    try await session.waitUntil("the prompt at 120x40") {
      $0.shows(.restartNowArabic) && $0.size.columns == 120
    }
    session.resize(to: TerminalSize(columns: 10, rows: 3))
    try await session.waitUntil("one line") { screen in
      screen.rows.filter { !$0.isEmpty }.count == 1
    }
    session.resize(to: TerminalSize(columns: 80, rows: 24))
    try await session.waitUntil("the prompt at 80x24") {
      $0.shows(.restartNowArabic) && $0.size.columns == 80
    }
    #expect(try installation.lastFrame()["focus"] == "restart.later")
  }

  @Test("R50: arrows in both of their forms", arguments: ["\u{1B}[B", "\u{1B}OB"])
  func arrows(down: String) async throws {
    let installation = try Installation()
    let session = try await installation.openScreen()
    session.send(Array(down.utf8))
    try await session.waitUntil("the hint") { $0.shows("Press Enter to switch the app to") }
    session.send([0x0A])
    try await session.waitUntil("the prompt") { $0.shows(.restartNowArabic) }
  }

  @Test("R50: keys that are typed before the first frame count")
  func typedAhead() async throws {
    let installation = try Installation()
    let session = try installation.open()
    session.send(Array("\u{1B}[B\r".utf8))
    try await session.waitUntil("the prompt") { $0.shows(.restartNowArabic) }
  }

  @Test("R50: Escape answers at once, and the key after it is its own")
  func escape() async throws {
    let installation = try Installation()
    let session = try await installation.openScreen()
    session.type("?")
    try await session.waitUntil("the help") { $0.shows("Home/End") }
    session.press(.escape)
    try await session.waitUntil("the screen") { !$0.shows("Home/End") }
    session.press(.escape)
    session.type("2")
    try await session.waitUntil("the prompt") { $0.shows(.restartNowArabic) }
  }

  @Test("R3: the terminal's own cursor stands, visible, on the focused item")
  func cursor() async throws {
    let installation = try Installation()
    for language in ["en", "ar"] {
      _ = try installation.run("set", language)
      let session = try await installation.openScreen(
        language == "en" ? .languageSection : .languageSectionArabic)
      let screen = try await session.settled()
      #expect(screen.cursor.isVisible)
      let name: Word = language == "en" ? .languageSection : .arabic
      let text = language == "en" ? "English (EN)" : name.rawValue
      #expect(screen.logicalRows[screen.cursor.row].contains(text))
      let cell = screen.cell(screen.cursor.row, screen.cursor.column)
      #expect(cell.style.bold && cell.style.background != .default)
      #expect(!cell.isBlank)
    }
  }

  @Test("R51: NO_COLOR is respected")
  func noColor() async throws {
    let installation = try Installation()
    let session = try await installation.openScreen(environment: ["NO_COLOR": "1"])
    let screen = try await session.settled()
    for row in screen.grid {
      for cell in row.cells {
        #expect(cell.style.foreground == .default && cell.style.background == .default)
      }
    }
  }

  @Test("R57: no terminal, no screen: exit 5 and one clear line")
  func noTerminal() throws {
    let installation = try Installation()
    let result = try installation.run()
    #expect(result.status == 5)
    #expect(result.output.isEmpty)
    #expect(result.errors.hasPrefix("lisan: ") && result.errors.contains("terminal"))
    #expect(result.errors.split(separator: "\n").count == 1)
  }

  @Test(
    "R57: a terminal type or a charset that cannot be used: exit 5 and one clear line",
    arguments: [
      (["TERM": "unheard-of"], "unheard-of"), (["TERM": "dumb", "LISAN_PLAIN": "no"], "TERM"),
      (["LC_ALL": "en_US.ISO-8859-1"], "ISO-8859-1"),
      (["TERM": "Eterm"], "Eterm cannot show UTF-8"),
      (["LC_ALL": "en_US.ISO-8859-1", "LISAN_PLAIN": "yes"], "ISO-8859-1"),
    ] as [([String: String?], String)])
  func unusable(environment: [String: String?], mentioned: String) async throws {
    let installation = try Installation()
    let session = try installation.open(environment: environment)
    #expect(try await session.waitForExit() == .exited(5))
    #expect(!session.screen.isAlternate)
    let text = session.screen.text
    #expect(text.contains("lisan: ") && text.contains(mentioned), "\(text)")
  }

  @Test("R57: errors are in the person's language, save where the charset forbids")
  func errorLanguage() throws {
    let installation = try Installation()
    _ = try installation.run("set", "ar")
    let result = try installation.run()
    #expect(result.status == 5)
    #expect(result.errors.unicodeScalars.contains { (0x0600...0x06FF).contains($0.value) })
  }

  @Test(
    "R57: it works with no locale, and with a UTF-8 locale that is not installed",
    arguments: [
      ["LANG": nil, "HOME": nil], ["LANG": "C"], ["LANG": "POSIX"], ["LANG": "xx_XX.UTF-8"],
    ] as [[String: String?]])
  func locales(environment: [String: String?]) async throws {
    let installation = try Installation()
    var environment = environment
    // Without HOME the account database says where it is; the tests leave that place alone.
    environment["LISAN_PREFERENCES"] = installation.preferences
    environment["LISAN_LOG"] = installation.log
    let session = try await installation.openScreen(environment: environment)
    session.press(.down, .enter)
    try await session.waitUntil("the prompt") { $0.shows(.restartNowArabic) }
    session.press(.escape)
    session.type("q")
    #expect(try await session.waitForExit() == .exited(0))
  }

  @Test("R20: the system language is followed where nothing is stored")
  func systemLanguage() async throws {
    let installation = try Installation()
    let session = try await installation.openScreen(
      .languageSectionArabic, environment: ["LANG": "ar_EG.UTF-8"])
    #expect(session.screen.isMirrored)
    #expect(!FileManager.default.fileExists(atPath: installation.preferences))
  }
}
