/// Whether a character has a mirror image, and which side of a bracket pair it is.
enum MirrorKind: UInt8 {
  case none
  case mirrored
  case opening
  case closing
}

extension Unicode.Scalar {
  /// The mirror image of the character: U+0029 for U+0028 (UAX #9, rule L4). `nil` if there is
  /// none, as for letters and for U+2211, which only a font can mirror.
  public var bidiMirrored: Unicode.Scalar? {
    guard CharacterProperties(value).mirrorKind != .none else { return nil }
    return Unicode.Scalar(mirrorImage(value))
  }
}

/// The mirror image of a character that has one according to its `MirrorKind`.
func mirrorImage(_ value: UInt32) -> UInt32 {
  var low = 0
  // Most are in ASCII.
  var high = value < 0x80 ? 8 : UnicodeTables.mirrorCount
  while low < high {
    let middle = (low + high) / 2
    let candidate = mirrorEntry(middle, 0)
    if candidate == value { return mirrorEntry(middle, 1) }
    if candidate < value { low = middle + 1 } else { high = middle }
  }
  return value
}

private func mirrorEntry(_ row: Int, _ column: Int) -> UInt32 {
  let start = UnicodeTables.mirrors + (row * 6 + column * 3)
  var value: UInt32 = 0
  for place in 0..<3 { value = value << 6 | UInt32(start[place] - UnicodeTables.zero) }
  return value
}
