import BidiRepair
import Recordings
import TerminalEmulator
import TestEffort
import Testing

@Suite struct RoomTests {
  private let alternate = "\u{1B}[?1049h\u{1B}[H"

  @Test("R72: two blanks after a sentence leave the row one paragraph, on both screens")
  func sentences() {
    for screen in ["", alternate] {
      var sitting = Sitting(columns: 10, rows: 3)
      sitting.write(screen + "אב.  גד.")
      #expect(sitting.rows[0].filter { $0 != " " } == ".דג.בא")
    }
  }

  @Test("R72: columns keep their places: by a wide gap, or by the row below")
  func columns() {
    var sitting = Sitting(columns: 20, rows: 4)
    sitting.write("אב    גד\r\n\r\nאב  גד\r\nab  cd")
    #expect(sitting.rows == ["בא    דג", "", "בא  דג", "ab  cd"])
  }

  @Test("R72: the message of a chat has its own order, beside the time and the name")
  func messages() {
    var sitting = Sitting(columns: 30, rows: 6)
    sitting.write(
      "22:47 <@dana> אב: x.txt (12)\r\n[22:47:01] < גד> אב.  הו\r\n22:47 <dana> אב    גד\r\n"
        + "22:47 <dana> \r\n22:47 <אב")
    #expect(
      sitting.rows == [
        "22:47 <@dana> (12) x.txt :בא", "[22:47:01] <דג > וה  .בא", "22:47 <dana> בא    דג",
        "22:47 <dana>", "                     בא> 22:47", "",
      ])
  }

  @Test(
    "R72: the bars of a table in ASCII keep their columns, and a pointer before a text its place")
  func bars() {
    var sitting = Sitting(columns: 20, rows: 4)
    sitting.write("| אב | 12 MB |\r\n|----|-------|\r\nאב | גד")
    #expect(
      sitting.rows.map { $0.filter { $0 != " " } } == ["|בא|12MB|", "|----|-------|", "דג|בא", ""])
    var list = Sitting(columns: 20, rows: 4)
    list.write(alternate + "  אב (1)\r\n> גד.txt")
    #expect(list.rows == ["  (1) בא", "> txt.דג", "", ""])
  }

  @Test("R72: a row that begins with Latin follows a right-to-left sibling, and a prompt does not")
  func siblings() {
    var sitting = Sitting(columns: 20, rows: 4, RepairOptions(align: .off))
    sitting.write("1. אבג דהו\r\n2. ab גדה\r\n$ ab גדה")
    #expect(sitting.rows == ["והד גבא .1", "הדג ab .2", "$ ab הדג", ""])
  }

  @Test("R72: inline code is an isolate, and the brackets of a call stay with its name")
  func pieces() {
    var sitting = Sitting(columns: 20, rows: 5, RepairOptions(align: .off))
    sitting.write(
      "אב \u{1B}[36m--x\u{1B}[m גד\r\n\r\nאב f() גד\r\n\r\nאב \u{1B}[36ma=\"longer\"\u{1B}[m גד")
    #expect(sitting.rows == ["דג --x בא", "", "דג f() בא", "", "דג a=\"longer\" בא"])
  }

  @Test("R73: a row is mirrored in its room, with its cursor; rows without right-to-left stay")
  func align() {
    var sitting = Sitting(columns: 12, rows: 4, RepairOptions(align: .on))
    sitting.write(alternate + "│ אב       │\r\n│ ab       │\u{1B}[1;3H")
    #expect(sitting.rows[0] == "│       בא │")
    #expect(sitting.rows[1] == "│ ab       │")
    #expect(sitting.terminal.screen.cursor.column == 9)
    #expect(sitting.repair.shown.writtenColumn(row: 0, shown: 9) == 2)
    for look in ["44", "34;7"] {
      var scrolled = Sitting(columns: 12, rows: 2, RepairOptions(align: .on))
      scrolled.write(alternate + " אב       \u{1B}[\(look)m  \u{1B}[m")
      #expect(scrolled.rows[0] == "       בא")
      #expect(scrolled.terminal.screen.grid[0].cell(11).style != .plain)
    }
    var off = Sitting(columns: 12, rows: 4, RepairOptions(align: .off))
    off.write("│ אב       │")
    #expect(off.rows[0] == "│ בא       │")
  }

  @Test("R72: rows that come character by character end as those that come at once")
  func pieceByPiece() {
    let text =
      "אבג דהוז abc חטי\r\nparse() כלמ נסע\r\n\r\n1. פצק\r\n2. ab רשת אבג\r\n│ אב │ cd │\r\nאב  גד\r\nab  cd\r\n"
    for screen in ["", alternate] {
      for options in RepairOptions.Alignment.allCases.map({ RepairOptions(align: $0) }) {
        var whole = Sitting(columns: 18, rows: 12, options)
        var parts = Sitting(columns: 18, rows: 12, options)
        whole.write(screen + text)
        for scalar in (screen + text).unicodeScalars { parts.write(String(scalar)) }
        #expect(parts.rows == whole.rows)
        // One row again, in part.
        parts.write("\u{1B}[1;3Hx\u{1B}[1;3H" + "ג")
        whole.write("\u{1B}[1;3H" + "ג")
        #expect(parts.rows == whole.rows)
      }
    }
  }

  @Test("R72: an unchanged row follows the rows that come beside it")
  func neighbours() {
    // The sign at the end belongs to the Latin text below, until that is deleted.
    var ends = Sitting(columns: 10, rows: 6, RepairOptions(align: .off))
    ends.write("אבגדה xyz-\r\nabcdefghij\r\n- אב\r\nוזחטיכלמנס\r\n")
    #expect(ends.rows[0] == "xyz- הדגבא")
    ends.write("\u{1B}[2H\u{1B}[2M\r\n- x")
    #expect(ends.rows[..<2] == ["-xyz הדגבא", "סנמלכיטחזו"])

    var items = Sitting(columns: 20, rows: 5, RepairOptions(align: .off))
    items.write("1. abc\r\n1. אבג דהו\r\n2. ab גדה\r\n")
    #expect(items.rows[2] == "הדג ab .2")
    items.write("\u{1B}[2H\u{1B}[M\r\n- x")
    #expect(items.rows[..<2] == ["1. abc", "2. ab הדג"])

    // Columns on the second row of a line are sent with the first one, so that the terminal joins them.
    var line = Sitting(columns: 10, rows: 4)
    line.write("אבגד הוזח טיכ    למ\r\n")
    let sent = line.output.count
    line.write("\u{1B}[1;2Hש")
    #expect(String(decoding: line.output[sent...], as: UTF8.self).contains("מל"))
  }

  @Test(
    "R72: rows that are not laid out again are shown as if all had been", arguments: [false, true])
  func kept(isAlternate: Bool) {
    for seed in 0..<UInt64(Effort.rounds(short: 60, long: 2_000)) {
      var generator = SplitMix(state: seed)
      let options = RepairOptions(
        direction: .allCases.randomElement(using: &generator)!,
        fields: .allCases.randomElement(using: &generator)!,
        align: .allCases.randomElement(using: &generator)!)
      var other = options
      other.direction = options.direction == .auto ? .leftToRight : .auto
      let columns = Int.random(in: 6...24, using: &generator)
      var sitting = Sitting(columns: columns, rows: 7, options)
      sitting.write((isAlternate ? alternate : "") + "אב")
      for step in 0..<60 {
        sitting.write(Self.output.randomElement(using: &generator)!)
        // A cell of another style makes its row a changed one, and those that depend on it are shown.
        let row = Int.random(in: 0..<7, using: &generator)
        sitting.write("\u{1B}[\(row + 1);\(columns);\(row + 1);\(columns);0$r")
        let rows = dependentRows(around: row, in: sitting.bare.screen)
        // The alternate screen forgets what its first paragraph continues when that changes.
        if isAlternate, rows.lowerBound == 0 { continue }
        var again = sitting
        again.repair.use(other)
        again.repair.use(options)
        again.write("")
        let isEqual = rows.allSatisfy {
          sitting.terminal.screen.grid[$0].cells == again.terminal.screen.grid[$0].cells
        }
        #expect(
          isEqual,
          """
          seed \(seed), step \(step), rows \(rows): \(sitting.rows), not \(again.rows): \
          \(sitting.text)
          """)
        if !isEqual { return }
      }
    }
  }

  /// The rows up to the next blank ones.
  private func dependentRows(around row: Int, in screen: Screen) -> ClosedRange<Int> {
    func isOne(_ row: Int) -> Bool { screen.grid[row - 1].isWrapped }
    var (first, last) = (row, row)
    while first > 0, isOne(first) || !screen.rows[first - 1].isEmpty { first -= 1 }
    while last < 6, isOne(last + 1) || !screen.rows[last + 1].isEmpty { last += 1 }
    return first...last
  }

  /// Text, and what moves, changes or restyles it.
  private static let output = [
    "אב ", "גד (הו) ", "ש\u{5B0}ל", "سلام، ", "١٢ ", "ab ", "12.5 ", "parse() ", "a.b: ",
    "\u{200F}",
    "  ", "    ", "\t", "| ", "│", "> ", "- ", "1. ", "# ", "$ ", "\"", "漢", "\r", "\n", "\r\n",
    "\r\n", "\r\n\r\n", "\u{1B}[H", "\u{1B}[3H", "\u{1B}[7H", "\u{1B}[A", "\u{1B}[B", "\u{1B}[2C",
    "\u{1B}[5G", "\u{1B}[K", "\u{1B}[1K", "\u{1B}[2K", "\u{1B}[J", "\u{1B}[L", "\u{1B}[M",
    "\u{1B}[2S", "\u{1B}[T", "\u{1B}M", "\u{1B}[2@", "\u{1B}[P", "\u{1B}[X", "\u{1B}[2;5r",
    "\u{1B}[r", "\u{1B}[1m", "\u{1B}[7m", "\u{1B}[44m", "\u{1B}[m", "\u{1B}[2501h", "\u{1B}[2501l",
    "\u{1B}[1 k", "\u{1B}[0 k", "\u{1B}[8l", "\u{1B}[8h",
  ]

  @Test(
    "R72: boxes keep their columns when the letters of recorded programs run from right to left")
  func recordings() throws {
    for recording in ProgramRecording.all {
      var emulator = Emulator(
        size: TerminalSize(columns: recording.columns, rows: recording.rows))
      emulator.feed(String(decoding: try recording.bytes(), as: UTF8.self))
      var sitting = Sitting(columns: recording.columns, rows: recording.rows + 1)
      for row in emulator.screen.rows {
        let letters = row.unicodeScalars.map { scalar -> Character in
          (0x61...0x7A).contains(scalar.value)
            ? Character(Unicode.Scalar(0x5D0 + scalar.value - 0x61)!) : Character(scalar)
        }
        sitting.write(String(letters) + "\r\n")
      }
      for row in sitting.bare.screen.grid.indices {
        #expect(
          boxes(sitting.terminal.screen.grid[row]) == boxes(sitting.bare.screen.grid[row]),
          "\(recording), row \(row)")
      }
    }
  }

  private func boxes(_ row: ScreenRow) -> [Int] {
    row.cells.indices.filter {
      (0x2500...0x259F).contains(row.cell($0).text.unicodeScalars.first?.value ?? 0)
    }
  }

  @Test("R72: a window of three columns and rows of 10,000 are survived")
  func sizes() {
    for columns in [1, 2, 3, 9_999] {
      var sitting = Sitting(columns: columns, rows: 3, RepairOptions(align: .on))
      sitting.write(String(repeating: "│אב  c│ ", count: 1_300))
      #expect(sitting.terminal.screen.cursor.row == sitting.bare.screen.cursor.row)
    }
  }
}
