import MirrorLayout
import TerminalEmulator

/// Shows what a program writes on a terminal so that right-to-left text reads right there.
///
/// It hands on what the program writes and keeps a model of the screen. After that it writes the
/// rows anew that hold right-to-left text, ordered by UAX #9 and joined, and puts the cursor where
/// the letter under it is shown. While no right-to-left character has come, it adds and changes
/// nothing.
///
/// ```swift
/// var repair = TextRepair(size: TerminalSize(columns: 80, rows: 24), options: RepairOptions())
/// terminal.write(repair.take(bytesOfTheProgram))
/// ```
///
/// The program's cursor has a place of its own: before anything else of the program goes out, the
/// terminal's cursor is brought back there, so that relative movements and questions for the
/// cursor's place come out as the program means them.
///
/// A terminal has had other programs before, so its rows are not those of the model until it has
/// said where its cursor is. It is asked when the first right-to-left character comes (`awaitsPlace`),
/// after `CSI 5 n`; what the program writes from there on waits for the answer.
public struct TextRepair: Sendable {
  public private(set) var options: RepairOptions
  private var emulator: Emulator
  private var layout: ScreenLayout
  /// Whether right-to-left text has come. From then on no sequence is sent in parts.
  public private(set) var hasSeenRightToLeft = false
  private var answers: [UInt8] = []
  /// The questions that went to the terminal, in their order, since `takeQuestions`.
  private var asked: [AskedQuestion] = []
  /// What has come of a sequence whose end has not.
  private var held: [UInt8] = []
  /// Whether a part of a sequence was sent, so that nothing may be put in its middle.
  private var isInsideSequence = false
  /// What brings the terminal's cursor back to where the program's is; empty where it stands there.
  private var restoring: [UInt8] = []

  /// Whether it is known which row of the terminal each row of the model is, on the normal screen and
  /// on the alternate one.
  private var isPlaceKnown = (normal: false, alternate: false)
  /// Whether the terminal was asked for its cursor's place (`CSI 6 n`) and has not answered: `place`
  /// takes the answer, and `giveUp` says that none will come.
  public private(set) var awaitsPlace = false
  /// What the program wrote since the terminal was asked.
  private var waiting: [UInt8] = []
  /// Whether the terminal was told to leave the order of text to this program.
  private var hasEntered = false
  /// What else the terminal is asked with the first question for its cursor's place.
  private var questions: [UInt8]
  /// Whether the terminal does not answer: then all goes on as it comes.
  private var hasGivenUp = false

  /// The longest part of a sequence that is held back.
  private static let longestHeld = 256

  /// - Parameter questions: what the terminal is asked once, before the first right-to-left text is
  ///   shown; `use` takes what its answers lead to.
  public init(size: TerminalSize, options: RepairOptions, questions: [UInt8] = []) {
    self.options = options
    self.questions = questions
    layout = ScreenLayout(options: options)
    var profile = TerminalProfile(name: "none")
    profile.answers = false
    emulator = Emulator(size: size, profile: profile)
    emulator.recordsUnknown = false
    // Rule L1 of UAX #9 parts text by tabs.
    emulator.keepsTabs = true
    emulator.recordsQuestions = true
    // The window may follow or not, and then its size comes.
    emulator.resizesItself = false
  }

  /// What the program sees: text in logical order.
  public var screen: Screen { emulator.screen }

  // MARK: What the program writes

  /// Takes what the program wrote and appends what the terminal gets to `output`. Its questions for
  /// the modes that are kept here (DECRQM) are answered here, and the terminal does not get them.
  public mutating func take(_ bytes: UnsafeBufferPointer<UInt8>, into output: inout [UInt8]) {
    var start = 0
    while !hasGivenUp, !awaitsPlace, let question = ModeQuestion(in: bytes, from: start) {
      let begin = question.range.lowerBound
      takePart(UnsafeBufferPointer(rebasing: bytes[start..<begin]), into: &output)
      start = begin
      // Within another sequence it is none.
      if !awaitsPlace, emulator.isBetweenSequences {
        answers += question.answer(isSet(question.mode))
        start = question.range.upperBound
      } else if !awaitsPlace {
        start = question.range.upperBound
        takePart(UnsafeBufferPointer(rebasing: bytes[begin..<start]), into: &output)
      }
    }
    takePart(UnsafeBufferPointer(rebasing: bytes[start...]), into: &output)
  }

  /// Returns the answers to the program's questions since the last call.
  public mutating func takeAnswers() -> [UInt8] {
    defer { answers = [] }
    return answers
  }

  /// Returns what the terminal was asked since the last call, by the program and by this process, in the
  /// order in which it will answer.
  package mutating func takeQuestions() -> [AskedQuestion] {
    noteQuestionsOfProgram()
    defer { asked = [] }
    return asked
  }

  private mutating func noteQuestionsOfProgram() {
    asked += emulator.takeQuestions().map { AskedQuestion(kind: $0, isOfProgram: true) }
  }

  private func isSet(_ mode: ModeQuestion.Mode) -> Bool {
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

  private mutating func takePart(
    _ bytes: UnsafeBufferPointer<UInt8>, into output: inout [UInt8]
  ) {
    if hasGivenUp {
      // What it asks and sets still counts.
      _ = emulator.advanceWhole(bytes)
      return output.append(contentsOf: bytes)
    }
    if awaitsPlace { return waiting.append(contentsOf: bytes) }
    var start = 0
    while !isPlaceKnownHere, let found = nextRightToLeft(bytes, from: start) {
      pass(bytes, start..<found, into: &output)
      start = found
      if mayAsk {
        askForPlace(into: &output)
        return waiting.append(contentsOf: bytes[start...])
      }
      // Not text of the screen, but of a title, or of a row that is not to be reordered.
      pass(bytes, start..<(start + 1), into: &output)
      start += 1
    }
    let rest = UnsafeBufferPointer(rebasing: bytes[start...])
    guard isPlaceKnownHere,
      hasSeenRightToLeft || ByteScan.firstByte(from: Self.firstLeadByte, in: rest, from: 0) != nil
    else {
      // The shortest way for what most programs write.
      pass(rest, rest.indices, into: &output)
      if hasChangedRightToLeft {
        hasSeenRightToLeft = true
        if !isPlaceKnownHere, mayAsk { askForPlace(into: &output) }
      }
      return
    }
    show(rest, into: &output)
  }

  private mutating func pass(
    _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, into output: inout [UInt8]
  ) {
    let part = UnsafeBufferPointer(rebasing: bytes[range])
    restoreCursor(into: &output)
    output += held
    held.removeAll(keepingCapacity: true)
    output.append(contentsOf: part)
    isInsideSequence = !emulator.advanceWhole(part)
  }

  // MARK: The terminal's rows

  private var isPlaceKnownHere: Bool {
    emulator.screen.isAlternate ? isPlaceKnown.alternate : isPlaceKnown.normal
  }

  /// Whether the next byte is one of the screen's text, in a row that may be reordered.
  private var mayAsk: Bool {
    emulator.isBetweenSequences
      && emulator.screen.grid[emulator.screen.cursor.row].bidiMode == .implicit
  }

  private mutating func askForPlace(into output: inout [UInt8]) {
    // The answer to the first one says that the terminal answers.
    let batch = Array("\u{1B}[5n".utf8) + questions + Array("\u{1B}[6n".utf8)
    questions = []
    output += batch
    noteQuestionsOfProgram()
    var terminal = Emulator(size: emulator.screen.size, profile: emulator.profile)
    terminal.recordsQuestions = true
    terminal.feed(batch)
    asked += terminal.takeQuestions().map { AskedQuestion(kind: $0, isOfProgram: false) }
    awaitsPlace = true
    isInsideSequence = false
  }

  /// The terminal's answer: where its cursor is, from 0.
  public mutating func place(row: Int, column: Int, into output: inout [UInt8]) {
    guard awaitsPlace else { return }
    awaitsPlace = false
    if !hasEntered { output += options.enter }
    hasEntered = true
    emulator.moveRows(toCursorRow: row, column: column)
    // The alternate screen begins with the cursor of the normal one, and not the other way round.
    isPlaceKnown.alternate = true
    if !emulator.screen.isAlternate { isPlaceKnown.normal = true }
    takeWaiting(into: &output)
  }

  /// The terminal does not answer: text goes on as it comes.
  public mutating func giveUp(into output: inout [UInt8]) {
    awaitsPlace = false
    hasGivenUp = true
    finish(into: &output)
    forgetPlace()
    takeWaiting(into: &output)
  }

  private mutating func takeWaiting(into output: inout [UInt8]) {
    let bytes = waiting
    waiting = []
    bytes.withUnsafeBufferPointer { take($0, into: &output) }
    if bytes.isEmpty, !hasGivenUp, !isInsideSequence { repair(into: &output) }
  }

  /// Other programs had the terminal: its rows are not those of the model any more.
  public mutating func forgetPlace() {
    isPlaceKnown = (false, false)
    restoring = []
    for row in emulator.screen.grid.indices {
      emulator.beginWatching(row, holdsRightToLeft: false, note: 0)
    }
  }

  /// The place of the next byte that begins a right-to-left character, which is whole.
  private func nextRightToLeft(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    var next = start
    while let place = ByteScan.firstByte(from: Self.firstLeadByte, in: bytes, from: next) {
      next = place + 1
      var decoder = UTF8()
      var rest = bytes[place..<min(place + 4, bytes.count)].makeIterator()
      if case .scalarValue(let scalar) = decoder.decode(&rest), scalar.isRightToLeft {
        return place
      }
    }
    return nil
  }

  /// Whether a row has changed in which right-to-left text came in parts.
  private var hasChangedRightToLeft: Bool {
    emulator.hasChangedRightToLeft
      && emulator.screen.grid.contains { $0.hasChanged && ScreenLayout.holdsRightToLeft($0) }
  }

  // MARK: Showing what was written

  private mutating func show(
    _ bytes: UnsafeBufferPointer<UInt8>, into output: inout [UInt8]
  ) {
    var next = 0
    var isPausing = true
    while true {
      let step = emulator.advance(
        bytes, from: next, pausing: isPausing, stopsAtRepeat: hasSeenRightToLeft)
      handOn(bytes, next..<step.next, whole: step.whole, into: &output)
      next = step.next
      // What was obeyed has to be on the terminal before anything is shown there.
      if step.hasObeyedRest, !isInsideSequence { flushHeld(into: &output) }
      if let repeated = step.repeated {
        repeatCharacter(repeated, into: &output)
        isPausing = true
        continue
      }
      if emulator.hasChangedRightToLeft { hasSeenRightToLeft = true }
      guard step.isPaused else { break }
      // In the middle of a sequence whose beginning was sent, nothing can be put in.
      isPausing = !isInsideSequence && isPlaceKnownHere
      if isPausing { repair(into: &output) }
    }
    if !held.isEmpty, !hasSeenRightToLeft || held.count > Self.longestHeld {
      flushHeld(into: &output)
    }
    if !isInsideSequence { repair(into: &output) }
  }

  /// Obeys REP, which was handed on last. A terminal repeats the last character that it got, and
  /// that may be one of a row that was shown in order; so it gets the characters instead.
  private mutating func repeatCharacter(
    _ repeated: (character: Unicode.Scalar, count: Int), into output: inout [UInt8]
  ) {
    if hasSeenRightToLeft {
      // Where its beginning is on the terminal, CAN in place of its last byte calls it off.
      if isInsideSequence { output[output.count - 1] = 0x18 }
      isInsideSequence = false
      held.removeAll(keepingCapacity: true)
      repair(into: &output)
      restoreCursor(into: &output)
      let charsets = emulator.charsetSequence
      if !charsets.isEmpty { output += "\u{0F}\u{1B}(B".utf8 }
      for _ in 0..<repeated.count { output += String(repeated.character).utf8 }
      output += charsets.utf8
    }
    emulator.repeatLast(repeated.count)
  }

  /// The first byte of the UTF-8 of U+0590; no right-to-left character begins with a lower one.
  private static let firstLeadByte: UInt8 = 0xD6

  /// Sends the bytes of a step up to its last whole sequence, and holds back the others.
  private mutating func handOn(
    _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, whole: Int?,
    into output: inout [UInt8]
  ) {
    var start = range.lowerBound
    if let whole {
      if whole > start || !held.isEmpty { restoreCursor(into: &output) }
      output += held
      held.removeAll(keepingCapacity: true)
      output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<whole]))
      isInsideSequence = false
      start = whole
    }
    let rest = UnsafeBufferPointer(rebasing: bytes[start..<range.upperBound])
    if isInsideSequence {
      output.append(contentsOf: rest)
    } else {
      held.append(contentsOf: rest)
    }
  }

  private mutating func flushHeld(into output: inout [UInt8]) {
    restoreCursor(into: &output)
    output += held
    held.removeAll(keepingCapacity: true)
    isInsideSequence = true
  }

  /// What ends the terminal's part, or interrupts it: everything that was held back, the cursor where
  /// the program left it, and the terminal's own order of text. `forgetPlace` begins anew.
  public mutating func finish(into output: inout [UInt8]) {
    restoreCursor(into: &output)
    output += held
    held.removeAll()
    if hasEntered { output += options.leave }
    hasEntered = false
  }

  // MARK: What is left on the terminal

  /// What the program has set on the terminal.
  package var terminalState: TerminalState { emulator.terminalState }

  /// What gives the order of text back to the terminal; empty where it has it.
  package var leave: [UInt8] { hasEntered ? options.leave : [] }

  // MARK: What a person does

  /// Whether the keys Left and Right change places where the cursor is (mode 1243).
  public var swapsArrowsHere: Bool {
    let row = emulator.screen.grid[emulator.screen.cursor.row]
    return emulator.screen.modes.swapsArrows
      && RowNote(rawValue: row.note).isSuperset(of: [.isArranged, .isRightToLeft])
  }

  /// Whether the program is told what the pointer does.
  public var reportsPointer: Bool { emulator.screen.modes.mouseTracking != .off }

  /// The column where the program wrote what is shown in a column; from 0.
  public func writtenColumn(row: Int, shown column: Int) -> Int {
    guard emulator.screen.grid.indices.contains(row),
      emulator.screen.grid[row].storage.indices.contains(column),
      RowNote(rawValue: emulator.screen.grid[row].note).contains(.isArranged)
    else { return column }
    var layout = ScreenLayout(options: options)
    let rows = layout.paragraphRows(around: row, in: emulator.screen)
    return layout.paragraph(rows, in: emulator.screen)[row].map { Int($0.order[column]) } ?? column
  }

  // MARK: What else changes

  /// Gives the screen another size. Some terminals wrap their rows anew then and others do not, so the
  /// terminal is asked for its cursor's place again before the next row is shown.
  public mutating func resize(to size: TerminalSize) {
    guard size != emulator.screen.size else { return }
    emulator.resize(to: size)
    forgetPlace()
  }

  /// Leaves the alternate screen to a program that orders its text itself and does not say so (BDSM);
  /// or does so no more.
  public mutating func leaveAlternateScreen(_ isLeft: Bool) {
    guard isLeft != layout.leavesAlternateScreen else { return }
    layout.leavesAlternateScreen = isLeft
    if emulator.screen.isAlternate { emulator.markAllChanged() }
  }

  /// Changes how text is shown, for instance once the terminal has said what it is, and shows it so.
  public mutating func use(_ options: RepairOptions, into output: inout [UInt8]) {
    guard options != self.options else { return }
    self.options = options
    layout.options = options
    emulator.markAllChanged()
    if !isInsideSequence { repair(into: &output) }
  }

  // MARK: Showing

  /// Writes the rows anew whose right-to-left text has changed, and puts the cursor where it is
  /// shown.
  private mutating func repair(into output: inout [UInt8]) {
    guard isPlaceKnownHere else { return }
    var paragraphs: [ShownParagraph] = []
    if emulator.hasChangedRightToLeft || hasSeenRightToLeft { findChanged(&paragraphs) }
    let cursor = emulator.screen.cursor
    let isCursorArranged = RowNote(rawValue: emulator.screen.grid[cursor.row].note)
      .contains(.isArranged)
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

  /// Finds the paragraphs of which the terminal has to get rows.
  private mutating func findChanged(_ paragraphs: inout [ShownParagraph]) {
    var row = 0
    while row < emulator.screen.grid.count {
      let rows = layout.paragraphRows(around: row, in: emulator.screen)
      row = rows.upperBound + 1
      guard hasChanged(rows) else { continue }
      if mayBeArranged(rows) {
        note(layout.paragraph(rows, in: emulator.screen), &paragraphs)
      } else {
        for row in rows where emulator.screen.grid[row].hasChanged {
          emulator.beginWatching(row, holdsRightToLeft: false, note: 0)
        }
      }
    }
  }

  private func hasChanged(_ rows: ClosedRange<Int>) -> Bool {
    for row in rows where emulator.screen.grid[row].hasChanged { return true }
    return false
  }

  private func mayBeArranged(_ rows: ClosedRange<Int>) -> Bool {
    for row in rows {
      if emulator.screen.grid[row].mayHoldRightToLeft { return true }
      if RowNote(rawValue: emulator.screen.grid[row].note).contains(.isArranged) { return true }
    }
    return false
  }

  private var framesAreOurs: Bool {
    options.holdsFrames && !emulator.screen.modes.synchronizedOutput
  }

  /// Keeps what was found of each row, and the paragraph if the terminal has to get rows of it.
  private mutating func note(_ found: ShownParagraph, _ paragraphs: inout [ShownParagraph]) {
    var paragraph = found
    var isShown = false
    for row in paragraph.rows {
      let before = RowNote(rawValue: emulator.screen.grid[row].note)
      var note: RowNote = []
      if paragraph[row] != nil { note.insert(.isArranged) }
      if paragraph.isRightToLeft { note.insert(.isRightToLeft) }
      if row > paragraph.rows.lowerBound || row == 0 && before.contains(.isContinuation) {
        note.insert(.isContinuation)
      }
      // A row that has lost its right-to-left text is shown once more, as it was written.
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

  /// Writes the rows of paragraphs, in the modes that this needs, and sets the program's again.
  private func show(_ paragraphs: [ShownParagraph], _ writer: inout TerminalWriter) {
    let modes = emulator.screen.modes
    let charsets = emulator.charsetSequence
    if framesAreOurs { writer.send("\u{1B}[?2026h") }
    if emulator.screen.cursor.isVisible { writer.send("\u{1B}[?25l") }
    if modes.insert { writer.send("\u{1B}[4l") }
    if modes.origin { writer.send("\u{1B}[?6l") }
    // A wide character that a margin cuts could not be written.
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

  /// Whether text that runs over this row's end comes to stand in the next one, as the program's
  /// did, without anything scrolling: then the terminal knows both as one line.
  private func canWrap(from row: Int) -> Bool {
    row != emulator.scrollingRows.upperBound && row + 1 < emulator.screen.size.rows
  }

  /// Writes one row.
  ///
  /// - Parameter goesOn: whether the row before was written right before, to its last column.
  private func write(
    _ row: Int, _ visual: VisualRow, goesOn: Bool, _ writer: inout TerminalWriter
  ) {
    let content = emulator.screen.grid[row]
    let cells = ShownRow(content, visual, options.encoding)
    // A row that goes on in the next one is written whole, which keeps the terminal's own wrapping.
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
        // What needs nothing between it is sent at once.
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

  /// What brings the terminal's cursor back to where the program's is, with a wrap that is pending.
  private func restoration(_ shown: VisualRow?) -> [UInt8] {
    let cursor = emulator.screen.cursor
    var writer = TerminalWriter(pen: emulator.pen, link: emulator.penLink)
    guard emulator.isWrapPending else {
      place(cursor.row, cursor.column, &writer)
      return writer.bytes
    }
    // Only a character that is written into the last column makes the next one wrap, or one at a
    // margin, and that stays so when the margin goes.
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

  private mutating func restoreCursor(into output: inout [UInt8]) {
    output += restoring
    restoring.removeAll(keepingCapacity: true)
  }
}
