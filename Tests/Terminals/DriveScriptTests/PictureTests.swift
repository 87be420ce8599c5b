import TerminalHarness
import Testing

@testable import DriveScript

@Suite("Pictures")
struct PictureTests {
  private func svg(_ input: String) -> String {
    var emulator = Emulator(size: TerminalSize(columns: 24, rows: 2))
    emulator.feed(input)
    return emulator.screen.svg(title: "A & B")
  }

  @Test("Arabic is in a picture as plain letters in reading order")
  func arabic() {
    let picture = svg("(AR) ﺔﻴﺑﺮﻌﻟا")
    #expect(picture.contains(">العربية</text>"))
    #expect(picture.contains("direction=\"rtl\""))
    #expect(picture.contains(">(AR)</text>"))
  }

  @Test("letters that the terminal does not join are not joined in the picture")
  func unjoined() {
    #expect(svg("\u{1B}[8lملاس").contains(">س\u{200C}ال\u{200C}م</text>"))
  }

  @Test("text that the terminal is to order is in a picture as it was written")
  func written() {
    let picture = svg("שלום مرحبا abc")
    #expect(picture.contains(">שלום</text>") && picture.contains(">مرحبا</text>"))
  }

  @Test("styles, colours, title and cursor are in it, and markup is escaped")
  func styles() {
    let picture = svg("\u{1B}[1;4;38;2;1;2;3m<&>\u{1B}[m")
    #expect(picture.contains("<title>A &amp; B</title>"))
    #expect(picture.contains(">&lt;&amp;&gt;</text>"))
    #expect(picture.contains("font-weight=\"bold\" text-decoration=\"underline\""))
    #expect(picture.contains("fill=\"#010203\""))
    #expect(picture.contains("stroke-width"))
    #expect(!svg("\u{1B}[?25l").contains("stroke-width"))
  }

  @Test("frames are lines from cell to cell, not letters")
  func frames() {
    let picture = svg("┌─")
    #expect(picture.contains("<path d=\"M17 21.5H22M17 21.5V31\""))
    #expect(picture.contains("<path d=\"M22 21.5H32\""))
    #expect(!picture.contains("┌"))
  }
}
