import Localization
import SystemCalls

/// The code of a country or product region, such as `EG` or `001`.
///
/// A code contains ASCII letters, digits and hyphens. It is case-sensitive.
public struct MarketCode: Hashable, Sendable, RawRepresentable {
  /// The allowed lengths in bytes; the preference file has room for the longest.
  public static let lengths = 2...7

  public let rawValue: String

  /// Nil if the text is not a valid code.
  public init?(rawValue: String) {
    let bytes = rawValue.utf8
    guard Self.lengths.contains(bytes.count),
      bytes.allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "-") })
    else { return nil }
    self.rawValue = rawValue
  }

  /// The whole world (UN M49).
  public static let world = MarketCode(rawValue: "001")!
}

extension MarketCode: CustomStringConvertible {
  public var description: String { rawValue }
}
