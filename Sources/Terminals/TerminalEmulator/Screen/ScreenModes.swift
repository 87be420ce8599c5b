/// The pointer events that a program requested, by the number of the DEC private mode.
public enum MouseTracking: Int, Hashable, Sendable {
  /// No reports.
  case off = 0
  /// Presses only, without modifiers.
  case pressOnly = 9
  /// Press and release.
  case buttons = 1000
  /// Also motion with a button held.
  case drag = 1002
  /// Every motion.
  case motion = 1003
}

/// The encoding of pointer events, by the number of the DEC private mode.
public enum MouseEncoding: Int, Hashable, Sendable {
  /// `CSI M` and three bytes; columns and rows up to 223.
  case legacy = 0
  /// Coordinates as UTF-8.
  case utf8 = 1005
  /// `CSI < b ; x ; y M`.
  case sgr = 1006
  /// Decimal coordinates.
  case urxvt = 1015
}

/// The cursor's shape (DECSCUSR, `CSI n SP q`).
public enum CursorShape: Int, Hashable, Sendable {
  /// DECSCUSR 0.
  case `default`
  /// DECSCUSR 1.
  case blinkingBlock
  /// DECSCUSR 2.
  case steadyBlock
  /// DECSCUSR 3.
  case blinkingUnderline
  /// DECSCUSR 4.
  case steadyUnderline
  /// DECSCUSR 5.
  case blinkingBar
  /// DECSCUSR 6.
  case steadyBar
}

/// The modes that a program set on its terminal. A new terminal has `ScreenModes()`, and a program
/// that exits properly restores it: `screen.modes == ScreenModes()`.
public struct ScreenModes: Hashable, Sendable {
  /// DECCKM, `CSI ? 1 h`.
  public var applicationCursorKeys = false
  /// DECKPAM, `ESC =`.
  public var applicationKeypad = false
  /// DECAWM, `CSI ? 7 h`.
  public var autowrap = true
  /// DECSCNM, `CSI ? 5 h`.
  public var reverseVideo = false
  /// DECOM, `CSI ? 6 h`.
  public var origin = false
  /// IRM, `CSI 4 h`.
  public var insert = false
  /// LNM, `CSI 20 h`.
  public var newLine = false
  /// Mode 40: DECCOLM is obeyed.
  public var allowsColumnMode = false
  /// DECCOLM, `CSI ? 3 h`: 132 columns, where mode 40 allows it.
  public var hasColumns132 = false
  /// Mode 45, `CSI ? 45 h`.
  public var reverseWraparound = false
  /// DECLRMM, `CSI ? 69 h`.
  public var leftRightMargins = false
  /// Mode 12, `CSI ? 12 h`.
  public var cursorBlink = false
  /// Mode 34 of GNU screen and tmux, `CSI 34 l`: a cursor that is easier to see.
  public var emphasizedCursor = false
  /// The Linux console's cursor, `CSI ? n c`.
  public var consoleCursor = 0
  /// Mode 1004.
  public var focusReporting = false
  /// Mode 1034, `smm`.
  public var eightBitMeta = false
  /// Mode 1007: the wheel sends arrow keys on the alternate screen.
  public var alternateScroll = false
  /// Mode 2004.
  public var bracketedPaste = false
  /// Mode 2026: a frame is incomplete and must not be shown.
  public var synchronizedOutput = false
  /// The mouse events that are reported.
  public var mouseTracking = MouseTracking.off
  /// The encoding of these reports.
  public var mouseEncoding = MouseEncoding.legacy
  /// BDSM, `CSI 8 h` and `CSI 8 l`: the mode of the next new row.
  public var bidi = BidiMode.implicit
  /// The direction of the next row that begins (SCP, SPD); nil for the default.
  public var isRightToLeft: Bool?
  /// Mode 2501, likewise; nil until a program sets it.
  public var detectsDirection: Bool?
  /// Mode 2500, likewise.
  public var mirrorsBoxes = false
  /// Mode 1243: Left and Right change places in right-to-left paragraphs.
  public var swapsArrows = true
  /// Konsole's own bidi switch, `OSC 50 ; BidiRenderingEnabled=false`.
  public var konsoleBidi = true
  /// mlterm's own bidi switch, `OSC 5379 ; use_ctl=false`.
  public var mltermBidi = true
  /// xterm's `modifyOtherKeys`, `CSI > 4 ; n m`.
  public var modifyOtherKeys = 0
  /// kitty's keyboard protocol, `CSI > n u`.
  public var keyboardFlags = 0
  /// The level of VT terminals that is obeyed, 1 to 4 (DECSCL).
  public var conformanceLevel = 4

  /// The modes of a terminal that was just opened.
  public init() {}

  /// The private modes that are on or off here, by number. Some do more when they are set.
  static let switches: [Int: WritableKeyPath<ScreenModes, Bool> & Sendable] = [
    1: \.applicationCursorKeys, 3: \.hasColumns132, 5: \.reverseVideo, 6: \.origin, 7: \.autowrap,
    12: \.cursorBlink, 40: \.allowsColumnMode, 45: \.reverseWraparound, 66: \.applicationKeypad,
    69: \.leftRightMargins, 1004: \.focusReporting, 1007: \.alternateScroll, 1034: \.eightBitMeta,
    1243: \.swapsArrows, 2004: \.bracketedPaste, 2026: \.synchronizedOutput,
  ]

  /// The modes of the next paragraph that begins.
  var paragraph: ParagraphModes {
    var modes = ParagraphModes()
    modes.bidi = bidi
    modes.isRightToLeft = isRightToLeft
    modes.detectsDirection = detectsDirection
    modes.mirrorsBoxes = mirrorsBoxes
    return modes
  }
}
