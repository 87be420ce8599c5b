import Forms

/// The toasts of this run, newest first, in the language that is shown now.
public struct MessagesDialog: ReadingDialog {
  var scroll = 0

  static let title = Message.messagesTitle
  static let identifier = "messages"
  static let letter: Character? = "m"

  var layer: Dialog { .messages(self) }

  static func form(_ state: SettingsState) -> Form<Text, Never> {
    guard !state.messages.isEmpty else {
      return Form([Card(nil, [.paragraph(.message(.messagesNone))])])
    }
    let parts = state.messages.reversed().map { toast in
      Part<Text, Never>.paragraph(
        toast.text, toast.isWarning ? .error : .plain,
        sign: (toast.isWarning ? StatusSign.failed : .done).sign)
    }
    return Form([Card(nil, parts)])
  }
}
