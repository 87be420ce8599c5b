import SystemCalls

/// A BCP 47 language code, such as `ar`, `pt-BR` or `sr-Latn`.
///
/// The parts are stored in their usual letter case, so `AR` and `ar` are equal. A code is safe in a
/// file name: it contains only ASCII letters, digits and `-`. Source: RFC 5646, section 2.1.
public struct LanguageCode: Hashable, Sendable, RawRepresentable {
  /// The maximum length of a code (RFC 5646, section 4.4.1).
  public static let maximumLength = 35

  public let rawValue: String

  /// Accepts a code in the form of BCP 47: a subtag of two to eight letters, then any number of
  /// subtags of one to eight letters and digits, the last one longer than one. Otherwise nil.
  public init?(rawValue: String) {
    let bytes = Array(rawValue.utf8)
    guard bytes.count <= Self.maximumLength else { return nil }
    let subtags = bytes.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard let primary = subtags.first, (2...8).contains(primary.count),
      primary.allSatisfy(\.isASCIILetter), subtags.count == 1 || subtags.last!.count > 1,
      subtags.dropFirst().allSatisfy({
        (1...8).contains($0.count) && $0.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit }
      })
    else { return nil }
    var canonical: [UInt8] = []
    canonical.reserveCapacity(bytes.count)
    var insideExtension = false
    for (place, subtag) in subtags.enumerated() {
      if place > 0 { canonical.append(UInt8(ascii: "-")) }
      let isScript = subtag.count == 4 && subtag.first!.isASCIILetter
      for (index, byte) in subtag.enumerated() {
        let isUpper =
          place > 0 && !insideExtension && (subtag.count == 2 || (isScript && index == 0))
        canonical.append(isUpper ? byte.asciiUppercased : byte.asciiLowercased)
      }
      if subtag.count == 1 { insideExtension = true }
    }
    self.rawValue = String(decoding: canonical, as: UTF8.self)
  }

  /// The language of the texts in the program, which needs no file.
  public static let english = LanguageCode(rawValue: "en")!

  /// The code in capitals, as users see it: `AR`.
  public var uppercased: String {
    String(decoding: rawValue.utf8.map(\.asciiUppercased), as: UTF8.self)
  }
}

extension LanguageCode: CustomStringConvertible {
  public var description: String { rawValue }
}
