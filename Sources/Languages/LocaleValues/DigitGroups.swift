import Localization

/// How a language groups the digits of a number, as one written number shows it: `12,34,567` has a
/// comma before the last three digits, and before each two that precede them.
struct DigitGroups {
  private let separator: Unicode.Scalar
  /// The number of digits in the last group and in each before it; 0 for no groups.
  private let last: Int
  private let others: Int

  init(of sample: String, _ digits: NumberingSystem) {
    var separator: Unicode.Scalar = ","
    var sizes: [Int] = []
    var size = 0
    for scalar in sample.unicodeScalars.reversed() {
      if digits.value(of: scalar) != nil {
        size += 1
      } else {
        separator = scalar
        if size > 0 { sizes.append(size) }
        size = 0
      }
    }
    self.separator = separator
    last = sizes.first ?? 0
    others = sizes.dropFirst().first ?? last
  }

  /// A number in these groups.
  func text(_ number: Int, _ digits: NumberingSystem) -> String {
    let plain = Array(digits.string(number).unicodeScalars)
    guard last > 0 else { return digits.string(number) }
    let sign = number < 0 ? 1 : 0
    var text = String.UnicodeScalarView()
    for (place, scalar) in plain.enumerated() {
      let left = plain.count - place
      let isStart = left == last || left > last && (left - last) % others == 0
      if isStart, place > sign { text.append(separator) }
      text.append(scalar)
    }
    return String(text)
  }
}
