/// A terminal's size in cells.
struct GridSize: Hashable, CustomStringConvertible {
  var columns: Int
  var rows: Int

  /// The sizes at which every page is tested.
  static let judged = [
    GridSize(columns: 80, rows: 24), GridSize(columns: 60, rows: 16),
    GridSize(columns: 120, rows: 40),
  ]

  var description: String { "\(columns)x\(rows)" }

  /// Parses the format of `description`, or one with a blank instead of the `x`.
  init?(_ text: some StringProtocol) {
    let parts = text.split { $0 == "x" || $0.isWhitespace }.compactMap { Int($0) }
    guard parts.count == 2 else { return nil }
    self.init(columns: parts[0], rows: parts[1])
  }

  init(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
  }
}
