import TerminalHarness

/// Compares a picture of a screen, cell by cell, with what the same terminal draws for each glyph
/// alone.
struct Judge {
  /// A terminal's verdict: cells that show the glyph that they should, of those that could be told.
  struct Verdict {
    var right = 0
    var count = 0
    /// The rows, from 0, in which fewer than nine of ten cells with Arabic are right.
    var wrongRows: [Int] = []

    var isRight: Bool { wrongRows.isEmpty && count > 300 && right * 100 >= count * 97 }
  }

  private let page: Picture
  private let places: [ReferencePage.Sample: (row: Int, column: Int)]
  private let area: PixelArea
  private let size: TerminalSize

  /// - Parameters:
  ///   - page: the reference page as the terminal shows it.
  ///   - area: where the grid is on the display.
  init(_ reference: ReferencePage, page: Picture, area: PixelArea, size: TerminalSize) {
    self.page = page
    places = reference.places
    self.area = area
    self.size = size
  }

  /// - Parameter rows: the rows that are to be judged.
  func verdict(on picture: Picture, of screen: Screen, rows: [Int]) -> Verdict {
    var verdict = Verdict()
    for row in rows {
      var arabic = (right: 0, count: 0)
      for (column, cell) in screen.grid[row].cells.enumerated() where cell.width == 1 {
        let isCursor = row == screen.cursor.row && column == screen.cursor.column
        let sample = ReferencePage.Sample(text: cell.text, style: cell.style)
        guard !isCursor, !cell.isBlank, let found = places[sample] else { continue }
        let isRight = isNearest(found, to: (row, column), in: picture, style: cell.style)
        verdict.count += 1
        verdict.right += isRight ? 1 : 0
        if cell.text.unicodeScalars.contains(where: {
          $0.value >= 0x0600 && $0.value < 0x2000 || $0.value >= 0xFB50
        }) {
          arabic.count += 1
          arabic.right += isRight ? 1 : 0
        }
      }
      if arabic.right * 10 < arabic.count * 9 { verdict.wrongRows.append(row) }
    }
    return verdict
  }

  /// Whether no other glyph in the same look is clearly nearer to a cell's picture. A glyph that
  /// reaches into its neighbours makes the nearest of two alike a matter of luck.
  private func isNearest(
    _ place: (row: Int, column: Int), to cell: (row: Int, column: Int), in picture: Picture,
    style: CellStyle
  ) -> Bool {
    let own = distance(cell, in: picture, to: place)
    let best =
      places.lazy.filter { $0.key.style == style }
      .map { distance(cell, in: picture, to: $0.value) }.min() ?? own
    return own * 4 <= best * 5 + 40
  }

  /// How much a cell of the picture differs from a cell of the page, in brightness over all pixels;
  /// where a terminal's cells are no whole pixels wide, the glyph may stand one to the side.
  private func distance(
    _ cell: (row: Int, column: Int), in picture: Picture, to place: (row: Int, column: Int)
  ) -> Int {
    let (ax, ay) = origin(cell)
    let (bx, by) = origin(place)
    let shifts = area.x.count % size.columns == 0 ? [0] : [-1, 0, 1]
    return shifts.map { shift in
      var sum = 0
      for y in 0..<(area.y.count / size.rows) {
        for x in 0..<(area.x.count / size.columns) {
          let (a, b) = (picture.brightness(ax + x + shift, ay + y), page.brightness(bx + x, by + y))
          sum += abs(a - b)
        }
      }
      return sum
    }.min() ?? 0
  }

  /// Where a cell begins on the display.
  private func origin(_ cell: (row: Int, column: Int)) -> (x: Int, y: Int) {
    (
      area.x.lowerBound + cell.column * area.x.count / size.columns,
      area.y.lowerBound + cell.row * area.y.count / size.rows
    )
  }
}
