/// The terminal's cursor, from the top and from the left, both from 0.
public struct Cursor: Hashable, Sendable {
  /// The row from 0.
  public var row: Int
  /// The column from 0.
  public var column: Int
  /// Whether it is shown (DECTCEM).
  public var isVisible: Bool
  /// How it is drawn (DECSCUSR).
  public var shape: CursorShape

  /// A cursor at a place.
  public init(
    row: Int = 0, column: Int = 0, isVisible: Bool = true, shape: CursorShape = .default
  ) {
    self.row = row
    self.column = column
    self.isVisible = isVisible
    self.shape = shape
  }
}

/// The contents of a terminal at one moment: `screen.rows[0].hasPrefix("Lisan")`, `screen.cell(2,
/// 5).style.reverse`, `screen.cursor.row == 4`.
///
/// Rows and columns count from 0, from the top and from the left.
public struct Screen: Hashable, Sendable {
  /// The number of columns and rows.
  public internal(set) var size: TerminalSize
  /// The rows of cells, from the top.
  public internal(set) var grid: [ScreenRow]
  /// The cursor and its place.
  public internal(set) var cursor = Cursor()
  /// Whether the alternate screen is shown (modes 47, 1047, 1049).
  public internal(set) var isAlternate = false
  /// The modes that the program has set.
  public internal(set) var modes = ScreenModes()
  /// Further modes that the program has set, which change nothing on the screen.
  public internal(set) var otherModes = OtherModes()
  /// The window's title (OSC 0 and 2).
  public internal(set) var title = ""
  /// The icon's title (OSC 0 and 1).
  public internal(set) var iconTitle = ""
  /// How many titles the program has pushed (`CSI 22 t`) and not popped.
  public internal(set) var pushedTitles = 0
  /// How many times the bell rang.
  public internal(set) var bells = 0

  init(size: TerminalSize) {
    self.size = size
    grid = Array(repeating: ScreenRow(columns: size.columns), count: size.rows)
  }

  /// Each row's text from left to right, without trailing blanks.
  public var rows: [String] { grid.map(\.text) }

  /// All rows as one text, without trailing empty rows.
  public var text: String {
    var rows = rows
    while rows.last == "" { rows.removeLast() }
    return rows.joined(separator: "\n")
  }

  /// The cell at a position; blank outside the screen.
  public func cell(_ row: Int, _ column: Int) -> ScreenCell {
    guard grid.indices.contains(row), (0..<size.columns).contains(column) else {
      return ScreenCell()
    }
    return grid[row].cell(column)
  }
}
