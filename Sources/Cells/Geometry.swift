/// The size of a screen or an area in cells, such as 80 columns by 24 rows.
public struct Size: Hashable, Sendable {
  public var columns: Int
  public var rows: Int

  public init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }
}

/// A position in cells: rows from the top, columns from the leading edge of a logical frame or from
/// the left edge of a visual grid. Both start at 0.
public struct Position: Hashable, Sendable {
  public var row: Int
  public var column: Int

  public init(row: Int, column: Int) {
    self.row = row
    self.column = column
  }
}
