import MirrorLayout

/// The toasts of this session, the last one first: what went by can be read again, in the language
/// that is shown now.
public struct MessagesDialog: ReadingDialog {
  var scroll = 0

  static let title = Message.messagesTitle
  static let identifier = "messages"
  static let letter: Character = "m"

  var layer: Dialog { .messages(self) }

  static func lines(_ state: State, width: Int) -> [ContentLine] {
    guard !state.messages.isEmpty else {
      return ContentLine.wrapped(.message(.messagesNone), .dialog, width: width, state)
    }
    let sign = 2
    return state.messages.reversed().flatMap { toast in
      var lines = ContentLine.wrapped(
        toast.text, toast.isWarning ? .warning : .dialog, indentedBy: sign, width: width, state)
      let mark: Span.Content = .symbols([Glyph(toast.isWarning ? "!" : "·")])
      lines[0].spans.insert(
        Span(column: 0, width: 1, style: state.style(.dialog), content: mark), at: 0)
      return lines
    }
  }
}
