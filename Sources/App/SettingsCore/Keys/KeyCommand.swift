/// The command of a key, independent of the layout's direction.
enum KeyCommand: Hashable, Sendable {
  case backward, forward
  case pageBackward, pageForward
  case first, last
  /// To the pane on the leading or on the trailing side.
  case toLeading, toTrailing
  case nextPane
  case activate
  case choose(Int)
  case restart
  /// Accepts the dialog's question, whichever button has the focus.
  case accept
  case dismiss
  case undo
  case find
  case help
  case messages
  /// The switch that tells new shells the language, wherever the focus is.
  case shellLanguage
  case redraw
  case suspend
  case quit
}
