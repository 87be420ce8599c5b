import Cells

/// Compares a picture of a page, cell by cell, with what the same terminal draws for each glyph
/// alone.
struct Judge {
  /// What was found on a page.
  struct Verdict {
    /// Cells that show what they should, of all but the one under the cursor.
    var rightCells = 0
    var cells = 0
    var rows = 0
    /// From 0: rows with a cell that shows something else.
    var wrongRows: [Int] = []
  }

  private let reference: ReferencePages
  private let pictures: [Picture]
  /// Where the grid is on the display, and how large it is.
  private let area: PixelArea
  private let size: GridSize
  private var competitors: [Look: [ReferencePages.Place]] = [:]
  private let cellWidth: Int
  private let cellHeight: Int
  /// By how much a glyph may stand to the side, where a terminal's cells are no whole pixels wide.
  private let shifts: [Int]

  init(_ reference: ReferencePages, pictures: [Picture], area: PixelArea, size: GridSize) {
    self.reference = reference
    self.pictures = pictures
    self.area = area
    self.size = size
    cellWidth = area.x.count / size.columns
    cellHeight = area.y.count / size.rows
    shifts = area.x.count % size.columns == 0 ? [0] : [0, -1, 1]
    // Bold is told from not bold, so both weights of a glyph are looked at.
    for (sample, place) in reference.places {
      competitors[sample.look, default: []].append(place)
      competitors[sample.look.otherWeight, default: []].append(place)
    }
  }

  /// Styles in which text can hardly be seen: the largest difference of brightness in any of their
  /// glyphs' cells is below a quarter of the whole.
  func faintStyles(_ looks: [Style: Look]) -> Set<Style> {
    var faint: Set<Style> = []
    for (style, look) in looks {
      let places = reference.places.filter { $0.key.look == look && $0.key.text != " " }
      guard !places.isEmpty else { continue }
      let contrast = places.values.map(contrast).max() ?? 255
      if contrast < 64 { faint.insert(style) }
    }
    return faint
  }

  private func contrast(_ place: ReferencePages.Place) -> Int {
    let (x, y) = origin(place.row, place.column)
    var range = (low: 255, high: 0)
    for dy in 0..<cellHeight {
      for dx in 0..<cellWidth {
        let brightness = pictures[place.page].brightness(x + dx, y + dy)
        range = (min(range.low, brightness), max(range.high, brightness))
      }
    }
    return range.high - range.low
  }

  func verdict(
    on picture: Picture, of cells: TraceReader.Cells, looks: [Style: Look], faint: Set<Style>
  ) -> Verdict {
    var verdict = Verdict()
    for (row, line) in cells.rows.enumerated() {
      var isRight = true
      for (column, cell) in line.enumerated() {
        // A cell of two columns is judged by its left half.
        guard let text = cell.text, (row, column) != cells.cursor, let look = looks[cell.style]
        else { continue }
        verdict.cells += 1
        let isCellRight =
          !(faint.contains(cell.style) && text != " ")
          && shows(
            Sample(text: text, look: look), (row, column), in: picture,
            columns: visibleColumns(row, column, beside: cells.cursor))
        verdict.rightCells += isCellRight ? 1 : 0
        isRight = isRight && isCellRight
      }
      verdict.rows += 1
      if !isRight { verdict.wrongRows.append(row) }
    }
    return verdict
  }

  /// The columns of pixels of a cell that are its own: an outlined cursor reaches over its cell.
  private func visibleColumns(
    _ row: Int, _ column: Int, beside cursor: (row: Int, column: Int)
  ) -> Range<Int> {
    guard row == cursor.row else { return 0..<cellWidth }
    switch column {
    case cursor.column + 1: return 1..<cellWidth
    case cursor.column - 1: return 0..<cellWidth - 1
    default: return 0..<cellWidth
    }
  }

  /// Whether no other glyph in the same look, in either weight, is clearly nearer to a cell's
  /// picture. A glyph that reaches into its neighbours makes the nearest of two alike a matter of
  /// luck.
  private func shows(
    _ sample: Sample, _ cell: (Int, Int), in picture: Picture, columns: Range<Int>
  ) -> Bool {
    guard let place = reference.places[sample] else { return false }
    let own = distance(cell, in: picture, to: place, columns, limit: .max)
    // What is as good as the same needs no look at the others.
    if own <= cellWidth * cellHeight * 2 { return true }
    let limit = (own * 4 - 40) / 5
    return !(competitors[sample.look] ?? []).contains {
      distance(cell, in: picture, to: $0, columns, limit: limit) < limit
    }
  }

  /// How much a cell of the picture differs from a cell of a page, in brightness over all pixels;
  /// no more is looked at than shows that it is not below the limit.
  private func distance(
    _ cell: (Int, Int), in picture: Picture, to place: ReferencePages.Place, _ columns: Range<Int>,
    limit: Int
  ) -> Int {
    let (ax, ay) = origin(cell.0, cell.1)
    let (bx, by) = origin(place.row, place.column)
    let page = pictures[place.page]
    var best = Int.max
    for shift in shifts {
      var sum = 0
      for y in 0..<cellHeight where sum < limit {
        for x in columns {
          sum += abs(
            picture.brightness(ax + x + shift, ay + y) - page.brightness(bx + x, by + y))
        }
      }
      best = min(best, sum)
    }
    return best
  }

  /// Where a cell begins on the display.
  private func origin(_ row: Int, _ column: Int) -> (x: Int, y: Int) {
    (
      area.x.lowerBound + column * area.x.count / size.columns,
      area.y.lowerBound + row * area.y.count / size.rows
    )
  }
}
