/// How a cell is drawn: its attributes, the colour of its glyph and the colour behind it.
///
///     Style(.bold, ink: Color(indexed: 63))
///
/// A style does not say what a cell means. A program has a table from roles to styles (a theme).
public struct Style: Hashable, Sendable {
  /// How the text is marked.
  public var attributes: Attributes
  /// The bits of the colours; 0 for the terminal's own.
  @usableFromInline var inkBits: UInt32
  @usableFromInline var paperBits: UInt32

  /// A style; without colours, those of the terminal.
  @inlinable
  public init(_ attributes: Attributes = [], ink: Color? = nil, paper: Color? = nil) {
    self.attributes = attributes
    inkBits = ink?.bits ?? 0
    paperBits = paper?.bits ?? 0
  }

  /// The colour of the glyph; nil for the terminal's own.
  @inlinable public var ink: Color? {
    get { inkBits == 0 ? nil : Color(bits: inkBits) }
    set { inkBits = newValue?.bits ?? 0 }
  }

  /// The colour behind the glyph; nil for the terminal's own.
  @inlinable public var paper: Color? {
    get { paperBits == 0 ? nil : Color(bits: paperBits) }
    set { paperBits = newValue?.bits ?? 0 }
  }

  @inlinable
  public static func == (one: Style, other: Style) -> Bool {
    one.inkBits == other.inkBits && one.paperBits == other.paperBits
      && one.attributes.rawValue == other.attributes.rawValue
  }

  /// No attributes, and the terminal's own colours.
  @inlinable public static var plain: Style { Style() }

  /// Marks of a text besides its colours.
  public struct Attributes: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Bold, or brighter where a terminal has no bold face.
    @inlinable public static var bold: Attributes { Attributes(rawValue: 1) }
    /// With foreground and background exchanged.
    @inlinable public static var reverse: Attributes { Attributes(rawValue: 2) }
    /// Underlined.
    @inlinable public static var underline: Attributes { Attributes(rawValue: 4) }
  }
}
