import Input

/// Something that came over a terminal's line from the person in front of it.
public enum TerminalInput: Hashable, Sendable {
  case key(Key)
  case pointer(PointerEvent)
  /// A text from the clipboard as it was sent, controls and all (mode 2004).
  case pasted(String)
}

/// The modes that make a terminal tell of its pointer and of pastes: presses and the wheel (1000) in
/// the encoding that knows no widest column (1006), pastes in brackets (2004). A terminal that knows
/// none of them ignores them.
enum InputModes {
  static let on = "\u{1B}[?1000h\u{1B}[?1006h\u{1B}[?2004h"
  static let off = "\u{1B}[?2004l\u{1B}[?1006l\u{1B}[?1000l"
}
