import MirrorLayout

/// How to show text that a program wrote in logical order.
public struct RepairOptions: Hashable, Sendable {
  /// The direction of paragraphs.
  public enum TextDirection: String, Hashable, Sendable, CaseIterable {
    /// From the first letter of each paragraph and the rows above it.
    case auto
    case leftToRight = "ltr"
    case rightToLeft = "rtl"
  }

  /// What divides a row into fields, each ordered separately.
  public enum Fields: String, Hashable, Sendable, CaseIterable {
    /// Box drawing, and gaps between columns.
    case auto
    /// Box drawing, and all gaps of two or more blanks.
    case on
    /// Nothing.
    case off
  }

  /// Where right-to-left text gets its right margin as wide as the left one that the program gave
  /// it.
  public enum Alignment: String, Hashable, Sendable, CaseIterable {
    /// On the normal screen, outside boxes and columns.
    case auto
    /// On both screens, also in boxes.
    case on
    /// Nowhere: text keeps its columns.
    case off
  }

  public var direction: TextDirection
  public var fields: Fields
  public var align: Alignment
  /// The order in which the terminal wants the cells of a row.
  public var encoding: RowEncoding
  /// Whether the terminal holds back an update until a frame is complete (mode 2026).
  public var holdsFrames: Bool
  /// The bytes that make the terminal leave the order of text to this program, sent before the
  /// first row that is shown in order; and those that undo it.
  public var enter: [UInt8] = []
  public var leave: [UInt8] = []

  public init(
    direction: TextDirection = .auto, fields: Fields = .auto, align: Alignment = .auto,
    encoding: RowEncoding = .visual, holdsFrames: Bool = false
  ) {
    self.direction = direction
    self.fields = fields
    self.align = align
    self.encoding = encoding
    self.holdsFrames = holdsFrames
  }
}
