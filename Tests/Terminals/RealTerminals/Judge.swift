/// Compares a picture of a page, cell by cell, with the same terminal's drawing of each glyph on
/// its own.
struct Judge {
  /// The result for a page.
  struct Verdict {
    /// The cells with the right contents; the cell under the cursor is not counted.
    var rightCells = 0
    var cells = 0
    var rows = 0
    /// The columns of wrong cells in each row that has some, from 0.
    var wrongCells: [Int: [Int]] = [:]
    var wrongRows: [Int] { wrongCells.keys.sorted() }
  }

  private let reference: ReferencePages
  private let pictures: [Picture]
  /// The area of the grid on the display.
  private let area: PixelArea
  private let size: GridSize
  /// The samples of each look.
  private let places: [Look: [ReferencePages.Place]]
  private let cellWidth: Int
  private let cellHeight: Int
  /// The sideways shifts to allow for a glyph, for terminals that draw texts instead of cells.
  private let shifts: [Int]

  init(_ glyphs: DrawnGlyphs, size: GridSize, drift: Int) {
    reference = glyphs.reference
    pictures = glyphs.pictures
    area = glyphs.area
    self.size = size
    cellWidth = area.x.count / size.columns
    cellHeight = area.y.count / size.rows
    shifts = drift == 0 ? [0] : Array(-drift...drift)
    places = Dictionary(grouping: reference.places, by: \.key.look).mapValues { $0.map(\.value) }
  }

  /// The looks whose text is hardly visible: none of their glyphs reaches a contrast of 2 to 1.
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
      for (column, cell) in line.enumerated() {
        // A cell of two columns is judged by its left half.
        guard let text = cell.text, (row, column) != cells.cursor else { continue }
        verdict.cells += 1
        let isCellRight =
          !(faint.contains(cell.look) && text != " ")
          && shows(
            (row, column), in: picture, of: line, ownPixels(row, column, beside: cells.cursor))
        verdict.rightCells += isCellRight ? 1 : 0
        if !isCellRight { verdict.wrongCells[row, default: []].append(column) }
      }
      verdict.rows += 1
    }
    return verdict
  }

  /// The pixels that belong to a cell alone: an outlined cursor extends beyond its cell.
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

  private func shows(
    _ cell: (row: Int, column: Int), in picture: Picture, of line: [(text: String?, look: Look)],
    _ pixels: OwnPixels
  ) -> Bool {
    func sample(_ column: Int) -> Sample? {
      guard line.indices.contains(column), let text = line[column].text else { return nil }
      return Sample(text: text, look: line[column].look)
    }
    guard let own = sample(cell.column) else { return false }
    return shows(own, cell, in: picture, pixels)
      || isOverdrawn(
        own, cell, in: picture, pixels, left: sample(cell.column - 1),
        right: sample(cell.column + 1))
  }

  /// Whether a cell shows exactly its glyph and the parts of the adjacent ones that are outside their cells,
  /// as each has them between blanks. Glyphs of fonts that are not monospaced have such parts.
  private func isOverdrawn(
    _ sample: Sample, _ cell: (Int, Int), in picture: Picture, _ pixels: OwnPixels, left: Sample?,
    right: Sample?
  ) -> Bool {
    guard let own = reference.places[sample] else { return false }
    let parts =
      [(own, 0)]
      + [(left, cellWidth), (right, -cellWidth)].compactMap { sample, shift in
        sample.flatMap { reference.places[$0] }.map { ($0, shift) }
      }
    let (ax, ay) = origin(cell.0, cell.1)
    var sum = 0
    for y in pixels.y {
      for x in pixels.x {
        let wanted = parts.map { place, shift in
          let (bx, by) = origin(place.row, place.column)
          return pictures[place.page].brightness(bx + x + shift, by + y)
        }
        sum += abs(picture.brightness(ax + x, ay + y) - wanted.max()!)
      }
    }
    // Where two parts meet in a pixel, it is brighter than each.
    return sum <= cellWidth * cellHeight * 5
  }

  /// Whether no other glyph in the same look, in either weight, is clearly closer to a cell's
  /// picture. "Clearly", because a glyph that extends into its neighbours makes the closest of two
  /// similar ones random.
  private func shows(
    _ sample: Sample, _ cell: (Int, Int), in picture: Picture, _ pixels: OwnPixels
  ) -> Bool {
    guard let place = reference.places[sample] else { return false }
    let own = distance(cell, in: picture, to: place, pixels, limit: .max)
    // A nearly exact match needs no comparison with other glyphs.
    if own <= cellWidth * cellHeight * 2 { return true }
    // A cell shows something that is on no page, such as the box for a missing glyph, if it differs
    // by most of its ink; or, for a blank, by more than neighbours extend into it.
    let blank = Sample(text: " ", look: sample.look)
    let ink = reference.places[blank].map { inkOf(place, against: $0, pixels) } ?? 0
    guard own <= max(ink * 3 / 4, cellWidth * cellHeight * 30) else { return false }
    let limit = (own * 4 - 40) / 5
    func isNearer(_ place: ReferencePages.Place, limit: Int) -> Bool {
      distance(cell, in: picture, to: place, pixels, limit: limit) < limit
    }
    // A stroke from the next cell may make one weight look like the other.
    return !(places[sample.look] ?? []).contains { isNearer($0, limit: limit) }
      && !(places[sample.look.otherWeight] ?? []).contains { isNearer($0, limit: own / 2) }
  }

  /// The difference in brightness between a cell of the picture and a cell of a page, summed over
  /// all pixels. It stops when the limit is reached.
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

  /// The difference in brightness between two samples, summed over all pixels.
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

  /// The top left pixel of a cell on the display.
  private func origin(_ row: Int, _ column: Int) -> (x: Int, y: Int) {
    (
      area.x.lowerBound + column * area.x.count / size.columns,
      area.y.lowerBound + row * area.y.count / size.rows
    )
  }
}
