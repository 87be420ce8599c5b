import MirrorLayout
import TerminalEmulator

/// The screen that a program writes, and how the terminal shows it.
///
/// The program's cursor has another place than the terminal's, which is where its letter is shown.
/// `restoreCursor` moves the terminal's cursor back before any other output of the program. So
/// relative movements and queries for the cursor's place work as the program means them.
package struct ShownScreen: Sendable {
  var emulator: Emulator
  var layout: ScreenLayout
  /// The bytes that move the terminal's cursor back to the program's; empty if it is there.
  private var restoring: [UInt8] = []

  init(size: TerminalSize, options: RepairOptions) {
    layout = ScreenLayout(options: options)
    var profile = TerminalProfile(name: "none")
    profile.answers = false
    emulator = Emulator(size: size, profile: profile)
    emulator.recordsUnknown = false
    // Rule L1 of UAX #9 treats tabs as separators.
    emulator.keepsTabs = true
    emulator.recordsQuestions = true
    // The window may follow or not; if it does, its new size arrives.
    emulator.resizesItself = false
  }

  var options: RepairOptions { layout.options }

  /// Whether the program has set a mode of the recommendation.
  func isSet(_ mode: ModeQuestion.Mode) -> Bool {
    let modes = emulator.screen.modes
    switch mode {
    case .bidirectional: return modes.bidi == .implicit
    case .arrowSwapping: return modes.swapsArrows
    case .boxMirroring: return modes.mirrorsBoxes
    case .detection:
      return modes.detectsDirection
        ?? (options.direction == .auto && !emulator.screen.isAlternate
          && modes.isRightToLeft == nil)
    }
  }

  // MARK: User input

  /// Whether the keys Left and Right change places where the cursor is (mode 1243).
  package var swapsArrowsHere: Bool {
    let row = emulator.screen.grid[emulator.screen.cursor.row]
    return emulator.screen.modes.swapsArrows
      && row.shownNote.isSuperset(of: [.isArranged, .isRightToLeft])
  }

  /// Whether the program receives pointer events.
  package var reportsPointer: Bool { emulator.screen.modes.mouseTracking != .off }

  /// The column where the program wrote the cell that is shown in a column; from 0.
  package func writtenColumn(row: Int, shown column: Int) -> Int {
    guard emulator.screen.grid.indices.contains(row),
      emulator.screen.grid[row].storage.indices.contains(column),
      emulator.screen.grid[row].shownNote.contains(.isArranged)
    else { return column }
    var layout = ScreenLayout(options: options)
    let rows = layout.paragraphRows(around: row, in: emulator.screen)
    return layout.paragraph(rows, in: emulator.screen)[row].map { Int($0.order[column]) }
      ?? column
  }

  // MARK: Changes

  /// Whether a row with right-to-left text has changed in several steps.
  var hasChangedRightToLeft: Bool {
    emulator.hasChangedRightToLeft
      && emulator.screen.grid.contains { $0.hasChanged && ScreenLayout.holdsRightToLeft($0) }
  }

  /// The rows of the terminal are no longer those that were shown.
  mutating func forget() {
    restoring = []
    for row in emulator.screen.grid.indices {
      emulator.beginWatching(row, holdsRightToLeft: false, note: 0)
    }
  }

  mutating func restoreCursor(into output: inout [UInt8]) {
    output += restoring
    restoring.removeAll(keepingCapacity: true)
  }

  /// Writes the rows whose right-to-left text has changed, and puts the cursor where it is shown.
  ///
  /// - Parameter searches: whether to search for such rows even if the emulator saw none change.
  mutating func repair(searching searches: Bool, into output: inout [UInt8]) {
    var paragraphs: [ShownParagraph] = []
    if emulator.hasChangedRightToLeft || searches { findChanged(&paragraphs) }
    let cursor = emulator.screen.cursor
    let isCursorArranged = emulator.screen.grid[cursor.row].shownNote.contains(.isArranged)
    guard !paragraphs.isEmpty || isCursorArranged && restoring.isEmpty else { return }
    var writer = TerminalWriter(after: output, pen: emulator.pen, link: emulator.penLink)
    output = []
    if !paragraphs.isEmpty { show(paragraphs, &writer) }
    var column = cursor.column
    var shown: VisualRow?
    if isCursorArranged {
      let rows = layout.paragraphRows(around: cursor.row, in: emulator.screen)
      let paragraph =
        paragraphs.first { $0.rows == rows } ?? layout.paragraph(rows, in: emulator.screen)
      shown = paragraph[cursor.row]
      if let shown {
        column = ShownRow(emulator.screen.grid[cursor.row], shown, options.encoding)
          .place(of: cursor.column)
      }
    }
    place(cursor.row, column, &writer)
    if !paragraphs.isEmpty {
      if cursor.isVisible { writer.send("\u{1B}[?25h") }
      if framesAreOurs { writer.send("\u{1B}[?2026l") }
    }
    output = writer.bytes
    restoring = column != cursor.column || emulator.isWrapPending ? restoration(shown) : []
  }

  /// Finds the paragraphs with rows that must be sent to the terminal.
  private mutating func findChanged(_ paragraphs: inout [ShownParagraph]) {
    var row = 0
    while row < emulator.screen.grid.count {
      let rows = layout.paragraphRows(around: row, in: emulator.screen)
      row = rows.upperBound + 1
      guard rows.contains(where: { emulator.screen.grid[$0].hasChanged }) else { continue }
      if rows.contains(where: { mayBeArranged(emulator.screen.grid[$0]) }) {
        note(layout.paragraph(rows, in: emulator.screen), &paragraphs)
      } else {
        for row in rows where emulator.screen.grid[row].hasChanged {
          emulator.beginWatching(row, holdsRightToLeft: false, note: 0)
        }
      }
    }
  }

  private func mayBeArranged(_ row: ScreenRow) -> Bool {
    row.mayHoldRightToLeft || row.shownNote.contains(.isArranged)
  }

  private var framesAreOurs: Bool {
    options.holdsFrames && !emulator.screen.modes.synchronizedOutput
  }

  /// Notes the layout of each row, and adds the paragraph if any row must be sent to the terminal.
  private mutating func note(_ found: ShownParagraph, _ paragraphs: inout [ShownParagraph]) {
    var paragraph = found
    var isShown = false
    for row in paragraph.rows {
      let before = emulator.screen.grid[row].shownNote
      var note: RowNote = []
      if paragraph[row] != nil { note.insert(.isArranged) }
      if paragraph.isRightToLeft { note.insert(.isRightToLeft) }
      if row > paragraph.rows.lowerBound || row == 0 && before.contains(.isContinuation) {
        note.insert(.isContinuation)
      }
      // A row that has lost its right-to-left text is shown once more, as written.
      if before.contains(.isArranged), paragraph[row] == nil {
        paragraph[row] = VisualRow(asWritten: emulator.screen.grid[row])
      }
      if paragraph[row] != nil { isShown = true }
      emulator.beginWatching(
        row,
        holdsRightToLeft: emulator.screen.grid[row].mayHoldRightToLeft
          && note.contains(.isArranged),
        note: note.rawValue)
    }
    if isShown { paragraphs.append(paragraph) }
  }

  /// Writes the rows of paragraphs, in the modes that this needs, and restores the program's modes.
  private func show(_ paragraphs: [ShownParagraph], _ writer: inout TerminalWriter) {
    let modes = emulator.screen.modes
    let charsets = emulator.charsetSequence
    if framesAreOurs { writer.send("\u{1B}[?2026h") }
    if emulator.screen.cursor.isVisible { writer.send("\u{1B}[?25l") }
    if modes.insert { writer.send("\u{1B}[4l") }
    if modes.origin { writer.send("\u{1B}[?6l") }
    // A wide character cut by a margin could not be written.
    if hasColumnMargins { writer.send("\u{1B}[?69l") }
    if !modes.autowrap { writer.send("\u{1B}[?7h") }
    if !charsets.isEmpty { writer.send("\u{0F}\u{1B}(B") }
    for paragraph in paragraphs {
      var previous: Int?
      for row in paragraph.rows {
        guard let visual = paragraph[row] else { continue }
        let goesOn = previous == row - 1 && canWrap(from: row - 1)
        write(row, visual, goesOn: goesOn, &writer)
        previous = row
      }
    }
    writer.use(emulator.pen, emulator.penLink)
    if !charsets.isEmpty { writer.send(charsets) }
    if !modes.autowrap { writer.send("\u{1B}[?7l") }
    if hasColumnMargins {
      let margins = emulator.scrollingColumns
      writer.send("\u{1B}[?69h\u{1B}[\(margins.lowerBound + 1);\(margins.upperBound + 1)s")
    }
    if modes.origin { writer.send("\u{1B}[?6h") }
    if modes.insert { writer.send("\u{1B}[4h") }
  }

  private var hasColumnMargins: Bool {
    emulator.scrollingColumns != 0...(emulator.screen.size.columns - 1)
  }

  /// Whether text that runs over this row's end continues in the next one without scrolling, as the
  /// program's did: then the terminal knows both as one line.
  private func canWrap(from row: Int) -> Bool {
    row != emulator.scrollingRows.upperBound && row + 1 < emulator.screen.size.rows
  }

  /// Writes one row.
  ///
  /// - Parameter goesOn: whether the row before was just written, to its last column.
  private func write(
    _ row: Int, _ visual: VisualRow, goesOn: Bool, _ writer: inout TerminalWriter
  ) {
    let content = emulator.screen.grid[row]
    let cells = ShownRow(content, visual, options.encoding)
    // A row that continues in the next one is written whole, which keeps the terminal's wrapping.
    let isWhole = goesOn || content.isWrapped
    var first = 0
    var last = cells.count - 1
    if !isWhole {
      while last >= 0, cells.isErased(last) { last -= 1 }
      while first < last, cells.isErased(first) { first += 1 }
    }
    if !goesOn { writer.move(row, first) }
    if first > 0 || last < 0 {
      writer.use(.plain, nil)
      writer.send("\u{1B}[\(last < 0 ? 2 : 1)K")
    }
    guard last >= 0 else { return }
    content.storage.withUnsafeBufferPointer { storage in
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 4 * cells.count) { text in
        // Cells that need nothing between them are sent together.
        var length = 0
        for place in first...last {
          let base = cells.base(place)
          if base == 0 { continue }
          let written = cells.written(place)
          let style = cells.style(place)
          let hasLink = storage[written].link != 0
          if hasLink || !writer.isIn(style) {
            writer.send(text, &length)
            writer.use(style, hasLink ? content.link(of: written) : nil)
          }
          length += TerminalWriter.encode(base, into: text, at: length)
          if cells.hasMarks(place) {
            writer.send(text, &length)
            writer.write(cells.marks(place))
          }
        }
        writer.send(text, &length)
      }
    }
    if last + 1 < cells.count {
      writer.use(.plain, nil)
      writer.send("\u{1B}[K")
    }
  }

  /// Puts the terminal's cursor into a cell (CUP counts from the margins in origin mode).
  private func place(_ row: Int, _ column: Int, _ writer: inout TerminalWriter) {
    guard emulator.screen.modes.origin else { return writer.move(row, column) }
    writer.move(
      max(0, row - emulator.scrollingRows.lowerBound),
      max(0, column - emulator.scrollingColumns.lowerBound))
  }

  /// The bytes that move the terminal's cursor back to the program's, with a pending wrap.
  private func restoration(_ shown: VisualRow?) -> [UInt8] {
    let cursor = emulator.screen.cursor
    var writer = TerminalWriter(pen: emulator.pen, link: emulator.penLink)
    guard emulator.isWrapPending else {
      place(cursor.row, cursor.column, &writer)
      return writer.bytes
    }
    // Only a character written into the last column makes the next one wrap, or one at a margin,
    // and the wrap stays pending when the margin goes.
    if emulator.isWrapPendingInside {
      writer.send("\u{1B}[?69h\u{1B}[1;\(cursor.column + 1)s")
    }
    let content = emulator.screen.grid[cursor.row]
    let cells = ShownRow(content, shown ?? VisualRow(asWritten: content), options.encoding)
    var column = cursor.column
    if cells.base(column) == 0, column > 0 { column -= 1 }
    place(cursor.row, column, &writer)
    let charsets = emulator.charsetSequence
    if !charsets.isEmpty { writer.send("\u{0F}\u{1B}(B") }
    writer.use(cells.style(column), content.link(of: cells.written(column)))
    writer.write(cells.base(column))
    writer.write(cells.marks(column))
    if emulator.isWrapPendingInside { writer.send("\u{1B}[?69l") }
    writer.use(emulator.pen, emulator.penLink)
    writer.send(charsets)
    return writer.bytes
  }
}
