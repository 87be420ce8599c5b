/// What a key asks for, in the words of a layout without sides.
enum Command: Hashable, Sendable {
  case backward, forward
  case pageBackward, pageForward
  case first, last
  /// To the pane at the leading or at the trailing side.
  case toLeading, toTrailing
  case nextPane
  case activate
  case choose(Int)
  case restart
  /// The dialog's own answer, whatever has the focus.
  case accept
  case dismiss
  case help
  case messages
  case redraw
  case suspend
  case quit
}
