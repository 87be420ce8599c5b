/// A layer over the section; the topmost one takes the keys.
public enum Dialog: Hashable, Sendable {
  case restart(RestartDialog)
  case help(HelpDialog)

  var isRestart: Bool { if case .restart = self { true } else { false } }
  var isHelp: Bool { if case .help = self { true } else { false } }
}
