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
  public static let latin = NumberingSystem(id: "latn", zero: "0")

  /// All supported systems.
  public static let all = [
    latin,
    NumberingSystem(id: "arab", zero: "\u{0660}"),
    NumberingSystem(id: "arabext", zero: "\u{06F0}"),
    NumberingSystem(id: "beng", zero: "\u{09E6}"),
    NumberingSystem(id: "deva", zero: "\u{0966}"),
    NumberingSystem(id: "fullwide", zero: "\u{FF10}"),
    NumberingSystem(id: "gujr", zero: "\u{0AE6}"),
    NumberingSystem(id: "guru", zero: "\u{0A66}"),
    NumberingSystem(id: "khmr", zero: "\u{17E0}"),
    NumberingSystem(id: "knda", zero: "\u{0CE6}"),
    NumberingSystem(id: "laoo", zero: "\u{0ED0}"),
    NumberingSystem(id: "mlym", zero: "\u{0D66}"),
    NumberingSystem(id: "mymr", zero: "\u{1040}"),
    NumberingSystem(id: "nkoo", zero: "\u{07C0}"),
    NumberingSystem(id: "olck", zero: "\u{1C50}"),
    NumberingSystem(id: "orya", zero: "\u{0B66}"),
    NumberingSystem(id: "tamldec", zero: "\u{0BE6}"),
    NumberingSystem(id: "telu", zero: "\u{0C66}"),
    NumberingSystem(id: "thai", zero: "\u{0E50}"),
    NumberingSystem(id: "tibt", zero: "\u{0F20}"),
  ]

  private init(id: String, zero: Unicode.Scalar) {
    self.id = id
    self.zero = zero
  }

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
