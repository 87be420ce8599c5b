/// A layer over the section; the topmost one receives the keys.
public enum Dialog: Hashable, Sendable {
  case question(QuestionDialog)
  case reading(ReadingDialog)
  case list(ListDialog)
  case find(FindDialog)

  var isRestart: Bool {
    if case .question(let dialog) = self { dialog.question == .restart } else { false }
  }
}
