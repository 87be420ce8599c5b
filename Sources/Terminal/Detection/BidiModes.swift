import MirrorLayout

/// What is sent to a terminal so that it leaves the order of text to this program, and what gives
/// it back: `ESC [ 8 l` and `ESC [ 8 h`, and what single terminals want instead.
public struct BidiModes: Hashable, Sendable {
  /// Sent before the screen is cleared: VTE keeps the mode per row, from the moment that the row is
  /// cleared.
  public let enter: [UInt8]
  /// Sent before the screen is left, however that comes about.
  public let leave: [UInt8]

  /// What is known to every terminal that knows any of it: BDSM of the Terminal-WG recommendation.
  public static let standard = BidiModes(
    kind: .plain, multiplexer: .none, encoding: .visual, isSilent: false)

  public init(kind: TerminalKind, multiplexer: Multiplexer, encoding: RowEncoding, isSilent: Bool) {
    // Rows in these orders are for terminals that reorder them. Who is silent has no modes, and
    // nothing is changed for it.
    let reorders =
      [.lrm, .paragraph, .mlterm, .qterminal, .logical].contains(encoding) && !isSilent
    enter = Self.sequence(reorders: reorders, kind, multiplexer)
    leave = Self.sequence(reorders: true, kind, multiplexer)
  }

  private static func sequence(
    reorders: Bool, _ kind: TerminalKind, _ multiplexer: Multiplexer
  ) -> [UInt8] {
    let mode = "\u{1B}[8\(reorders ? "h" : "l")"
    let own =
      switch kind {
      case .konsole: "\u{1B}]50;BidiRenderingEnabled=\(reorders)\u{07}"
      case .mlterm: "\u{1B}]5379;use_ctl=\(reorders)\u{07}"
      case .plain, .switchable, .kitty, .putty, .qterminal, .linuxConsole: ""
      }
    let text =
      switch multiplexer {
      case .none: mode + own
      // tmux keeps sequences that it does not know to itself.
      case .tmux: mode
      case .screen: mode + Multiplexer.throughScreen(mode + own)
      }
    return Array(text.utf8)
  }
}

extension Multiplexer {
  /// Sequences wrapped so that GNU screen hands them to the terminal outside.
  static func throughScreen(_ sequences: String) -> String {
    "\u{1B}P\(sequences)\u{1B}\\"
  }
}
