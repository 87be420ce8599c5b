extension Screen {
  /// The cells of some rows and columns as a separate screen, at least one cell large; what lies
  /// outside this screen is left out. A wide character that is cut at a side becomes a blank, and a
  /// cursor outside the part is hidden.
  public func part(rows: ClosedRange<Int>, columns: ClosedRange<Int>) -> Screen {
    var part = self
    let rows = rows.clamped(to: 0...(size.rows - 1))
    let columns = columns.clamped(to: 0...(size.columns - 1))
    part.grid = rows.map { grid[$0].part(columns.lowerBound..<(columns.upperBound + 1)) }
    part.size = TerminalSize(columns: columns.count, rows: rows.count)
    let shows = rows.contains(cursor.row) && columns.contains(cursor.column)
    part.cursor = Cursor(
      row: shows ? cursor.row - rows.lowerBound : 0,
      column: shows ? cursor.column - columns.lowerBound : 0,
      isVisible: shows && cursor.isVisible, shape: cursor.shape)
    return part
  }
}
