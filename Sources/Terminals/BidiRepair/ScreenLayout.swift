import MirrorLayout
import TerminalEmulator

/// The meaning of the first byte of a row's `note`. Above it are 24 bits of a hash of the row as it was
/// shown, and 32 of `RoomParagraphs.keys`.
struct RowNote: OptionSet {
  let rawValue: UInt8
  /// The terminal shows the row in another order than the program wrote.
  static let isArranged = RowNote(rawValue: 1)
  /// Its paragraph runs from right to left.
  static let isRightToLeft = RowNote(rawValue: 2)
  /// Its direction comes from a row before it, which may have left the screen.
  static let isContinuation = RowNote(rawValue: 4)
  /// The program has ordered its letters itself.
  static let isVisual = RowNote(rawValue: 8)
  /// The cursor's place is a part of its layout.
  static let isTyped = RowNote(rawValue: 16)
}

extension ScreenRow {
  var shownNote: RowNote { RowNote(rawValue: UInt8(truncatingIfNeeded: note)) }
  var shownHash: UInt32 { UInt32(truncatingIfNeeded: note) >> 8 }
  var shownKey: UInt32 { UInt32(truncatingIfNeeded: note >> 32) }
}

/// The layout of rows that depend on each other.
struct ShownRows {
  /// The rows on the screen, from the top.
  let rows: ClosedRange<Int>
  private var visual: [VisualRow?]
  private var notes: [RowNote]
  private var keys: [UInt32]
  private var readings: [RowReading?]

  init(rows: ClosedRange<Int>) {
    self.rows = rows
    visual = Array(repeating: nil, count: rows.count)
    notes = Array(repeating: [], count: rows.count)
    keys = Array(repeating: 0, count: rows.count)
    readings = Array(repeating: nil, count: rows.count)
  }

  /// The layout of a row with right-to-left text; nil for other rows, which are unchanged, and for
  /// those that are not wanted.
  subscript(row: Int) -> VisualRow? {
    get { visual[row - rows.lowerBound] }
    set { visual[row - rows.lowerBound] = newValue }
  }

  subscript(noteOf row: Int) -> RowNote {
    get { notes[row - rows.lowerBound] }
    set { notes[row - rows.lowerBound] = newValue }
  }

  /// The key of a row in `RoomParagraphs.keys`; 0 for rows without right-to-left text, or without a key.
  subscript(keyOf row: Int) -> UInt32 {
    get { keys[row - rows.lowerBound] }
    set { keys[row - rows.lowerBound] = newValue }
  }

  /// What the cells of a row say; nil where a program has set the direction.
  subscript(readingOf row: Int) -> RowReading? {
    get { readings[row - rows.lowerBound] }
    set { readings[row - rows.lowerBound] = newValue }
  }
}

/// The rows whose layout is wanted.
enum WantedRows {
  case all
  case one(Int)
  /// Those that may differ from what the terminal shows.
  case changed
}

/// Finds the layout of a screen's rows, paragraph by paragraph (`RoomParagraphs`). If a program set
/// a paragraph's direction, the paragraph is what it wrote up to the end of a line.
struct ScreenLayout {
  var options: RepairOptions
  /// Whether the alternate screen is unchanged, whatever the modes are.
  var leavesAlternateScreen = false
  /// The text of the paragraph that is being arranged.
  private var text = OrderedText()

  init(options: RepairOptions) { self.options = options }

  /// The rows whose layout depends on a row, up to the next blank rows.
  func dependentRows(around row: Int, in screen: Screen) -> ClosedRange<Int> {
    var first = row
    while first > 0, screen.grid[first - 1].isWrapped || !isBlank(first - 1, in: screen) {
      first -= 1
    }
    var last = row
    while last + 1 < screen.grid.count,
      screen.grid[last].isWrapped || !isBlank(last + 1, in: screen)
    {
      last += 1
    }
    return first...last
  }

  private func isBlank(_ row: Int, in screen: Screen) -> Bool {
    screen.grid[row].storage.allSatisfy(\.isBlank)
  }

  /// The layout of the wanted ones of these rows.
  mutating func layout(
    of rows: ClosedRange<Int>, in screen: Screen, wanted: WantedRows = .all
  ) -> ShownRows {
    var shown = ShownRows(rows: rows)
    if leavesAlternateScreen, screen.isAlternate { return shown }
    let ordered = rows.filter {
      let isKnown = !screen.grid[$0].hasChanged && screen.grid[$0].shownKey != 0
      return screen.grid[$0].bidiMode == .implicit
        && (isKnown || Self.holdsRightToLeft(screen.grid[$0]))
    }
    if ordered.isEmpty { return shown }
    var row = rows.lowerBound
    while row <= rows.upperBound {
      let isSaid = hasSaidDirection(screen.grid[row])
      var last = row
      while last < rows.upperBound,
        isSaid
          ? screen.grid[last].isWrapped
          : screen.grid[last].isWrapped || !hasSaidDirection(screen.grid[last + 1])
      {
        last += 1
      }
      var inside = ordered.filter { (row...last).contains($0) }
      if isSaid {
        for row in inside { shown[row] = VisualRow(inOrder: screen.grid[row]) }
        arrangeWhole(row...last, in: screen, &shown)
      } else {
        let paragraphs = RoomParagraphs(row...last, in: screen, options)
        for place in row...last { shown[readingOf: place] = paragraphs.readings[place - row] }
        let visual = WrittenOrder.visualRows(
          paragraphs.readings, isAlternate: screen.isAlternate)
        for place in inside where visual[place - row] { shown[noteOf: place].insert(.isVisual) }
        inside.removeAll { visual[$0 - row] }
        if case .changed = wanted {
          let keys = paragraphs.keys
          for place in inside { shown[keyOf: place] = keys[place - row] }
        }
        for row in choose(wanted, of: inside, in: screen, shown) {
          shown[row] = VisualRow(inOrder: screen.grid[row])
        }
        paragraphs.arrange(with: &text, into: &shown)
      }
      row = last + 1
    }
    return shown
  }

  /// The wanted ones of the rows with right-to-left text.
  private func choose(
    _ wanted: WantedRows, of ordered: [Int], in screen: Screen, _ shown: ShownRows
  ) -> [Int] {
    switch wanted {
    case .all: return ordered
    case .one(let row): return ordered.filter { $0 == row }
    case .changed: break
    }
    func mayDiffer(_ row: Int) -> Bool {
      screen.grid[row].hasChanged || screen.grid[row].shownKey != shown[keyOf: row]
    }
    // Rows that are one line of the terminal are sent together.
    return ordered.filter { row in
      var (first, last) = (row, row)
      while first > shown.rows.lowerBound, screen.grid[first - 1].isWrapped { first -= 1 }
      while last < shown.rows.upperBound, screen.grid[last].isWrapped { last += 1 }
      return (first...last).contains(where: mayDiffer)
    }
  }

  /// Whether a program that sets modes means the whole paragraph.
  private func hasSaidDirection(_ row: ScreenRow) -> Bool {
    row.paragraph.isRightToLeft != nil || row.paragraph.detectsDirection != nil
  }

  private mutating func arrangeWhole(
    _ rows: ClosedRange<Int>, in screen: Screen, _ shown: inout ShownRows
  ) {
    guard rows.contains(where: { shown[$0] != nil }) else { return }
    text.removeAll()
    for row in rows {
      text.append(
        screen.grid[row], at: row, columns: screen.grid[row].storage.indices,
        isLast: row == rows.upperBound && !screen.grid[row].isWrapped, hasTokens: false)
    }
    let isRightToLeft = text.arrange(
      direction(of: rows, in: screen),
      mirrorsBoxes: screen.grid[rows.lowerBound].paragraph.mirrorsBoxes, into: &shown)
    for row in rows {
      if isRightToLeft { shown[noteOf: row].insert(.isRightToLeft) }
      if row > rows.lowerBound { shown[noteOf: row].insert(.isContinuation) }
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
    let said = first.paragraph.isRightToLeft == true
    if first.paragraph.detectsDirection == true {
      return .firstStrong(fallback: said ? .rightToLeft : .leftToRight)
    }
    return said ? .rightToLeft : .leftToRight
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
