import Cells

/// Something that came over a terminal's line from the person in front of it.
public enum TerminalInput: Hashable, Sendable {
  case key(Key)
  /// A press is counted as a first one here; `ClickCounter` knows better.
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

/// Tells a second press in a row from a first one.
struct ClickCounter {
  /// As desktops have it, and a little more for the line.
  static let longest: Duration = .milliseconds(500)

  private var last: (position: Position, time: ContinuousClock.Instant, clicks: Int)?

  mutating func counted(
    _ event: PointerEvent, at time: ContinuousClock.Instant
  ) -> PointerEvent {
    guard case .press = event.kind else { return event }
    var clicks = 1
    if let last, last.position == event.position, last.clicks == 1,
      time - last.time <= Self.longest
    {
      clicks = 2
    }
    last = (event.position, time, clicks)
    return PointerEvent(.press(clicks: clicks), at: event.position)
  }
}
