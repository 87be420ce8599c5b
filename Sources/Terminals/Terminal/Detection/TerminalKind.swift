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
    func begins(_ prefix: String) -> Bool { name.utf8.starts(with: prefix.utf8) }
    if begins("kitty(") {
      self = .kitty
    } else if begins("Konsole ") {
      self = .konsole
    } else if begins("xterm.js(") {
      self = .xtermJS
    } else if begins("VTE(") || begins("mintty ") || begins("WezTerm ") {
      self = .switchable
    } else {
      return nil
    }
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
    func begins(_ prefix: String) -> Bool { type.utf8.starts(with: prefix.utf8) }
    if begins("linux") {
      self = .linuxConsole
    } else if begins("xterm-kitty") {
      self = .kitty
    } else if begins("mlterm") {
      self = .mlterm
    } else if begins("putty") {
      self = .putty
    } else if begins("konsole") {
      self = .konsole
    } else if begins("vte") || begins("gnome") {
      self = .switchable
    } else {
      return nil
    }
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
