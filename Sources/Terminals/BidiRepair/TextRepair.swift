import MirrorLayout
import TerminalEmulator

/// Shows a program's output on a terminal so that right-to-left text reads right there.
///
/// It passes the output through and keeps a model of the screen. Then it rewrites the rows that
/// hold right-to-left text, ordered by UAX #9 and joined, and puts the cursor where the letter
/// under it is shown. Before the first right-to-left character, it adds and changes nothing. Rows that
/// a program writes in a frame (mode 2026) are rewritten before the frame ends.
///
/// ```swift
/// var repair = TextRepair(size: TerminalSize(columns: 80, rows: 24), options: RepairOptions())
/// terminal.write(repair.take(bytesOfTheProgram))
/// ```
///
/// Where the terminal has the rows is unknown until it has reported its cursor's place (`Inquiry`).
/// It is asked at the first right-to-left character, after `CSI 5 n`; the output from there on
/// waits for the answer.
public struct TextRepair: Sendable {
  package private(set) var shown: ShownScreen
  private var inquiry = Inquiry.unknown
  /// Whether right-to-left text has arrived. From then on, every sequence is sent whole.
  public private(set) var hasSeenRightToLeft = false
  private var answers: [UInt8] = []
  /// The questions that went to the terminal, in their order, since `takeQuestions`.
  private var asked: [AskedQuestion] = []
  /// The other queries sent with the first one for the cursor's place.
  private var questions: [UInt8]
  /// The program's output since the terminal was asked.
  private var waiting: [UInt8] = []
  /// The screen when the terminal was asked, and the output that was passed on to it since then,
  /// while its answers are overdue.
  private var overdue: (emulator: Emulator, output: [UInt8])?
  /// The received bytes of an incomplete sequence.
  private var held: [UInt8] = []
  /// Whether only a beginning of a sequence was sent, so that nothing may be inserted.
  private var isInsideSequence = false
  /// Whether the terminal was told to leave the order of text to this program.
  private var hasEntered = false

  private static let frameEnd = Array("\u{1B}[?2026l".utf8)

  /// The longest beginning of a sequence that is held back.
  private static let longestHeld = 256

  /// The most output that is kept for a late answer.
  private static let longestOverdue = 1 << 20

  /// - Parameter questions: queries for the terminal, sent once before the first right-to-left text
  ///   is shown; `use` takes the result of its answers.
  public init(size: TerminalSize, options: RepairOptions, questions: [UInt8] = []) {
    self.questions = questions
    shown = ShownScreen(size: size, options: options)
  }

  /// The screen as the program sees it: text in logical order.
  public var screen: Screen { shown.emulator.screen }

  // MARK: Output of the program

  /// Takes output of the program and appends the bytes for the terminal to `output`. Queries for
  /// the modes that are kept here (DECRQM) are answered here and not passed to the terminal.
  public mutating func take(_ bytes: UnsafeBufferPointer<UInt8>, into output: inout [UInt8]) {
    var start = 0
    while !inquiry.passesAll, !awaitsPlace, let question = ModeQuestion(in: bytes, from: start) {
      let begin = question.range.lowerBound
      takePart(UnsafeBufferPointer(rebasing: bytes[start..<begin]), into: &output)
      start = begin
      if awaitsPlace { break }
      start = question.range.upperBound
      if shown.emulator.isBetweenSequences {
        answers += question.answer(shown.isSet(question.mode))
      } else {
        // Inside another sequence it is not a query.
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

  /// Returns the queries sent to the terminal since the last call, by the program and by this
  /// process, in the order in which it will answer.
  package mutating func takeQuestions() -> [AskedQuestion] {
    noteQuestionsOfProgram()
    defer { asked = [] }
    return asked
  }

  private mutating func noteQuestionsOfProgram() {
    asked += shown.emulator.takeQuestions().map { (kind: $0, isOfProgram: true) }
  }

  private mutating func takePart(
    _ bytes: UnsafeBufferPointer<UInt8>, into output: inout [UInt8]
  ) {
    if inquiry.passesAll {
      // Its queries and modes still count.
      isInsideSequence = !shown.emulator.advanceWhole(bytes)
      output.append(contentsOf: bytes)
      return keepOverdue(bytes)
    }
    if awaitsPlace { return waiting.append(contentsOf: bytes) }
    var start = 0
    while !isPlaceKnownHere, let found = nextRightToLeft(bytes, from: start) {
      pass(bytes, start..<found, into: &output)
      start = found
      if mayAsk {
        take(.needed, into: &output)
        return waiting.append(contentsOf: bytes[start...])
      }
      // Text of a title, or of a row that is not to be reordered, and not of the screen.
      pass(bytes, start..<(start + 1), into: &output)
      start += 1
    }
    let rest = UnsafeBufferPointer(rebasing: bytes[start...])
    guard isPlaceKnownHere,
      hasSeenRightToLeft || ByteScan.firstByte(from: Self.firstLeadByte, in: rest, from: 0) != nil
    else {
      // A fast path for the output of most programs.
      pass(rest, rest.indices, into: &output)
      if shown.hasChangedRightToLeft {
        hasSeenRightToLeft = true
        if !isPlaceKnownHere, mayAsk { take(.needed, into: &output) }
      }
      return
    }
    show(rest, into: &output)
  }

  private mutating func pass(
    _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, into output: inout [UInt8]
  ) {
    let part = UnsafeBufferPointer(rebasing: bytes[range])
    sendHeld(into: &output)
    output.append(contentsOf: part)
    isInsideSequence = !shown.emulator.advanceWhole(part)
  }

  // MARK: The terminal's rows

  /// Whether answers of the terminal are awaited; `take` gets the output that follows from them.
  public var awaitsPlace: Bool { inquiry.isAwaiting }

  private var isPlaceKnownHere: Bool {
    inquiry.isKnown(onAlternate: shown.emulator.screen.isAlternate)
  }

  /// Whether the next byte belongs to the screen's text, in a row that may be reordered.
  private var mayAsk: Bool {
    shown.emulator.isBetweenSequences
      && shown.emulator.screen.grid[shown.emulator.screen.cursor.row].bidiMode == .implicit
  }

  /// Handles an event of the terminal's answers. Returns the steps taken, and `identify`, which the
  /// caller has to take.
  @discardableResult
  package mutating func take(
    _ event: Inquiry.Event, into output: inout [UInt8]
  ) -> Inquiry.Action? {
    // Nothing can be inserted now: the terminal will be asked again.
    if case .place = event, isOverdue, isInsideSequence { forgetPlace() }
    let (state, action) = inquiry.after(event, onAlternate: shown.emulator.screen.isAlternate)
    inquiry = state
    switch action {
    case .ask: ask(into: &output)
    case .show(let row, let column):
      if !hasEntered { output += shown.options.enter }
      hasEntered = true
      moveRows(toCursorRow: row, column: column)
      takeWaiting(into: &output)
    case .passOn:
      finish(into: &output)
      shown.forget()
      overdue = inquiry == .givenUp ? nil : (shown.emulator, [])
      takeWaiting(into: &output)
    case .identify, nil: break
    }
    return action
  }

  private mutating func ask(into output: inout [UInt8]) {
    // The answer to the first query shows that the terminal answers.
    let batch = Array("\u{1B}[5n".utf8) + questions + Array("\u{1B}[6n".utf8)
    questions = []
    output += batch
    noteQuestionsOfProgram()
    var terminal = Emulator(size: shown.emulator.screen.size, profile: shown.emulator.profile)
    terminal.recordsQuestions = true
    terminal.feed(batch)
    asked += terminal.takeQuestions().map { (kind: $0, isOfProgram: false) }
    isInsideSequence = false
  }

  /// The place of a late answer is that of the cursor when the terminal was asked. What was passed on
  /// since then happens again from there.
  private mutating func moveRows(toCursorRow row: Int, column: Int) {
    guard let (emulator, passed) = overdue else {
      return shown.emulator.moveRows(toCursorRow: row, column: column)
    }
    overdue = nil
    noteQuestionsOfProgram()
    shown.emulator = emulator
    shown.emulator.moveRows(toCursorRow: row, column: column)
    _ = passed.withUnsafeBufferPointer { shown.emulator.advanceWhole($0) }
    _ = shown.emulator.takeQuestions()
    hasSeenRightToLeft = true
  }

  /// Keeps output that was passed on while answers are overdue. Once it is too much, or has left the
  /// alternate screen on which the terminal was asked, a late place says nothing any more.
  private mutating func keepOverdue(_ bytes: UnsafeBufferPointer<UInt8>) {
    overdue?.output.append(contentsOf: bytes)
    guard let overdue else { return }
    if overdue.output.count > Self.longestOverdue
      || overdue.emulator.screen.isAlternate && !shown.emulator.screen.isAlternate
    {
      forgetPlace()
    }
  }

  private mutating func takeWaiting(into output: inout [UInt8]) {
    let bytes = waiting
    waiting = []
    bytes.withUnsafeBufferPointer { take($0, into: &output) }
    if bytes.isEmpty, !isInsideSequence { repair(into: &output) }
  }

  /// Other programs had the terminal: its rows no longer match the model.
  public mutating func forgetPlace() {
    inquiry = inquiry.after(.moved, onAlternate: shown.emulator.screen.isAlternate).state
    overdue = nil
    shown.forget()
  }

  /// Whether the terminal gets everything as the program wrote it.
  package var passesAll: Bool { inquiry.passesAll }

  /// Whether the terminal may still answer, late.
  package var isOverdue: Bool { if case .overdue = inquiry { true } else { false } }

  private mutating func repair(into output: inout [UInt8]) {
    guard isPlaceKnownHere else { return }
    shown.repair(searching: hasSeenRightToLeft, into: &output)
  }

  /// The place of the next complete right-to-left character.
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

  // MARK: Showing the output

  private mutating func show(
    _ bytes: UnsafeBufferPointer<UInt8>, into output: inout [UInt8]
  ) {
    var next = 0
    var isPausing = true
    while true {
      let step = shown.emulator.advance(
        bytes, from: next, pausing: isPausing, stopsAtRepeat: hasSeenRightToLeft)
      handOn(bytes, next..<step.next, whole: step.whole, into: &output)
      next = step.next
      // Controls that were obeyed must reach the terminal before anything is shown there.
      if step.hasObeyedRest, !isInsideSequence { flushHeld(into: &output) }
      if let repeated = step.repeated {
        repeatCharacter(repeated, into: &output)
        isPausing = true
        continue
      }
      if shown.emulator.hasChangedRightToLeft { hasSeenRightToLeft = true }
      guard step.isPaused else { break }
      // Nothing can be inserted into a sequence whose beginning was sent.
      isPausing = !isInsideSequence && isPlaceKnownHere
      if isPausing { repair(into: &output) }
      // The program's frame ends with the cursor where it is shown.
      if isPausing, held == Self.frameEnd {
        output += held
        held.removeAll(keepingCapacity: true)
      }
    }
    if !held.isEmpty, !hasSeenRightToLeft || held.count > Self.longestHeld {
      flushHeld(into: &output)
    }
    if !isInsideSequence { repair(into: &output) }
  }

  /// Obeys REP, which was passed on last. A terminal repeats the last character it got, which may
  /// be one of a row that was shown in order; so it gets the characters instead.
  private mutating func repeatCharacter(
    _ repeated: (character: Unicode.Scalar, count: Int), into output: inout [UInt8]
  ) {
    if hasSeenRightToLeft {
      // If its beginning was sent, CAN in place of its last byte cancels it.
      if isInsideSequence { output[output.count - 1] = 0x18 }
      isInsideSequence = false
      held.removeAll(keepingCapacity: true)
      repair(into: &output)
      shown.restoreCursor(into: &output)
      let charsets = shown.emulator.charsetSequence
      if !charsets.isEmpty { output += "\u{0F}\u{1B}(B".utf8 }
      for _ in 0..<repeated.count { output += String(repeated.character).utf8 }
      output += charsets.utf8
    }
    shown.emulator.repeatLast(repeated.count)
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
      if whole > start || !held.isEmpty { sendHeld(into: &output) }
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
    sendHeld(into: &output)
    isInsideSequence = true
  }

  private mutating func sendHeld(into output: inout [UInt8]) {
    shown.restoreCursor(into: &output)
    output += held
    held.removeAll(keepingCapacity: true)
  }

  /// Ends or interrupts the repair: sends the held bytes, moves the cursor to where the program
  /// left it, and returns the order of text to the terminal. After `forgetPlace`, it starts again.
  public mutating func finish(into output: inout [UInt8]) {
    sendHeld(into: &output)
    if hasEntered { output += shown.options.leave }
    hasEntered = false
  }

  // MARK: State left on the terminal

  /// The state that the program has set on the terminal.
  package var terminalState: TerminalState { shown.emulator.terminalState }

  /// The bytes that return the order of text to the terminal; empty if it has it.
  package var leave: [UInt8] { hasEntered ? shown.options.leave : [] }

  // MARK: Other changes

  /// Changes the screen's size. Some terminals rewrap their rows then and others do not, so the
  /// terminal is asked for its cursor's place again before the next row is shown.
  public mutating func resize(to size: TerminalSize) {
    guard size != shown.emulator.screen.size else { return }
    shown.emulator.resize(to: size)
    forgetPlace()
  }

  /// Sets whether the alternate screen belongs to a program that orders its text itself without
  /// saying so (BDSM).
  public mutating func leaveAlternateScreen(_ isLeft: Bool) {
    guard isLeft != shown.layout.leavesAlternateScreen else { return }
    shown.layout.leavesAlternateScreen = isLeft
    if shown.emulator.screen.isAlternate { shown.emulator.markAllChanged() }
  }

  /// A person has ended a line, which the program's terminal echoes.
  package mutating func noteEnter() { shown.emulator.markEntered() }

  /// Changes how text is shown, once the terminal is identified (`identify` of `Inquiry`).
  package mutating func use(_ options: RepairOptions) {
    guard options != shown.options else { return }
    shown.layout.options = options
    shown.emulator.markAllChanged()
  }
}

/// A question that went to the terminal, from the program or from this process.
package typealias AskedQuestion = (kind: TerminalQuestion, isOfProgram: Bool)
