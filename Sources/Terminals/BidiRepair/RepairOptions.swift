import MirrorLayout

/// How text is to be shown that a program wrote in logical order.
public struct RepairOptions: Hashable, Sendable {
  /// The direction of paragraphs.
  public enum TextDirection: String, Hashable, Sendable, CaseIterable {
    /// On the normal screen the first strong letter of each paragraph tells it; the alternate
    /// screen runs from left to right.
    case auto
    case leftToRight = "ltr"
    case rightToLeft = "rtl"
  }

  /// Whether box drawing and gaps of two blanks or more part a row into fields that are ordered
  /// each by itself.
  public enum Fields: String, Hashable, Sendable, CaseIterable {
    /// On the alternate screen, and on the normal one in rows with box drawing.
    case auto
    case on, off
  }

  public var direction: TextDirection
  public var fields: Fields
  /// The order in which the terminal wants the cells of a row.
  public var encoding: RowEncoding
  /// Whether the terminal holds back what it shows until a frame is whole (mode 2026).
  public var holdsFrames: Bool
  /// What makes the terminal leave the order of text to this program, sent before the first row that
  /// is shown in order; and what gives it back.
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
