import BidiSamples
import MirrorLayout
import TerminalModels
import TestEffort
import Testing

/// A row of cells from a text as it stands from the left.
private func cells(_ text: String, _ style: Style = .plain) -> [Cell] {
  text.unicodeScalars.flatMap { scalar -> [Cell] in
    (0x4E00...0x9FFF).contains(scalar.value)
      ? [Cell(Glyph(scalar, width: 2), style: style), .continuation(style)]
      : [Cell(Glyph(scalar), style: style)]
  }
}

private func text(_ cells: some Sequence<Cell>) -> String {
  var view = String.UnicodeScalarView()
  for cell in cells where !cell.isContinuation {
    view.append(cell.glyph.base)
    view.append(contentsOf: cell.glyph.marks.scalars)
  }
  return String(view)
}

private let mark = "\u{200E}"
/// Three forms as they stand from the left: word is `reversed` in logical order.
private let word = "\u{FE94}\u{FED0}\u{FEDF}"
private let reversed = "\u{FEDF}\u{FED0}\u{FE94}"
private let other = "\u{FEE2}\u{FE8E}\u{FEA3}"
private let otherReversed = "\u{FEA3}\u{FE8E}\u{FEE2}"

/// Every row of up to five cells of a kind each that rules W1 to W7 and N0 to N2 tell apart.
private func smallRows(_ body: (_ row: [Cell]) -> Void) {
  let kinds = cells("\u{FE8E}١7a()│ ")
  var rows: [[Cell]] = [[]]
  for _ in 0..<Effort.rounds(short: 4, long: 5) {
    rows = rows.flatMap { row in kinds.map { row + [$0] } }
    rows.forEach(body)
  }
}

// MARK: Tests

struct RowEncodingTests {
  @Test("R28: rows that stay as they are, in every encoding", arguments: RowEncoding.allCases)
  func leftToRight(encoding: RowEncoding) {
    for row in ["", "English (EN)", "│ v1.2-beta ✓ 192.168.1.10 │", "\u{4E2D}\u{6587} abc"] {
      let encoded = encoding.encoded(cells(row))
      #expect(encoded.cells == cells(row))
      #expect(encoded.columns == Array(cells(row).indices))
    }
  }

  @Test("R28, E1: the visual row is sent as it is")
  func visual() {
    let row = cells("│ \(word) (AR) ١٢")
    #expect(RowEncoding.visual.encoded(row).cells == row)
  }

  @Test(
    "R28, E2: text that kitty reverses is sent reversed",
    arguments: [
      ("abc \(word) def", "abc \(reversed) def"),
      ("\(word) \(other)", "\(reversed) \(otherReversed)"),
      ("│\(word)│", "│\(reversed)│"),
      // Digits of the script are turned round with it, alone too.
      ("١٢٣", "٣٢١"),
      ("١٢\(word)", "\(reversed)٢١"),
      // What stands beside it stays, whatever font it comes from.
      ("(\(word))", "(\(reversed))"), (".\(word)", ".\(reversed)"),
      ("٣:٠٨", "٣:٨٠"), ("\(word)abc", "\(reversed)abc"),
      ("abc", "abc"), ("(AR)", "(AR)"), ("v1.2-beta", "v1.2-beta"),
      ("192.168.1.10", "192.168.1.10"),
    ])
  func kitty(row: String, sent: String) {
    #expect(text(RowEncoding.kitty.encoded(cells(row)).cells) == sent)
  }

  @Test("R28, E2: text that kitty would reverse with a word is separated from it by its face")
  func kittyWeights() {
    let encoded = RowEncoding.kitty.encoded(cells("(.\(word) x │\(word)│"))
    let apart = encoded.cells.indices.filter { encoded.cells[$0].face != .own }
    #expect(apart == [1])
    // A point looks the same in italics; a bracket does not.
    #expect(encoded.cells[1].face == .slanted)
    #expect(RowEncoding.kitty.encoded(cells("(\(word)")).cells[0].face == .otherWeight)
    // What stands beside an Arabic comma alone keeps its face.
    let comma = RowEncoding.kitty.encoded(cells("\(word) \u{060C}English")).cells
    #expect(comma.allSatisfy { $0.face == .own })
  }

  @Test(
    "R28, E2: for kitty, a letter with marks is a run by itself, and the letters beside it are others"
  )
  func kittyMarks() {
    // Forms as they are seen from the left; the first of three, and the first two, have a mark.
    for marked in [[0], [0, 1], [1]] {
      var row = cells("\(word) \(word)")
      for place in marked { row[place].glyph.marks.append("\u{0654}") }
      let encoded = RowEncoding.kitty.encoded(row).cells
      let faces = encoded.prefix(3).map(\.face)
      for place in marked {
        #expect(encoded[place].glyph == row[place].glyph)
        for beside in [place - 1, place + 1] where (0..<3).contains(beside) {
          #expect(faces[place] != faces[beside], "\(marked)")
        }
      }
      #expect(encoded.dropFirst(4).map(\.face) == [.own, .own, .own])
      #expect(text(encoded.dropFirst(4)) == reversed)
    }
    // Alone it needs no face.
    var row = cells(" \u{FEE9} ")
    row[1].glyph.marks.append("\u{0654}")
    #expect(RowEncoding.kitty.encoded(row).cells == row)
  }

  @Test("R28, E2: kitty reverses glyphs and not cells, so highlighted cells stay in place")
  func kittyStyles() {
    let row = cells("\u{FE94}", Style(.reverse)) + cells("\u{FED0}\u{FEDF}")
    let encoded = RowEncoding.kitty.encoded(row)
    #expect(encoded.cells.map(\.style) == row.map(\.style))
    #expect(encoded.columns == [0, 1, 2])
  }

  @Test(
    "R28, E3: the logical order of a left-to-right paragraph, with U+200E where it is needed",
    arguments: [
      ("│ \(word) │", "│ \(mark)\(reversed) │"),
      ("abc \(word) def", "abc \(reversed) def"),
      ("\(word) \(other)", "\(otherReversed) \(reversed)"),
      // A border between two words is not to be drawn in.
      ("\(word) │ \(other)", "\(reversed) │ \(mark)\(otherReversed)"),
      ("│ 10 \(word) │", "│ \(mark)10 \(reversed) │"),
      // Here the number would be drawn to the other side of the word.
      ("│ \(word) 10 │", "│ \(mark)\(reversed)\(mark) 10 │"),
    ])
  func marks(row: String, sent: String) {
    #expect(text(RowEncoding.lrm.encoded(cells(row)).cells) == sent)
  }

  @Test("R28, R71: no cell moves in the order for xterm.js, wherever its renderer begins a text")
  func markedLetters() {
    let row = cells("│ (\(word)١7) │")
    #expect(
      text(RowEncoding.marks.encoded(row).cells)
        == "│ (\u{FE94}\(mark)\u{FED0}\(mark)\u{FEDF}\(mark)١\(mark)7) │")
    // After the letter's own marks.
    let vowel = [Cell(Glyph("\u{FE91}", marks: Marks(["\u{064E}"])))]
    #expect(
      RowEncoding.marks.encoded(vowel).cells[0].glyph.marks.scalars == ["\u{064E}", "\u{200E}"])
    smallRows { row in
      let sent = RowEncoding.marks.encoded(row)
      #expect(sent.columns == Array(row.indices))
      #expect(sent.cells.map(\.glyph.base) == row.map(\.glyph.base))
      for start in row.indices {
        // A text of the row's end, and of one cell.
        for end in Set([start + 1, row.count]) {
          let shown = TerminalModel.vte.shows(Array(sent.cells[start..<end]))
          if shown != Array(row[start..<end]) { Issue.record("\(text(row)) from \(start)") }
        }
      }
    }
  }

  @Test(
    "R28, E3: every terminal agrees on a bracket pair around a border, after any word",
    arguments: [
      // Where a border is no letter, rule N0 found nothing in these pairs but a number or a word.
      "\u{FE8E}(7│)", "\u{FE8E}(١│)", "١(\u{FE8E}│)", "١(١│)",
      "\u{FE8E}[7│]", ":\(word)\(word)(7│)", " \u{FEFB}(١٢│)",
      "v1.2-beta  .\(word)(١٢┌──┐)v1.2-beta",
      "\(word) \(other)(AR)\(word) \(other)(192.168.1.10┌──┐)✓",
      // Where each piece is taken by itself, there was no pair.
      "(│\u{FE8E})7", "(│\u{FE8E})١", "(│١)\u{FE8E}", "(│١)١",
    ])
  func bracketsAroundBorders(row: String) {
    let sent = RowEncoding.lrm.encoded(cells(row)).cells
    for model in [TerminalModel.vte, .konsole, .pieces] {
      #expect(text(model.shows(sent)) == row, "\(model): sent as \(text(sent))")
    }
  }

  @Test("R28, E3: a bracket pair between borders costs no marks of its own")
  func bracketsBetweenBorders() {
    let row = "│ \(word) (AR) │ (x) │ [x) │"
    let sent = "│ \(mark)\(reversed) (AR) │ (x) │ [x) │"
    #expect(text(RowEncoding.lrm.encoded(cells(row)).cells) == sent)
  }

  @Test("R28, E3: every small row comes out right, with marks where it needs them")
  func smallRowsWithMarks() {
    smallRows { row in
      let sent = RowEncoding.lrm.encoded(row).cells
      for model in [TerminalModel.vte, .konsole, .pieces] where model.shows(sent) != row {
        Issue.record("\(model): \(text(row)) sent as \(text(sent))")
      }
    }
  }

  @Test(
    "R28, E4: the logical order of a right-to-left paragraph, by a true inverse",
    arguments: [
      ("\(word)", "\(reversed)"), ("\(word)  ", "  \(reversed)"),
      // From right to left: the word, a blank, and what runs from the left as it is.
      ("v1.2-beta \(word)", "\(reversed) v1.2-beta"),
      ("192.168.1.10 \(word)", "\(reversed) 192.168.1.10"),
      ("(AR) \(word)", "\(reversed) (AR)"),
      ("١٢٣ \(word)", "\(reversed) ١٢٣"),
      ("/home/ana \(word)", "\(reversed) home/ana/"),
      (".\(word) \(other) [x]", "[x] \(otherReversed) \(reversed)."),
      ("│ \(word) │ \(other) │", "│ \(otherReversed) │ \(reversed) │"),
      // Between Arabic digits a bracket is from right to left (rule N1).
      ("١(٢)", "٢)١)"),
      // Nothing right-to-left is to be found first here: a left-to-right paragraph.
      ("abc \(word) def", "abc \(reversed) def"),
    ])
  func paragraph(row: String, sent: String) {
    #expect(text(RowEncoding.paragraph.encoded(cells(row)).cells) == sent)
  }

  @Test("R3: the cursor moves with its cell if the terminal reorders, and stays in kitty")
  func cursor() {
    let line = Paragraph(
      "اللغة abc", direction: .rightToLeft
    ).line
    var frame = Frame(size: Size(columns: 12, rows: 1), cursor: Position(row: 0, column: 0))
    frame.rows[0] = Row(spans: [Span(column: 0, width: 12, style: .plain, content: .text(line))])
    #expect(frame.laidOut(.rightToLeft).cursor.column == 11)
    #expect(frame.laidOut(.rightToLeft, as: .kitty).cursor.column == 11)
    #expect(frame.laidOut(.rightToLeft, as: .paragraph).cursor.column == 0)
    // In a left-to-right paragraph: three blanks, abc, a blank, and then the word itself.
    #expect(frame.laidOut(.rightToLeft, as: .lrm).cursor.column == 7)
  }

  @Test(
    "R28: each terminal shows the row of the layout, with any content",
    arguments: 1...5 as ClosedRange<UInt64>)
  func roundTrip(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<Effort.rounds(short: 500, long: 15_000) {
      let row = randomRow(using: &generator)
      let pairs: [(RowEncoding, [TerminalModel])] = [
        (.kitty, [.kitty, .kittyWithFonts]), (.lrm, [.vte, .konsole, .pieces]),
      ]
      for (encoding, models) in pairs {
        let sent = encoding.encoded(row).cells
        #expect(sent.count == row.count)
        for model in models where model.shows(sent) != row {
          Issue.record("\(model): \(text(row)) sent as \(text(sent))")
        }
      }
    }
  }

  @Test("R28, E4: an order that is reported as an inverse is one, and most rows have one")
  func inverses() {
    var generator = SeededGenerator(seed: 1)
    let rounds = Effort.rounds(short: 300, long: 1500)
    for (encoding, model) in [
      (RowEncoding.paragraph, TerminalModel.putty), (.mlterm, .mlterm),
    ] {
      var exact = 0
      for _ in 0..<rounds {
        let row = randomRow(using: &generator, mixing: false)
        if model.shows(encoding.encoded(row).cells) == row { exact += 1 }
      }
      #expect(exact * 15 > rounds * 14, "\(encoding): \(exact)")
    }
  }

  @Test(
    "R28, E4: every small row that is possible without marks is found",
    arguments: [(RowEncoding.paragraph, TerminalModel.putty), (.mlterm, .mlterm)])
  private func smallRowsWithoutMarks(encoding: RowEncoding, model: TerminalModel) {
    // Whatever comes out of some order: the kinds are those of the rows, mirror images included.
    var shown: Set<String> = []
    smallRows { shown.insert(text(model.shows($0))) }
    var missed = shown
    smallRows { row in
      if model.shows(encoding.encoded(row).cells) == row { missed.remove(text(row)) }
    }
    #expect(missed == [])
  }

  /// Words, numbers, signs and borders side by side; without `mixing`, texts of one direction stand
  /// apart from those of the other, as a layout puts them.
  private func randomRow(
    using generator: inout SeededGenerator, mixing: Bool = true
  ) -> [Cell] {
    let arabic = [word, other, "\u{FEFB}", "١٢", "\(word) \(other)", ".\(word)"]
    let latin = ["abc", "v1.2-beta", "(AR)", "Enter", "[x]"]
    let signs = [" ", "  ", "│", "✓", "-", "(", ")", "\u{4E2D}", "192.168.1.10", "7", ":", "┌──┐"]
    var row = ""
    if mixing {
      for _ in 0..<Int.random(in: 0...8, using: &generator) {
        row += (arabic + latin + signs).randomElement(using: &generator) ?? ""
      }
    } else {
      // A mirrored row: from the right a label in Arabic, and a value at the left.
      let value =
        (latin + arabic + ["192.168.1.10", "/home/ana/.config"])
        .randomElement(using: &generator) ?? ""
      let label = arabic.filter { !$0.contains("١") }.randomElement(using: &generator) ?? ""
      row = "│ \(value)   \(label) │ \(other) › │"
    }
    var result = cells(row)
    // Some of it is bold.
    if mixing, !result.isEmpty, Bool.random(using: &generator) {
      let start = Int.random(in: result.indices, using: &generator)
      for place in start..<Int.random(in: start...result.count, using: &generator) {
        result[place].style = Style(.bold)
      }
      for place in result.indices where result[place].isContinuation {
        result[place].style = result[place - 1].style
      }
    }
    return result
  }
}

struct PlainOrderTests {
  private func frame(_ text: String, width: Int, columns: Int) -> Frame {
    let line = Paragraph(text, direction: .rightToLeft).line
    var frame = Frame(size: Size(columns: columns, rows: 1))
    frame.rows[0] = Row(
      spans: [Span(column: 1, width: width, style: .plain, content: .text(line))])
    return frame
  }

  @Test("R28: logical order is plain letters as they are spelt, in both layouts")
  func spelling() {
    let spelt = "العربية (AR)"
    let frame = frame(spelt, width: 12, columns: 16)
    #expect(text(frame.laidOut(.leftToRight, as: .logical).cells) == " \(spelt)   ")
    #expect(text(frame.laidOut(.rightToLeft, as: .logical).cells) == "   \(spelt) ")
  }

  @Test("R28: in logical order a form is its letter, and a wide letter keeps both of its cells")
  func forms() {
    let frame = frame("\u{FE91}\u{4E2D}", width: 3, columns: 5)
    #expect(text(frame.laidOut(.leftToRight, as: .logical).cells) == " ب\u{4E2D} ")
  }

  @Test("R28: lam-alef is two letters again, in the two cells that were measured for it")
  func lamAlef() {
    let line = Paragraph("لا", direction: .rightToLeft, joinsLetters: false).line
    #expect(line.width == 2)
    var frame = Frame(size: Size(columns: 5, rows: 1))
    frame.rows[0].spans = [Span(column: 1, width: 2, style: .plain, content: .text(line))]
    #expect(text(frame.laidOut(.rightToLeft, as: .logical).cells) == "  لا ")
    #expect(text(frame.laidOut(.leftToRight, as: .logical).cells) == " لا  ")
    #expect(frame.logicalText(row: 0) == " لا")
  }

  @Test("R25, R28: text with separate letters is wrapped and cut by the cells that it takes")
  func apart() {
    let text = "لا لا"
    let joined = Paragraph(text, direction: .rightToLeft)
    let apart = Paragraph(text, direction: .rightToLeft, joinsLetters: false)
    #expect((joined.width, apart.width) == (3, 5))
    #expect(joined.lines(width: 3).count == 1)
    #expect(apart.lines(width: 3).map(\.width) == [2, 2])
    #expect(apart.truncated(to: 4).width == 3)
    #expect(CaretMap(apart.line).column(of: 5) == -1)
  }

  @Test("R28: marks stay on their letters, and characters without a cell are left out")
  func marks() {
    let frame = frame("\u{2067}ب\u{064E}\u{2069}", width: 1, columns: 3)
    #expect(text(frame.laidOut(.leftToRight, as: .logical).cells) == " ب\u{064E} ")
  }
}

struct GlyphRepertoireTests {
  private let console = GlyphRepertoire.console

  @Test("R28: a console without Arabic digits shows Western ones, and keeps the letters' forms")
  func digits() {
    #expect(console.substitute(for: "٣") == "3")
    #expect(console.substitute(for: "۷") == "7")
    #expect(console.substitute(for: "\u{FEFB}") == "\u{FEFB}")
    #expect(GlyphRepertoire.font([0x0660...0x0669]).substitute(for: "٣") == "٣")
  }

  @Test("R28: if a font has no presentation forms, base letters replace them")
  func baseLetters() {
    let letters = GlyphRepertoire.font([0x0621...0x064A])
    for (form, letter) in [
      ("\u{FE91}", "ب"), ("\u{FE92}", "ب"), ("\u{FE8E}", "ا"),
      ("\u{FEF4}", "ي"), ("\u{FE94}", "ة"),
    ] as [(Unicode.Scalar, Unicode.Scalar)] {
      #expect(letters.substitute(for: form) == letter)
    }
    // Two letters have no place in one cell: the lack is to be seen.
    #expect(letters.substitute(for: "\u{FEFB}") == "\u{FEFB}")
  }

  @Test("R28: ornaments that a terminal lacks become the nearest available ones, then ASCII")
  func ornaments() {
    #expect(console.substitute(for: "│") == "│")
    #expect(console.substitute(for: "✓") == "√")
    #expect(console.substitute(for: "›") == ">")
    #expect(GlyphRepertoire.font([]).substitute(for: "✓") == "*")
    let plain = "┌─┐│└┘├┤›‹✓█≡…↑↓".unicodeScalars.map {
      GlyphRepertoire.asciiOrnaments.substitute(for: $0)
    }
    #expect(plain.allSatisfy { $0.isASCII })
    #expect(GlyphRepertoire.asciiOrnaments.substitute(for: "\u{FE91}") == "\u{FE91}")
    #expect(GlyphRepertoire.unicode.substitute(for: "│") == "│")
  }

  @Test("A substitute takes the cell of the character that it replaces: nothing moves")
  func inPlace() {
    var frame = Frame(size: Size(columns: 4, rows: 1))
    frame.rows[0] = Row(
      spans: [
        Span(
          column: 0, width: 4, style: .plain,
          content: .symbols([Glyph("│"), Glyph("›"), Glyph("a"), Glyph("│")]))
      ])
    #expect(text(frame.laidOut(.rightToLeft, drawing: .asciiOrnaments).cells) == "|a<|")
  }
}
