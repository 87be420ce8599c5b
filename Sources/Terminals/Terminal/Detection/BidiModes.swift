import MirrorLayout

/// The sequences that make a terminal leave the order of text to this program, and those that undo
/// it: `ESC [ 8 l`, `ESC [ 8 h`, and the specific ones of some terminals.
public struct BidiModes: Hashable, Sendable {
  /// Sent before the screen is cleared: VTE keeps the mode per row, from the moment the row is
  /// cleared.
  public let enter: [UInt8]
  /// Sent before the screen is left, for any reason.
  public let leave: [UInt8]

  /// The sequences that every terminal with such modes understands: BDSM of the Terminal-WG
  /// recommendation.
  public static let standard = BidiModes(
    kind: .plain, multiplexer: .none, encoding: .visual, isSilent: false)

  public init(kind: TerminalKind, multiplexer: Multiplexer, encoding: RowEncoding, isSilent: Bool) {
    // Rows in these orders are for terminals that reorder them. A silent terminal has no modes, and
    // gets none.
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
      case .plain, .switchable, .kitty, .putty, .qterminal, .xtermJS, .linuxConsole: ""
      }
    let text =
      switch multiplexer {
      case .none: mode + own
      // tmux drops sequences that it does not know.
      case .tmux: mode
      case .screen: mode + Multiplexer.throughScreen(mode + own)
      }
    return Array(text.utf8)
  }
}

extension Multiplexer {
  /// Wraps sequences so that GNU screen passes them to the outer terminal.
  static func throughScreen(_ sequences: String) -> String {
    "\u{1B}P\(sequences)\u{1B}\\"
  }
}
