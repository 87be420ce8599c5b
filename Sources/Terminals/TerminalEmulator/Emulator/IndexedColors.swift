/// xterm's palette, as `0xRRGGBB`: 16 named colours, a cube of 6 by 6 by 6, 24 greys.
package enum IndexedColors {
  /// The named colours that xterm reports.
  static let xterm: [UInt32] = [
    0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
    0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
  ]

  package static func value(_ index: Int, named: [UInt32]) -> UInt32 {
    if index < 16 { return named[index] }
    if index >= 232 {
      let grey = UInt32(8 + (index - 232) * 10)
      return grey << 16 | grey << 8 | grey
    }
    let parts = [(index - 16) / 36, (index - 16) / 6 % 6, (index - 16) % 6]
    return parts.reduce(0) { $0 << 8 | UInt32($1 == 0 ? 0 : 55 + $1 * 40) }
  }
}
