extension Emulator {
  private var isInsideMargins: Bool { isInsideRowMargins && isInsideColumnMargins }

  var isInsideRowMargins: Bool { scrollingRows.contains(screen.cursor.row) }

  private var isInsideColumnMargins: Bool { scrollingColumns.contains(screen.cursor.column) }

  var marginsAreFullWidth: Bool {
    margins.left == 0 && margins.right == screen.size.columns - 1
  }

  /// The part of the screen in which places count: between the margins in origin mode, else all of it.
  var area: Margins { screen.modes.origin ? margins : Margins(screen.size) }

  // MARK: Erasing

  /// Erases cells; protected ones only where the erasing is not selective.
  mutating func erase(_ row: Int, _ columns: Range<Int>, isSelective: Bool = false) {
    if columns.isEmpty { return }
    if isSelective || protection == .all, protection != .none,
      screen.grid[row].hasProtected(columns)
    {
      return screen.grid[row].eraseUnprotected(columns, style: style)
    }
    if columns == 0..<screen.size.columns {
      return screen.grid[row].reset(style: style, paragraph: screen.modes.paragraph)
    }
    screen.grid[row].fill(columns, with: .erased(style))
    if columns.upperBound == screen.size.columns { screen.grid[row].isWrapped = false }
  }

  /// ED: 0 from the cursor, 1 up to the cursor, 2 all; 3 (xterm) the scrollback. Selective: DECSED.
  mutating func eraseInDisplay(_ part: Int, isSelective: Bool = false) -> Bool {
    wrapPending = false
    let rows: Range<Int>
    switch part {
    case 0:
      eraseInLine(0, isSelective: isSelective)
      rows = screen.cursor.row + 1..<screen.size.rows
    case 1:
      eraseInLine(1, isSelective: isSelective)
      rows = 0..<screen.cursor.row
    case 2: rows = 0..<screen.size.rows
    case 3:
      clearHistory()
      return true
    default: return false
    }
    for row in rows { erase(row, 0..<screen.size.columns, isSelective: isSelective) }
    return true
  }

  /// EL: 0 from the cursor, 1 up to the cursor, 2 the whole row. Selective: DECSEL.
  @discardableResult
  mutating func eraseInLine(_ part: Int, isSelective: Bool = false) -> Bool {
    wrapPending = false
    let cursor = screen.cursor
    let columns: Range<Int>
    switch part {
    case 0: columns = cursor.column..<screen.size.columns
    case 1: columns = 0..<(cursor.column + 1)
    case 2: columns = 0..<screen.size.columns
    default: return false
    }
    erase(cursor.row, columns, isSelective: isSelective)
    return true
  }

  /// ECH.
  mutating func eraseCharacters(_ count: Int) {
    wrapPending = false
    let column = screen.cursor.column
    erase(screen.cursor.row, column..<min(column + count, screen.size.columns))
  }

  // MARK: Inserting and deleting

  /// ICH and DCH, in any row: as in xterm, row margins do not matter.
  mutating func shiftCharacters(_ count: Int, inserting: Bool) {
    guard isInsideColumnMargins else { return }
    wrapPending = false
    let row = screen.cursor.row
    shift(count, from: screen.cursor.column, in: row...row, inserting: inserting)
  }

  /// DECIC and DECDC, in all rows between the margins: from the cursor's column on, or from another one.
  mutating func shiftColumns(_ count: Int, from column: Int? = nil, inserting: Bool) {
    guard isInsideMargins else { return }
    shift(count, from: column ?? screen.cursor.column, in: scrollingRows, inserting: inserting)
  }

  /// Inserts or deletes cells of some rows, up to the right margin.
  private mutating func shift(
    _ count: Int, from column: Int, in rows: ClosedRange<Int>, inserting: Bool
  ) {
    let end = margins.right + 1
    let count = min(count, end - column)
    for row in rows {
      if inserting {
        screen.grid[row].insertBlanks(count, at: column, end: end, style: style)
      } else {
        screen.grid[row].remove(count, at: column, end: end, style: style)
      }
      if end == screen.size.columns { screen.grid[row].isWrapped = false }
    }
  }

  /// IL and DL.
  mutating func shiftLines(_ count: Int, inserting: Bool) {
    guard isInsideMargins else { return }
    scroll(count, from: screen.cursor.row, down: inserting)
    screen.cursor.column = margins.left
    wrapPending = false
  }

  // MARK: Scrolling

  /// Scrolls the whole region, as SU and a line's end in its last row do.
  mutating func scrollUp(_ count: Int) {
    if margins.top == 0, marginsAreFullWidth {
      keepInHistory(screen.grid.prefix(min(count, margins.bottom + 1)))
    }
    scroll(count, from: margins.top, down: false)
  }

  /// Scrolls the rows from one to the bottom margin.
  mutating func scroll(_ count: Int, from top: Int, down isDown: Bool) {
    let bottom = margins.bottom
    let count = min(count, bottom - top + 1)
    if marginsAreFullWidth {
      for _ in 0..<count { moveRow(from: isDown ? bottom : top, to: isDown ? top : bottom) }
      return
    }
    for row in top...bottom {
      screen.grid[row].split(at: margins.left)
      screen.grid[row].split(at: margins.right + 1)
    }
    for step in 0...bottom - top {
      // A row is copied before another one is copied there.
      let target = isDown ? bottom - step : top + step
      moveInMargins(from: isDown ? target - count : target + count, to: target, in: top...bottom)
    }
  }

  /// Takes a row out, which shifts the rows between, and puts it in again as a cleared row.
  private mutating func moveRow(from source: Int, to target: Int) {
    screen.grid.withUnsafeMutableBufferPointer { rows in
      // The rows between move as memory, without counting references.
      guard let rows = rows.baseAddress else { return }
      var row = (rows + source).move()
      if source < target {
        (rows + source).moveInitialize(from: rows + source + 1, count: target - source)
      } else {
        (rows + target + 1).moveInitialize(from: rows + target, count: source - target)
      }
      row.reset(style: style, paragraph: screen.modes.paragraph)
      (rows + target).initialize(to: row)
    }
  }

  /// Copies the part of a row between the margins; rows other than those that scroll are blank.
  private mutating func moveInMargins(
    from source: Int, to target: Int, in rows: ClosedRange<Int>
  ) {
    if !rows.contains(source) {
      screen.grid[target].fill(Range(scrollingColumns), with: .erased(style))
    } else if source != target {
      let row = screen.grid[source]
      screen.grid[target].copy(scrollingColumns, from: row)
    }
  }

  // MARK: Moving the cursor

  /// IND: down by one; scrolls at the bottom margin if the cursor is between the left and the right
  /// one. A caller that also moves the cursor to the left margin does so afterwards.
  mutating func index() {
    if screen.cursor.row == margins.bottom {
      if isInsideColumnMargins { scrollUp(1) }
    } else if screen.cursor.row < screen.size.rows - 1 {
      screen.cursor.row += 1
    }
  }

  /// RI: up by one; scrolls at the top margin.
  mutating func reverseIndex() {
    wrapPending = false
    if screen.cursor.row == margins.top {
      if isInsideColumnMargins { scroll(1, from: margins.top, down: true) }
    } else if screen.cursor.row > 0 {
      screen.cursor.row -= 1
    }
  }

  mutating func moveUp(_ count: Int) {
    let limit = screen.cursor.row >= margins.top ? margins.top : 0
    screen.cursor.row = max(screen.cursor.row - count, limit)
    wrapPending = false
  }

  mutating func moveDown(_ count: Int) {
    let limit = screen.cursor.row <= margins.bottom ? margins.bottom : screen.size.rows - 1
    screen.cursor.row = min(screen.cursor.row + count, limit)
    wrapPending = false
  }

  mutating func moveRight(_ count: Int) {
    screen.cursor.column = min(screen.cursor.column + count, rightEdge)
    wrapPending = false
  }

  mutating func moveLeft(_ count: Int) {
    if screen.modes.reverseWraparound, screen.modes.autowrap { return moveLeftWrapping(count) }
    screen.cursor.column = max(screen.cursor.column - count, leftEdge)
    wrapPending = false
  }

  /// Mode 45, as in xterm 379: from the left end to the right one of the row above, and from the top to
  /// the bottom. A pending wrap counts as a column.
  private mutating func moveLeftWrapping(_ count: Int) {
    let top = isInsideRowMargins ? margins.top : 0
    let bottom = isInsideRowMargins ? margins.bottom : screen.size.rows - 1
    for _ in 0..<max(0, count - (wrapPending ? 1 : 0)) {
      if screen.cursor.column != margins.left, screen.cursor.column > 0 {
        screen.cursor.column -= 1
      } else {
        screen.cursor.column = margins.right
        screen.cursor.row = screen.cursor.row == top ? bottom : screen.cursor.row - 1
      }
    }
    wrapPending = false
  }

  mutating func carriageReturn() {
    screen.cursor.column = leftEdge
    wrapPending = false
  }

  /// CUP: counted from 0, relative to the margins in origin mode.
  mutating func moveTo(row: Int, column: Int) {
    let area = area
    screen.cursor.row = min(area.top + row, area.bottom)
    screen.cursor.column = min(area.left + column, area.right)
    wrapPending = false
  }

  mutating func moveTo(row: Int) {
    moveTo(row: row, column: max(screen.cursor.column - area.left, 0))
  }

  mutating func moveTo(column: Int) {
    moveTo(row: max(screen.cursor.row - area.top, 0), column: column)
  }

  mutating func tabForward(_ count: Int) {
    let last = rightEdge
    for _ in 0..<min(count, screen.size.columns) {
      repeat {
        if screen.cursor.column >= last { return }
        screen.cursor.column += 1
      } while !tabs[screen.cursor.column]
    }
  }

  mutating func tabBackward(_ count: Int) {
    wrapPending = false
    let first = area.left
    for _ in 0..<min(count, screen.size.columns) {
      repeat {
        if screen.cursor.column <= first { return }
        screen.cursor.column -= 1
      } while !tabs[screen.cursor.column]
    }
  }

  // MARK: Saving the cursor

  mutating func saveCursor() {
    let saved = SavedCursor(
      row: screen.cursor.row, column: screen.cursor.column, style: style, charsets: charsets,
      origin: screen.modes.origin, wrapPending: wrapPending)
    if screen.isAlternate { alternateSaved = saved } else { mainSaved = saved }
  }

  mutating func restoreCursor() {
    let saved = screen.isAlternate ? alternateSaved : mainSaved
    screen.cursor.row = min(saved.row, screen.size.rows - 1)
    screen.cursor.column = min(saved.column, screen.size.columns - 1)
    style = saved.style
    charsets = saved.charsets
    screen.modes.origin = saved.origin
    wrapPending =
      saved.wrapPending && screen.cursor.column == saved.column && saved.column == rightEdge
  }
}
