import Localization
import MirrorLayout
import SettingsCore
import TestEffort
import Testing

/// Boxes are measured in the encoding that is shown, so that no letter is cut off in any of them.
struct EncodingLayoutTests {
  private static let sizes = [
    Size(columns: 80, rows: 24), Size(columns: 40, rows: 12), Size(columns: 20, rows: 6),
  ]

  /// The letters of a row that its text spans put on the screen, as they are spelt: those of spans
  /// that nothing covers and that are not scrolled.
  private static func wanted(_ row: Row, columns: Int) -> [(Range<Int>, String)] {
    row.spans.enumerated().compactMap { index, span in
      guard case .text(let line) = span.content, span.offset == 0, span.width >= line.width,
        span.column >= 0, span.column + span.width <= columns
      else { return nil }
      let area = span.column..<span.column + span.width
      let isCovered = row.spans[(index + 1)...].contains {
        $0.width > 0 && ($0.column..<$0.column + $0.width).overlaps(area)
      }
      return isCovered ? nil : (area, line.text)
    }
  }

  private static func letters(_ text: some StringProtocol) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.filter {
          !$0.isDirectionalFormatting && $0 != "\u{200C}"
            && $0.properties.generalCategory != .nonspacingMark
        })
    )
    .trimmingSpaces
  }

  @Test(
    "R25, R28: in logical rows no letter is cut off, on any screen",
    arguments: Scene.allCases.enumerated().flatMap { number, scene in
      languages(inTurn: number).map { (scene, $0) }
    })
  func nothingCut(scene: Scene, code: LanguageCode) throws {
    for size in Self.sizes {
      var conductor = try scene.conductor(code, size)
      try conductor.send(.terminalDetected(.sent(.logical)))
      let frame = view(conductor.state)
      let direction = conductor.state.layoutDirection
      let grid = frame.laidOut(direction, as: .logical)
      for (number, row) in frame.rows.enumerated() {
        for (area, text) in Self.wanted(row, columns: size.columns) {
          let columns =
            direction == .leftToRight
            ? area : size.columns - area.upperBound..<size.columns - area.lowerBound
          var shown = ""
          for column in columns {
            shown.unicodeScalars.append(grid[number, column].glyph.base)
          }
          #expect(Self.letters(shown) == Self.letters(text), "\(scene) \(code) \(size)")
        }
      }
    }
  }

  @Test("R28: the prompt's buttons are whole in logical rows")
  func buttons() throws {
    for size in Self.sizes {
      var conductor = try Conductor(english, size: size)
      try conductor.send(.terminalDetected(.sent(.logical)), .languageChosen(arabic))
      let catalog = conductor.state.catalog
      let grid = view(conductor.state).laidOut(.leftToRight, as: .logical)
      let rows = (0..<size.rows).map { row in
        String(
          String.UnicodeScalarView((0..<size.columns).map { grid[row, $0].glyph.base }))
      }
      for button: Message in [.restartNow, .restartLater] {
        let title = catalog.text(button)
        let isWhole = rows.contains { row in [" ", "]", "›"].contains { row.contains(title + $0) } }
        #expect(isWhole, "\(title)\n\(rows)")
      }
    }
  }

  @Test(
    "R25, R28: a screen is the same frame in every encoding whose letters are joined, and loses no cell",
    arguments: RowEncoding.allCases.filter { $0 != .logical }.enumerated().flatMap {
      number, encoding in
      languages(inTurn: number).map { (encoding, $0) }
    })
  func joined(encoding: RowEncoding, code: LanguageCode) throws {
    for scene in Scene.allCases where scene != .terminalTest {
      for size in Effort.isLong ? Self.sizes : [Size(columns: 40, rows: 12)] {
        var conductor = try scene.conductor(code, size)
        try conductor.send(.terminalDetected(.sent(.visual)))
        let plain = view(conductor.state)
        try conductor.send(.terminalDetected(.sent(encoding)))
        let frame = view(conductor.state)
        #expect(frame == plain, "\(scene) \(size)")
        let direction = conductor.state.layoutDirection
        let visual = plain.laidOut(direction)
        for row in 0..<size.rows {
          let cells = visual.cells[row * size.columns..<(row + 1) * size.columns]
          let encoded = encoding.encoded(cells)
          #expect(encoded.columns.sorted() == Array(0..<size.columns), "\(scene) \(size) \(row)")
        }
      }
    }
  }
}

extension TerminalReport {
  static func sent(_ encoding: RowEncoding) -> TerminalReport {
    TerminalReport(reason: .message(.terminalSilent), detected: encoding, used: encoding)
  }
}

extension String {
  fileprivate var trimmingSpaces: String {
    var text = self[...]
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
