import CSystem

/// The font of a Linux console.
public enum ConsoleFont {
  /// The code points that the font has glyphs for, as ascending ranges; nil if the descriptor is
  /// not a console, or its font has no map.
  public static func ranges(of descriptor: Int32) -> [ClosedRange<UInt32>]? {
    var codePoints = [UInt16](repeating: 0, count: 1 << 16)
    let count = cs_console_glyphs(descriptor, &codePoints, Int32(codePoints.count))
    return count > 0 ? ranges(codePoints[..<Int(count)].map { UInt32($0) }) : nil
  }

  /// `ranges([5, 3, 4, 9])` is `[3...5, 9...9]`.
  static func ranges(_ values: [UInt32]) -> [ClosedRange<UInt32>] {
    var ranges: [ClosedRange<UInt32>] = []
    for value in values.sorted() {
      if let last = ranges.last, value <= last.upperBound + 1 {
        ranges[ranges.count - 1] = last.lowerBound...max(value, last.upperBound)
      } else {
        ranges.append(value...value)
      }
    }
    return ranges
  }
}
