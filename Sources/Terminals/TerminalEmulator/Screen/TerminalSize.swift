/// The size of a terminal in cells, such as 80 columns by 24 rows; each from 1 to 9,999.
public struct TerminalSize: Hashable, Sendable, CustomStringConvertible {
  /// The number of columns.
  public let columns: Int
  /// The number of rows.
  public let rows: Int

  /// Values outside 1 to 9,999 are clamped.
  public init(columns: Int, rows: Int) {
    self.columns = min(max(columns, 1), 9_999)
    self.rows = min(max(rows, 1), 9_999)
  }

  /// 80 columns by 24 rows, the usual initial size.
  public static let standard = TerminalSize(columns: 80, rows: 24)

  /// `80x24`.
  public var description: String { "\(columns)x\(rows)" }
}
