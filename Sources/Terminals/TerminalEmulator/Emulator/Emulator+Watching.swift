// For a program that shows this screen on another terminal.
extension Emulator {
  /// Whether a wrap is pending in a column that is no longer the last one: it was at a margin that is gone.
  package var isWrapPendingInside: Bool { wrapPending && screen.cursor.column < rightEdge }

  /// The rows that scroll, from 0.
  package var scrollingRows: ClosedRange<Int> { margins.top...margins.bottom }

  /// The columns that scroll, from 0.
  package var scrollingColumns: ClosedRange<Int> { margins.left...margins.right }

  /// The sequence that sets this terminal's charsets in one with ASCII everywhere; empty for ASCII.
  package var charsetSequence: String { charsets.sequence }

  /// Notes that a row was looked at: `hasChanged` reports changes from now on.
  package mutating func beginWatching(
    _ row: Int, holdsRightToLeft: Bool, note: UInt64, reading: (any AnyObject & Sendable)? = nil
  ) {
    screen.grid[row].beginWatching(
      holdsRightToLeft: holdsRightToLeft, note: note, reading: reading)
  }

  /// Causes every row to be looked at again.
  package mutating func markAllChanged() {
    for row in screen.grid.indices { screen.grid[row].markChanged() }
  }

  /// Processes bytes; returns whether they end between sequences and characters.
  package mutating func advanceWhole(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    _ = advance(bytes, from: 0, pausing: false)
    return isBetweenSequences
  }

  /// Whether a row has changed that holds right-to-left text, or did when it was looked at.
  package var hasChangedRightToLeft: Bool {
    for row in screen.grid.indices where hasChangedRightToLeft(in: row) { return true }
    return false
  }

  /// `advance` stops only for these rows: for one that no reader looks at, it would stop for ever.
  @inline(__always)
  func hasChangedRightToLeft(in row: Int) -> Bool {
    guard screen.grid[row].hasChanged else { return false }
    return screen.grid[row].note != 0
      || screen.grid[row].mayHoldRightToLeft && screen.grid[row].bidiMode == .implicit
  }

  /// Sets the cursor's place to that of a terminal that shows the same screen. The rows move up or
  /// down with it, because this screen began empty and that one did not.
  ///
  /// - Parameters:
  ///   - row: from 0, as the terminal reports it: in origin mode, from the first row that scrolls.
  ///   - column: likewise.
  package mutating func moveRows(toCursorRow row: Int, column: Int) {
    let row = min(row + area.top, screen.size.rows - 1)
    let column = min(column + area.left, screen.size.columns - 1)
    let distance = row - screen.cursor.row
    let blank = ScreenRow(columns: screen.size.columns, paragraph: screen.modes.paragraph)
    if distance > 0 {
      screen.grid.removeLast(distance)
      screen.grid.insert(contentsOf: repeatElement(blank, count: distance), at: 0)
    } else if distance < 0 {
      screen.grid.removeFirst(-distance)
      screen.grid.append(contentsOf: repeatElement(blank, count: -distance))
    }
    screen.cursor.row = row
    if screen.cursor.column != column { wrapPending = false }
    screen.cursor.column = column
  }
}
