import Cells

/// What a person does with a mouse, or whatever moves a pointer over the screen, above a cell.
public struct PointerEvent: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// The main button went down. How long ago it did so before means nothing.
    case press
    case wheelUp
    case wheelDown
  }

  public var kind: Kind
  /// From the top and from the left edge of the screen, whichever way its layout runs.
  public var position: Position

  public init(_ kind: Kind, at position: Position) {
    self.kind = kind
    self.position = position
  }
}
