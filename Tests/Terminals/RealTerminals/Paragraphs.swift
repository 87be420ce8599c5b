import BidiRepair
import Foundation
import TerminalEmulator

/// What `lisan run` would show of a paragraph, beside what a terminal shows of it that keeps the
/// recommendation "BiDi in Terminal Emulators" by itself: VTE's own picture, judged cell by cell.
struct Paragraphs {
  /// Bytes of a program, and where the two differ.
  struct Case {
    let name: String
    let stream: String
    /// The rows, from 0, that are known to differ, and why.
    var difference: (rows: [Int], reason: String)?
  }

  static let size = GridSize(columns: 40, rows: 12)

  private let terminal: TerminalProgram
  private let window: TerminalWindow
  private let directory: URL

  init(_ terminal: TerminalProgram, display: any Display, directory: URL) throws {
    self.terminal = terminal
    self.directory = directory
    window = try TerminalWindow(terminal, Self.size, display: display)
    try window.open()
  }

  /// Shows and judges all cases, and prints what was found; returns whether nothing differs that is
  /// not known to.
  func judge() throws -> Bool {
    let expected = Self.cases.map { Self.cells(of: $0.stream) }
    var pictures: [Picture] = []
    for paragraph in Self.cases {
      try window.pour(Self.opening)
      let blank = try window.display.settledPicture(after: pictures.last)
      try window.pour(paragraph.stream)
      pictures.append(try window.display.settledPicture(after: blank))
    }
    try window.pour(Self.opening)
    var samples: Set<Sample> = [Sample(text: " ", look: .plain)]
    for cell in expected.flatMap(\.rows).joined() {
      if let text = cell.text { samples.insert(Sample(text: text, look: cell.look)) }
    }
    let glyphs = try window.draw(samples, in: terminal.referenceMode[.alone])
    let judge = Judge(glyphs, size: Self.size, drift: terminal.drift)
    var faults: [String] = []
    var reasons: [String] = []
    var rows = 0
    for (paragraph, (cells, picture)) in zip(Self.cases, zip(expected, pictures)) {
      let verdict = judge.verdict(on: picture, of: cells, faint: [])
      rows += verdict.rows
      if let (known, reason) = paragraph.difference, known == verdict.wrongRows {
        let list = known.map { String($0 + 1) }.joined(separator: ", ")
        reasons.append("  \(paragraph.name): row \(list): \(reason)")
        rows -= known.count
        continue
      }
      if verdict.wrongRows.isEmpty, paragraph.difference == nil { continue }
      let list = verdict.wrongRows.map { String($0 + 1) }.joined(separator: ", ")
      faults.append("  \(paragraph.name): differs in rows \(list.isEmpty ? "none" : list)")
      for row in verdict.wrongRows {
        faults.append("    lisan run: |\(cells.rows[row].compactMap(\.text).joined())|")
      }
      rows -= verdict.wrongRows.count
      try picture.save("\(terminal.name) \(paragraph.name)", glyphs.area, in: directory)
    }
    say("\(terminal.name)\t\(Self.cases.count) paragraphs\t\(rows) rows are the same")
    (reasons + faults).forEach(say)
    return faults.isEmpty
  }

  /// A terminal without anything on it, and without a cursor.
  static let opening = "\u{1B}c\u{1B}[?25l"

  /// What the repair makes of a program's bytes, in a terminal that shows cells as they come.
  static func cells(of stream: String) -> TraceReader.Cells {
    let size = TerminalSize(columns: Self.size.columns, rows: Self.size.rows)
    var repair = TextRepair(size: size, options: RepairOptions())
    var terminal = Emulator(size: size)
    var output: [UInt8] = []
    Array((opening + stream).utf8).withUnsafeBufferPointer { repair.take($0, into: &output) }
    while repair.awaitsPlace {
      terminal.feed(output)
      output = []
      let cursor = terminal.screen.cursor
      repair.take(.place(row: cursor.row, column: cursor.column), into: &output)
      repair.take(.ordered, into: &output)
    }
    repair.finish(into: &output)
    terminal.feed(output)
    let rows = terminal.screen.grid.map { row in
      row.cells.map { cell in
        (text: cell.isContinuation ? nil : cell.text, look: Look.plain)
      }
    }
    // There is none.
    return TraceReader.Cells(rows: rows, cursor: (-9, -9), encoding: "visual")
  }
}

extension Paragraphs {
  private static let modes = [
    ("left to right", "\u{1B}[?2501l"), ("right to left", "\u{1B}[2 k"),
    ("found out", "\u{1B}[?2501h"), ("found out, else right to left", "\u{1B}[?2501h\u{1B}[2 k"),
  ]

  /// Each is shown in all modes. The first three are the recommendation's own, with Hebrew letters
  /// for its capitals: the sentence of "Conventions in this document", the brackets of its author's
  /// letter of 3 February 2019 to unicode@unicode.org, and the row of "Erased cells" at half its width.
  private static let texts: [(String, String)] = [
    ("a sentence that ends in Hebrew", "this is an english sentence ending in כמה מלים בעברית."),
    ("brackets between words", "lorem ipsum אבג <[ דהו foobar"),
    ("a row of thirty cells", "אבגדהוזחטיכלמנסעפצקר abcdefghi"),
    ("brackets at the end of a row", "lorem ipsum dolor sit amet, amet אבג <[ דהו foobar"),
    ("Arabic", "كتبت 12 سطرا (على الأقل) في notes.txt."),
    (
      "Arabic over three rows",
      "فقرة طويلة تمتد على أكثر من سطر واحد في هذه النافذة الصغيرة، وفيها كلمة English ورقم 2026، ثم تنتهي."
    ),
    (
      "English over two rows with Arabic at the end of one",
      "a paragraph of more than one row, and سلام عليكم goes on in the next one"
    ),
    ("marks", "مُحَمَّدٌ وشَدَّة، e\u{301} שָׁלוֹם"),
    ("lam and alef", "لا إله، السلام، الأول، آلآن"),
    ("numbers", "السعر 12.50$ و٣ + ٤ = 7، 2026/11/22 و-5%"),
    ("a path", "/usr/שלום/עולם/file.txt: 404 (לא נמצא)"),
    ("letters of Persian and Urdu", "گچپژ کتاب ٹڈڑ"),
    ("quotes and marks of sentences", "قال: \"نعم!\" ثم «لا؟» [وسكت]"),
    ("wide characters", "漢字 שלום 漢字 سلام 漢"),
    ("a wide character that a row has no room for", "אבגדהוזחטיכלמנסעפצקרשתאבגדהוזחטיכלמנסעפ漢שלום"),
    ("blanks at both ends", "   سلام عليكم   "),
    ("a tab", "א\tב abc\tג"),
    ("columns of ls", "a.txt  \tתקציר.txt\tדוח.pdf"),
    ("one Latin letter", "a سلام"),
    ("no strong letter, after Arabic", "سلام\r\n123 - 456"),
  ]

  static let cases: [Case] =
    modes.flatMap { mode, sequence in
      texts.map { name, text in
        Case(
          name: "\(name), \(mode)", stream: sequence + "\r\n\(text)\r\nסוף",
          difference: differences["\(name), \(mode)"])
      }
    } + others

  private static let untouched = "a row without right-to-left letters stays as it was written"
  private static let differences: [String: (rows: [Int], reason: String)] = [
    "no strong letter, after Arabic, right to left": ([2], untouched),
    "no strong letter, after Arabic, found out, else right to left": ([2], untouched),
  ]

  private static let others: [Case] = [
    Case(name: "SPD", stream: "\u{1B}[3;0 S\r\nسلام abc 123\r\n\u{1B}[0;0 Sسلام abc 123"),
    Case(
      name: "each paragraph in its own mode",
      stream: "\u{1B}[?2501l\u{1B}[2 kסדר abc\r\n\u{1B}[1 kסדר abc\r\n\u{1B}[0 kסדר abc\r\n"),
    Case(
      name: "mirrored boxes", stream: "\u{1B}[?2500h\u{1B}[2 k╭─ שלום ─╮\r\n╰→ abc ג ╯\r\n"),
    Case(name: "boxes as they are", stream: "\u{1B}[2 k╭─ שלום ─╮\r\n╰→ abc ג ╯\r\n"),
    Case(name: "explicit", stream: "\u{1B}[?2501l\u{1B}[8lסדר abc (123)\r\n\u{1B}[8hסדר abc (123)"),
    Case(
      name: "explicit, right to left", stream: "\u{1B}[8l\u{1B}[2 kסדר abc (123)",
      difference: (
        [0], "a program that orders its text itself is left alone; VTE begins at the right"
      )
    ),
    Case(
      name: "inserted and deleted cells",
      stream: "\u{1B}[2 kסדר גדול abc ועוד\u{1B}[1;5H\u{1B}[3@xyz\u{1B}[1;1H\u{1B}[2P"),
    Case(name: "erased to the cursor", stream: "\u{1B}[2 kסדר גדול abc ועוד\u{1B}[1;6H\u{1B}[1K"),
    Case(name: "written over", stream: "\u{1B}[2 kסדר גדול abc ועוד\u{1B}[1;3Hlatin 12"),
    Case(
      name: "a tab over what is written",
      stream:
        "\u{1B}[?2501l\u{1B}[1;1Hאבגדהוזחט abc\r\tי\r\nאב\r\tגד\r\u{1B}[Cלמ\r\nאב\tגד\u{1B}[3;1H\u{1B}[2@x"
    ),
    Case(
      name: "scrolled",
      stream: "\u{1B}[?2501h" + (1...15).map { "שורה \($0) של line\r\n" }.joined()),
    Case(
      name: "a region that scrolls",
      stream: "\u{1B}[2 k\u{1B}[3;6r\u{1B}[6;1H"
        + (1...9).map { "\r\nשורה \($0) של line" }.joined()),
    Case(
      name: "the beginning has left the screen",
      stream: "\u{1B}[?2501h" + String(repeating: "\r\n", count: 10)
        + "שורה ראשונה של פסקה ארוכה מאוד שלא נגמרת and it goes on in the next row אבגד and the next, "
        + "סוף abc 1"),
    Case(
      name: "Latin rows of an Arabic paragraph", stream: "\u{1B}[2 kplain english\r\nسلام",
      difference: ([0], untouched)),
    Case(
      name: "forms of letters", stream: "\u{1B}[2 kﺱﻼﻣ abc",
      difference: (
        [0], "forms are taken for their letters, because vim sends them in the order of the text"
      )),
    Case(name: "a mark of direction", stream: "\u{1B}[1 kabc\u{200F}! סדר\u{200F}! x"),
    Case(name: "a joiner that joins nothing", stream: "\u{1B}[2 kمی\u{200C}روم"),
  ]
}
