import TerminalEmulator
import Testing

@Suite("Locators")
struct LocatorTests {
  private let screen: Screen = {
    var emulator = Emulator(size: TerminalSize(columns: 30, rows: 5))
    emulator.feed("Name: Name\r\n\u{1B}[7m (AR) ﺔﻴﺑﺮﻌﻟا \u{1B}[m  off\r\n  中文 end\u{1B}[2;3H")
    return emulator.screen
  }()

  @Test("text is found in every place, and in reading order")
  func text() {
    #expect(screen.find(.text("Name")).map(\.columns) == [0..<4, 6..<10])
    #expect(screen.find(.text("العربية (AR)")).map(\.columns) == [1..<13])
    #expect(screen.find(.text("العربية")).first?.text == "ﺔﻴﺑﺮﻌﻟا")
    #expect(screen.find(.text("文 end")).map(\.columns) == [4..<10])
    #expect(screen.find(.text("nothing")).isEmpty)
    #expect(screen.find(.text("")).isEmpty)
  }

  @Test("blanks at the end of a text may be empty cells at the end of a row")
  func prompt() {
    var emulator = Emulator(size: TerminalSize(columns: 6, rows: 3))
    emulator.feed("$ \r\nab cd$\r\nx $ ")
    let screen = emulator.screen
    #expect(screen.find(.text("$ ")).map(\.row) == [0, 2])
    #expect(screen.find(.text("$ ")).map(\.columns) == [0..<2, 2..<4])
    #expect(screen.find(.text("$    ")).map(\.row) == [0])
    #expect(screen.find(.text("$      ")).isEmpty)
    #expect(screen.find(.text("b ")).map(\.columns) == [1..<3])
    // A text of blanks alone stands between other characters.
    #expect(screen.find(.text(" ")).map(\.row) == [1, 2])
    #expect(screen.shows("$ ") && !screen.shows("d "))
  }

  @Test("rows, columns, styles and the cursor limit a search")
  func narrowing() {
    #expect(screen.find(.text("Name").inColumns(5..<30)).map(\.columns) == [6..<10])
    #expect(screen.find(.text("Name").inRows(1..<5)).isEmpty)
    #expect(screen.find(.text("العربية").styled("reverse") { $0.reverse }).count == 1)
    #expect(screen.find(.text("off").styled("reverse") { $0.reverse }).isEmpty)
    #expect(screen.find(.text("(AR)").withCursor()).count == 1)
    #expect(screen.find(.text("العربية").withCursor()).isEmpty)
    #expect(screen.find(.text("off").inRows(0..<99)).count == 1)
  }

  @Test("a row, a style and the focus can be found without a text")
  func others() {
    #expect(screen.find(.row(2)).first?.text == "中文 end")
    #expect(screen.find(.row(4)).isEmpty)
    #expect(screen.find(.style("reverse") { $0.reverse }).map(\.columns) == [0..<14])
    #expect(screen.find(.focus).map(\.columns) == [0..<14])
    #expect(screen.find(.focus).first?.style.reverse == true)
  }

  @Test("a locator says what it looks for")
  func description() {
    let locator = Locator.text("Name").inRows(2..<3).styled("bold") { $0.bold }.withCursor()
    #expect(locator.description == "“Name” in row 2, bold, with the cursor on it")
  }
}

@Suite("Comparing screens")
struct ScreenComparisonTests {
  private let screen: Screen = {
    var emulator = Emulator(size: TerminalSize(columns: 12, rows: 4))
    emulator.feed("one\r\ntwo \\ﻼ")
    return emulator.screen
  }()

  @Test("a difference names the row, the place and both texts")
  func difference() {
    #expect(screen.difference(from: "one\ntwo \\ﻼ  \n\n") == nil)
    #expect(screen.difference(from: "one\ntwo \\لا", order: .logical) == nil)
    #expect(
      screen.difference(from: "ore\ntwo \\ﻼ\nthree")
        == """
        row 0, from character 1 on:
          want ore
          have one
        row 2, from character 0 on:
          want three
          have \("")
        """)
  }

  @Test("the literal can be pasted, backslashes and all")
  func literal() {
    #expect(screen.literal() == "#\"\"\"\none\ntwo \\ﻼ\n\"\"\"#")
    #expect(Emulator().screen.literal() == "\"\"\"\n\"\"\"")
  }
}
