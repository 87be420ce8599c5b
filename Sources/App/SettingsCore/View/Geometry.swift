import MirrorLayout

/// An area of the screen, in cells from the top and the leading edge.
struct Area: Hashable {
  var origin: Position
  var size: Size

  /// The first row below the area.
  var end: Int { origin.row + size.rows }
}

/// The columns of the screen, from the leading edge, and the elements that its rows have room for.
///
/// ```text
///   Lisan                                        ✓ Synced
///
///     Account           Language
///   › Language          Choose the language …
///  │                    │ content, its first column for the focus bar
///  └ navigation         └ contentColumn
/// ```
struct Geometry {
  let size: Size
  /// Whether the navigation is next to the section; otherwise it is a separate page.
  let isWide: Bool
  /// Whether there is room for empty rows around the body.
  let isRoomy: Bool
  /// Whether only the body and one row of keys fit.
  let isLow: Bool
  /// The columns of the title, the messages and the keys; in a very wide window, a block in its
  /// middle.
  let block: Range<Int>
  /// The columns between the block's leading edge and its texts.
  let margin: Int
  /// The column of the section's focus bar; texts begin two columns after it.
  let contentColumn: Int
  let contentColumns: Int
  /// The columns of the text about the focused item, in a window wide enough for a third pane.
  let explanation: Range<Int>?

  /// The columns before the content besides the names of sections: the edge, the focus bar, the
  /// chevron, and the distance to the content.
  private static let besideNames = 8
  private static let leastWide = 60
  private static let leastForThree = 112
  private static let widestBlock = 118
  private static let widestContent = 72
  private static let contentOfThree = 60
  private static let widestExplanation = 34

  /// - Parameter names: the width of the longest name of a section.
  init(_ size: Size, names: Int = 0) {
    self.size = size
    isWide = size.columns >= Self.leastWide
    isRoomy = size.rows >= 16
    isLow = size.rows < 10
    margin = isWide ? 2 : size.columns < 30 ? 0 : 1
    guard isWide else {
      block = 0..<size.columns
      contentColumn = 0
      // The last column is for the scroll signs.
      contentColumns = size.columns - 1
      explanation = nil
      return
    }
    let isCentred = size.columns >= 140
    let leading = isCentred ? (size.columns - Self.widestBlock) / 2 : 0
    block = leading..<leading + (isCentred ? Self.widestBlock : size.columns)
    contentColumn = leading + min(max(20, names + Self.besideNames), 30)
    let end = size.columns - margin
    let isForThree = size.columns >= Self.leastForThree
    contentColumns = min(
      isForThree ? Self.contentOfThree : Self.widestContent, end - contentColumn)
    let third = contentColumn + Self.contentOfThree + 4
    explanation =
      isForThree && end - third >= 20 ? third..<min(third + Self.widestExplanation, end) : nil
  }

  init(_ state: SettingsState) {
    self =
      state.steady?.geometry ?? Geometry(state.size, names: Navigation.widestName(state))
  }

  /// The first row of the body.
  var bodyTop: Int { isRoomy ? 2 : 1 }

  /// The content's columns on some rows.
  func content(_ rows: Range<Int>) -> Area {
    Area(
      origin: Position(row: rows.lowerBound, column: contentColumn),
      size: Size(columns: contentColumns, rows: rows.count))
  }
}
