import MirrorLayout

/// How to show text that a program wrote in logical order.
public struct RepairOptions: Hashable, Sendable {
  /// The direction of paragraphs.
  public enum TextDirection: String, Hashable, Sendable, CaseIterable {
    /// On the normal screen, from the first strong letter of each paragraph; on the alternate
    /// screen, from left to right.
    case auto
    case leftToRight = "ltr"
    case rightToLeft = "rtl"
  }

  /// Whether box drawing and gaps of two or more blanks divide a row into fields, each ordered
  /// separately.
  public enum Fields: String, Hashable, Sendable, CaseIterable {
    /// On the alternate screen, and on the normal one in rows with box drawing.
    case auto
    case on, off
  }

  public var direction: TextDirection
  public var fields: Fields
  /// The order in which the terminal wants the cells of a row.
  public var encoding: RowEncoding
  /// Whether the terminal holds back an update until a frame is complete (mode 2026).
  public var holdsFrames: Bool
  /// The bytes that make the terminal leave the order of text to this program, sent before the
  /// first row that is shown in order; and those that undo it.
  public var enter: [UInt8] = []
  public var leave: [UInt8] = []

  public init(
    direction: TextDirection = .auto, fields: Fields = .auto, encoding: RowEncoding = .visual,
    holdsFrames: Bool = false
  ) {
    self.direction = direction
    self.fields = fields
    self.encoding = encoding
    self.holdsFrames = holdsFrames
  }
}
