import Input

/// An input from the user over the terminal's line.
public enum TerminalInput: Hashable, Sendable {
  case key(Key)
  case pointer(PointerEvent)
  /// Pasted text as it was sent, including control characters (mode 2004).
  case pasted(String)
}

/// The modes that make a terminal report pointer events and pastes: presses and the wheel (1000),
/// in the encoding without a column limit (1006), and bracketed pastes (2004). A terminal without
/// them ignores them.
enum InputModes {
  static let on = "\u{1B}[?1000h\u{1B}[?1006h\u{1B}[?2004h"
  static let off = "\u{1B}[?2004l\u{1B}[?1006l\u{1B}[?1000l"
}
