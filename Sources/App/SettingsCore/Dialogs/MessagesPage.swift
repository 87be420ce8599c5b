import Forms

/// The toasts of this run, newest first, in the language that is shown now.
enum MessagesPage {
  static func form(_ state: SettingsState) -> Form<Text, Never> {
    guard !state.messages.isEmpty else {
      return Form([Card(nil, [.paragraph(.message(.messagesNone))])])
    }
    let parts = state.messages.reversed().map { toast in
      Part<Text, Never>.paragraph(
        toast.text, toast.isWarning ? .error : .plain, sign: toast.isWarning ? .failed : .done)
    }
    return Form([Card(nil, parts)])
  }
}
