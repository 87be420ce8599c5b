/// Keys that are held down with another: `[.shift, .control]`.
public struct Modifiers: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let shift = Modifiers(rawValue: 1)
  public static let alt = Modifiers(rawValue: 2)
  public static let control = Modifiers(rawValue: 4)
}

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
  /// Any other key while others are held down, where a terminal tells: `.holding(.shift, .left)`.
  ///
  /// Alt with a letter sends the same bytes as Escape and then the letter; whoever has no use for
  /// `.holding(.alt, .character(…))` takes it for those two.
  indirect case holding(Modifiers, Key)
}
