import Cells

/// A mouse or other pointer event at a cell of the screen.
public struct PointerEvent: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// The main button was pressed. The time since the previous press has no meaning.
    case press
    case wheelUp
    case wheelDown
  }

  public var kind: Kind
  /// The position from the top and left edges of the screen, in either layout direction.
  public var position: Position

  public init(_ kind: Kind, at position: Position) {
    self.kind = kind
    self.position = position
  }
}
