import TerminalEmulator

/// Which columns stand together in rows below each other: bars, gutters of numbers, and the gaps between
/// columns.
struct ColumnEvidence {
  private let grid: ArraySlice<ScreenRow>
  private let readings: [RowReading]
  /// For each column of a gutter the rows that have a number there.
  private var gutters: [Int: Int] = [:]

  init(_ grid: ArraySlice<ScreenRow>, _ readings: [RowReading]) {
    (self.grid, self.readings) = (grid, readings)
    var indented: Set<Int> = []
    for number in readings.compactMap(\.number) {
      gutters[number.upperBound, default: 0] += 1
      if number.lowerBound > 0 { indented.insert(number.upperBound) }
    }
    gutters = gutters.filter { $0.value > 2 && indented.contains($0.key) }
  }

  /// The columns of a row that divide it as box drawing does: a bar or the sign of a quote at the same
  /// column in rows beside it, and what follows a right-aligned number if three rows have one there.
  func walls(_ index: Int) -> [Int] {
    let reading = readings[index]
    if !reading.labels.isEmpty { return reading.labels }
    var walls = reading.bars.filter { column in
      count(from: index) { Self.isBar(content($0, column)) } > (isApart(index, column) ? 1 : 2)
    }
    if let quote = reading.quote,
      count(from: index, where: { readings[$0].quote == quote }) > 1
    {
      walls.insert(quote, at: 0)
    }
    if !gutters.isEmpty, let gutter = gutter(index) { walls.insert(gutter, at: 0) }
    return walls
  }

  private func gutter(_ index: Int) -> Int? {
    if let number = readings[index].number {
      return gutters[number.upperBound] == nil ? nil : number.upperBound
    }
    // A row that goes on below a number.
    return gutters.keys.sorted().last { column in
      (0...column).allSatisfy { blank(index, $0) }
    }
  }

  /// The number of rows one below the other, this one among them, for which something is so; at most
  /// two above and below.
  private func count(from index: Int, where isSo: (Int) -> Bool) -> Int {
    var count = 1
    for step in [-1, 1] {
      var other = index + step
      while abs(other - index) < 3, readings.indices.contains(other), isSo(other) {
        count += 1
        other += step
      }
    }
    return count
  }

  /// The columns of a room that has more than one: texts between wide gaps, or such as begin where a
  /// text of a row beside begins. Empty if there are no columns.
  func columns(_ index: Int, of room: RowRooms.Room) -> [Range<Int>] {
    let found = readings[index].rooms
    let isLabel = readings[index].isListing && room.columns.lowerBound == 0
    guard !isLabel, room.fields.count > 1,
      found.hasColumns(
        room,
        beside: (
          index > 0 ? readings[index - 1].rooms : nil,
          index + 1 < readings.count ? readings[index + 1].rooms : nil
        ))
    else { return [] }
    return Array(found.fields[room.fields])
  }

  /// Whether a bar is apart from what is beside it: by blanks, or by its look.
  private func isApart(_ index: Int, _ column: Int) -> Bool {
    let cells = grid[grid.startIndex + index].storage
    guard column > 0, column + 1 < cells.count else { return false }
    let (before, after) = (cells[column - 1], cells[column + 1])
    let style = cells[column].style
    return before.isBlank && after.isBlank || before.style != style && after.style != style
  }

  private func content(_ index: Int, _ column: Int) -> UInt32 {
    grid[grid.startIndex + index].storage[column].content
  }

  private func blank(_ index: Int, _ column: Int) -> Bool {
    grid[grid.startIndex + index].storage[column].isBlank
  }

  private static func isBar(_ content: UInt32) -> Bool {
    content == 0x7C || content == 0x2B || Unicode.Scalar(content)?.isBox == true
  }
}
