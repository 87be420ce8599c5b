/// A layer over the section; the topmost one receives the keys.
public enum Dialog: Hashable, Sendable {
  case question(QuestionDialog)
  case help(HelpDialog)
  case messages(MessagesDialog)
  case terminal(TerminalDialog)
  case find(FindDialog)
  case programs(ProgramsDialog)

  var isRestart: Bool {
    if case .question(let dialog) = self { dialog.question == .restart } else { false }
  }
}
