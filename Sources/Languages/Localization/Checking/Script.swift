/// The script of a letter, for the scripts that a check distinguishes.
///
/// Source: Unicode's `Blocks.txt`. Whole blocks are used, because only letters are looked up.
enum Script {
  private static let blocks: [(ClosedRange<UInt32>, String)] = [
    (0x0041...0x024F, "Latn"), (0x0370...0x03FF, "Grek"), (0x0400...0x052F, "Cyrl"),
    (0x0530...0x058F, "Armn"), (0x0590...0x05FF, "Hebr"), (0x0600...0x06FF, "Arab"),
    (0x0700...0x074F, "Syrc"), (0x0750...0x077F, "Arab"), (0x0780...0x07BF, "Thaa"),
    (0x0870...0x08FF, "Arab"), (0x0900...0x097F, "Deva"), (0x0980...0x09FF, "Beng"),
    (0x0A00...0x0A7F, "Guru"), (0x0B80...0x0BFF, "Taml"), (0x0E00...0x0E7F, "Thai"),
    (0x10A0...0x10FF, "Geor"), (0x1E00...0x1EFF, "Latn"), (0x1F00...0x1FFF, "Grek"),
    (0xFB1D...0xFB4F, "Hebr"), (0xFB50...0xFDFF, "Arab"), (0xFE70...0xFEFE, "Arab"),
  ]

  /// Scripts that are written from right to left.
  static let rightToLeft: Set = ["Arab", "Hebr", "Syrc", "Thaa"]
  /// Scripts with letters that look alike.
  static let lookingAlike: Set = ["Latn", "Grek", "Cyrl"]

  /// The ISO 15924 name of a letter's script; nil for other characters and unknown scripts.
  static func of(_ scalar: Unicode.Scalar) -> String? {
    if scalar.isASCII { return UInt8(ascii: scalar).isASCIILetter ? "Latn" : nil }
    guard scalar.properties.isAlphabetic else { return nil }
    return blocks.first { $0.0.contains(scalar.value) }?.1
  }

  static func isKnown(_ script: String) -> Bool { blocks.contains { $0.1 == script } }
}
