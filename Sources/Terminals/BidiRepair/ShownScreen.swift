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
  private var history = ShownHistory()
  /// The cursor when rows were last shown.
  private var cursor = Cursor()

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
    let rows = layout.dependentRows(around: row, in: emulator.screen)
    let shown = layout.layout(of: rows, in: emulator.screen, wanted: .one(row))
    return shown[row].map { Int($0.order[column]) } ?? column
  }

  /// The rows that were shown in order lately, the oldest first; those on the screen last.
  var recentRows: [ShownRecord] {
    var records = history.ordered
    var layout = layout
    let screen = emulator.screen
    var row = 0
    while row < screen.grid.count {
      guard screen.grid[row].shownNote.contains(.isArranged) else {
        row += 1
        continue
      }
      let rows = layout.dependentRows(around: row, in: screen)
      let shown = layout.layout(of: rows, in: screen)
      records += self.records(of: shown)
      row = rows.upperBound + 1
    }
    return records
  }

  /// The rows that are in order, and those that are one line of the terminal with others.
  private func records(of shown: ShownRows) -> [ShownRecord] {
    shown.rows.compactMap { place in
      let row = emulator.screen.grid[place]
      let isJoined = row.isWrapped || place > 0 && emulator.screen.grid[place - 1].isWrapped
      guard let visual = shown[place] else {
        // A row in order that was not sent is known.
        guard isJoined, !row.shownNote.contains(.isArranged) else { return nil }
        return ShownRecord(row: row, visual: VisualRow(asWritten: row))
      }
      return visual.isArranged || isJoined ? ShownRecord(row: row, visual: visual) : nil
    }
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
    var changed: [ShownRows] = []
    let cursor = emulator.screen.cursor
    let hasMoved = (cursor.row, cursor.column) != (self.cursor.row, self.cursor.column)
    self.cursor = cursor
    if emulator.hasChangedRightToLeft || searches
      || hasMoved && emulator.screen.grid.contains(where: { $0.shownNote.contains(.isTyped) })
    {
      findChanged(&changed)
    }
    let isCursorArranged = emulator.screen.grid[cursor.row].shownNote.contains(.isArranged)
    guard !changed.isEmpty || isCursorArranged && restoring.isEmpty else { return }
    var writer = TerminalWriter(after: output, pen: emulator.style, link: emulator.link)
    output = []
    if !changed.isEmpty { show(changed, &writer) }
    for part in changed { for record in records(of: part) { history.note(record) } }
    var column = cursor.column
    var shown: VisualRow?
    if isCursorArranged {
      shown = changed.first { $0.rows.contains(cursor.row) }?[cursor.row]
      if shown == nil {
        let rows = layout.dependentRows(around: cursor.row, in: emulator.screen)
        shown = layout.layout(of: rows, in: emulator.screen, wanted: .one(cursor.row))[cursor.row]
      }
      if let shown {
        column = ShownRow(emulator.screen.grid[cursor.row], shown, options.encoding)
          .place(of: cursor.column)
      }
    }
    place(cursor.row, column, &writer)
    if !changed.isEmpty {
      if cursor.isVisible { writer.send("\u{1B}[?25h") }
      if framesAreOurs { writer.send("\u{1B}[?2026l") }
    }
    output = writer.bytes
    restoring = column != cursor.column || emulator.wrapPending ? restoration(shown) : []
  }

  /// Finds the rows that must be sent to the terminal: those with right-to-left text that have
  /// changed, and those whose order depends on a changed row or on the cursor.
  private mutating func findChanged(_ changed: inout [ShownRows]) {
    var row = 0
    while row < emulator.screen.grid.count {
      guard
        emulator.screen.grid[row].hasChanged
          || emulator.screen.grid[row].shownNote.contains(.isTyped)
      else {
        row += 1
        continue
      }
      var rows = layout.dependentRows(around: row, in: emulator.screen)
      while rows.upperBound + 1 < emulator.screen.grid.count,
        emulator.screen.grid[rows.upperBound + 1].hasChanged
      {
        let more = layout.dependentRows(around: rows.upperBound + 1, in: emulator.screen)
        rows = rows.lowerBound...more.upperBound
      }
      row = rows.upperBound + 1
      if rows.contains(where: { mayBeArranged(emulator.screen.grid[$0]) }) {
        note(layout.layout(of: rows, in: emulator.screen, wanted: .changed), &changed)
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

  /// Notes the layout of each row, and adds the rows that must be sent to the terminal, if any.
  private mutating func note(_ shown: consuming ShownRows, _ changed: inout [ShownRows]) {
    let rows = shown.rows
    var isSent = rows.map { _ in false }
    for row in rows {
      let before = emulator.screen.grid[row]
      var note = shown[noteOf: row]
      var hash: UInt32 = 0
      if let visual = shown[row] {
        note.insert(.isArranged)
        hash = visual.shortHash
        isSent[row - rows.lowerBound] = before.hasChanged || before.shownHash != hash
      } else if shown[keyOf: row] != 0 {
        // The terminal shows it as it is.
        note.insert(.isArranged)
        hash = before.shownHash
      } else if before.shownNote.contains(.isArranged) {
        // A row that has lost its right-to-left text is shown once more, as written.
        shown[row] = VisualRow(asWritten: before)
        isSent[row - rows.lowerBound] = true
      }
      emulator.beginWatching(
        row,
        holdsRightToLeft: before.mayHoldRightToLeft
          && !note.isDisjoint(with: [.isArranged, .isVisual]),
        note: UInt64(shown[keyOf: row]) << 32 | UInt64(hash) << 8 | UInt64(note.rawValue),
        reading: shown[readingOf: row])
    }
    // Rows that are one line of the terminal are sent together, which keeps its wrapping.
    for row in rows.dropFirst() where emulator.screen.grid[row - 1].isWrapped {
      let place = row - rows.lowerBound
      if isSent[place - 1] { isSent[place] = true }
    }
    for row in rows.dropLast().reversed() where emulator.screen.grid[row].isWrapped {
      let place = row - rows.lowerBound
      if isSent[place + 1] { isSent[place] = true }
    }
    guard isSent.contains(true) else { return }
    for row in rows where !isSent[row - rows.lowerBound] { shown[row] = nil }
    changed.append(shown)
  }

  /// Writes rows, in the modes that this needs, and restores the program's modes.
  private func show(_ changed: [ShownRows], _ writer: inout TerminalWriter) {
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
    var previous: Int?
    for part in changed {
      for row in part.rows {
        guard let visual = part[row] else { continue }
        let isBelow = previous == row - 1 && canWrap(from: row - 1)
        let goesOn = isBelow && emulator.screen.grid[row - 1].isWrapped
        write(row, visual, goesOn: goesOn, isBelow: isBelow, &writer)
        previous = row
      }
    }
    writer.use(emulator.style, emulator.link)
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
  /// - Parameters:
  ///   - goesOn: whether the row before was just written, to its last column, and goes on in this one.
  ///   - isBelow: whether the cursor is in the row before, which is not the last one that scrolls.
  private func write(
    _ row: Int, _ visual: VisualRow, goesOn: Bool, isBelow: Bool, _ writer: inout TerminalWriter
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
    if !goesOn, isBelow, first == 0 {
      writer.send("\r\n")
    } else if !goesOn {
      writer.move(row, first)
    }
    let skips = !isWhole && last >= first && hasGap(cells, first...last)
    if skips || first > 0 || last < 0 {
      writer.use(.plain, nil)
      writer.send("\u{1B}[\(skips || last < 0 ? 2 : 1)K")
    }
    guard last >= 0 else { return }
    content.storage.withUnsafeBufferPointer { storage in
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 4 * cells.count) { text in
        // Cells that need nothing between them are sent together.
        var length = 0
        var place = first
        while place <= last {
          if skips, case let gap = cells.erasedRun(from: place, through: last),
            gap >= Self.shortestGap
          {
            writer.send(text, &length)
            writer.send("\u{1B}[\(gap)C")
            place += gap
            continue
          }
          defer { place += 1 }
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
    if last + 1 < cells.count, !skips {
      writer.use(.plain, nil)
      writer.send("\u{1B}[K")
    }
  }

  /// The fewest erased cells between others that are cheaper to skip than to send. The columns of a box
  /// are mostly blank.
  private static let shortestGap = 8

  /// Whether cells are to be skipped, in an order in which each cell is sent to its own column.
  private func hasGap(_ cells: ShownRow, _ places: ClosedRange<Int>) -> Bool {
    guard [.visual, .marks].contains(options.encoding) else { return false }
    var place = places.lowerBound
    while case let last = place + Self.shortestGap - 1, last <= places.upperBound {
      guard let written = (place...last).last(where: { !cells.isErased($0) }) else { return true }
      place = written + 1
    }
    return false
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
    var writer = TerminalWriter(pen: emulator.style, link: emulator.link)
    guard emulator.wrapPending else {
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
    writer.use(emulator.style, emulator.link)
    writer.send(charsets)
    return writer.bytes
  }
}
