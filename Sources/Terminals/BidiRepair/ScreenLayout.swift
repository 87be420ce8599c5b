import MirrorLayout
import TerminalEmulator

/// The meaning of a row's `note`.
struct RowNote: OptionSet {
  let rawValue: UInt8
  /// The terminal shows the row in another order than the program wrote.
  static let isArranged = RowNote(rawValue: 1)
  /// Its paragraph runs from right to left.
  static let isRightToLeft = RowNote(rawValue: 2)
  /// It continues the paragraph of a row before it, which may have left the screen.
  static let isContinuation = RowNote(rawValue: 4)
}

extension ScreenRow {
  var shownNote: RowNote { RowNote(rawValue: note) }
}

/// The layout of one paragraph.
struct ShownParagraph {
  /// Its rows on the screen, from the top.
  let rows: ClosedRange<Int>
  var isRightToLeft = false
  private var visual: [VisualRow?]

  init(rows: ClosedRange<Int>) {
    self.rows = rows
    visual = Array(repeating: nil, count: rows.count)
  }

  /// The layout of a row with right-to-left text; nil for other rows, which are unchanged.
  subscript(row: Int) -> VisualRow? {
    get { visual[row - rows.lowerBound] }
    set { visual[row - rows.lowerBound] = newValue }
  }
}

/// Finds the layout of a screen's rows, paragraph by paragraph. A paragraph ends where the program
/// ended a row; where text ran over a row's end, it continues.
struct ScreenLayout {
  var options: RepairOptions
  /// Whether the alternate screen is unchanged, whatever the modes are.
  var leavesAlternateScreen = false
  /// The text of the paragraph that is being arranged.
  private var text = OrderedText()

  init(options: RepairOptions) { self.options = options }

  /// The rows of the paragraph that a row belongs to.
  func paragraphRows(around row: Int, in screen: Screen) -> ClosedRange<Int> {
    var first = row
    while first > 0, screen.grid[first - 1].isWrapped { first -= 1 }
    var last = row
    while last + 1 < screen.grid.count, screen.grid[last].isWrapped { last += 1 }
    return first...last
  }

  /// The layout of the paragraph in these rows.
  mutating func paragraph(_ rows: ClosedRange<Int>, in screen: Screen) -> ShownParagraph {
    var paragraph = ShownParagraph(rows: rows)
    if leavesAlternateScreen, screen.isAlternate { return paragraph }
    var isEmpty = true
    for row in rows
    where screen.grid[row].bidiMode == .implicit && Self.holdsRightToLeft(screen.grid[row]) {
      paragraph[row] = VisualRow(asWritten: screen.grid[row])
      paragraph[row]?.isArranged = true
      isEmpty = false
    }
    if isEmpty { return paragraph }
    if hasFields(rows, in: screen) {
      for row in rows where paragraph[row] != nil {
        arrangeFields(of: row, in: screen, &paragraph)
      }
      paragraph.isRightToLeft = options.direction == .rightToLeft
      return paragraph
    }
    text.removeAll()
    for row in rows {
      text.append(
        screen.grid[row], at: row, columns: screen.grid[row].storage.indices,
        isLast: row == rows.upperBound && !screen.grid[row].isWrapped)
    }
    paragraph.isRightToLeft = text.arrange(
      direction(of: rows, in: screen),
      mirrorsBoxes: screen.grid[rows.lowerBound].paragraph.mirrorsBoxes, into: &paragraph)
    return paragraph
  }

  private mutating func arrangeFields(
    of row: Int, in screen: Screen, _ paragraph: inout ShownParagraph
  ) {
    for field in RowFields.find(in: screen.grid[row], hasEdges: screen.isAlternate) {
      text.removeAll()
      text.append(screen.grid[row], at: row, columns: field, isLast: true)
      guard text.holdsRightToLeft else { continue }
      text.arrange(
        options.direction == .rightToLeft ? .rightToLeft : .leftToRight, mirrorsBoxes: false,
        into: &paragraph)
    }
  }

  private func hasFields(_ rows: ClosedRange<Int>, in screen: Screen) -> Bool {
    switch options.fields {
    case .on: return true
    case .off: return false
    case .auto:
      let modes = screen.grid[rows.lowerBound].paragraph
      // A program that sets a paragraph's direction means the whole paragraph.
      if modes.isRightToLeft != nil || modes.detectsDirection != nil { return false }
      return screen.isAlternate || rows.contains { RowFields.hasBoxes(screen.grid[$0]) }
    }
  }

  private func direction(of rows: ClosedRange<Int>, in screen: Screen) -> ParagraphDirection {
    switch options.direction {
    case .leftToRight: return .leftToRight
    case .rightToLeft: return .rightToLeft
    case .auto: break
    }
    let first = screen.grid[rows.lowerBound]
    if rows.lowerBound == 0, first.shownNote.contains(.isContinuation) {
      return first.shownNote.contains(.isRightToLeft) ? .rightToLeft : .leftToRight
    }
    let modes = first.paragraph
    let said = modes.isRightToLeft.map { $0 ? Direction.rightToLeft : .leftToRight }
    if modes.detectsDirection == true { return .firstStrong(fallback: said ?? .leftToRight) }
    if modes.detectsDirection == nil, said == nil, !screen.isAlternate {
      let before = rows.lowerBound > 0 ? screen.grid[rows.lowerBound - 1].shownNote : []
      return .firstStrong(fallback: before.contains(.isRightToLeft) ? .rightToLeft : .leftToRight)
    }
    return said == .rightToLeft ? .rightToLeft : .leftToRight
  }

  /// Whether a row really holds right-to-left text.
  static func holdsRightToLeft(_ row: ScreenRow) -> Bool {
    guard row.mayHoldRightToLeft else { return false }
    return row.storage.withUnsafeBufferPointer { cells in
      for column in cells.indices {
        // Most cells need no lookup.
        if cells[column].content < 0x0590 { continue }
        var found = false
        row.forEachScalar(of: column) { if $0.isRightToLeft { found = true } }
        if found { return true }
      }
      return false
    }
  }
}
