/// Modifiers held down with another key: `[.shift, .control]`.
public struct Modifiers: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let shift = Modifiers(rawValue: 1)
  public static let alt = Modifiers(rawValue: 2)
  public static let control = Modifiers(rawValue: 4)
}

/// A key press, as a name and not as the bytes of a terminal.
public enum Key: Hashable, Sendable {
  /// A typed letter, digit, sign or space.
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
  /// A letter with Control, in lower case: `.control("l")`.
  case control(Character)
  /// Another key with modifiers, if the terminal reports them: `.holding(.shift, .left)`.
  ///
  /// Alt with a letter sends the same bytes as Escape followed by the letter. A layer that does not
  /// use `.holding(.alt, .character(…))` treats it as those two keys.
  indirect case holding(Modifiers, Key)
}
