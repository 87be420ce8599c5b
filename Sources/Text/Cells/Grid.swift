/// A whole screen in visual order: rows from the top, cells from the left.
public struct Grid: Hashable, Sendable {
  /// The number of columns and rows.
  public let size: Size
  /// `size.rows * size.columns` cells.
  public var cells: [Cell]
  /// The position of the terminal's cursor, from the left.
  public var cursor: Position
  /// The style of empty cells. The terminal erases with it.
  public let background: Style

  /// A screen of blanks in a style.
  public init(
    size: Size, cursor: Position = Position(row: 0, column: 0), background: Style = .plain
  ) {
    self.size = size
    self.cells = Array(repeating: Cell(style: background), count: size.rows * size.columns)
    self.cursor = cursor
    self.background = background
  }

  /// The cell in a row and a column, both from 0.
  @inlinable
  public subscript(row: Int, column: Int) -> Cell {
    get { cells[row * size.columns + column] }
    set { cells[row * size.columns + column] = newValue }
  }

  /// The glyphs of a row from left to right, with their marks. A wide glyph appears once.
  public func text(row: Int) -> String {
    var text = String.UnicodeScalarView()
    for column in 0..<size.columns where !self[row, column].isContinuation {
      let glyph = self[row, column].glyph
      text.append(glyph.base)
      text.append(contentsOf: glyph.marks.scalars)
    }
    return String(text)
  }
}
