/// A screen's or an area's measure in character cells, such as 80 columns by 24 rows.
public struct Size: Hashable, Sendable {
  public var columns: Int
  public var rows: Int

  public init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }
}

/// A place on a screen in cells from the top (`row`) and from the leading edge (`column`) of a
/// logical frame, or from the left edge of a visual grid; both count from 0.
public struct Position: Hashable, Sendable {
  public var row: Int
  public var column: Int

  public init(row: Int, column: Int) {
    self.row = row
    self.column = column
  }
}
