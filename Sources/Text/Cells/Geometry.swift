/// The size of a screen or an area in cells, such as 80 columns by 24 rows.
public struct Size: Hashable, Sendable {
  /// The width in cells.
  public var columns: Int
  /// The height in cells.
  public var rows: Int

  /// A size in cells.
  public init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }
}

/// A position in cells: rows from the top, columns from the leading edge of a logical frame or from
/// the left edge of a visual grid. Both start at 0.
public struct Position: Hashable, Sendable {
  /// The row from 0, downwards.
  public var row: Int
  /// The column from 0.
  public var column: Int

  /// A place on a screen.
  public init(row: Int, column: Int) {
    self.row = row
    self.column = column
  }
}
