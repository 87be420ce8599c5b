/// A colour as requested by a program: `.default`, `.indexed(1)` (red) or `.rgb(255, 128, 0)`.
public enum TerminalColor: Hashable, Sendable {
  /// The terminal's own colour.
  case `default`
  /// A palette index: 0 to 7 normal, 8 to 15 bright, 16 to 255 cube and greys.
  case indexed(UInt8)
  /// Red, green and blue, 0 to 255 each.
  case rgb(UInt8, UInt8, UInt8)
}

extension TerminalColor {
  /// The parameters of SGR that set the colour after others; empty for the default one.
  ///
  /// - Parameters:
  ///   - base: 30 for the text, 40 for what is behind it, 50 for the underline.
  ///   - separator: `:`, as in ITU T.416, or `;`, which all terminals know.
  package func parameters(base: Int, separator: String) -> String {
    switch self {
    case .default: return ""
    case .indexed(let index) where index < 8 && base < 50: return ";\(base + Int(index))"
    case .indexed(let index) where index < 16 && base < 50: return ";\(base + 60 + Int(index) - 8)"
    case .indexed(let index): return ";\(base + 8)\(separator)5\(separator)\(index)"
    case .rgb(let red, let green, let blue):
      // With colons, the number of the colour space comes first.
      let numbers = [separator == ":" ? "2:" : "2", "\(red)", "\(green)", "\(blue)"]
      return ";\(base + 8)\(separator)" + numbers.joined(separator: separator)
    }
  }
}

/// The underline style of a cell (`CSI 4 m`, and kitty's `CSI 4:n m`).
public enum Underline: UInt8, Hashable, Sendable {
  /// No line.
  case none
  /// One line.
  case single
  /// Two lines.
  case double
  /// A wavy line.
  case curly
  /// A line of dots.
  case dotted
  /// A line of dashes.
  case dashed
}

/// The look of a cell: the attributes and colours of SGR (ECMA-48, 8.3.117), such as bold red on
/// the default background.
///
/// It is 16 bytes of plain memory, because every cell has one.
public struct CellStyle: Hashable, Sendable {
  @usableFromInline var flags: UInt16 = 0
  /// SGR 4, in one of its forms.
  public var underline = Underline.none
  @usableFromInline var ink = PackedColor.default
  @usableFromInline var ground = PackedColor.default
  @usableFromInline var line = PackedColor.default

  /// The style after SGR 0.
  public init() {}

  // Every cell that is sent is compared, in another module.
  @inlinable public static func == (one: CellStyle, other: CellStyle) -> Bool {
    one.flags == other.flags && one.underline == other.underline && one.ink.value == other.ink.value
      && one.ground.value == other.ground.value && one.line.value == other.line.value
  }

  /// Whether it is the style after SGR 0.
  @inlinable package var isPlain: Bool {
    flags == 0 && underline == .none && ink.value == 0 && ground.value == 0 && line.value == 0
  }

  /// No attributes, default colours.
  public static let plain = CellStyle()

  private subscript(flag: UInt16) -> Bool {
    @inline(__always) get { flags & flag != 0 }
    @inline(__always) set { if newValue { flags |= flag } else { flags &= ~flag } }
  }

  /// SGR 1.
  public var bold: Bool {
    get { self[1] }
    set { self[1] = newValue }
  }
  /// SGR 2.
  public var dim: Bool {
    get { self[2] }
    set { self[2] = newValue }
  }
  /// SGR 3.
  public var italic: Bool {
    get { self[4] }
    set { self[4] = newValue }
  }
  /// SGR 5.
  public var blink: Bool {
    get { self[8] }
    set { self[8] = newValue }
  }
  /// SGR 7: foreground and background exchanged.
  public var reverse: Bool {
    get { self[16] }
    set { self[16] = newValue }
  }
  /// SGR 8: not shown.
  public var conceal: Bool {
    get { self[32] }
    set { self[32] = newValue }
  }
  /// SGR 9.
  public var strikethrough: Bool {
    get { self[64] }
    set { self[64] = newValue }
  }
  /// SGR 53.
  public var overline: Bool {
    get { self[128] }
    set { self[128] = newValue }
  }

  /// DECSCA, `CSI 1 " q`: DECSED and DECSEL leave the cell as it is. SGR does not change it.
  public var isProtected: Bool {
    get { self[256] }
    set { self[256] = newValue }
  }

  /// The colour of the text.
  public var foreground: TerminalColor {
    get { ink.color }
    set { ink = PackedColor(newValue) }
  }
  /// The colour behind the text.
  public var background: TerminalColor {
    get { ground.color }
    set { ground = PackedColor(newValue) }
  }
  /// The colour of the underline (`CSI 58 m`); `.default` means the foreground.
  public var underlineColor: TerminalColor {
    get { line.color }
    set { line = PackedColor(newValue) }
  }

  /// The style of erased cells (terminfo's `bce`): only the background of the current style.
  var erased: CellStyle {
    var style = CellStyle()
    style.ground = ground
    return style
  }
}

extension CellStyle {
  /// The parameters of the SGR that sets exactly this style.
  ///
  /// - Parameter separator: stands in the colours of the text and behind it, as in
  ///   `TerminalColor.parameters`.
  package func parameters(separator: String) -> String {
    var numbers = "0"
    func add(_ isSet: Bool, _ number: String) { if isSet { numbers += ";" + number } }
    add(bold, "1")
    add(dim, "2")
    add(italic, "3")
    add(underline == .single, "4")
    add(blink, "5")
    add(reverse, "7")
    add(conceal, "8")
    add(strikethrough, "9")
    add(underline == .double, "21")
    add(overline, "53")
    if underline.rawValue > 2 { numbers += ";4:\(underline.rawValue)" }
    numbers += foreground.parameters(base: 30, separator: separator)
    numbers += background.parameters(base: 40, separator: separator)
    // A terminal with underline colours knows colons; others would read attributes.
    numbers += underlineColor.parameters(base: 50, separator: ":")
    return numbers
  }
}

/// Its attributes and colours: `bold, foreground indexed(1)`.
extension CellStyle: CustomStringConvertible {
  public var description: String {
    let attributes: [(Bool, String)] = [
      (bold, "bold"), (dim, "dim"), (italic, "italic"), (blink, "blink"), (reverse, "reverse"),
      (conceal, "conceal"), (strikethrough, "strikethrough"), (overline, "overline"),
      (isProtected, "protected"),
    ]
    var parts = attributes.filter(\.0).map(\.1)
    if underline != .none { parts.append("underline \(underline)") }
    for (name, color) in [
      ("foreground", foreground), ("background", background), ("underline", underlineColor),
    ] where color != .default {
      parts.append("\(name) \(color)")
    }
    return parts.isEmpty ? "plain" : parts.joined(separator: ", ")
  }
}

/// A colour in 4 bytes: the kind, then the index or the channels.
@usableFromInline struct PackedColor: Hashable, Sendable {
  @usableFromInline var value: UInt32 = 0

  static let `default` = PackedColor(.default)

  @inline(__always) init(_ color: TerminalColor) {
    switch color {
    case .default: value = 0
    case .indexed(let index): value = 1 << 24 | UInt32(index)
    case .rgb(let red, let green, let blue):
      value = 2 << 24 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    }
  }

  var color: TerminalColor {
    func channel(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: value >> shift) }
    switch value >> 24 {
    case 0: return .default
    case 1: return .indexed(channel(0))
    default: return .rgb(channel(16), channel(8), channel(0))
    }
  }
}
