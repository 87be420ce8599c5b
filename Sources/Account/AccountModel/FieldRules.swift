import Localization
import SystemCalls

/// The rules for the texts of fields. Each rule returns the normalized value, or throws the fault.
public enum FieldRules {
  /// A login, in lower case: `Ana@Example.org` becomes `ana@example.org`.
  public static func login(_ text: String) throws(InvalidField) -> String {
    let login = text.lowercased()
    try count(login.utf8.count, "login", 1...Bounds.login)
    guard login.unicodeScalars.allSatisfy({ isVisible($0) && !$0.properties.isWhitespace }) else {
      throw InvalidField("login", .malformed)
    }
    return login
  }

  /// A password as typed.
  public static func password(_ text: String) throws(InvalidField) -> String {
    try count(text.utf8.count, "password", 1...Bounds.password)
    return text
  }

  /// A new password.
  public static func newPassword(_ text: String) throws(InvalidField) -> String {
    try count(text.count, "password", Bounds.newPassword...Bounds.password)
    return try password(text)
  }

  /// A name of a user, a profile, a language or a market: one line in any script.
  public static func name(_ text: String, _ field: String = "name") throws(InvalidField) -> String {
    try checked(text, field, 1...Bounds.name, \.unicodeScalars, isVisible)
  }

  /// An e-mail address: one `@`, no spaces, ASCII (RFC 5321 without SMTPUTF8).
  public static func email(_ text: String) throws(InvalidField) -> String {
    try count(text.utf8.count, "email", 3...Bounds.email)
    let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    let forbidden = Array("<>()[],;:\\\"".utf8)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }),
      text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !forbidden.contains($0) })
    else { throw InvalidField("email", .malformed) }
    return text
  }

  /// A telephone number in a usual spelling: `+20 2 2345 6789`.
  public static func phone(_ text: String) throws(InvalidField) -> String {
    try checked(text, "phone", 1...Bounds.phone, \.utf8) { "+-() 0123456789".utf8.contains($0) }
  }

  /// A user's note; it may have several lines or be empty.
  public static func note(_ text: String) throws(InvalidField) -> String {
    try checked(text, "note", 0...Bounds.note, \.unicodeScalars) {
      isVisible($0) || $0 == "\n" || $0 == "\t"
    }
  }

  /// A BCP 47 language code, such as `pt-BR`. It need not be on offer.
  public static func language(
    _ text: String, _ field: String = "preferredLocale"
  ) throws(InvalidField) -> String {
    try count(text.utf8.count, field, Bounds.language)
    let subtags = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard (2...8).contains(subtags[0].count), subtags[0].allSatisfy(\.isASCIILetter),
      subtags.allSatisfy({ subtag in
        (1...8).contains(subtag.count) && subtag.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit }
      })
    else { throw InvalidField(field, .malformed) }
    return text
  }

  /// The code of a market, such as `EG` or `001`.
  public static func market(
    _ text: String, _ field: String = "market"
  ) throws(InvalidField) -> MarketCode {
    try count(text.utf8.count, field, MarketCode.lengths)
    guard let code = MarketCode(rawValue: text) else { throw InvalidField(field, .malformed) }
    return code
  }

  /// The name of a feature flag, such as `analytics`.
  public static func flag(_ text: String) throws(InvalidField) -> String {
    try checked(text, "flag", Bounds.flag, \.utf8) {
      $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "_")
    }
  }

  /// A device id: 32 lower-case hexadecimal digits.
  public static func device(_ text: String) throws(InvalidField) -> String {
    guard text.utf8.count == 32, text.utf8.allSatisfy("0123456789abcdef".utf8.contains) else {
      throw InvalidField("device", .malformed)
    }
    return text
  }

  /// A session's token: only characters of a bearer token (RFC 6750, section 2.1), so that a header
  /// can contain it unescaped.
  public static func token(_ text: String) throws(InvalidField) -> String {
    try checked(text, "token", Bounds.token, \.utf8) {
      $0.isASCIILetter || $0.isASCIIDigit || "-._~+/=".utf8.contains($0)
    }
  }

  /// A code that a person types into a page: letters, digits and hyphens of ASCII.
  public static func userCode(_ text: String) throws(InvalidField) -> String {
    try checked(text, "user_code", Bounds.userCode, \.utf8) {
      $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "-")
    }
  }

  /// A refusal's message, which users may read.
  public static func message(_ text: String) throws(InvalidField) -> String {
    try count(text.unicodeScalars.count, "error.message", 0...Bounds.message)
    return text
  }

  /// A number within its bounds.
  public static func number(
    _ value: Int64, _ field: String, _ bounds: ClosedRange<Int64>
  ) throws(InvalidField) -> Int64 {
    guard bounds.contains(value) else { throw InvalidField(field, .outOfRange) }
    return value
  }

  /// Checks the number of members of a list.
  package static func count(
    _ count: Int, _ field: String, _ limits: ClosedRange<Int>
  ) throws(InvalidField) {
    if count < limits.lowerBound { throw InvalidField(field, .tooShort) }
    if count > limits.upperBound { throw InvalidField(field, .tooLong) }
  }

  /// A text if the number of its units is within the limits, and each of them is allowed.
  ///
  /// - Parameter units: the text's bytes or Unicode scalars.
  private static func checked<Units: Collection>(
    _ text: String, _ field: String, _ limits: ClosedRange<Int>, _ units: (String) -> Units,
    _ isAllowed: (Units.Element) -> Bool
  ) throws(InvalidField) -> String {
    let units = units(text)
    try count(units.count, field, limits)
    guard units.allSatisfy(isAllowed) else { throw InvalidField(field, .malformed) }
    return text
  }

  /// Whether a scalar is allowed in a text: not a control, line separator or noncharacter.
  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate: false
    default: !scalar.properties.isNoncharacterCodePoint
    }
  }
}
