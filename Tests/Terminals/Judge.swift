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
  /// Where the samples of each look are.
  private let places: [Look: [ReferencePages.Place]]
  private let cellWidth: Int
  private let cellHeight: Int
  /// By how much a glyph may stand to the side, where a terminal draws texts and not cells.
  private let shifts: [Int]

  init(
    _ reference: ReferencePages, pictures: [Picture], area: PixelArea, size: GridSize, drift: Int
  ) {
    self.reference = reference
    self.pictures = pictures
    self.area = area
    self.size = size
    cellWidth = area.x.count / size.columns
    cellHeight = area.y.count / size.rows
    shifts = drift == 0 ? [0] : Array(-drift...drift)
    places = Dictionary(grouping: reference.places, by: \.key.look).mapValues { $0.map(\.value) }
  }

  /// Those looks whose text can hardly be seen: none of their glyphs reaches a contrast of 2 to 1.
  func faint(of looks: Set<Look>) -> Set<Look> {
    looks.filter { look in
      let places = reference.places.filter { $0.key.look == look && $0.key.text != " " }
      return !places.isEmpty && !places.values.contains { contrast($0) >= 2 }
    }
  }

  /// The largest contrast between two pixels of a cell (WCAG 2.2).
  private func contrast(_ place: ReferencePages.Place) -> Double {
    let (x, y) = origin(place.row, place.column)
    var range = (low: 1.0, high: 0.0)
    for dy in 0..<cellHeight {
      for dx in 0..<cellWidth {
        let luminance = pictures[place.page].luminance(x + dx, y + dy)
        range = (min(range.low, luminance), max(range.high, luminance))
      }
    }
    return (range.high + 0.05) / (range.low + 0.05)
  }

  func verdict(
    on picture: Picture, of cells: TraceReader.Cells, faint: Set<Look>
  ) -> Verdict {
    var verdict = Verdict()
    for (row, line) in cells.rows.enumerated() {
      var isRight = true
      for (column, cell) in line.enumerated() {
        // A cell of two columns is judged by its left half.
        guard let text = cell.text, (row, column) != cells.cursor else { continue }
        verdict.cells += 1
        let isCellRight =
          !(faint.contains(cell.look) && text != " ")
          && shows(
            Sample(text: text, look: cell.look), (row, column), in: picture,
            ownPixels(row, column, beside: cells.cursor))
        verdict.rightCells += isCellRight ? 1 : 0
        isRight = isRight && isCellRight
      }
      verdict.rows += 1
      if !isRight { verdict.wrongRows.append(row) }
    }
    return verdict
  }

  /// The part of a cell that is its own, in pixels: an outlined cursor reaches over its cell.
  private struct OwnPixels {
    var x: Range<Int>
    var y: Range<Int>
  }

  private func ownPixels(
    _ row: Int, _ column: Int, beside cursor: (row: Int, column: Int)
  ) -> OwnPixels {
    var own = OwnPixels(x: 0..<cellWidth, y: 0..<cellHeight)
    guard abs(row - cursor.row) <= 1, abs(column - cursor.column) <= 1 else { return own }
    let reach = 2
    if column > cursor.column { own.x = reach..<cellWidth }
    if column < cursor.column { own.x = 0..<cellWidth - reach }
    if row > cursor.row { own.y = reach..<cellHeight }
    if row < cursor.row { own.y = 0..<cellHeight - reach }
    return own
  }

  /// Whether no other glyph in the same look, in either weight, is clearly nearer to a cell's
  /// picture. A glyph that reaches into its neighbours makes the nearest of two alike a matter of
  /// luck.
  private func shows(
    _ sample: Sample, _ cell: (Int, Int), in picture: Picture, _ pixels: OwnPixels
  ) -> Bool {
    guard let place = reference.places[sample] else { return false }
    let own = distance(cell, in: picture, to: place, pixels, limit: .max)
    // What is as good as the same needs no look at the others.
    if own <= cellWidth * cellHeight * 2 { return true }
    // What differs by most of its ink, or where there is to be none by more than neighbours reach
    // in, is something that no page shows, such as the box for a glyph that a font does not have.
    let blank = Sample(text: " ", look: sample.look)
    let ink = reference.places[blank].map { inkOf(place, against: $0, pixels) } ?? 0
    guard own <= max(ink * 3 / 4, cellWidth * cellHeight * 30) else { return false }
    let limit = (own * 4 - 40) / 5
    func isNearer(_ place: ReferencePages.Place, limit: Int) -> Bool {
      distance(cell, in: picture, to: place, pixels, limit: limit) < limit
    }
    // A stroke that reaches in from the next cell may make a weight look like the other one.
    return !(places[sample.look] ?? []).contains { isNearer($0, limit: limit) }
      && !(places[sample.look.otherWeight] ?? []).contains { isNearer($0, limit: own / 2) }
  }

  /// How much a cell of the picture differs from a cell of a page, in brightness over all pixels;
  /// no more is looked at than shows that it is not below the limit.
  private func distance(
    _ cell: (Int, Int), in picture: Picture, to place: ReferencePages.Place, _ pixels: OwnPixels,
    limit: Int
  ) -> Int {
    let (ax, ay) = origin(cell.0, cell.1)
    let (bx, by) = origin(place.row, place.column)
    let page = pictures[place.page]
    var best = Int.max
    for shift in shifts {
      var sum = 0
      for y in pixels.y where sum < limit {
        for x in pixels.x {
          sum += abs(
            picture.brightness(ax + x + shift, ay + y) - page.brightness(bx + x, by + y))
        }
      }
      best = min(best, sum)
    }
    return best
  }

  /// How much two samples differ, in brightness over all pixels.
  private func inkOf(
    _ one: ReferencePages.Place, against other: ReferencePages.Place, _ pixels: OwnPixels
  ) -> Int {
    let (ax, ay) = origin(one.row, one.column)
    let (bx, by) = origin(other.row, other.column)
    var sum = 0
    for y in pixels.y {
      for x in pixels.x {
        sum += abs(
          pictures[one.page].brightness(ax + x, ay + y)
            - pictures[other.page].brightness(bx + x, by + y))
      }
    }
    return sum
  }

  /// Where a cell begins on the display.
  private func origin(_ row: Int, _ column: Int) -> (x: Int, y: Int) {
    (
      area.x.lowerBound + column * area.x.count / size.columns,
      area.y.lowerBound + row * area.y.count / size.rows
    )
  }
}
