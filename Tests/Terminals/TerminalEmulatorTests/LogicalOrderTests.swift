import TerminalEmulator
import Testing

@Suite("Logical order")
struct LogicalOrderTests {
  private func row(_ visual: String) -> ScreenRow {
    // The program says that it orders its text.
    var emulator = Emulator(size: TerminalSize(columns: 60, rows: 1))
    emulator.feed("\u{1B}[8l" + visual)
    return emulator.screen.grid[0]
  }

  /// Letters that stand from left to right on the screen, given in reading order.
  private func visual(_ reading: String) -> String { String(reading.reversed()) }

  @Test("presentation forms become letters, and lam-alef two")
  func forms() {
    #expect(row("ﺔﻴﺑﺮﻌﻟا").logicalText() == "العربية")
    #expect(row("مﻼﺳ").logicalText() == "سلام")
    #expect(row("ﷲ").logicalText() == "الله")
  }

  @Test("marks stay after their letters")
  func marks() {
    #expect(row("د\u{651}\u{64E}ع").logicalText() == "عد\u{651}\u{64E}")
  }

  @Test(
    "a row reads as it was written",
    arguments: [
      ("(AR) ةيبرعلا", "العربية (AR)", Direction.rightToLeft),
      ("ةيبرعلا (AR)", "العربية (AR)", .leftToRight),
      ("5 نم 2 ةوطخلا", "الخطوة 2 من 5", .rightToLeft),
      ("5 نم 2 ةوطخلا", "الخطوة 2 من 5", .leftToRight),
      ("٪٥٠ :ةبسنلا", "النسبة: ٥٠٪", .rightToLeft),
      ("12:30 ةعاسلا", "الساعة 12:30", .rightToLeft),
      ("Settings", "Settings", .rightToLeft),
      ("12/30", "12/30", .rightToLeft),
      ("│ مسﻻا   :ةيمستلا │", "│ التسمية:   الاسم │", .rightToLeft),
      ("Press Enter: ةيبرعلا now", "Press Enter: العربية now", .leftToRight),
    ])
  func reading(_ visual: String, _ logical: String, _ direction: Direction) {
    #expect(row(visual).logicalText(direction) == logical)
  }

  @Test(
    "text that the terminal is to order is as it was written; not with forms, nor in explicit mode",
    arguments: [
      ("שלום abc", "שלום abc"), ("مرحبا (AR) 12", "مرحبا (AR) 12"), ("  abc  אב", "  abc  אב"),
      ("\u{1B}[8lםולש", "שלום"), ("ﺎﺒﺣﺮﻣ", "مرحبا"),
    ])
  func written(text: String, logical: String) {
    var emulator = Emulator(size: TerminalSize(columns: 40, rows: 2))
    emulator.feed(text + "\r\n")
    #expect(emulator.screen.logicalRows[0] == logical)
    #expect(emulator.screen.grid[0].shows(logical, order: .logical))
  }

  @Test("a screen of Arabic runs from the right, and a search finds text in either order")
  func screens() {
    var emulator = Emulator(size: TerminalSize(columns: 30, rows: 3))
    emulator.feed("\u{1B}[8lEnglish (EN)       ةغللا\r\n(AR) ةيبرعلا\r\nةيبرعلا (AR)")
    let screen = emulator.screen
    #expect(screen.direction == .rightToLeft)
    #expect(screen.logicalRows[0] == "اللغة       English (EN)")
    #expect(screen.logicalRows[1] == "العربية (AR)")
    #expect(screen.shows("اللغة") && screen.shows("English (EN)") && screen.shows("ةغللا"))
    #expect(screen.grid[2].shows("العربية (AR)"))
    #expect(!screen.shows("التسمية"))
  }
}
