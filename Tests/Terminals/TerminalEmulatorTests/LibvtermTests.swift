import CVTerm
import Recordings
import TerminalEmulator
import Testing

/// libvterm's screen, read in our terms.
private final class Reference {
  private let terminal: OpaquePointer
  private let screen: OpaquePointer

  init(_ size: TerminalSize) {
    terminal = vterm_new(Int32(size.rows), Int32(size.columns))
    vterm_set_utf8(terminal, 1)
    screen = vterm_obtain_screen(terminal)
    vterm_screen_enable_altscreen(screen, 1)
    vterm_screen_reset(screen, 1)
  }

  deinit { vterm_free(terminal) }

  func feed(_ bytes: ArraySlice<UInt8>) {
    let text = bytes.map { CChar(bitPattern: $0) }
    vterm_input_write(terminal, text, text.count)
  }

  var cursor: [Int] {
    var position = VTermPos()
    vterm_state_get_cursorpos(vterm_obtain_state(terminal), &position)
    return [Int(position.row), Int(position.col)]
  }

  func cell(_ row: Int, _ column: Int) -> ScreenCell {
    var cell = VTermScreenCell()
    vterm_screen_get_cell(screen, VTermPos(row: Int32(row), col: Int32(column)), &cell)
    let scalars = withUnsafeBytes(of: cell.chars) { Array($0.bindMemory(to: UInt32.self)) }
    var style = CellStyle()
    style.bold = cell.attrs.bold != 0
    style.italic = cell.attrs.italic != 0
    style.blink = cell.attrs.blink != 0
    style.reverse = cell.attrs.reverse != 0
    style.strikethrough = cell.attrs.strike != 0
    style.underline = Underline(rawValue: UInt8(cell.attrs.underline)) ?? .none
    style.foreground = color(cell.fg)
    style.background = color(cell.bg)
    // The right half of a wide character is marked so.
    if scalars[0] == UInt32.max { return ScreenCell("", width: 0, style: style) }
    var text = String.UnicodeScalarView()
    for scalar in scalars.prefix(while: { $0 != 0 }) { text.append(Unicode.Scalar(scalar)!) }
    return ScreenCell(
      text.isEmpty ? " " : String(text), width: UInt8(cell.width), style: style)
  }

  private func color(_ color: VTermColor) -> TerminalColor {
    let isDefault = UInt8(VTERM_COLOR_DEFAULT_FG.rawValue | VTERM_COLOR_DEFAULT_BG.rawValue)
    if color.type & isDefault != 0 { return .default }
    if color.type & UInt8(VTERM_COLOR_TYPE_MASK.rawValue) == UInt8(VTERM_COLOR_INDEXED.rawValue) {
      return .indexed(color.indexed.idx)
    }
    return .rgb(color.rgb.red, color.rgb.green, color.rgb.blue)
  }
}

/// Our emulator beside libvterm 0.1.4, on what real programs wrote, at every eightieth byte.
@Suite("Compared with libvterm")
struct LibvtermTests {
  @Test(
    "every cell of a real program's screens equals libvterm's", arguments: Recording.allCases)
  func cells(_ recording: Recording) throws {
    let bytes = try recording.bytes()
    var emulator = Emulator()
    let reference = Reference(.standard)
    var start = 0
    var compared = 0
    for end in bytes.indices {
      emulator.feed(bytes[end...end])
      // libvterm loses an OSC that comes in two writes.
      guard end - start >= 80 || end == bytes.count - 1, emulator.isBetweenSequences else {
        continue
      }
      reference.feed(bytes[start...end])
      start = end + 1
      compared += 1
      let difference = firstDifference(emulator.screen, reference)
      #expect(difference == nil, "after byte \(end): \(readable(bytes[max(0, end - 100)...end]))")
      if difference != nil { return }
    }
    #expect(compared >= 15)
  }

  /// Recordings on which libvterm 0.1.4 has another screen, and why. xterm and tmux have the
  /// emulator's (`ScreenOracleTests`), as far as they know what is shown.
  private static let judged = [
    "binary":
      "terminals give malformed UTF-8 different numbers of cells; see `ScreenOracleTests`",
    "colours-16": "it does not know rapid blinking (SGR 6), which is shown as blinking",
    "grep": "text that is about to wrap still does so after EL; in xterm EL ends that",
    "kitty-image": "it prints the bodies of application commands (APC)",
    "sl": "text that is about to wrap still does so after DCH; in xterm DCH ends that",
    "underlines": "it knows no dotted and no dashed underline",
  ]

  @Test("the screens of a hundred programs equal libvterm's, except for judged differences")
  func recordings() throws {
    var differing: Set<String> = []
    for recording in ProgramRecording.all {
      let bytes = try recording.bytes()
      let size = TerminalSize(columns: recording.columns, rows: recording.rows)
      var emulator = Emulator(size: size)
      let reference = Reference(size)
      var end = 0
      while end < bytes.count {
        let start = end
        end = min(start + 2_000, bytes.count)
        emulator.feed(bytes[start..<end])
        while end < bytes.count, !emulator.isBetweenSequences {
          emulator.feed(bytes[end...end])
          end += 1
        }
        guard emulator.isBetweenSequences else { break }
        reference.feed(bytes[start..<end])
        guard let difference = firstDifference(emulator.screen, reference) else { continue }
        if Self.judged[recording.name] == nil {
          Issue.record("\(recording), byte \(end) of \(bytes.count): \(difference)")
        }
        differing.insert(recording.name)
        break
      }
    }
    #expect(differing == Set(Self.judged.keys))
  }

  private func firstDifference(_ screen: Screen, _ reference: Reference) -> String? {
    for row in 0..<screen.size.rows {
      for column in 0..<screen.size.columns {
        let ours = comparable(screen.cell(row, column))
        let theirs = comparable(reference.cell(row, column))
        if ours != theirs { return "\(row),\(column): ours \(ours), theirs \(theirs)" }
      }
    }
    let cursor = [screen.cursor.row, screen.cursor.column]
    return cursor == reference.cursor ? nil : "cursor: ours \(cursor), theirs \(reference.cursor)"
  }

  /// What libvterm 0.1.4 can say of a cell.
  private func comparable(_ cell: ScreenCell) -> ScreenCell {
    var cell = cell
    // It knows no dim, no concealed and no overlined text, and no links.
    cell.style.dim = false
    cell.style.conceal = false
    cell.style.overline = false
    cell.style.underlineColor = .default
    cell.link = nil
    // It leaves the style of what was there before in the right half of a wide character.
    if cell.isContinuation { cell.style = .plain }
    // It erases with the current foreground and attributes, xterm with the background alone;
    // nobody sees that on a blank, unless the attribute draws.
    if cell.isBlank {
      cell.style.foreground = .default
      cell.style.bold = false
      cell.style.italic = false
    }
    return cell
  }
}
