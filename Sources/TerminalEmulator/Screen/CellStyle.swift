/// A colour as requested by a program: `.default`, `.indexed(1)` (red) or `.rgb(255, 128, 0)`.
public enum TerminalColor: Hashable, Sendable {
  case `default`
  /// A palette index: 0 to 7 normal, 8 to 15 bright, 16 to 255 cube and greys.
  case indexed(UInt8)
  case rgb(UInt8, UInt8, UInt8)
}

/// The underline style of a cell (`CSI 4 m`, and kitty's `CSI 4:n m`).
public enum Underline: UInt8, Hashable, Sendable {
  case none, single, double, curly, dotted, dashed
}

/// The look of a cell: the attributes and colours of SGR (ECMA-48, 8.3.117), such as bold red on
/// the default background.
public struct CellStyle: Hashable, Sendable {
  public var bold = false
  public var dim = false
  public var italic = false
  public var underline = Underline.none
  public var blink = false
  public var reverse = false
  public var conceal = false
  public var strikethrough = false
  public var overline = false
  public var foreground = TerminalColor.default
  public var background = TerminalColor.default
  /// The underline's own colour (`CSI 58 m`); `.default` means the foreground.
  public var underlineColor = TerminalColor.default

  public init() {}

  /// No attributes, default colours.
  public static let plain = CellStyle()

  /// The style of erased cells (terminfo's `bce`): only the background of the current style.
  var erased: CellStyle {
    var style = CellStyle()
    style.background = background
    return style
  }
}
