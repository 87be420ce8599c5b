import TerminalEmulator
import Testing

/// What a person can scroll back to.
@Suite("History")
struct HistoryTests {
  private func history(_ input: String, limit: Int = 100, rows: Int = 3) -> [String] {
    var emulator = Emulator(size: TerminalSize(columns: 10, rows: rows), historyLimit: limit)
    emulator.feed(input)
    return emulator.history.map(\.text)
  }

  private let five = "1\r\n2\r\n3\r\n4\r\n5"

  @Test("rows that leave the main screen at its top are kept, the oldest first")
  func kept() {
    #expect(history(five) == ["1", "2"])
    #expect(history("1\r\n2\r\n\u{1B}[2S") == ["1", "2"])
    #expect(history("1\r\n2\r\n\u{1B}[99S") == ["1", "2", ""])
    #expect(history("ab\u{1B}[41m \u{1B}[m\r\n2\r\n3\r\n4") == ["ab"])
  }

  @Test("only a limited number is kept, and none unless requested")
  func limit() {
    let lines = (1...50).map { "\($0)" }.joined(separator: "\r\n")
    #expect(history(lines, limit: 4) == ["44", "45", "46", "47"])
    #expect(history(lines, limit: 0) == [])
  }

  @Test(
    "only rows that leave at the top of the whole screen are kept",
    arguments: [
      // The alternate screen, a region below the top, deleted lines, a region of columns.
      "\u{1B}[?1049h1\r\n2\r\n3\r\n4", "\u{1B}[2;3r\u{1B}[2;1H1\r\n2\r\n3", "1\u{1B}[H\u{1B}[M",
      "\u{1B}[?69h\u{1B}[1;5s1\r\n2\r\n3\r\n4",
    ])
  func others(input: String) { #expect(history(input).isEmpty) }

  @Test("a program can clear it, and so does a reset")
  func cleared() {
    #expect(history(five + "\u{1B}[3J").isEmpty)
    #expect(history(five + "\u{1B}c").isEmpty)
    #expect(history(five + "\u{1B}[2J") == ["1", "2"])
  }

  @Test("a window that becomes lower pushes rows out at the top")
  func resized() {
    var emulator = Emulator(size: TerminalSize(columns: 10, rows: 3), historyLimit: 10)
    emulator.feed("1\r\n2\r\n3")
    emulator.resize(to: TerminalSize(columns: 10, rows: 1))
    #expect(emulator.history.map(\.text) == ["1", "2"])
    #expect(emulator.screen.rows == ["3"])
  }

  @Test("a row keeps its letters in both orders and its colours")
  func content() {
    var emulator = Emulator(size: TerminalSize(columns: 10, rows: 1), historyLimit: 10)
    emulator.feed("\u{1B}[31mﺔﻐﻠﻟﺍ\r\n")
    let row = emulator.history[emulator.history.startIndex]
    #expect(row.shows("اللغة", order: .logical) && !row.shows("اللغة", order: .visual))
    #expect(row.cells[0].style.foreground == .indexed(1))
  }
}
