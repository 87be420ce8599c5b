import Cells

/// How each style looks, as a value: `Theme(.highContrast).look(of: .focused)`.
///
/// No two states differ by colour alone (R51): what matters has an attribute of its own or a sign in
/// the text. Where a theme does not paint the background, its colours can be read on a dark and on
/// a light one: those of bold text and of lines keep a contrast of 3 to 1 on every common
/// background. No colour keeps 4.5 to 1 on both white and Solarized's dark background, so plain text
/// has the terminal's own.
public struct Theme: Hashable, Sendable {
  public let name: ThemeName

  public init(_ name: ThemeName) { self.name = name }

  public struct Attributes: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let bold = Attributes(rawValue: 1)
    public static let reverse = Attributes(rawValue: 2)
    public static let underline = Attributes(rawValue: 4)
  }

  /// What a style comes to: attributes, a colour for the text and one for the background, each nil
  /// for the terminal's own.
  public struct Look: Hashable, Sendable {
    public var attributes: Attributes
    public var ink: Ink?
    public var paper: Ink?

    init(_ attributes: Attributes = [], ink: Ink? = nil, paper: Ink? = nil) {
      self.attributes = attributes
      self.ink = ink
      self.paper = paper
    }
  }

  public func look(of style: Style) -> Look {
    switch name {
    case .standard: Self.standard(style)
    case .monochrome: Look(Self.standard(style).attributes)
    case .highContrast: Self.highContrast(style)
    }
  }

  private static func standard(_ style: Style) -> Look {
    switch style {
    // What changes with every move of the focus has no colour, which would be sent each time.
    case .normal, .quiet, .dialog, .hint: Look()
    case .border: Look(ink: .grey)
    case .title: Look([.reverse, .bold])
    case .heading, .dialogTitle: Look(.bold, ink: .blue)
    case .current, .key: Look(.bold)
    case .focused, .selected: Look(.reverse)
    case .field: Look(.underline)
    case .pending: Look(.bold, ink: .amber)
    case .warning: Look([.bold, .underline], ink: .red)
    case .dialogBorder: Look(ink: .magenta)
    }
  }

  /// White on black and yellow on black, whatever colours the terminal's owner made of the others.
  private static func highContrast(_ style: Style) -> Look {
    var look = Look(standard(style).attributes, ink: .white, paper: .black)
    switch style {
    case .heading, .dialogTitle, .key, .pending, .warning: look.ink = .yellow
    // A border looks like the text beside it, so that nothing is sent between them.
    case .focused, .dialogBorder: look.attributes.insert(.bold)
    default: break
    }
    return look
  }
}

/// A colour in each depth that a terminal may have.
public struct Ink: Hashable, Sendable {
  /// Among the 8 of every terminal with colours; nil where none of them can be read on both a dark
  /// and a light background. Their shades are the terminal's owner's.
  public let basic: UInt8?
  /// Among 16.
  public let bright: UInt8?
  /// Among xterm's 256: from the cube of 6x6x6 colours or the greys, which have fixed shades.
  public let indexed: UInt8

  static let grey = Ink(basic: nil, bright: nil, indexed: 243)
  static let blue = Ink(basic: nil, bright: nil, indexed: 63)
  static let amber = Ink(basic: 5, bright: 5, indexed: 130)
  static let red = Ink(basic: 1, bright: 1, indexed: 196)
  static let magenta = Ink(basic: 5, bright: 5, indexed: 133)
  static let white = Ink(basic: 7, bright: 15, indexed: 231)
  static let black = Ink(basic: 0, bright: 0, indexed: 16)
  static let yellow = Ink(basic: 3, bright: 11, indexed: 226)

  /// The colour's number for a terminal that has so many colours; -1 for the terminal's own.
  public func number(ofColors count: Int) -> Int {
    switch count {
    case ..<8: -1
    case ..<16: basic.map { Int($0) } ?? -1
    case ..<256: bright.map { Int($0) } ?? -1
    case ..<0x100_0000: Int(indexed)
    default: red << 16 | green << 8 | blue
    }
  }

  private static let steps = [0, 95, 135, 175, 215, 255]

  private func level(_ divisor: Int) -> Int {
    let index = Int(indexed)
    return index >= 232 ? 8 + (index - 232) * 10 : Self.steps[(index - 16) / divisor % 6]
  }

  /// 0 to 255.
  public var red: Int { level(36) }
  public var green: Int { level(6) }
  public var blue: Int { level(1) }
}
