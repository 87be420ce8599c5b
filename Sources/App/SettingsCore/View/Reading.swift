import Forms

/// How far the focused item and the rows around it have been scrolled.
struct Reading {
  /// The first visible row when the item gets the focus.
  private(set) var base = 0
  /// How many rows the area was scrolled from there; negative means back.
  private(set) var read = 0
  /// Hidden rows above and below that no other item brings into view.
  private(set) var above = 0
  private(set) var below = 0
  let height: Int
  /// Whether the card about the shell is visible.
  var showsShell = false

  /// The first visible row.
  var first: Int { base + read }

  /// Keeps the focused item visible, and with it a quarter of the area below it. If rows that
  /// belong to the item do not fit, the scroll position decides.
  ///
  /// - Parameters:
  ///   - own: the rows of the focused item; nil if none has the focus.
  ///   - rowsOfArea: the number of rows that are visible at once.
  ///   - linesRead: how many rows the person scrolled; negative means back.
  ///   - fromTop: whether the first row is visible as long as the item is visible with it.
  init<ID>(
    of rows: [FormRow<ID>], own: Range<Int>?, rowsOfArea: Int, linesRead: Int, fromTop: Bool = false
  ) {
    height = max(1, rowsOfArea)
    guard rows.count > height, let own else { return }
    let last = rows.count - height
    var wanted =
      own.count > height
      ? own.lowerBound : min(own.lowerBound, max(0, own.upperBound - height * 3 / 4))
    if fromTop, own.upperBound <= height { wanted = 0 }
    base = min(wanted, last)
    let range = Self.rowsToRead(own, of: rows)
    let lowest = min(base, range.lowerBound)
    let highest = min(last, max(base, range.upperBound - height))
    let first = min(max(lowest, base + linesRead), highest)
    read = first - base
    above = max(0, first - range.lowerBound)
    below = max(0, min(range.upperBound - height, last) - first)
  }

  /// The rows of the focused item, with the adjacent rows that belong to no item, such as a heading
  /// or an explanation.
  private static func rowsToRead<ID>(_ own: Range<Int>, of rows: [FormRow<ID>]) -> Range<Int> {
    var lower = (rows[..<own.lowerBound].lastIndex { $0.id != nil }).map { $0 + 1 } ?? 0
    var upper = rows[own.upperBound...].firstIndex { $0.id != nil } ?? rows.count
    while lower < own.lowerBound, rows[lower].spans.isEmpty { lower += 1 }
    while upper > own.upperBound, rows[upper - 1].spans.isEmpty { upper -= 1 }
    return lower..<upper
  }

  /// The lines to have been read after a step to lines that no item brings into view; nil if there
  /// are none in that direction. One line stays in view for continuity.
  func linesRead(afterStepForward forward: Bool) -> Int? {
    let step = min(max(1, height - 1), forward ? below : above)
    return step > 0 ? read + (forward ? step : -step) : nil
  }
}
