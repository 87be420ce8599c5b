/// Who ended the rows of a room that stand below each other: the program's text, or an edge at which the
/// program wrapped it. Only a row to which the next word did not fit can have been wrapped.
struct RowWrap {
  /// A row's text.
  struct Row {
    let columns: Range<Int>
    let firstWord: Int
    let words: Int
    /// Whether it ends with a sign that it was cut, such as `…` or `~`.
    let isCut: Bool
  }

  private let rows: [Row]
  /// The columns of the room, and those of the window.
  private let room: Range<Int>
  private let window: Int
  /// The first column of all texts, and the end of the longest one.
  private let start: Int
  private let end: Int
  /// Whether a row reaches the edge of the longest one, so that the next word did not fit.
  private let isFull: [Bool]
  /// The rows to which the first word of the next one does not fit in the room.
  private let candidates: [Int]

  init(_ rows: [Row], in room: Range<Int>, window: Int) {
    (self.rows, self.room, self.window) = (rows, room, window)
    let start = rows.map(\.columns.lowerBound).min() ?? room.lowerBound
    let end = rows.map(\.columns.upperBound).max() ?? room.lowerBound
    (self.start, self.end) = (start, end)
    isFull = zip(rows, rows.dropFirst()).map { row, next in
      row.columns.upperBound + 1 + next.firstWord > end && row.words > 3
    }
    candidates = rows.indices.dropLast().filter {
      rows[$0].columns.upperBound + 1 + rows[$0 + 1].firstWord > room.upperBound
    }
  }

  /// Whether the text of a row goes on in the next one.
  func goesOn(after place: Int) -> Bool {
    let (row, next) = (rows[place], rows[place + 1])
    guard !row.isCut, row.words > 2 || room.count == window else { return false }
    if row.columns.upperBound < room.upperBound - 1, breaksWords(elsewhere: place) { return false }
    // A word as long as a third of the room fits hardly anywhere.
    let needed = row.columns.upperBound + 1 + min(next.firstWord, max(5, room.count / 3))
    if needed <= end { return false }
    // Three rows that end at the edge of all rows share it.
    if isFull[place],
      place > 0 && isFull[place - 1] || place + 1 < isFull.count && isFull[place + 1]
    {
      return true
    }
    // The edge is a margin as wide as the left one.
    let margin = min(start - room.lowerBound, Self.widestMargin)
    if needed > room.upperBound - margin { return true }
    return room.count == window
      && Self.usualWidths.contains { needed > $0 - margin && end <= $0 && $0 < window }
  }

  /// Whether words are broken at the end of the room: most of the other rows that can have been wrapped fill
  /// it. The last column can hold the blank between two words, which says nothing. In the whole window it is
  /// the terminal that breaks words.
  private func breaksWords(elsewhere place: Int) -> Bool {
    guard room.count < window else { return false }
    let ends = candidates.filter { $0 != place }.map { rows[$0].columns.upperBound }
    let full = ends.count { $0 == room.upperBound }
    return full > 1 && full > ends.count { $0 < room.upperBound - 1 }
  }

  private static let widestMargin = 4
  /// The widths at which programs wrap texts in wider windows.
  private static let usualWidths = [80, 100]
}
