extension TerminalState {
  /// The bytes that restore the modes of a new terminal, if it is in one of these states and it is
  /// unknown in which. The cursor stays or, after the alternate screen, returns to where it was
  /// before. Tab stops and titles stay, because the terminal no longer knows the former ones.
  package static func restoration(from states: [TerminalState]) -> [UInt8] {
    func any(_ condition: (TerminalState) -> Bool) -> Bool { states.contains(where: condition) }
    func isSet(_ mode: KeyPath<ScreenModes, Bool>) -> Bool { any { $0.modes[keyPath: mode] } }
    func most(_ count: (TerminalState) -> Int) -> Int { states.map(count).max() ?? 0 }
    var text = ""
    if isSet(\.synchronizedOutput) { text += "\u{1B}[?2026l" }
    text += regions(any)
    if any({ $0.style != .plain }) { text += "\u{1B}[m" }
    if any({ $0.link != nil }) { text += "\u{1B}]8;;\u{1B}\\" }
    if any({ $0.charsets != nil }) { text += "\u{0F}\u{1B}(B\u{1B})B" }
    let switches: [(KeyPath<ScreenModes, Bool>, String)] = [
      (\.insert, "4l"), (\.newLine, "20l"), (\.emphasizedCursor, "34h"),
      (\.applicationCursorKeys, "?1l"), (\.reverseVideo, "?5l"), (\.cursorBlink, "?12l"),
      (\.allowsColumnMode, "?40l"), (\.reverseWraparound, "?45l"), (\.focusReporting, "?1004l"),
      (\.alternateScroll, "?1007l"), (\.eightBitMeta, "?1034l"), (\.bracketedPaste, "?2004l"),
      (\.mirrorsBoxes, "?2500l"),
    ]
    for (mode, end) in switches where isSet(mode) { text += "\u{1B}[\(end)" }
    for end in Set(states.flatMap(\.otherModes.restoration)).sorted() { text += "\u{1B}[\(end)" }
    if any({ !$0.modes.autowrap }) { text += "\u{1B}[?7h" }
    if any({ !$0.modes.swapsArrows }) { text += "\u{1B}[?1243h" }
    if any({ $0.modes.detectsDirection != nil }) { text += "\u{1B}[?2501l" }
    if any({ $0.modes.isRightToLeft != nil }) { text += "\u{1B}[0 k" }
    if any({ $0.modes.bidi != .implicit }) { text += "\u{1B}[8h" }
    if any({ !$0.modes.konsoleBidi }) { text += "\u{1B}]50;BidiRenderingEnabled=true\u{07}" }
    if any({ !$0.modes.mltermBidi }) { text += "\u{1B}]5379;use_ctl=true\u{07}" }
    if isSet(\.applicationKeypad) { text += "\u{1B}>" }
    let pointer = states.flatMap {
      [$0.modes.mouseTracking.rawValue, $0.modes.mouseEncoding.rawValue]
    }
    for mode in Set(pointer).sorted() where mode != 0 { text += "\u{1B}[?\(mode)l" }
    if any({ $0.modes.modifyOtherKeys != 0 }) { text += "\u{1B}[>4;0m" }
    if any({ $0.pushedKeyboardFlags > 0 }) { text += "\u{1B}[<\(most(\.pushedKeyboardFlags))u" }
    if any({ $0.modes.keyboardFlags != 0 }) { text += "\u{1B}[=0u" }
    for _ in 0..<most(\.pushedTitles) { text += "\u{1B}[23;0t" }
    if any(\.isAlternate) { text += "\u{1B}[?1049l" }
    if any({ $0.modes.consoleCursor != 0 }) { text += "\u{1B}[?0c" }
    if any({ $0.cursorShape != .default }) { text += "\u{1B}[0 q" }
    if any({ !$0.cursorIsVisible }) { text += "\u{1B}[?25h" }
    return Array(text.utf8)
  }

  /// Margins and origin mode. Resetting them moves the cursor.
  private static func regions(_ any: ((TerminalState) -> Bool) -> Bool) -> String {
    let isOrigin = any(\.modes.origin)
    var text = ""
    if any({ $0.scrollingRows != nil }) { text += "\u{1B}[r" }
    if any({ $0.modes.leftRightMargins || $0.scrollingColumns != nil }) { text += "\u{1B}[?69l" }
    guard isOrigin || !text.isEmpty else { return "" }
    // Leaving the alternate screen restores the cursor. On the normal screen, a cursor that origin
    // mode has moved cannot be restored: in the last row it does no harm.
    if any(\.isAlternate) { return (isOrigin ? "\u{1B}[?6l" : "") + text }
    return isOrigin ? "\u{1B}[?6l\(text)\u{1B}[999H" : "\u{1B}7\(text)\u{1B}8"
  }
}
