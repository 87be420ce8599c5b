import Localization
import MirrorLayout
import SettingsCore
import TerminalModels
import TestEffort
import Testing

/// Every page in every order of rows: what the terminal makes of it is what the layout put down.
struct PageOrderTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var size: Size
    var language: LanguageCode
    var layout: Direction

    var testDescription: String {
      "\(size.columns)x\(size.rows), \(language), \(layout)"
    }
  }

  /// Languages in both layouts: after "Later" a language is in the other's layout. The short run
  /// takes the two sizes that differ most in their layout, and in the small one only these layouts.
  static let cases: [Case] = {
    let long: [(Int, Int)] = [(80, 24), (60, 16), (120, 40), (40, 12), (24, 8)]
    let short: [(Int, Int)] = [(60, 16), (24, 8)]
    var cases: [Case] = []
    for (columns, rows) in Effort.isLong ? long : short {
      for language in languages(inTurn: columns) {
        for layout in Direction.allCases {
          let other: Direction = language == english ? .rightToLeft : .leftToRight
          guard Effort.isLong || columns > 24 || layout == other else { continue }
          let size = Size(columns: columns, rows: rows)
          cases.append(Case(size: size, language: language, layout: layout))
        }
      }
    }
    return cases
  }()

  private static let encodings: [RowEncoding] = [
    .kitty, .lrm, .paragraph, .mlterm, .qterminal, .marks,
  ]

  /// A row as it is to be seen, with the column of the cursor if it is there.
  private struct SeenRow: Hashable {
    var cells: [Cell]
    var cursor: Int?
  }

  @Test(
    "R28: every row of every page is shown as laid out, in every order", arguments: cases)
  func pages(_ test: Case) throws {
    var seen: Set<SeenRow> = []
    for (name, frame) in try Self.frames(test) {
      let grid = frame.laidOut(test.layout)
      for row in 0..<grid.size.rows {
        let cells = (0..<grid.size.columns).map { grid[row, $0] }
        let cursor = grid.cursor.row == row ? grid.cursor.column : nil
        guard seen.insert(SeenRow(cells: cells, cursor: cursor)).inserted else { continue }
        check(cells, cursor, "\(name), row \(row + 1)")
      }
    }
    #expect(seen.count > 100)
  }

  private func check(_ row: [Cell], _ cursor: Int?, _ place: String) {
    // In a narrow window text can be beside a scroll bar or an edge without a blank, and then a terminal
    // that takes the row's direction from its first letter cannot be told another one.
    let isFull = [row.first, row.last].contains { $0?.glyph.base != " " }
    let isNarrow = row.count < 60 || (row.count == 60 && isFull)
    let encodings: [RowEncoding] =
      [.kitty, .lrm, .qterminal, .marks] + (isNarrow ? [] : [.paragraph, .mlterm])
    for encoding in encodings {
      // As the default theme draws, and as one without any attributes would.
      for isMonochrome in encoding == .qterminal ? [false, true] : [false] {
        let sameLook: (Style, Style) -> Bool = { isMonochrome || $0 == $1 }
        let sent = encoding.encoded(row, cursor: cursor, sameLook: sameLook)
        for model in TerminalModel.all(for: encoding) {
          let shown = model.shows(
            sent.cells, cursor: cursor.flatMap { sent.columns.firstIndex(of: $0) },
            sameLook: sameLook)
          if shown != row {
            Issue.record("\(place) on \(model): \(text(shown)) for \(text(row))")
          }
        }
      }
    }
  }

  private func text(_ cells: [Cell]) -> String {
    var view = String.UnicodeScalarView()
    for cell in cells where !cell.isContinuation { view.append(cell.glyph.base) }
    return String(view)
  }

  /// Each section, each dialog over it, each item with what choosing it brings and what comes
  /// after that.
  private static func frames(_ test: Case) throws -> [(String, Frame)] {
    var frames: [(String, Frame)] = []
    func note(_ name: String, _ conductor: Conductor) {
      frames.append((name, view(conductor.state)))
    }
    let start = try Conductor.everything(
      test.language, note: "Sara سارة (v1.2) 10", size: test.size,
      runtime: test.layout)
    note("the start", start)
    for section in start.state.sections {
      var conductor = start
      try conductor.press(test.layout == .leftToRight ? .left : .right, .home)
      while conductor.state.section != section { try conductor.press(.down) }
      note("\(section)", conductor)
      for key in ["?", "m"] as [Character] {
        var reader = conductor
        try reader.press(.letter(key))
        note("\(key) over \(section)", reader)
        try reader.press(.end)
        note("the end of \(key) over \(section)", reader)
      }
      try conductor.press(.tab)
      for place in 0..<14 {
        note("item \(place) of \(section)", conductor)
        var chooser = conductor
        try chooser.press(.enter)
        note("item \(place) of \(section), chosen", chooser)
        var writer = chooser
        try writer.press(.letter("1"), .letter("0"))
        note("item \(place) of \(section), typed", writer)
        try chooser.press(.escape)
        note("item \(place) of \(section), left", chooser)
        try chooser.press(.letter("?"))
        note("item \(place) of \(section), ?", chooser)
        try conductor.press(.down)
      }
    }
    return frames
  }
}
