import CNCurses
import CSystem
import Cells
import Glibc
import MirrorLayout
import SystemCalls

/// The terminal as a surface for drawing grids. Only this type and `Pens` use ncurses.
///
/// ncurses writes into a file in memory. Each frame then reaches the terminal in one write. That
/// makes it possible to insert bytes before the clear, and to count bytes. This type also keeps the
/// line's modes, because after a restart ncurses would take the current modes for the shell's.
@MainActor
public final class TerminalScreen {
  /// Mode 2026: the terminal shows an update only when it is complete.
  private static let updateBegin = Array("\u{1B}[?2026h".utf8)
  private static let updateEnd = Array("\u{1B}[?2026l".utf8)

  private let memory: Int32
  private let stream: UnsafeMutablePointer<FILE>
  /// The modes that the terminal had before this process first started.
  public let originalModes: TerminalModes
  private let screenModes: TerminalModes
  private let usesColor: Bool
  /// The number of colours of the terminal behind a multiplexer, if it is known.
  public var colorLimit = Int.max {
    didSet {
      guard colorLimit != oldValue, usesColor else { return }
      pens = Pens(colorLimit: colorLimit)
      shown = nil
    }
  }
  private var pens: Pens
  private var shown: Grid?
  private let clearSequence: [UInt8]
  /// Resets the scrolling region to the whole screen and moves the cursor to the first cell (DECSTBM
  /// without parameters); empty if the terminal has no scrolling region.
  private let wholeRegion: [UInt8]
  /// Designates line drawing as a character set (`enacs`); empty if none is needed.
  private let lineDrawing: [UInt8]
  private let hasItalics: Bool

  /// What the next frame's bytes start with: the sequences that open the screen, then the first
  /// clear.
  private enum Opening {
    case none
    /// After a start or a stop.
    case whole
    /// The screen is already open; only the modes have to be set. It was opened by the previous
    /// program or before the modes changed.
    case modesAlone
  }

  private var opening: Opening
  private var isOpen = true
  private var bidiModes: BidiModes
  /// The modes that were sent to the terminal; nil while the screen is left.
  private var entered: BidiModes?
  /// Queries to send with the first frame, before its clear. The clear erases whatever a terminal
  /// prints for a query that it does not know.
  private var queries: [UInt8] = []
  /// Whether each frame is sent so that the terminal shows it as a whole (mode 2026).
  public var sendsWholeFrames = false {
    didSet { if isOpen, sendsWholeFrames != oldValue { arm() } }
  }
  /// One line that a crash handler writes after restoring the terminal; it says where to read more.
  public var crashNotice = "" {
    didSet { if isOpen { arm() } }
  }

  /// Checks, in the order of R57, that the terminal is usable, and returns its name. The caller
  /// passes the environment so that it is read only once.
  public static func check(environment: (String) -> String?) throws(TerminalError) -> String {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { throw .notATerminal }
    guard let name = environment("TERM"), !name.isEmpty, name != "dumb" else {
      throw .noCursorMovement
    }
    try checkCharset(environment: environment)
    // Eterm sets its own type, so this does not match programs that run in it with another type.
    if name.utf8.starts(with: "Eterm".utf8) { throw .terminalWithoutUTF8(name) }
    // Set only the category for character types: each category reads a file.
    setlocale(LC_CTYPE, "")
    if !cs_locale_is_utf8() { setPortableLocale() }
    guard cs_locale_is_utf8() else { throw .noUTF8Locale }
    return name
  }

  /// Throws if the locale asks for a charset other than UTF-8.
  public static func checkCharset(environment: (String) -> String?) throws(TerminalError) {
    let locale =
      ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty } ?? "C"
    if let charset = foreignCharset(of: locale) { throw .foreignCharset(charset) }
  }

  /// The charset in a locale's name if it is not UTF-8. Only the text is examined: glibc shows an
  /// uninstalled `en_US.ISO-8859-1` like `C`.
  public static func foreignCharset(of locale: String) -> String? {
    guard let dot = locale.firstIndex(of: ".") else { return nil }
    let charset = locale[locale.index(after: dot)...].prefix { $0 != "@" }
    let plain = charset.lowercased().filter { $0 != "-" && $0 != "_" }
    return plain.isEmpty || plain == "utf8" ? nil : String(charset)
  }

  /// Opens the screen on standard input and output.
  ///
  /// - Parameters:
  ///   - name: the terminal's name, from `check`.
  ///   - usesColor: false if the user disabled colours.
  ///   - bidiModes: the modes for bidirectional text that the first frame sets, and those that the
  ///     previous program has set.
  ///   - handedOn: the original modes, handed on by the previous program in this process. The
  ///     alternate screen is then already active and must not be entered again.
  public init(
    terminal name: String, usesColor: Bool, bidiModes: BidiModes, handedOn: TerminalModes?
  ) throws(TerminalError) {
    guard let modes = handedOn ?? TerminalModes(of: STDIN_FILENO) else { throw .notATerminal }
    originalModes = modes
    screenModes = modes.forScreen
    memory = cs_memory_file("screen")
    guard memory >= 0 else { throw .system(call: "memfd_create", errno: -memory) }
    guard let stream = fdopen(memory, "w") else {
      throw .system(call: "fdopen", errno: errno)
    }
    self.stream = stream
    guard let nothing = fopen("/dev/null", "r") else {
      throw .system(call: "open /dev/null", errno: errno)
    }
    cs_keep_stop_key()
    guard Self.makeTerminal(name, size: Self.currentSize, stream, input: nothing) else {
      throw .unknownTerminal(name)
    }
    self.usesColor = usesColor
    self.bidiModes = bidiModes
    entered = handedOn == nil ? nil : bidiModes
    pens = Pens(colorLimit: usesColor ? .max : 0)
    clearSequence = Self.capability("clear")
    // ncurses sets the region by row numbers, which do not follow a resize. A region without
    // numbers is the whole screen at any size.
    let hasRegion = Self.capability("csr").starts(with: "\u{1B}[".utf8)
    wholeRegion = hasRegion ? Array("\u{1B}[r".utf8) : []
    nc_forget_scrolling_region()
    lineDrawing = Self.capability("enacs")
    hasItalics = nc_capability("sitm") != nil
    opening = handedOn == nil ? .whole : .modesAlone
    arm()
    screenModes.apply(to: STDIN_FILENO)
  }

  /// A string capability without its padding (`$<5>`), which only ncurses interprets; empty if the
  /// terminal does not have it.
  private static func capability(_ name: StaticString) -> [UInt8] {
    name.withUTF8Buffer { name in
      name.withMemoryRebound(to: CChar.self) { name in
        guard var next = name.baseAddress.flatMap({ nc_capability($0) }) else { return [] }
        var bytes: [UInt8] = []
        while next.pointee != 0 {
          if next.pointee == UInt8(ascii: "$"), next[1] == UInt8(ascii: "<"),
            let end = strchr(next, Int32(UInt8(ascii: ">")))
          {
            next = UnsafePointer(end)
          } else {
            bytes.append(UInt8(bitPattern: next.pointee))
          }
          next += 1
        }
        return bytes
      }
    }
  }

  /// Opens ncurses with the terminal's current size (newterm).
  ///
  /// ncurses writes into memory here and cannot query the size, so it gets the size in environment
  /// variables. They are removed at once: they would not follow a resize, and child processes must
  /// not inherit them.
  private static func makeTerminal(
    _ name: String, size: Size, _ stream: UnsafeMutablePointer<FILE>,
    input: UnsafeMutablePointer<FILE>
  ) -> Bool {
    use_env(true)
    use_tioctl(false)
    return withEnvironment([("LINES", "\(size.rows)"), ("COLUMNS", "\(size.columns)")]) {
      newterm(name, stream, input) != nil
        || withOwnTypes { newterm(name, stream, input) != nil }
    }
  }

  /// Calls a function that looks up terminal types in the program's data first. The archive for any
  /// Linux has some there, for types that the system does not know.
  private static func withOwnTypes<Result>(_ body: () -> Result) -> Result {
    let folder = ProgramLocation.running.resources(named: "lisan") + "/terminfo"
    return withEnvironment([("TERMINFO", folder)], body)
  }

  /// The terminal's current size; 80x24 if it reports 0.
  public var size: Size { Self.currentSize }

  private static var currentSize: Size {
    var window = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0
    else { return Size(columns: 80, rows: 24) }
    return Size(columns: Int(window.ws_col), rows: Int(window.ws_row))
  }

  /// The number of colours in use: those of the terminal, fewer behind some multiplexers, 0 for
  /// none.
  public var colors: Int { pens.colors }

  /// Whether two styles look the same on this terminal.
  public func sameLook(_ one: Style, _ other: Style) -> Bool { pens.sameLook(one, other) }

  /// The number of colours of a terminal type (terminfo); nil if the type is unknown.
  public static func colors(ofType type: String) -> Int? {
    var count = nc_colors(type)
    if count < 0 { count = withOwnTypes { nc_colors(type) } }
    return count >= 0 ? Int(count) : nil
  }

  /// Draws a grid.
  ///
  /// - Parameter willSend: called with the number of bytes before any are sent, so that its records
  ///   exist as soon as the frame is visible.
  public func draw(_ grid: Grid, willSend: (_ count: Int) -> Void = { _ in }) {
    let before =
      shown?.size == grid.size && shown?.background == grid.background ? shown : nil
    if before == nil {
      if LINES != Int32(grid.size.rows) || COLS != Int32(grid.size.columns) {
        resizeterm(Int32(grid.size.rows), Int32(grid.size.columns))
      }
      // From here on, every cell is blank for ncurses, and after the clear also on the terminal.
      pens.erase(with: grid.background)
      erase()
      nc_redraw_everything()
    }
    var former = before ?? Grid(size: grid.size, background: grid.background)
    // Only held here, so that it is not copied.
    shown = nil
    for row in 0..<grid.size.rows { put(row, of: grid, at: row, in: &former) }
    shown = grid
    sendFrame(cursor: grid.cursor, isDifference: before != nil, willSend)
  }

  /// Draws rows that changed since the last frame; returns false if all must be drawn.
  ///
  /// - Parameter willSend: as in the method for a whole grid.
  public func draw(_ changes: ChangedRows, willSend: (_ count: Int) -> Void = { _ in }) -> Bool {
    guard var grid = shown else { return false }
    // Only held here, so that it is not copied.
    shown = nil
    for (index, row) in changes.places.enumerated() {
      put(index, of: changes.grid, at: row, in: &grid)
    }
    grid.cursor = changes.cursor
    shown = grid
    sendFrame(cursor: grid.cursor, isDifference: true, willSend)
    return true
  }

  /// Sends the changes that ncurses has not shown yet.
  private func sendFrame(
    cursor: Position, isDifference: Bool, _ willSend: (_ count: Int) -> Void
  ) {
    move(Int32(cursor.row), Int32(cursor.column))
    refresh()
    var bytes = drainBytes()
    if opening == .whole, !lineDrawing.isEmpty,
      let place = firstPlace(of: lineDrawing, in: bytes[...])
    {
      // ncurses designates line drawing as G1, which would remain for the next program. It is not
      // needed, because frames contain the box characters themselves.
      bytes.removeSubrange(place..<place + lineDrawing.count)
    }
    bytes = Self.withOneCharset(bytes, isOpening: opening == .whole)
    if colors > 0 {
      let head = isDifference && opening == .none ? 0..<0 : head(of: bytes)
      bytes = StyleCompaction.compacted(bytes, after: head)
    }
    bytes = opened(bytes)
    if sendsWholeFrames { bytes = Self.updateBegin + bytes + Self.updateEnd }
    willSend(bytes.count)
    send(bytes)
  }

  /// Removes `ESC ( B` from the bytes of a frame. The `sgr0` of many terminals designates ASCII
  /// with it at every change of attributes. No other charset is ever used, so the one in the
  /// opening sequence is enough.
  private static func withOneCharset(_ bytes: [UInt8], isOpening: Bool) -> [UInt8] {
    let escape = UInt8(ascii: "\u{1B}")
    var isWanted = isOpening
    var kept: [UInt8] = []
    kept.reserveCapacity(bytes.count)
    var place = 0
    while place < bytes.count {
      let isCharset =
        bytes[place] == escape && place + 2 < bytes.count
        && bytes[place + 1] == UInt8(ascii: "(") && bytes[place + 2] == UInt8(ascii: "B")
      if isCharset, !isWanted {
        place += 3
      } else {
        if isCharset { isWanted = false }
        kept.append(bytes[place])
        place += 1
      }
    }
    return kept
  }

  /// Inserts the modes for bidirectional text, and queries, between the opening sequence and the
  /// first clear, which ncurses writes together.
  private func opened(_ bytes: [UInt8]) -> [UInt8] {
    guard opening != .none else { return bytes }
    let isOpen = opening == .modesAlone
    opening = .none
    defer { queries = [] }
    let clear = firstPlace(of: clearSequence, in: bytes[...]) ?? 0
    var opened = Array(isOpen ? Self.styles(before: clear, in: bytes) : bytes[..<clear])
    if !isOpen { opened += InputModes.on.utf8 }
    opened += wholeRegion
    opened += undoingBidiModes
    entered = bidiModes
    opened += bidiModes.enter
    opened += queries
    opened += bytes[clear...]
    return opened
  }

  /// The sequences right before a place that set colours and attributes (SGR). The clear erases with
  /// them, and ncurses does not repeat them.
  private static func styles(before place: Int, in bytes: [UInt8]) -> ArraySlice<UInt8> {
    var start = place
    while start > 0, bytes[start - 1] == UInt8(ascii: "m") {
      var parameter = start - 2
      while parameter > 0, (UInt8(ascii: "0")...UInt8(ascii: ";")).contains(bytes[parameter]) {
        parameter -= 1
      }
      guard parameter > 0, bytes[parameter] == UInt8(ascii: "["), bytes[parameter - 1] == 0x1B
      else { break }
      start = parameter - 1
    }
    return bytes[start..<place]
  }

  /// The place of the clear, with the styles before it.
  private func head(of frame: [UInt8]) -> Range<Int> {
    guard let clear = firstPlace(of: clearSequence, in: frame[...]) else { return 0..<0 }
    return Self.styles(before: clear, in: frame).startIndex..<clear + clearSequence.count
  }

  /// The bytes that undo the modes that were sent if leaving those to be sent does not.
  private var undoingBidiModes: [UInt8] {
    guard let entered, entered.leave != bidiModes.leave else { return [] }
    return entered.leave
  }

  /// Changes the modes for bidirectional text. They are set before the next frame, which redraws
  /// everything. Returns whether a frame is needed.
  public func use(_ modes: BidiModes) -> Bool {
    guard modes != bidiModes else { return false }
    bidiModes = modes
    if opening == .none { opening = .modesAlone }
    shown = nil
    if isOpen { arm() }
    return true
  }

  /// Sends queries: with the first frame if it is still to come, else at once.
  public func ask(_ queries: [UInt8]) {
    if opening == .whole { self.queries += queries } else { askAtOnce(queries) }
  }

  /// Sends queries at once, also before the first frame.
  public func askAtOnce(_ queries: [UInt8]) {
    if !queries.isEmpty { send(queries) }
  }

  /// Makes the terminal hold back its display until the next complete frame, for the time between
  /// this program and the one that replaces it.
  public func holdDisplay() {
    if sendsWholeFrames { send(Self.updateBegin) }
  }

  /// Undoes `holdDisplay`.
  public func releaseDisplay() {
    if sendsWholeFrames { send(Self.updateEnd) }
  }

  /// Gives ncurses the cells of a row that differ from those on the screen, and puts them there.
  private func put(_ row: Int, of grid: Grid, at place: Int, in screen: inout Grid) {
    let (start, shownStart) = (row * grid.size.columns, place * grid.size.columns)
    var style = Style.plain
    var look = pens.look(of: style)
    for column in 0..<grid.size.columns
    where grid.cells[start + column] != screen.cells[shownStart + column] {
      let cell = grid.cells[start + column]
      screen.cells[shownStart + column] = cell
      // ncurses fills the second cell of a wide glyph itself.
      if cell.isContinuation { continue }
      if cell.style != style {
        style = cell.style
        look = pens.look(of: style)
      }
      put(cell, look, row: place, column: column)
    }
  }

  private func put(_ cell: Cell, _ look: Pens.Look, row: Int, column: Int) {
    var look = look
    switch cell.face {
    case .own: break
    case .slanted where hasItalics: look.attributes |= nc_attribute_italic()
    case .slanted, .otherWeight: look.attributes ^= nc_attribute_bold()
    }
    let marks = cell.glyph.marks
    nc_put_cell(
      Int32(row), Int32(column), wchar_t(cell.glyph.base.value), wchar_t(marks.first.value),
      wchar_t(marks.second.value), wchar_t(marks.third.value), wchar_t(marks.fourth.value),
      look.attributes, look.pair)
  }

  /// Discards the known screen contents, so that the next frame redraws everything.
  public func invalidate() {
    shown = nil
  }

  /// Restores the terminal as it was before the first start; nothing can be drawn afterwards.
  public func close() {
    guard isOpen else { return }
    isOpen = false
    leave()
    cs_terminal_disarm()
  }

  /// Gives the terminal back, stops as Ctrl-Z does, and takes the terminal again.
  public func suspend() {
    leave()
    cs_terminal_disarm()
    cs_stop()
    resume()
  }

  /// Takes the terminal again after a stop, whatever its state; the next frame redraws everything.
  public func resume() {
    arm()
    screenModes.apply(to: STDIN_FILENO)
    opening = .whole
    shown = nil
  }

  private func leave() {
    endwin()
    // The region comes first: it moves the cursor, which ncurses then puts where the shell
    // continues.
    send(wholeRegion + Array(InputModes.off.utf8) + leavingBidiModes + drainBytes())
    entered = nil
    originalModes.apply(to: STDIN_FILENO)
  }

  private var leavingBidiModes: [UInt8] { undoingBidiModes + bidiModes.leave }

  /// Makes a fatal signal restore the terminal.
  private func arm() {
    var bytes = sendsWholeFrames ? Self.updateEnd : []
    // A terminal without an alternate screen continues below the last row, as after a normal exit.
    if !wholeRegion.isEmpty { bytes += wholeRegion + Array("\u{1B}[999H".utf8) }
    bytes += Array(InputModes.off.utf8) + leavingBidiModes
    for name in ["sgr0", "rmcup", "cnorm"] as [StaticString] { bytes += Self.capability(name) }
    let notice = Array(crashNotice.utf8)
    var modes = originalModes.value
    cs_terminal_arm(
      STDOUT_FILENO, bytes, bytes.count, &modes, notice, notice.count, STDOUT_FILENO)
  }

  /// Returns what ncurses wrote to the file in memory, and rewinds the file.
  private func drainBytes() -> [UInt8] {
    let length = lseek(memory, 0, SEEK_CUR)
    guard length > 0 else { return [] }
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(length)) { buffer, count in
      count = max(0, pread(memory, buffer.baseAddress, Int(length), 0))
    }
    lseek(memory, 0, SEEK_SET)
    return bytes
  }

  private func send(_ bytes: [UInt8]) {
    cs_terminal_hold()
    defer { cs_terminal_release() }
    // Standard output may share a file description that another program made non-blocking. If the
    // terminal is gone, the next read reports it.
    try? writeAll(bytes, to: STDOUT_FILENO, waitsForRoom: true)
  }
}
