import MirrorLayout
import TerminalEmulator

/// What a row's `note` says.
struct RowNote: OptionSet {
  let rawValue: UInt8
  /// The terminal shows the row otherwise than the program wrote it.
  static let isArranged = RowNote(rawValue: 1)
  /// Its paragraph runs from right to left.
  static let isRightToLeft = RowNote(rawValue: 2)
  /// It goes on with the paragraph of a row before it, which may have left the screen.
  static let isContinuation = RowNote(rawValue: 4)
}

/// Finds how the rows of a screen are to be shown, paragraph by paragraph. A paragraph ends where
/// the program ended a row; where text ran over a row's end, it goes on.
struct ScreenLayout {
  let options: RepairOptions

  /// What becomes of one paragraph.
  struct Paragraph {
    /// Its rows on the screen, from the top.
    var rows: ClosedRange<Int>
    /// How each row is to be shown that holds right-to-left text; the others stay as they are.
    var shown: [Int: VisualRow] = [:]
    var isRightToLeft = false
  }

  /// The rows of the paragraph that a row belongs to.
  func paragraphRows(around row: Int, in screen: Screen) -> ClosedRange<Int> {
    var first = row
    while first > 0, screen.grid[first - 1].isWrapped { first -= 1 }
    var last = row
    while last + 1 < screen.grid.count, screen.grid[last].isWrapped { last += 1 }
    return first...last
  }

  /// How the paragraph in these rows is to be shown.
  func paragraph(_ rows: ClosedRange<Int>, in screen: Screen) -> Paragraph {
    var paragraph = Paragraph(rows: rows)
    for row in rows where Self.holdsRightToLeft(screen.grid[row]) {
      guard screen.grid[row].bidiMode == .implicit else { continue }
      paragraph.shown[row] = VisualRow(asWritten: screen.grid[row])
    }
    guard !paragraph.shown.isEmpty else { return paragraph }
    if hasFields(rows, in: screen) {
      for row in rows where paragraph.shown[row] != nil {
        arrangeFields(of: row, in: screen, &paragraph.shown)
      }
      paragraph.isRightToLeft = options.direction == .rightToLeft
      return paragraph
    }
    var text = OrderedText()
    for row in rows {
      text.append(screen.grid[row], at: row, columns: screen.grid[row].storage.indices)
    }
    // Rows without right-to-left text give the paragraph its context and are then left alone.
    var shown = paragraph.shown
    for row in rows where shown[row] == nil {
      shown[row] = VisualRow(asWritten: screen.grid[row])
    }
    paragraph.isRightToLeft = text.arrange(
      direction(of: rows, in: screen),
      mirrorsBoxes: screen.grid[rows.lowerBound].paragraph.mirrorsBoxes, into: &shown)
    for row in Array(paragraph.shown.keys) { paragraph.shown[row] = shown[row] }
    return paragraph
  }

  private func arrangeFields(of row: Int, in screen: Screen, _ shown: inout [Int: VisualRow]) {
    for field in RowFields.find(in: screen.grid[row], hasEdges: screen.isAlternate) {
      var text = OrderedText()
      text.append(screen.grid[row], at: row, columns: field)
      guard text.holdsRightToLeft else { continue }
      text.arrange(
        options.direction == .rightToLeft ? .rightToLeft : .leftToRight, mirrorsBoxes: false,
        into: &shown)
    }
  }

  private func hasFields(_ rows: ClosedRange<Int>, in screen: Screen) -> Bool {
    switch options.fields {
    case .on: return true
    case .off: return false
    case .auto:
      let modes = screen.grid[rows.lowerBound].paragraph
      // Who says how the paragraph runs means all of it.
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
    let note = RowNote(rawValue: first.note)
    if rows.lowerBound == 0, note.contains(.isContinuation) {
      return note.contains(.isRightToLeft) ? .rightToLeft : .leftToRight
    }
    let modes = first.paragraph
    let said = modes.isRightToLeft.map { $0 ? Direction.rightToLeft : .leftToRight }
    if modes.detectsDirection == true { return .firstStrong(fallback: said ?? .leftToRight) }
    if modes.detectsDirection == nil, said == nil, !screen.isAlternate {
      let before =
        rows.lowerBound > 0 ? RowNote(rawValue: screen.grid[rows.lowerBound - 1].note) : []
      return .firstStrong(fallback: before.contains(.isRightToLeft) ? .rightToLeft : .leftToRight)
    }
    return said == .rightToLeft ? .rightToLeft : .leftToRight
  }

  /// Whether a row really holds right-to-left text.
  static func holdsRightToLeft(_ row: ScreenRow) -> Bool {
    guard row.mayHoldRightToLeft else { return false }
    for column in row.storage.indices {
      let content = row.storage[column].content
      // Most cells are told without a look-up.
      if content < 0x0590 { continue }
      var found = false
      row.forEachScalar(of: column) { if $0.isRightToLeft { found = true } }
      if found { return true }
    }
    return false
  }
}
