import BidiSamples
import MirrorLayout
import Testing

/// A visual row as text, a space for each blank cell; the right half of a wide glyph is left out.
private func visual(_ grid: Grid, row: Int = 0) -> String { grid.text(row: row) }

private func line(_ text: String, _ direction: ParagraphDirection = .leftToRight) -> TextLine {
  Paragraph(text, direction: direction).line
}

private func row(_ spans: [Span], columns: Int) -> Frame {
  var frame = Frame(size: Size(columns: columns, rows: 1))
  frame.rows[0] = Row(spans: spans)
  return frame
}

private func span(_ column: Int, _ text: TextLine, width: Int? = nil) -> Span {
  Span(column: column, width: width ?? text.width, style: .plain, content: .text(text))
}

private func symbols(_ column: Int, _ text: String) -> Span {
  Span(
    column: column, width: text.unicodeScalars.count, style: .plain,
    content: .symbols(text.unicodeScalars.map { Glyph($0) }))
}

struct MirroringTests {
  @Test("R23: a row is mirrored, its ornaments flip, its text does not")
  func mirrorsRow() {
    let frame = row(
      [symbols(0, "┌─┬"), symbols(3, "› "), span(5, line("Go (on)")), symbols(12, "[x]")],
      columns: 16)
    #expect(visual(frame.laidOut(.leftToRight)) == "┌─┬› Go (on)[x] ")
    #expect(visual(frame.laidOut(.rightToLeft)) == " [x]Go (on) ‹┬─┐")
  }

  @Test("R23: signs that do not point stay as they are")
  func keepsSigns() {
    let frame = row([symbols(0, "✓★●"), symbols(3, "→◂└├")], columns: 7)
    #expect(visual(frame.laidOut(.rightToLeft)) == "┤┘▸←●★✓")
  }

  @Test("R25: Arabic is joined and reordered the same way in both layouts")
  func joinsArabic() {
    let word = "لغة"
    let frame = row([span(1, line(word, .rightToLeft), width: 5)], columns: 8)
    let shaped = "\u{FE94}\u{FED0}\u{FEDF}"
    #expect(visual(frame.laidOut(.leftToRight)) == " \(shaped)    ")
    #expect(visual(frame.laidOut(.rightToLeft)) == "    \(shaped) ")
  }

  @Test("R26: text begins at the leading edge of its place in both layouts")
  func leadingEdge() {
    let frame = row([span(0, line("ab"), width: 6)], columns: 6)
    #expect(visual(frame.laidOut(.leftToRight)) == "ab    ")
    #expect(visual(frame.laidOut(.rightToLeft)) == "    ab")
  }

  @Test("R3: the cursor is mirrored with its row")
  func mirrorsCursor() {
    var frame = Frame(size: Size(columns: 10, rows: 2))
    frame.cursor = Position(row: 1, column: 2)
    #expect(frame.laidOut(.leftToRight).cursor == Position(row: 1, column: 2))
    #expect(frame.laidOut(.rightToLeft).cursor == Position(row: 1, column: 7))
  }

  @Test("A wide glyph takes two cells, and is left out if only one remains")
  func wideGlyph() {
    let wide = Span(
      column: 0, width: 4, style: .plain, content: .text(line("\u{4E2D}a")))
    let grid = row([wide], columns: 4).laidOut(.leftToRight)
    #expect(grid[0, 0].glyph.width == 2)
    #expect(grid[0, 1].isContinuation)
    #expect(grid[0, 2].glyph.base == "a")
    let narrow = Span(column: 0, width: 1, style: .plain, content: .text(line("\u{4E2D}")))
    #expect(visual(row([narrow], columns: 4).laidOut(.leftToRight)) == "    ")
  }

  @Test("R29: nothing reaches outside of the screen")
  func clips() {
    let frame = row([span(-2, line("abcdef")), span(8, line("xyz"))], columns: 10)
    // A text stands at the leading edge of what is left of its place.
    #expect(visual(frame.laidOut(.leftToRight)) == "abcd    xy")
    #expect(visual(frame.laidOut(.rightToLeft)) == "yz    cdef")
  }

  @Test("R23: the right-to-left grid is the left-to-right one with its columns reversed")
  func reversesColumns() {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<200 {
      let columns = Int.random(in: 1...40, using: &generator)
      let spans = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
        Span(
          column: Int.random(in: 0..<columns, using: &generator),
          width: Int.random(in: 1...10, using: &generator),
          style: Style(Style.Attributes(rawValue: UInt8.random(in: 0...7, using: &generator))),
          content: Bool.random(using: &generator) ? .blank : .symbols([Glyph("✓")]))
      }
      let frame = row(spans, columns: columns)
      let reversed = Array(frame.laidOut(.leftToRight).cells.reversed())
      #expect(frame.laidOut(.rightToLeft).cells == reversed)
    }
  }

  @Test("R51: cells that no span covers have the frame's background, in every encoding")
  func background() {
    let paper = Style(paper: Color(indexed: 16))
    var frame = Frame(size: Size(columns: 6, rows: 2), background: paper)
    frame.rows[0] = Row(spans: [span(0, line("\u{FE94}"))])
    for encoding in RowEncoding.allCases {
      let grid = frame.laidOut(.rightToLeft, as: encoding)
      #expect(grid.background == paper)
      #expect(grid.cells.count { $0.style == paper } == 11, "\(encoding)")
    }
  }

  @Test("R54: a text that is wider than its place is scrolled from the layout's leading edge")
  func scrolled() {
    let text = Span(
      column: 2, width: 3, style: Style(.underline), content: .text(line("abcdef")), offset: 2)
    let frame = row([text], columns: 8)
    #expect(visual(frame.laidOut(.leftToRight)) == "  cde   ")
    #expect(visual(frame.laidOut(.rightToLeft)) == "   bcd  ")
  }

  @Test("R54: a selection is highlighted in the same cells of the text in both layouts")
  func highlights() {
    let text = Span(
      column: 1, width: 5, style: Style(.underline), content: .text(line("abcdef")), offset: 1,
      highlights: [Highlight(columns: 1..<3, style: Style(.reverse))])
    let frame = row([text], columns: 8)
    for direction in Direction.allCases {
      let grid = frame.laidOut(direction)
      let selected = grid.cells.filter { $0.style == Style(.reverse) }.map(\.glyph.base)
      #expect(selected == ["b", "c"])
    }
  }
}

struct LogicalTextTests {
  @Test("R59: a row's logical text is as a person would type it")
  func logicalText() {
    let arabic = line("لا\u{2067} (AR)\u{2069}", .rightToLeft)
    let frame = row([symbols(0, "│ "), span(2, arabic), span(12, line("end"))], columns: 20)
    // Lam-alef is one cell, so that two letters take one column.
    #expect(frame.logicalText(row: 0) == "│ لا (AR)    end")
  }

  @Test("Where spans overlap, the later one is read")
  func overlap() {
    let frame = row([span(0, line("abcdef")), symbols(2, "│")], columns: 8)
    #expect(frame.logicalText(row: 0) == "ab│def")
  }
}

struct ChangedRowsTests {
  @Test(
    "R23, R28: a row that the cursor has left is sent like a row without a cursor",
    arguments: RowEncoding.allCases, [Direction.leftToRight, .rightToLeft])
  func cursorMoves(encoding: RowEncoding, direction: Direction) {
    let line = Paragraph(
      "ab مر cd لا", direction: .firstStrong(fallback: .leftToRight)
    ).line
    let row = Row(spans: [
      Span(column: 0, width: line.width, style: .plain, content: .text(line))
    ])
    var former = Frame(size: Size(columns: 12, rows: 3))
    former.rows = [row, row, row]
    var grid = former.laidOut(direction, as: encoding)
    for place in 0..<36 {
      var frame = former
      frame.cursor = Position(row: place % 3, column: place / 3)
      let changes = frame.changes(since: former, direction, as: encoding)
      if let changes { grid.apply(changes) }
      #expect(grid == frame.laidOut(direction, as: encoding), "\(frame.cursor)")
      former = frame
    }
    var larger = Frame(size: Size(columns: 12, rows: 4))
    larger.rows[0] = row
    #expect(larger.changes(since: former, direction, as: encoding) == nil)
  }
}
