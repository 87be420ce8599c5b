import Foundation
import Glibc
import TerminalHarness
import TestCrowd
import Testing

@Suite(.few, .timeLimit(.minutes(20)))
struct TerminalTests {
  @Test("R3: the terminal's cursor is visible on the focused item")
  func cursor() async throws {
    let installation = try Installation()
    try installation.addLanguages()
    for (language, name) in [
      ("en", "English (EN)"), ("ar", Word.arabic.rawValue), ("he", "עברית"), ("fa", "فارسی"),
      ("ur", "اردو"),
    ] {
      _ = try installation.run("set", language)
      let session = try await installation.openScreen(try Word("Language", in: language))
      let screen = try await session.settled()
      #expect(screen.cursor.isVisible)
      #expect(screen.logicalRows[screen.cursor.row].contains(name))
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

  @Test("R57: errors are in the user's language, unless the charset forbids it")
  func errorLanguage() throws {
    let installation = try Installation()
    _ = try installation.run("set", "ar")
    let result = try installation.run()
    #expect(result.status == 5)
    #expect(result.errors.unicodeScalars.contains { (0x0600...0x06FF).contains($0.value) })
  }
}
