/// A terminal, or a family of terminals that are treated alike.
public enum TerminalKind: String, Hashable, Sendable {
  /// Draws cells where they are put: xterm, urxvt, st, alacritty, foot. Also the default for
  /// unknown terminals.
  case plain
  /// Reorders text until mode 8 (BDSM) tells it not to: VTE, mintty, WezTerm.
  case switchable
  case kitty
  /// Reorders until a specific sequence (OSC 50) tells it not to.
  case konsole
  /// Likewise (OSC 5379).
  case mlterm
  /// Always reorders: PuTTY, pterm.
  case putty
  /// Draws parts of rows as texts that its toolkit reorders: QTerminal and others with its widget,
  /// Konsole before 20.12. cool-retro-term sends the same answers but draws cells where they are
  /// put.
  case qterminal
  /// xterm.js, in VS Code, JupyterLab and other programs on web pages, and terminals that may be
  /// xterm.js: no answer tells its renderers apart.
  case xtermJS
  case linuxConsole

  /// Recognizes a terminal by its reported name, such as `kitty(0.26.5)` (XTVERSION).
  init?(name: String) {
    self.init(
      name,
      beginnings: [
        "kitty(": .kitty, "Konsole ": .konsole, "xterm.js(": .xtermJS, "VTE(": .switchable,
        "mintty ": .switchable, "WezTerm ": .switchable,
      ])
  }

  private init?(
    _ name: some StringProtocol, beginnings: KeyValuePairs<String, TerminalKind>
  ) {
    guard let found = beginnings.first(where: { name.utf8.starts(with: $0.key.utf8) }) else {
      return nil
    }
    self = found.value
  }

  /// Recognizes a terminal by its answer to DA2, if that is unique.
  init?(secondaryAttributes numbers: [Int]) {
    switch numbers {
    case [0, 136, 0]: self = .putty
    case [0, 115, 0]: self = .qterminal
    // xterm.js up to 6.0; later ones report a name.
    case [0, 276, 0]: self = .xtermJS
    case [24, 279, 0]: self = .mlterm
    case _ where numbers.first == 65: self = .switchable
    default: return nil
    }
  }

  /// Recognizes a terminal by the name of its program, if its answers are not unique.
  init?(program name: String) {
    switch name {
    case "qterminal": self = .qterminal
    case "cool-retro-term": self = .plain
    // Over a connection, a terminal that reports only the plain type is PuTTY.
    case "pterm", "putty", "sshd": self = .putty
    default: return nil
    }
  }

  /// Recognizes a terminal by its type, if that is unique.
  init?(type: some StringProtocol) {
    self.init(
      type,
      beginnings: [
        "linux": .linuxConsole, "xterm-kitty": .kitty, "mlterm": .mlterm, "putty": .putty,
        "konsole": .konsole, "vte": .switchable, "gnome": .switchable,
      ])
  }
}

/// The program between this one and the terminal that the user sees.
public enum Multiplexer: String, Hashable, Sendable {
  case none, tmux, screen
}

/// The evidence for the kind of a terminal.
public enum DetectionEvidence: Hashable, Sendable {
  /// Its reported name (XTVERSION).
  case name(String)
  /// It supports mode 8 (DECRQM).
  case bidiMode
  /// Its numbers (DA2).
  case attributes(String)
  /// Its type, `TERM`.
  case type(String)
  /// Its program.
  case program(String)
  /// An environment variable.
  case variable(String)
  /// It answers, but nothing in the answers is specific.
  case answer
  /// No answer arrived within the silence limit.
  case silence
  /// Nothing is known yet.
  case nothing
}
