/// A key press as it reaches a layer: a name, not the bytes that a terminal sent for it.
public enum Key: Hashable, Sendable {
  /// A letter, digit or sign that was typed; a space too.
  case character(Character)
  case enter
  case escape
  case tab
  case backTab
  case backspace
  case delete
  case up
  case down
  case left
  case right
  case home
  case end
  case pageUp
  case pageDown
  /// A letter with Control, lower case: `.control("l")`.
  case control(Character)
}
