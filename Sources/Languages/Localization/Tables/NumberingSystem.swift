/// A set of ten digits, such as `arab` (U+0660 to U+0669).
///
/// Source: CLDR, `numberingSystems.xml`; the digits of each of these systems are consecutive in
/// Unicode.
public struct NumberingSystem: Hashable, Sendable {
  /// The name in CLDR and in BCP 47's `-u-nu-`, such as `latn`.
  public let id: String
  /// The digit zero.
  public let zero: Unicode.Scalar

  /// The digits 0 to 9.
  public static let latin = NumberingSystem("latn", "0")

  /// All supported systems.
  public static let all: [NumberingSystem] = [
    latin,
    .init("arab", "\u{0660}"), .init("arabext", "\u{06F0}"), .init("beng", "\u{09E6}"),
    .init("deva", "\u{0966}"), .init("fullwide", "\u{FF10}"), .init("gujr", "\u{0AE6}"),
    .init("guru", "\u{0A66}"), .init("khmr", "\u{17E0}"), .init("knda", "\u{0CE6}"),
    .init("laoo", "\u{0ED0}"), .init("mlym", "\u{0D66}"), .init("mymr", "\u{1040}"),
    .init("nkoo", "\u{07C0}"), .init("olck", "\u{1C50}"), .init("orya", "\u{0B66}"),
    .init("tamldec", "\u{0BE6}"), .init("telu", "\u{0C66}"), .init("thai", "\u{0E50}"),
    .init("tibt", "\u{0F20}"),
  ]

  private init(_ id: String, _ zero: Unicode.Scalar) { (self.id, self.zero) = (id, zero) }

  /// The system with the CLDR name `id`; nil if it is not supported.
  public init?(id: String) {
    guard let system = Self.all.first(where: { $0.id == id }) else { return nil }
    self = system
  }

  /// A whole number in these digits, without grouping: 42 in `thai` is `๔๒`.
  public func string(_ number: Int) -> String {
    var text = String.UnicodeScalarView()
    for scalar in String(number).unicodeScalars {
      text.append(UInt8(ascii: scalar).isASCIIDigit ? digit(Int(scalar.value) - 0x30) : scalar)
    }
    return String(text)
  }

  /// The digit of a value from 0 to 9.
  public func digit(_ value: Int) -> Unicode.Scalar {
    precondition((0...9).contains(value), "a digit is 0 to 9")
    return Unicode.Scalar(zero.value + UInt32(value))!
  }

  /// The value of a digit of this system, or nil for any other character.
  public func value(of scalar: Unicode.Scalar) -> Int? {
    let value = Int(scalar.value) - Int(zero.value)
    return (0...9).contains(value) ? value : nil
  }
}
