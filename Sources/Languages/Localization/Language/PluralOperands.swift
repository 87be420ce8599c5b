/// The operands of a number in plural rules: its integer part, its visible decimals, its exponent.
///
/// Source: UTS #35, part 3, "Plural Operand Meanings".
public struct PluralOperands: Hashable, Sendable {
  /// i: the digits before the decimal point, without sign.
  public var integer: UInt64
  /// v and f: the number of visible decimals, and their value; `1.50` has 2 and 50.
  public var visibleDecimals = 0
  /// The visible decimals as a number, with trailing zeros (`f`).
  public var decimals: UInt64 = 0
  /// w and t: the decimals without trailing zeros; `1.50` has 1 and 5.
  public var significantDecimals = 0
  /// The visible decimals as a number, without trailing zeros (`t`).
  public var trimmedDecimals: UInt64 = 0
  /// c and e: the exponent of a number in compact form; `1.2c6` has 6.
  public var exponent = 0

  /// The operands of a whole number.
  public init(_ count: Int) {
    integer = UInt64(count.magnitude)
  }

  /// Parses a number as written in CLDR's samples, such as `1.50` or `1.2c6`; nil if it is invalid
  /// or has more than 18 digits on either side of the point.
  public init?(_ text: some StringProtocol) {
    var mantissa = Array(text.utf8)
    if let mark = mantissa.firstIndex(where: { $0 == UInt8(ascii: "c") || $0 == UInt8(ascii: "e") })
    {
      guard let value = UInt8(String(decoding: mantissa[(mark + 1)...], as: UTF8.self)),
        value <= 18
      else { return nil }
      exponent = Int(value)
      mantissa.removeSubrange(mark...)
    }
    if mantissa.first == UInt8(ascii: "-") { mantissa.removeFirst() }
    let parts = mantissa.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), parts.allSatisfy({ !$0.isEmpty }),
      parts.joined().allSatisfy(\.isASCIIDigit)
    else { return nil }
    var whole = Array(parts[0])
    var fraction = parts.count == 2 ? Array(parts[1]) : []
    // The exponent moves the point to the right before the digits are counted.
    for _ in 0..<exponent {
      whole.append(fraction.isEmpty ? UInt8(ascii: "0") : fraction.removeFirst())
    }
    var trimmed = fraction
    while trimmed.last == UInt8(ascii: "0") { trimmed.removeLast() }
    guard fraction.count <= 18, let integer = Self.number(whole),
      let decimals = Self.number(fraction),
      let trimmedDecimals = Self.number(trimmed)
    else { return nil }
    self.integer = integer
    visibleDecimals = fraction.count
    self.decimals = decimals
    significantDecimals = trimmed.count
    self.trimmedDecimals = trimmedDecimals
  }

  private static func number(_ digits: [UInt8]) -> UInt64? {
    digits.isEmpty ? 0 : UInt64(String(decoding: digits, as: UTF8.self))
  }
}
