import Cells

/// Rows of a screen that changed, as a terminal shows them: from `Frame.changes(since:_:)`.
public struct ChangedRows: Hashable, Sendable {
  /// The place of each row on the screen, from the top.
  public let places: [Int]
  /// The rows in that order, one below the other.
  public let grid: Grid
  /// The position of the terminal's cursor on the screen.
  public let cursor: Position
}

extension Grid {
  /// Puts rows of the next frame in their places.
  public mutating func apply(_ changes: ChangedRows) {
    for (index, row) in changes.places.enumerated() {
      for column in 0..<size.columns { self[row, column] = changes.grid[index, column] }
    }
    cursor = changes.cursor
  }
}
