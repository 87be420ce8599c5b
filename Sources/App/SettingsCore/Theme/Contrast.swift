import Cells
import Glibc

/// How well two colours can be distinguished (WCAG 2.2): from 1, for equal ones, to 21, for black
/// and white.
enum Contrast {
  /// The contrast that text needs, and that a sign needs.
  static let ofText = 4.5
  static let ofSigns = 3.0

  /// nil if the terminal determines one of the shades.
  static func ratio(_ one: Color, _ other: Color) -> Double? {
    guard one.isFixed, other.isFixed else { return nil }
    let pair = [luminance(one), luminance(other)]
    return (max(pair[0], pair[1]) + 0.05) / (min(pair[0], pair[1]) + 0.05)
  }

  /// Relative luminance, 0 to 1.
  static func luminance(_ color: Color) -> Double {
    func linear(_ level: Int) -> Double {
      let part = Double(level) / 255
      return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
  }
}
