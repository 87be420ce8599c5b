import BidiRepair
import Cells
import MirrorLayout
import Recordings
import TerminalEmulator
import TerminalModels
import TestEffort
import Testing

@Suite struct TextRepairTests {
  @Test("R67: without right-to-left text each chunk is passed on unchanged")
  func identity() {
    for seed in 0..<UInt64(Effort.rounds(short: 200, long: 2_000)) {
      var stream = RandomStream(seed: seed, isRightToLeft: false)
      var sitting = Sitting()
      for _ in 0..<40 {
        let chunk = stream.next()
        let before = sitting.output.count
        sitting.write(chunk)
        #expect(Array(sitting.output[before...]) == chunk, "seed \(seed)")
      }
    }
  }

  @Test("R67: the output of a hundred real programs is passed on unchanged, in pieces of any size")
  func recordings() throws {
    #expect(ProgramRecording.all.count >= 100)
    for recording in ProgramRecording.all {
      let bytes = try recording.bytes().prefix(Effort.rounds(short: 4_000, long: .max))
      #expect(bytes.count > 10, "\(recording)")
      var generator = SeededGenerator(state: 1)
      for longest in [1, 100, 65_536] {
        var repair = TextRepair(
          size: TerminalSize(columns: recording.columns, rows: recording.rows),
          options: RepairOptions())
        var start = 0
        while start < bytes.count {
          let end = min(bytes.count, start + Int.random(in: 1...longest, using: &generator))
          let part = Array(bytes[start..<end])
          var output: [UInt8] = []
          part.withUnsafeBufferPointer { repair.take($0, into: &output) }
          if output != part {
            Issue.record("\(recording), from byte \(start): \(output.prefix(100))")
            break
          }
          start = end
        }
      }
    }
  }

  @Test(
    "R67: left-to-right letters never count as right-to-left, whatever their bytes are",
    arguments: [
      "\u{FB01}", "\u{2714}\u{FE0F}", "\u{FEFF}", "\u{582}", "\u{200F}", "\u{10000}", "\u{1E000}",
    ])
  func otherLetters(_ text: String) {
    var sitting = Sitting()
    sitting.write("a\(text)b")
    #expect(sitting.output == Array("a\(text)b".utf8))
  }

  @Test("R67: characters at the ends of each length in UTF-8 are sent whole")
  func lengths() {
    for value: UInt32 in [0x7E, 0xA0, 0x7FF, 0x800, 0xFFFD, 0x1_0000, 0x10_FFFD] {
      let scalar = Unicode.Scalar(value)!
      var sitting = Sitting()
      sitting.write("א\(scalar)")
      let row = sitting.terminal.screen.rows[0]
      #expect(row.unicodeScalars.contains(scalar), "\(String(value, radix: 16)): \(row)")
    }
  }

  @Test("R67: right-to-left paragraphs are joined at the right, with their cursor")
  func paragraph() {
    var sitting = Sitting()
    sitting.write("مرحبا")
    #expect(
      sitting.rows[0] == String(repeating: " ", count: 15)
        + "\u{FE8E}\u{FE92}\u{FEA3}\u{FEAE}\u{FEE3}")
    #expect(sitting.terminal.screen.cursor.column == 14)
    sitting.write("!")
    #expect(
      sitting.rows[0] == String(repeating: " ", count: 14)
        + "!\u{FE8E}\u{FE92}\u{FEA3}\u{FEAE}\u{FEE3}")
    #expect(sitting.terminal.screen.cursor.column == 13)
  }

  @Test("R67: a left-to-right paragraph keeps its place, as do the cells beside the text")
  func mixed() {
    var sitting = Sitting()
    sitting.write("$ ls אבג (ד) 12\r\nok")
    #expect(sitting.rows[0] == "$ ls 12 (ד) גבא")
    #expect(sitting.rows[1] == "ok")
    sitting.write("\u{1B}[A\u{1B}[6G")
    #expect(sitting.terminal.screen.cursor.column == 14)
  }

  @Test("R67: a paragraph over three rows is ordered as one, and the terminal knows its wraps")
  func wrapped() {
    var sitting = Sitting(columns: 6, rows: 6)
    sitting.write("אבג abcdef דהו")
    #expect(sitting.rows[0] == "ab גבא")
    #expect(sitting.rows[1] == "ד cdef")
    #expect(sitting.rows[2] == "    וה")
    #expect(sitting.terminal.screen.grid[0].isWrapped)
    #expect(sitting.terminal.screen.grid[1].isWrapped)
  }

  @Test("R67: the blank at which a row wraps is at that row's end")
  func blankAtEnd() {
    var sitting = Sitting(columns: 6, rows: 3)
    sitting.write("אבגדה וז")
    #expect(sitting.rows[0] == " הדגבא")
    #expect(sitting.rows[1] == "    זו")
  }

  @Test("R67: letters join across the end of a row, as in VTE")
  func joinedOverRows() {
    var sitting = Sitting(columns: 4, rows: 3)
    sitting.write("بببل")
    // The lam is the last letter of all.
    #expect(sitting.rows[0] == "\u{FEDE}\u{FE92}\u{FE92}\u{FE91}")
    sitting.write("ب a")
    #expect(sitting.rows[0] == "\u{FEE0}\u{FE92}\u{FE92}\u{FE91}")
    #expect(sitting.rows[1] == " a \u{FE90}")
  }

  @Test("R67: a tab separates text, as in the columns of ls, and so do the blanks in its place")
  func tabs() {
    var sitting = Sitting(columns: 24, rows: 3)
    sitting.write("ab.c\tאב\tגד")
    #expect(sitting.rows[0] == "ab.c    בא      דג")
    #expect(sitting.repair.screen.rows[0] == "ab.c    אב      גד")
    sitting.write("\r\u{1B}[10C      ")
    #expect(sitting.rows[0] == "ab.c    בא      דג")
  }

  @Test("R67: a wide character that a margin cuts is shown whole, and the margins are kept")
  func wideAtMargin() {
    var sitting = Sitting(columns: 12, rows: 3, RepairOptions(direction: .rightToLeft))
    sitting.write("ب 中文 abcd\u{1B}[?69h\u{1B}[1;3s")
    sitting.write("\u{1B}[1;12Hx")
    #expect(sitting.rows == ["中文 abcdx \u{FE8F}", "", ""])
    #expect(sitting.terminal.terminalState.scrollingColumns == 0...2)
  }

  @Test("R67: rows leave the screen in the order in which they were shown")
  func scrolling() {
    var sitting = Sitting(columns: 10, rows: 2)
    let line = "a אב\r\n"
    for _ in 0..<5 { sitting.write(Array((line + line + line).utf8)) }
    #expect(sitting.rows[0] == "a בא")
    // The row that scrolls off is sent reordered before the line feed that takes it away.
    var rows: [String] = []
    var shown = Emulator(size: TerminalSize(columns: 10, rows: 2))
    for byte in sitting.output {
      if byte == 0x0A, shown.screen.cursor.row == 1 { rows.append(shown.screen.rows[0]) }
      shown.feed([byte])
    }
    #expect(rows.count == 14)
    #expect(rows.allSatisfy { $0 == "a בא" }, "\(rows)")
  }

  @Test("R67: on the alternate screen each column is ordered separately, in its place")
  func fields() {
    var sitting = Sitting(columns: 24, rows: 3)
    sitting.write(
      "\u{1B}[?1049h\u{2502}אב.pdf    גד\u{2502}ה ו\u{2502}")
    #expect(
      sitting.rows[0]
        == "\u{2502}pdf.בא    דג\u{2502}ו ה\u{2502}"
    )
  }

  @Test("R67: explicit mode leaves rows as the program ordered them")
  func explicit() {
    var sitting = Sitting()
    sitting.write("\u{1B}[8l\u{1B}[2J\u{1B}[Hאב x")
    #expect(sitting.rows[0] == "אב x")
    #expect(sitting.output == Array("\u{1B}[8l\u{1B}[2J\u{1B}[Hאב x".utf8))
  }

  @Test("R67: a row that becomes explicit before it is shown does not block the others")
  func explicitBeforeShown() throws {
    let text = "aب\r\u{1B}[8lx"
    let rest = "\n\n\n\n"
    var emulator = Emulator(size: TerminalSize(columns: 20, rows: 3))
    emulator.feed(text)
    let step = Array(rest.utf8).withUnsafeBufferPointer {
      emulator.advance($0, from: 0, pausing: true)
    }
    // The repair does not look at this row, so a stop for it would come again for ever.
    try #require(!emulator.hasChangedRightToLeft && !step.isPaused)
    var sitting = Sitting(rows: 3)
    sitting.write(text + rest + "end")
    #expect(sitting.rows == sitting.bare.screen.rows)
  }

  @Test(
    "R67: a wrap that is pending at a margin is still pending after a row was shown",
    arguments: ["h", "l"])
  func wrapAtMargin(_ final: String) {
    // The margins from 2 to 4, and more text than has room between them.
    var sitting = Sitting(columns: 10, rows: 3)
    sitting.write("\u{1B}[?69h\u{1B}[2;4s\u{1B}[3;1Hب\u{1B}[2;2Habc\u{1B}[?69\(final)")
    sitting.write("de")
    #expect(sitting.difference == nil)
    #expect(sitting.terminal.screen.cursor == sitting.bare.screen.cursor)
    #expect(sitting.bare.screen.cursor.column == (final == "h" ? 3 : 2))
  }

  @Test("R67: a row that is rewritten unchanged keeps its directional marks")
  func marksOfOtherRows() {
    // The last column makes the row be written again, for the wrap that is pending.
    var sitting = Sitting(columns: 4, rows: 2)
    sitting.write("ب\r")
    sitting.write("abcd\u{200F}")
    sitting.write("e")
    #expect(sitting.difference == nil)
    #expect(sitting.rows[0] == "abcd\u{200F}")
  }

  @Test(
    "R67: a row in a terminal's order looks the same as on a terminal that moves no cells",
    arguments: [RowEncoding.kitty, .lrm, .paragraph, .mlterm, .qterminal, .marks])
  func encodings(_ encoding: RowEncoding) {
    for text in [
      "'صور 2026.tar.gz'", "'ملف جديد.pdf'", "cat names/تقرير.txt", "(ar) لغة الواجهة (ar)",
      "grep 'اسم الملف' > نتيجة.txt", "A=بيت", "\u{1B}[1mA=\u{1B}[31mبي\u{1B}[mت.txt",
      "\u{1B}[3mفي README.md\u{1B}[m", "x (\u{1B}[1mبيت\u{1B}[m)",
    ] {
      // The cursor ends on one of the last cells.
      let text = "\u{1B}[2 S$ \(text)\u{1B}[3D"
      var direct = Sitting(columns: 40, rows: 2)
      var encoded = Sitting(columns: 40, rows: 2, RepairOptions(encoding: encoding))
      direct.write(text)
      encoded.write(text)
      let wanted = drawn(direct.terminal.screen.grid[0])
      for model in TerminalModel.all(for: encoding) {
        var sent = drawn(encoded.terminal.screen.grid[0])
        let shown = model.shows(sent)
        #expect(shown.map(\.glyph) == wanted.map(\.glyph), "\(model): \(text)")
        // QTerminal draws what is under the cursor as a text of its own.
        if encoding == .qterminal { continue }
        sent[encoded.terminal.screen.cursor.column].style.attributes.insert(.reverse)
        let cursor = model.shows(sent).firstIndex { $0.style.attributes.contains(.reverse) }
        #expect(cursor == direct.terminal.screen.cursor.column, "\(model): the cursor in \(text)")
      }
    }
  }

  /// A row's cells, with the look of each; italic ones are a face of their own.
  private func drawn(_ row: ScreenRow) -> [Cell] {
    row.cells.map { cell in
      var scalars = cell.text.unicodeScalars.makeIterator()
      guard let base = scalars.next() else { return .continuation(.plain) }
      var marks = Marks()
      while let mark = scalars.next() { marks.append(mark) }
      var drawn = Cell(
        Glyph(base, marks: marks, width: cell.width),
        style: Style(cell.style.bold ? .bold : []))
      if cell.style.italic { drawn.face = .slanted }
      return drawn
    }
  }

  @Test("R67: a program's direction (SCP) and detection (2501) count")
  func modes() {
    var sitting = Sitting(columns: 8, rows: 4)
    sitting.write(
      "\u{1B}[2 kab א\r\n\u{1B}[?2501hab א\r\n\u{1B}[0 k\u{1B}[?2501lא b")
    #expect(sitting.rows[0] == "    א ab")
    #expect(sitting.rows[1] == "ab א")
    #expect(sitting.rows[2] == "א b")
  }

  @Test("R67: a row that loses its right-to-left text is as the program wrote it")
  func losing() {
    var sitting = Sitting(columns: 8, rows: 2)
    sitting.write("אב")
    #expect(sitting.rows[0] == "      בא")
    sitting.write("\rab")
    #expect(sitting.rows[0] == "ab")
    #expect(sitting.terminal.screen.cursor.column == 2)
  }

  @Test("R67: after the last column the next character wraps as the program's terminal would")
  func pendingWrap() {
    var sitting = Sitting(columns: 6, rows: 3)
    sitting.write("ab אבג")
    sitting.write("x")
    #expect(sitting.rows[0] == "ab גבא")
    #expect(sitting.rows[1] == "x")
    #expect(sitting.terminal.screen.cursor.row == 1)
    #expect(sitting.terminal.screen.cursor.column == 1)
  }

  @Test("R67: REP repeats the program's last character, not one of a reordered row")
  func repetition() {
    for write in ["אב 9|\u{1B}[3b", "אב 9\u{1B}[3|b", "א9\u{1B}[3b"] {
      var sitting = Sitting()
      for part in write.split(separator: "|") { sitting.write(String(part)) }
      #expect(sitting.bare.screen.rows[0].hasSuffix("9999"))
      #expect(sitting.rows[0].contains("9999"), "\(sitting.rows[0])")
      #expect(sitting.terminal.screen.cursor.row == sitting.bare.screen.cursor.row)
    }
    var plain = Sitting()
    plain.write("9\u{1B}[3b")
    #expect(plain.output == Array("9\u{1B}[3b".utf8))
  }

  @Test("R67: REP in a later write goes on where the program's cursor is, over the ends of rows")
  func repetitionOfARow() {
    for columns in 4...6 {
      for rows in 1...3 {
        for count in 1...9 {
          var sitting = Sitting(columns: columns, rows: rows)
          sitting.write("אב9")
          sitting.write("\u{1B}[\(count)b")
          #expect(sitting.difference == nil, "\(columns) \(rows) \(count)")
          sitting.write("\u{1B}[H")
          let shown = sitting.rows.joined().filter { $0 == "9" }.count
          #expect(shown == sitting.bare.screen.rows.joined().filter { $0 == "9" }.count)
        }
      }
    }
  }

  @Test("R67: REP in the drawing set repeats what is drawn, and the set stays")
  func repetitionOfDrawing() {
    var sitting = Sitting()
    sitting.write("a אב\u{1B}(0q\u{1B}[2bq")
    #expect(sitting.rows[0].hasSuffix("בא────"))
    #expect(sitting.difference == nil)
  }

  @Test(
    "R67: REP with a control in its middle also repeats the program's character",
    arguments: ["\u{1B}[\u{0}b", "\u{1B}[2\u{8}b", "\u{1B}[\nb"])
  func repeatedAroundControl(_ sequence: String) {
    for parts in [[sequence], sequence.unicodeScalars.map { String($0) }] {
      var sitting = Sitting(columns: 12, rows: 3)
      sitting.write("ا3\u{1B}M")
      for part in parts { sitting.write(part) }
      sitting.write("x")
      #expect(sitting.difference == nil, "\(parts)")
    }
  }

  @Test("R67: added bytes never cut a sequence that comes in pieces")
  func parts() {
    for text in [
      "א\u{1B}[1;31mb\u{1B}]0;title\u{07}c ב", "م\u{1B}Pq\u{1B}\\\u{64E}x",
    ] {
      var whole = Sitting()
      whole.write(text)
      var parts = Sitting()
      for byte in text.utf8 { parts.write([byte]) }
      #expect(parts.rows == whole.rows)
      #expect(parts.terminal.unknownSequences == whole.terminal.unknownSequences)
      #expect(parts.terminal.screen.cursor == whole.terminal.screen.cursor)
    }
  }

  @Test("R67: the rows match the terminal's, wherever its cursor was at the start")
  func start() {
    for first in 0..<5 {
      var sitting = Sitting(columns: 10, rows: 5)
      for _ in 0..<first {
        sitting.terminal.feed("before\r\n")
        sitting.bare.feed("before\r\n")
      }
      for line in ["one", "אב", "גד x"] { sitting.write(line + "\r\n") }
      let shown = sitting.rows.filter { !$0.isEmpty && $0 != "before" }
      #expect(shown == ["one", "        בא", "      x דג"])
      #expect(sitting.terminal.screen.cursor.row == sitting.bare.screen.cursor.row)
    }
  }

  @Test("R67: the widest rows and floods of marks are survived")
  func floods() {
    var wide = Sitting(columns: 9_996, rows: 2)
    wide.write(String(repeating: "a אב", count: 3_000))
    #expect(wide.rows[0] == String(repeating: "a בא", count: 2_499))
    #expect(wide.terminal.screen.cursor.row == 1)
    var marks = Sitting()
    marks.write("א" + String(repeating: "\u{5B0}", count: 100_000) + "ב")
    #expect(marks.rows[0].unicodeScalars.filter { $0 == "א" || $0 == "ב" }.count == 2)
    #expect(marks.output.count < 500_000)
  }

  @Test("R67: right-to-left text in a title does not count as text of the screen")
  func title() {
    var sitting = Sitting()
    let text = "\u{1B}]0;مرحبا\u{07}ok"
    sitting.write(text)
    #expect(sitting.output == Array(text.utf8))
    #expect(sitting.terminal.screen.title == "مرحبا")
  }

  @Test("R67: a terminal that does not say where its cursor is gets what the program wrote")
  func silence() {
    var repair = TextRepair(size: TerminalSize(columns: 10, rows: 3), options: RepairOptions())
    var output: [UInt8] = []
    let text = Array("a א\u{1B}[1mb".utf8)
    text.withUnsafeBufferPointer { repair.take($0, into: &output) }
    #expect(output == Array("a \u{1B}[5n\u{1B}[6n".utf8))
    repair.take(.late, into: &output)
    text.withUnsafeBufferPointer { repair.take($0, into: &output) }
    #expect(output == Array("a \u{1B}[5n\u{1B}[6nא\u{1B}[1mb".utf8) + text)
  }

  @Test("R67: a row that gets cells of a reordered row between margins is shown as written")
  func columnMargins() {
    for (first, scroll) in [(2, "\u{1B}[S"), (1, "\u{1B}[T"), (1, "\u{1B}[1;6H\u{1B}[L")] {
      var sitting = Sitting(columns: 12, rows: 4)
      sitting.write("\u{1B}[\(first);1Hאב abcdefgh")
      sitting.write("\u{1B}[\(3 - first);1H0123456789")
      // The columns between the margins have Latin letters where they were written.
      sitting.write("\u{1B}[?69h\u{1B}[5;8s\(scroll)")
      #expect(sitting.difference == nil)
      #expect(sitting.terminal.screen.rows[2 - first].contains("bcde"))
    }
  }

  @Test("R67: no bytes break the repair, its modes or its other rows", arguments: 0..<6)
  func stress(_ seed: UInt64) {
    var stream = RandomStream(seed: seed, isRightToLeft: true)
    var generator = SeededGenerator(state: ~seed)
    func byte() -> UInt8 { UInt8.random(in: 0...255, using: &generator) }
    for _ in 0..<Effort.rounds(short: 15, long: 150) {
      var bytes = [byte(), byte(), byte()]
      for _ in 0..<60 {
        switch byte() % 8 {
        case 0: bytes.append(byte())
        case 1: bytes.append(0xF6)
        case 2 where byte() < 64: bytes += [0xF5, byte(), byte()]
        default: bytes += stream.next()
        }
      }
      let fault = stressRepair(bytes)
      #expect(fault == nil, "\(bytes)")
      if fault != nil { return }
    }
  }

  @Test(
    "R67: modes, pen, size and rows without right-to-left text are always the program's")
  func random() {
    for seed in 0..<UInt64(Effort.rounds(short: 150, long: 3_000)) {
      var stream = RandomStream(seed: seed, isRightToLeft: true)
      var sitting = Sitting(columns: 16, rows: 6)
      for step in 0..<60 {
        sitting.write(stream.next())
        guard sitting.bare.isBetweenSequences else { continue }
        let difference = sitting.difference
        #expect(difference == nil, "seed \(seed), step \(step)")
        if difference != nil { return }
      }
    }
  }
}
