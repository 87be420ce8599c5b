import TerminalHarness

/// The colours of the palette indices, for pictures: `Palette.dark.hexadecimal(.indexed(1))`.
struct Palette: Hashable, Sendable {
  /// The default colour of text, `0xRRGGBB`.
  var foreground: UInt32
  /// The default colour behind text, `0xRRGGBB`.
  var background: UInt32
  /// Colours 0 to 15.
  var named: [UInt32]

  /// Light text on a dark background.
  static let dark = Palette(
    foreground: 0xD8DEE9, background: 0x1B1F27,
    named: [
      0x2B303B, 0xD0606A, 0x8FBF7F, 0xE0C070, 0x4F86C6, 0xB48EAD, 0x5FB3B3, 0xC8CED8,
      0x65737E, 0xEC7078, 0xA3D68F, 0xF5D98A, 0x6EA8E8, 0xCBA6C4, 0x7ED0D0, 0xFFFFFF,
    ])

  /// Dark text on a light background.
  static let light = Palette(
    foreground: 0x24292F, background: 0xFFFFFF,
    named: [
      0x24292F, 0xB3261E, 0x1A7F37, 0x8A6500, 0x0550AE, 0x8250DF, 0x1B7C83, 0xD0D7DE,
      0x57606A, 0xD1242F, 0x2DA44E, 0xBF8700, 0x218BFF, 0xA475F9, 0x3192AA, 0xF6F8FA,
    ])

  /// The `0xRRGGBB` value of a colour; `standard` for the default colour.
  func value(_ color: TerminalColor, standard: UInt32) -> UInt32 {
    switch color {
    case .default: standard
    case .rgb(let red, let green, let blue): UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    case .indexed(let index): IndexedColors.value(Int(index), named: named)
    }
  }
}
