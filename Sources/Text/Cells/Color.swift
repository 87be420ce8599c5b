/// A colour, with a number for each colour depth of a terminal.
///
///     Color(indexed: 130, bright: 5, basic: 5)  // amber, or magenta with 16 colours
///
/// It is stored as one number, because every cell of a grid contains up to two colours and grids
/// are compared cell by cell.
public struct Color: Hashable, Sendable {
  /// The three numbers, one byte each, lowest first: `indexed`, `bright`, `basic`; the first is 0
  /// for a colour of the palette. Never 0 as a whole.
  @usableFromInline let bits: UInt32

  @inlinable
  init(bits: UInt32) { self.bits = bits }

  /// The byte for a missing `bright` or `basic` number.
  private static let none = UInt8.max

  /// - Parameters:
  ///   - indexed: the number among 256 colours, 16 to 255.
  ///   - bright: the number among 16 colours, 0 to 15; nil for the terminal's own colour.
  ///   - basic: the number among 8 colours, 0 to 7; nil for the terminal's own colour. The user's
  ///     terminal settings define the shades of these.
  public init(indexed: UInt8, bright: UInt8? = nil, basic: UInt8? = nil) {
    precondition(indexed >= 16, "the first 16 colours have no fixed shade")
    bits =
      UInt32(indexed) | UInt32(bright ?? Self.none) << 8 | UInt32(basic ?? Self.none) << 16
  }

  /// A colour of the terminal's palette, whose shade the user chooses.
  ///
  /// - Parameter number: the number among 16 colours; with 8 colours, 8 to 15 look like 0 to 7.
  public init(palette number: UInt8) {
    precondition(number < 16, "the palette has 16 colours")
    bits = UInt32(number) << 8 | UInt32(number & 7) << 16 | 1 << 24
  }

  /// Whether it has one shade in every terminal with 256 colours.
  public var isFixed: Bool { indexed != 0 }

  /// The number among xterm's 256 colours, from 16: those have fixed shades. 0 for a colour of the
  /// palette.
  public var indexed: UInt8 { UInt8(truncatingIfNeeded: bits) }

  /// The number among 16 colours; nil for the terminal's own.
  public var bright: UInt8? { number(8) }

  /// The number among 8 colours; nil for the terminal's own.
  public var basic: UInt8? { number(16) }

  private func number(_ shift: UInt32) -> UInt8? {
    let number = UInt8(truncatingIfNeeded: bits >> shift)
    return number == Self.none ? nil : number
  }

  /// The number for a terminal with `count` colours; -1 for the terminal's own colour.
  public func number(ofColors count: Int) -> Int {
    switch count {
    case ..<8: -1
    case ..<16: basic.map { Int($0) } ?? -1
    case ..<256: bright.map { Int($0) } ?? -1
    case ..<0x100_0000: Int(isFixed ? indexed : bright ?? 0)
    // Terminals that number colours by their RGB value keep 0 to 7 for the palette.
    case _ where !isFixed: Int(basic ?? 0)
    default: red << 16 | green << 8 | blue
    }
  }

  /// The red part of `indexed`, 0 to 255. For the palette, all three parts mean nothing.
  public var red: Int { level(36) }
  /// The green part of `indexed`, 0 to 255.
  public var green: Int { level(6) }
  /// The blue part of `indexed`, 0 to 255.
  public var blue: Int { level(1) }

  private static let steps = [0, 95, 135, 175, 215, 255]

  /// 16 to 231 are a cube of 6 by 6 by 6 colours, 232 to 255 are greys.
  private func level(_ divisor: Int) -> Int {
    let index = Int(indexed)
    return index >= 232 ? 8 + (index - 232) * 10 : Self.steps[(index - 16) / divisor % 6]
  }
}
