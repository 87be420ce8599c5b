import Forms

/// The rows of a dialog, from edge to edge above the messages and the keys. No row is shared with
/// the background, so a terminal that reorders rows cannot mix them.
struct Sheet {
  /// All rows of the sheet, including the lines at its ends.
  let rows: Range<Int>
  /// The place of the contents; column 0 is for the focus bar.
  let inner: Area
  private let titleRow: Int?
  private let geometry: Geometry

  /// The columns of a text in a sheet, with the gutter in front of it.
  private static let widest = 58

  static func columns(_ geometry: Geometry) -> Int { min(widest, geometry.contentColumns) }

  /// - Parameters:
  ///   - wanted: the rows of the contents.
  ///   - isTitled: whether the title stays if rows are scarce.
  init(_ wanted: Int, isTitled: Bool = true, in plan: ScreenPlan) {
    geometry = plan.geometry
    let size = geometry.size
    let leading = geometry.isRoomy ? 3 : geometry.isLow ? 0 : isTitled ? 2 : 1
    let trailing = geometry.isRoomy ? 1 : 0
    // If rows are scarce, the keys give way, and then the title row.
    let above = size.rows - plan.status.count
    let needed = wanted + leading + trailing
    let end = needed <= above - 1 || !geometry.isLow || isTitled ? above : size.rows
    let top = needed > end - 1 && geometry.isLow && !isTitled ? 0 : 1
    rows = min(max(top, end - needed), end)..<end
    let first = rows.lowerBound + leading
    inner = Area(
      origin: Position(row: first, column: geometry.contentColumn),
      size: Size(
        columns: Self.columns(geometry), rows: max(0, rows.upperBound - trailing - first)))
    titleRow = leading > 1 ? first - 1 : nil
  }

  func draw(title: Text, state: SettingsState, on canvas: inout Canvas) {
    canvas.clear(rows)
    let columns = geometry.size.columns
    for row in rows { canvas.target(.dialog, row: row, column: 0, width: columns) }
    if !geometry.isLow {
      canvas.fill(row: rows.lowerBound, column: 0, width: columns, role: .hairline)
    }
    if geometry.isRoomy {
      canvas.fill(row: rows.upperBound - 1, column: 0, width: columns, role: .hairline)
    }
    guard let titleRow else { return }
    let line = title.paragraph(in: state.wording).truncated(to: inner.size.columns - 2)
    canvas.text(line, row: titleRow, column: inner.origin.column + 2, role: .dialogTitle)
  }
}
