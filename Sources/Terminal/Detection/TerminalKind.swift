/// A terminal, or a family of them that are to be treated alike.
public enum TerminalKind: String, Hashable, Sendable {
  /// Draws cells where they are put: xterm, urxvt, st, alacritty, foot. Also what nothing is known
  /// of.
  case plain
  /// Reorders text until mode 8 (BDSM) tells it not to: VTE, mintty, WezTerm.
  case switchable
  case kitty
  /// Reorders until its own sequence (OSC 50) tells it not to.
  case konsole
  /// Likewise (OSC 5379).
  case mlterm
  /// Reorders whatever it is told: PuTTY, pterm.
  case putty
  /// Draws pieces of rows as texts that its toolkit reorders: QTerminal and others with its widget,
  /// Konsole before 20.12. cool-retro-term answers alike and draws cells where they are put.
  case qterminal
  case linuxConsole

  /// By what a terminal calls itself, such as `kitty(0.26.5)` (XTVERSION).
  init?(name: String) {
    func begins(_ prefix: String) -> Bool { name.utf8.starts(with: prefix.utf8) }
    if begins("kitty(") {
      self = .kitty
    } else if begins("Konsole ") {
      self = .konsole
    } else if begins("VTE(") || begins("mintty ") || begins("WezTerm ") {
      self = .switchable
    } else {
      return nil
    }
  }

  /// By the answer to DA2, where it is of one program alone.
  init?(secondaryAttributes numbers: [Int]) {
    switch numbers {
    case [0, 136, 0]: self = .putty
    case [0, 115, 0]: self = .qterminal
    case [24, 279, 0]: self = .mlterm
    case _ where numbers.first == 65: self = .switchable
    default: return nil
    }
  }

  /// By the name of its program, where its answers are those of other terminals as well.
  init?(program name: String) {
    switch name {
    case "qterminal": self = .qterminal
    case "cool-retro-term": self = .plain
    // Over a connection, the terminal that gives nothing but the plain type is PuTTY.
    case "pterm", "putty", "sshd": self = .putty
    default: return nil
    }
  }

  /// By its type, where that is no other terminal's.
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

/// What stands between a program and the terminal that a person looks at.
public enum Multiplexer: String, Hashable, Sendable {
  case none, tmux, screen
}

/// What a terminal was known by.
public enum DetectionEvidence: Hashable, Sendable {
  /// What it calls itself (XTVERSION).
  case name(String)
  /// It knows mode 8 (DECRQM).
  case bidiMode
  /// Its numbers (DA2).
  case attributes(String)
  /// Its type, `TERM`.
  case type(String)
  /// The program that it is.
  case program(String)
  /// A variable of the environment.
  case variable(String)
  /// It answers, and nothing that it says sets it apart.
  case answer
  /// Nobody has answered for the silence limit.
  case silence
  /// Nothing yet.
  case nothing
}
