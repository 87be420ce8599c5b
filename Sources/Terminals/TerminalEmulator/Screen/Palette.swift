/// The colours of the palette indices, for pictures: `Palette.dark.hexadecimal(.indexed(1))`.
public struct Palette: Hashable, Sendable {
  /// The default colour of text, `0xRRGGBB`.
  public var foreground: UInt32
  /// The default colour behind text, `0xRRGGBB`.
  public var background: UInt32
  /// Colours 0 to 15.
  public var named: [UInt32]

  /// - Parameter named: 16 colours, each `0xRRGGBB`.
  public init(foreground: UInt32, background: UInt32, named: [UInt32]) {
    precondition(named.count == 16, "colours 0 to 15")
    self.foreground = foreground
    self.background = background
    self.named = named
  }

  /// Light text on a dark background.
  public static let dark = Palette(
    foreground: 0xD8DEE9, background: 0x1B1F27,
    named: [
      0x2B303B, 0xD0606A, 0x8FBF7F, 0xE0C070, 0x4F86C6, 0xB48EAD, 0x5FB3B3, 0xC8CED8,
      0x65737E, 0xEC7078, 0xA3D68F, 0xF5D98A, 0x6EA8E8, 0xCBA6C4, 0x7ED0D0, 0xFFFFFF,
    ])

  /// Dark text on a light background.
  public static let light = Palette(
    foreground: 0x24292F, background: 0xFFFFFF,
    named: [
      0x24292F, 0xB3261E, 0x1A7F37, 0x8A6500, 0x0550AE, 0x8250DF, 0x1B7C83, 0xD0D7DE,
      0x57606A, 0xD1242F, 0x2DA44E, 0xBF8700, 0x218BFF, 0xA475F9, 0x3192AA, 0xF6F8FA,
    ])

  /// The colours that xterm reports for the palette.
  static let xterm = Palette(
    foreground: 0xE5E5E5, background: 0x000000,
    named: [
      0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
      0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
    ])

  /// The `0xRRGGBB` value of a colour; `standard` for the default colour.
  func value(_ color: TerminalColor, standard: UInt32) -> UInt32 {
    switch color {
    case .default: standard
    case .rgb(let red, let green, let blue): UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    case .indexed(let index): indexed(Int(index))
    }
  }

  /// xterm's palette: 16 named colours, a cube of 6 by 6 by 6, 24 greys.
  private func indexed(_ index: Int) -> UInt32 {
    if index < 16 { return named[index] }
    if index >= 232 {
      let grey = UInt32(8 + (index - 232) * 10)
      return grey << 16 | grey << 8 | grey
    }
    let parts = [(index - 16) / 36, (index - 16) / 6 % 6, (index - 16) % 6]
    return parts.reduce(0) { $0 << 8 | UInt32($1 == 0 ? 0 : 55 + $1 * 40) }
  }
}
