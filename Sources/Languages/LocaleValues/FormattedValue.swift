import Localization

/// A value that each language writes differently, by a locale library. Times are in milliseconds
/// since 1970; `offset` is how far local time is ahead of UTC then, in seconds.
public enum FormattedValue: Hashable, Codable, Sendable {
  /// A date and a time of day.
  case moment(milliseconds: Int64, offset: Int)
  /// How long before `to` a time was, or how long after it that will be.
  case elapsed(from: Int64, to: Int64, offset: Int)
  /// The name of a country or region, by its code (`EG`).
  case region(code: String)
  /// The name of a language, by its code (`fr`).
  case language(code: String)
  /// A whole number.
  case number(value: Int)

  /// How long before `now` a time was, to the minute: within a minute the value is equal, so it is
  /// requested only once.
  public static func age(of time: Int64, at now: Int64, offset: Int) -> FormattedValue {
    let (difference, isHuge) = now.subtractingReportingOverflow(time)
    let to = isHuge ? now : time + difference / 60_000 * 60_000
    return .elapsed(from: time, to: to, offset: offset)
  }

  /// The value without a locale library: a time as ISO 8601 writes it, with a space between date and
  /// time (RFC 3339, section 5.6) and in the language's digits; a number without groups; a code.
  public func plain(in language: Language) -> String {
    switch self {
    case .moment(let milliseconds, let offset), .elapsed(let milliseconds, _, let offset):
      PlainTime.text(milliseconds: milliseconds, offset: offset, digits: language.digits)
    case .region(let code), .language(let code): code
    case .number(let number): language.digits.string(number)
    }
  }
}
