import TerminalEmulator

/// Which columns stand together in rows below each other: bars, gutters of numbers, and the gaps between
/// columns.
struct ColumnEvidence {
  private let grid: ArraySlice<ScreenRow>
  private let readings: [RowReading]
  /// For each column of a gutter the rows that have a number there.
  private var gutters: [Int: Int] = [:]
  /// For each row of a difference the column of its sign.
  private let changes: [Int: Int]

  init(_ grid: ArraySlice<ScreenRow>, _ readings: [RowReading]) {
    (self.grid, self.readings) = (grid, readings)
    changes = Self.changes(grid, readings)
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
    if let sign = changes[index] { return reading.labels.filter { $0 < sign } + [sign] }
    if !reading.labels.isEmpty { return reading.labels }
    if let number = numberLabel(index) { return [number] }
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

  /// Whether a row is the first one of a line, because it has a label, a sign, or a number of its own.
  func beginsLine(_ index: Int) -> Bool {
    !readings[index].labels.isEmpty || changes[index] != nil || numberLabel(index) != nil
      || readings[index].number.map { gutters[$0.upperBound] != nil } == true
  }

  /// The rows below one that says where two files differ have a sign each. So do rows below each other of
  /// which some have `+` and some `-`.
  private static func changes(
    _ grid: ArraySlice<ScreenRow>, _ readings: [RowReading]
  ) -> [Int: Int] {
    var changes: [Int: Int] = [:]
    var index = 0
    while index < readings.count {
      let first = index
      index += 1
      if let column = readings[first].hunk {
        let cells = grid[grid.startIndex + first].storage
        let signs = cells[column].content == 0x40 ? " +-\\" : "<>"
        while index < readings.count,
          signs.unicodeScalars.contains(where: {
            $0.value == grid[grid.startIndex + index].storage[column].content
          })
        {
          changes[index] = column
          index += 1
        }
      } else if let column = readings[first].sign {
        while index < readings.count, readings[index].sign == column { index += 1 }
        let found = Set(
          (first..<index).map {
            grid[grid.startIndex + $0].storage[column].content
          })
        if found.count > 1 { for row in first..<index { changes[row] = column } }
      }
    }
    return changes
  }

  /// The colon behind a number, if a row beside has one before a text that is no number.
  private func numberLabel(_ index: Int) -> Int? {
    guard let column = readings[index].numberLabel else { return nil }
    let isBeside = [index - 1, index + 1].contains { other in
      readings.indices.contains(other) && readings[other].isNumbered
    }
    return isBeside ? column : nil
  }

  private func gutter(_ index: Int) -> Int? {
    // In a row that the terminal has wrapped, less writes the number a column later, behind a letter.
    let follows = index > 0 && grid[grid.startIndex + index - 1].isWrapped
    if let number = readings[index].number {
      let end = number.upperBound
      return gutters[end] != nil || follows && gutters[end - 1] != nil ? end : nil
    }
    // A row that goes on below a number.
    let columns = gutters.keys.sorted()
    if let column = columns.last(where: { (0...$0).allSatisfy { blank(index, $0) } }) {
      return column
    }
    return follows && blank(index, 1)
      ? columns.last { number(index, endingAt: $0 + 1) != nil }.map { $0 + 1 } : nil
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

  // MARK: Columns

  /// The columns of a room that has more than one: texts between wide gaps, or such as begin where a
  /// text of a row beside begins, and the text behind a time stamp. Empty if there are no columns.
  func columns(_ index: Int, of room: RowRooms.Room) -> [Range<Int>] {
    let found = readings[index].rooms
    let isLabel = readings[index].isListing && room.columns.lowerBound == 0
    guard !isLabel, let text = found.text(of: room) else { return [] }
    let above = index > 0 ? readings[index - 1].rooms : nil
    let below = index + 1 < readings.count ? readings[index + 1].rooms : nil
    if room.fields.count > 1, found.hasColumns(room, beside: (above, below)) {
      func begins(_ rooms: RowRooms?, _ other: Int, _ column: Int) -> Bool {
        rooms?.hasField(at: column, inRoomLike: room) == true && blank(other, column - 2)
      }
      return found.fields[room.fields].flatMap {
        split($0, index) { begins(above, index - 1, $0) || begins(below, index + 1, $0) }
      }
    }
    guard isStamp(index, text) else { return [] }
    return split(text, index) { _ in false }
  }

  /// Whether a text begins with a number of two joints, as times with seconds and dates are, and three rows
  /// have one there.
  private func isStamp(_ index: Int, _ text: Range<Int>) -> Bool {
    let cells = grid[grid.startIndex + index].storage
    guard isDigit(cells[text.lowerBound].content),
      let end = cells[text].firstIndex(where: \.isBlank)
    else { return false }
    return joints(index, text.lowerBound..<end) > 1 && numbers(index, endingAt: end) > 2
  }

  /// The columns that stand in a text: behind a number, where the look changes, and where `isStart` says so.
  private func split(
    _ text: Range<Int>, _ index: Int, _ isStart: (Int) -> Bool
  ) -> [Range<Int>] {
    var columns: [Range<Int>] = []
    var start = text.lowerBound
    var isBehindNumber = true
    let cells = grid[grid.startIndex + index].storage
    for column in text.dropFirst()
    where cells[column - 1].isBlank && !cells[column].isBlank {
      let end = (start..<column).last { !cells[$0].isBlank }! + 1
      let endsNumber = isNumberColumn(index, endingAt: end, isBehindNumber)
      guard endsNumber || isStart(column) || changesLook(index, column) else { continue }
      columns.append(start..<end)
      (start, isBehindNumber) = (column, endsNumber)
    }
    return columns + [start..<text.upperBound]
  }

  /// Whether a number that ends before a column is in a column of its own: three rows have one there, and
  /// this one has two joints or follows such a one, or they are not equally long. Or it is filled up in
  /// its brackets.
  private func isNumberColumn(_ index: Int, endingAt end: Int, _ isBehindNumber: Bool) -> Bool {
    guard let start = number(index, endingAt: end) else { return false }
    let cells = grid[grid.startIndex + index].storage
    if cells[end - 1].content == 0x29, start > 1, cells[start - 1].isBlank {
      return cells[..<start].last { !$0.isBlank }?.content == 0x28
    }
    guard isBehindNumber || joints(index, start..<end) > 1 else { return false }
    return numbers(index, endingAt: end) > 2
  }

  /// The number of rows beside each other with a number that ends before a column; those that are blank
  /// there are passed over.
  private func numbers(_ index: Int, endingAt end: Int) -> Int {
    var count = 1
    for step in [-1, 1] {
      var other = index + step
      var found = 0
      while found < 2, readings.indices.contains(other) {
        if number(other, endingAt: end) != nil {
          found += 1
        } else if !(max(0, end - 8)..<end).allSatisfy({ blank(other, $0) }) {
          break
        }
        other += step
      }
      count += found
    }
    return count
  }

  /// The first column of a number that ends before a blank column.
  private func number(_ index: Int, endingAt end: Int) -> Int? {
    let cells = grid[grid.startIndex + index].storage
    guard end > 0, end < cells.count, cells[end].isBlank, !cells[end - 1].isBlank else {
      return nil
    }
    var start = end
    var hasDigit = false
    while start > 0, !cells[start - 1].isBlank, !Self.isBar(cells[start - 1].content) {
      start -= 1
      let content = cells[start].content
      if isDigit(content) {
        hasDigit = true
      } else if !Self.numberSigns.contains(content) {
        return nil
      }
    }
    return hasDigit ? start : nil
  }

  /// The number of signs between digits.
  private func joints(_ index: Int, _ word: Range<Int>) -> Int {
    let cells = grid[grid.startIndex + index].storage
    return word.dropFirst().dropLast().count {
      !isDigit(cells[$0].content) && isDigit(cells[$0 - 1].content)
        && isDigit(cells[$0 + 1].content)
    }
  }

  /// Whether a text in another look begins in a column of three rows.
  private func changesLook(_ index: Int, _ column: Int) -> Bool {
    func changes(_ index: Int) -> Bool {
      let cells = grid[grid.startIndex + index].storage
      guard !cells[column].isBlank, cells[column - 1].isBlank else { return false }
      return cells[..<column].last { !$0.isBlank }.map { $0.style != cells[column].style } == true
    }
    return changes(index) && count(from: index, where: changes) > 2
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

  private func isDigit(_ content: UInt32) -> Bool { (0x30...0x39).contains(content) }

  /// What a number can hold besides digits; brackets can be around it.
  private static let numberSigns = Set(".,:%+-/()".unicodeScalars.map(\.value))

  private static func isBar(_ content: UInt32) -> Bool {
    content == 0x7C || content == 0x2B || Unicode.Scalar(content)?.isBox == true
  }
}
