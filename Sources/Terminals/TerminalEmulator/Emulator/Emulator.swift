import ControlSequences

/// A strict `xterm-256color` terminal without a window: feed it a program's output, and examine the
/// screen.
///
/// ```swift
/// var emulator = Emulator(size: TerminalSize(columns: 20, rows: 4))
/// emulator.feed("\u{1B}[1mbold")
/// emulator.screen.rows[0]                 // "bold"
/// emulator.screen.cell(0, 0).style.bold   // true
/// emulator.unknownSequences               // []
/// ```
///
/// Input may arrive in any pieces and may contain any bytes. Unknown sequences are listed in
/// `unknownSequences`, so that a test can fail on them.
public struct Emulator: Sendable {
  /// The current screen.
  public internal(set) var screen: Screen
  /// Unknown, malformed or truncated sequences in readable form (`␛[?9999h`); at most the first
  /// thousand.
  public private(set) var unknownSequences: [String] = []
  /// The answers of the terminal to queries.
  public let profile: TerminalProfile
  /// How many rows are kept after they leave the main screen at its top.
  public let historyLimit: Int
  /// Those rows, and some older ones.
  private var scrolledOff: [ScreenRow] = []
  /// What programs put on the clipboard (OSC 52), as sent (base64).
  public internal(set) var clipboard = ""

  /// The hidden screen: the main one while the alternate one is shown.
  var hiddenGrid: [ScreenRow]
  /// The style of the next character.
  package internal(set) var style = CellStyle.plain
  /// The address of the link that the next character belongs to.
  package internal(set) var link: String?
  var charsets = Charsets()
  /// Whether the last column was written, so that the next character wraps to the next row.
  package internal(set) var wrapPending = false
  var margins: Margins
  var tabs: [Bool]
  var mainSaved = SavedCursor()
  var alternateSaved = SavedCursor()
  var savedModes: [Int: Bool] = [:]
  /// The colours that a program changed: those of the palette by their index, the special ones of OSC 5
  /// from 256, and those of OSC 10 to 19 from 1,000.
  var colors: [Int: TerminalProfile.Color] = [:]
  /// Which erasing leaves protected cells.
  var protection = Protection.none
  /// Whether DECCARA and DECRARA change rectangles, not all cells from the first to the last (DECSACE).
  var changesRectangles = false
  var window = Window()
  var titleModes = TitleModes.standard
  var titles: [(icon: String, window: String)] = []
  var keyboardStack: [Int] = []
  /// The last printed character, for REP.
  var lastCharacter: Unicode.Scalar?
  var replies: [UInt8] = []
  private var parser = SequenceParser()
  /// Elements that were read and wait, because obeying them would push rows off the screen.
  private var waiting: [SequenceParser.Element] = []
  /// Whether DECCOLM itself changes the size; otherwise `resize` has to follow.
  package var resizesItself = true
  /// Whether `unknownSequences` is kept.
  package var recordsUnknown = true

  /// Whether `questions` is kept.
  package var recordsQuestions = false
  /// The questions since `takeQuestions`.
  var questions: [TerminalQuestion] = []

  /// Whether blanks skipped by a tab are marked. The mark does not show in a row's text.
  package var keepsTabs = false

  /// The scrolling rows and columns, both ends included (DECSTBM, DECSLRM).
  struct Margins: Hashable {
    var top: Int
    var bottom: Int
    var left: Int
    var right: Int

    init(_ size: TerminalSize) {
      top = 0
      bottom = size.rows - 1
      left = 0
      right = size.columns - 1
    }
  }

  /// What leaves protected cells as they are.
  enum Protection: Hashable {
    /// Nothing: no cell was protected.
    case none
    /// DECSED, DECSEL and DECSERA, after DECSCA.
    case selective
    /// All erasing except that of rectangles, after SPA.
    case all
  }

  /// The state that DECSC saves.
  struct SavedCursor {
    var row = 0
    var column = 0
    var style = CellStyle.plain
    var charsets = Charsets()
    var origin = false
    var wrapPending = false
  }

  /// - Parameter historyLimit: see `history`; 0 keeps nothing.
  public init(
    size: TerminalSize = .standard, profile: TerminalProfile = .xterm, historyLimit: Int = 0
  ) {
    screen = Screen(size: size)
    hiddenGrid = screen.grid
    self.profile = profile
    self.historyLimit = historyLimit
    margins = Margins(size)
    tabs = Self.standardTabs(0..<size.columns)
    parser.keepsEscapes = profile.passesThrough
    parser.hasConsolePalette = profile.hasConsolePalette
  }

  /// The rows that have left the main screen at its top, the oldest first, which a person can
  /// scroll back to. A row keeps the width that it had then.
  public var history: ArraySlice<ScreenRow> { scrolledOff.suffix(historyLimit) }

  /// Keeps rows that leave the screen at its top.
  mutating func keepInHistory(_ rows: ArraySlice<ScreenRow>) {
    guard historyLimit > 0, !screen.isAlternate else { return }
    scrolledOff += rows
    // Seldom, because the remaining rows have to move.
    if scrolledOff.count >= 2 * historyLimit {
      scrolledOff.removeFirst(scrolledOff.count - historyLimit)
    }
  }

  /// Forgets the history (ED 3, RIS).
  mutating func clearHistory() { scrolledOff = [] }

  static func standardTabs(_ columns: Range<Int>) -> [Bool] {
    columns.map { $0 > 0 && $0 % 8 == 0 }
  }

  /// Processes a program's output.
  public mutating func feed(_ bytes: some Sequence<UInt8>) {
    Array(bytes).withUnsafeBufferPointer { _ = advance($0, from: 0, pausing: false) }
  }

  /// Processes a program's output, given as text.
  public mutating func feed(_ text: String) { feed(text.utf8) }

  /// Returns the terminal's replies to queries since the last call.
  public mutating func drainReplies() -> [UInt8] {
    defer { replies = [] }
    return replies
  }

  /// Whether the input so far ends outside any sequence or character.
  public var isBetweenSequences: Bool { parser.isBetweenSequences }

  /// How far `advance` came.
  package struct Advance {
    /// Where to go on.
    package var next: Int
    /// The end of the obeyed bytes, which is between sequences and characters; nil if one that was
    /// incomplete before the call still is.
    package var whole: Int?
    /// Whether it stopped because the next bytes would push a changed row off the screen, or end a
    /// frame.
    package var isPaused: Bool
    /// Whether something after `whole` was already obeyed: a control in the middle of a sequence,
    /// or broken UTF-8 before one.
    package var hasObeyedRest = false
    /// What the last sequence before `next` repeats, if it is a REP, which was not obeyed.
    package var repeated: (character: Unicode.Scalar, count: Int)?
  }

  /// Processes bytes from a place on. Can stop before a byte that pushes rows off the screen that
  /// have changed and may hold right-to-left text, and before the end of a frame (mode 2026), so that
  /// the reader can look at the rows first. Then it also stops at REP, because a terminal repeats the last character it got, from any sender.
  ///
  /// - Parameter stopsAtRepeat: whether to stop at REP even without stopping for rows.
  package mutating func advance(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, pausing: Bool, stopsAtRepeat: Bool = false
  ) -> Advance {
    for element in waiting { obey(element) }
    var whole = parser.isBetweenSequences ? start : nil
    var hasObeyedRest = !waiting.isEmpty && whole == nil
    waiting.removeAll(keepingCapacity: true)
    var elements: [SequenceParser.Element] = []
    // Where nothing has to wait, a whole control sequence is obeyed in place, without an element.
    var sequence = ControlSequence()
    var index = pausing ? start : skipScrolledOff(bytes, from: start)
    while index < bytes.count {
      if parser.isBetweenSequences {
        whole = index
        hasObeyedRest = false
        let begin = index
        index += ByteScan.textPrefix(bytes, from: index)
        if index > begin {
          if pausing {
            index = begin + printPart(UnsafeBufferPointer(rebasing: bytes[begin..<index]))
            if index == begin { return Advance(next: index, whole: index, isPaused: true) }
          } else {
            print(UnsafeBufferPointer(rebasing: bytes[begin..<index]))
          }
          continue
        }
        if pausing, losesChangedRow(bytes[index]) {
          return Advance(next: index, whole: index, isPaused: true)
        }
        if bytes[index] < 0x20, bytes[index] != 0x1B {
          obeyControl(bytes[index])
          index += 1
          continue
        }
        if bytes[index] >= 0xC2 {
          let length = printCharacters(bytes, from: index)
          index += length
          if length > 0 { continue }
        }
        if !pausing, !stopsAtRepeat {
          let length = sequence.readWhole(bytes, from: index)
          index += length
          if length > 0 {
            obey(sequence)
            continue
          }
        }
      }
      index += parser.parse(bytes, from: index, into: &elements)
      if elements.isEmpty { continue }
      if pausing || stopsAtRepeat, let repeated = repetition(elements.last) {
        for element in elements.dropLast() { obey(element) }
        return Advance(
          next: index, whole: whole, isPaused: true, hasObeyedRest: hasObeyedRest,
          repeated: repeated)
      }
      if pausing, elements.contains(where: { losesChangedRow($0) || endsFrame($0) }) {
        waiting = elements
        return Advance(
          next: index, whole: whole, isPaused: true, hasObeyedRest: hasObeyedRest)
      }
      for element in elements { obey(element) }
      elements.removeAll(keepingCapacity: true)
      if !parser.isBetweenSequences { hasObeyedRest = true }
    }
    let isWhole = parser.isBetweenSequences
    return Advance(
      next: bytes.count, whole: isWhole ? bytes.count : whole, isPaused: false,
      hasObeyedRest: hasObeyedRest && !isWhole)
  }

  /// Prints as much as fits in one row; nothing if that would push off a changed row.
  private mutating func printPart(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    if wrapPending, losesChangedRowByWrapping { return 0 }
    let room = wrapPending ? screen.size.columns : screen.size.columns - screen.cursor.column
    let part = UnsafeBufferPointer(rebasing: text.prefix(max(1, room)))
    print(part)
    return part.count
  }

  private var losesChangedRowByWrapping: Bool {
    screen.modes.autowrap && losesChangedRowByFeeding
  }

  private var losesChangedRowByFeeding: Bool {
    screen.cursor.row == margins.bottom && hasChangedRightToLeft(in: margins.top)
  }

  /// Whether a byte between sequences would push a changed row off the screen.
  private func losesChangedRow(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x0A, 0x0B, 0x0C: losesChangedRowByFeeding
    // A wide character wraps one column earlier.
    case 0xC2...:
      (wrapPending || screen.cursor.column >= screen.size.columns - 1) && losesChangedRowByWrapping
    default: false
    }
  }

  private func losesChangedRow(_ element: SequenceParser.Element) -> Bool {
    switch element {
    case .escape("\0", let final):
      switch final {
      case "D", "E": return losesChangedRowByFeeding
      case "M", "c": return hasChangedRightToLeft
      default: return false
      }
    case .control(let byte): return losesChangedRow(byte)
    case .character, .replaced: return wrapPending && losesChangedRowByWrapping
    case .sequence(let sequence):
      switch (sequence.prefix, sequence.final) {
      case ("\0", "J"), ("\0", "L"), ("\0", "M"), ("\0", "S"), ("\0", "T"):
        return hasChangedRightToLeft
      case ("?", "h"), ("?", "l"), ("?", "r"):
        return sequence.values.contains(where: Self.isScreenMode) && hasChangedRightToLeft
      default: return false
      }
    default: return false
    }
  }

  private func endsFrame(_ element: SequenceParser.Element) -> Bool {
    guard screen.modes.synchronizedOutput, case .sequence(let sequence) = element else {
      return false
    }
    return sequence.prefix == "?" && sequence.final == "l" && sequence.intermediate == "\0"
      && sequence.values.contains(2026)
  }

  mutating func obey(_ element: SequenceParser.Element) {
    switch element {
    case .character(let scalar): print(scalar)
    case .control(let byte): obeyControl(byte)
    case .escape(let intermediate, let final):
      if !obeyEscape(intermediate, final) {
        let between = intermediate == "\0" ? "" : String(intermediate)
        record("␛\(between)\(final)")
      }
    case .sequence(let sequence): obey(sequence)
    case .string(let opening, let body): obeyString(opening, body)
    case .malformed(let bytes): record(readable(bytes))
    case .replaced(let bytes):
      record(readable(bytes))
      print("\u{FFFD}" as Unicode.Scalar)
    }
  }

  private mutating func obey(_ sequence: ControlSequence) {
    if !obeySequence(sequence) { record(sequence.readable) }
  }

  mutating func record(_ sequence: @autoclosure () -> String) {
    if recordsUnknown, unknownSequences.count < 1_000 { unknownSequences.append(sequence()) }
  }

  mutating func reply(_ text: String) {
    // Bounds the memory for a program that queries but never reads.
    if replies.count < 1 << 16 { replies += text.utf8 }
  }

  /// Changes the terminal's size, as dragging a window's edge does.
  ///
  /// Text is not rewrapped: rows are truncated or padded with blanks at the right. Rows are removed
  /// at the bottom as long as the cursor stays on the screen, then at the top.
  public mutating func resize(to size: TerminalSize) {
    let surplus = max(0, screen.cursor.row - (size.rows - 1))
    keepInHistory(screen.grid.prefix(surplus))
    resize(&screen.grid, to: size, droppingTop: surplus)
    resize(&hiddenGrid, to: size, droppingTop: 0)
    if size.columns > tabs.count {
      tabs += Self.standardTabs(tabs.count..<size.columns)
    } else {
      tabs.removeSubrange(size.columns...)
    }
    screen.size = size
    margins = Margins(size)
    screen.cursor.row = min(screen.cursor.row - surplus, size.rows - 1)
    screen.cursor.column = min(screen.cursor.column, size.columns - 1)
    wrapPending = false
  }

  private func resize(_ grid: inout [ScreenRow], to size: TerminalSize, droppingTop surplus: Int) {
    grid.removeFirst(min(surplus, grid.count))
    if grid.count > size.rows { grid.removeSubrange(size.rows...) }
    for row in grid.indices { grid[row].resize(to: size.columns) }
    while grid.count < size.rows {
      grid.append(ScreenRow(columns: size.columns, paragraph: screen.modes.paragraph))
    }
  }
}

extension ControlSequence {
  /// The sequence in readable form, such as `␛[1;31m`.
  var readable: String {
    var text = "␛["
    if prefix != "\0" { text.unicodeScalars.append(prefix) }
    for (index, value) in values.enumerated() {
      if index > 0 { text += colons >> UInt64(index) & 1 == 1 ? ":" : ";" }
      if value >= 0 { text += String(value) }
    }
    if intermediate != "\0" { text.unicodeScalars.append(intermediate) }
    text.unicodeScalars.append(final)
    return text
  }
}
