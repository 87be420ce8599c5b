import FoundationEssentials
import FoundationInternationalization
import Localization

/// Formats dates, times, numbers and names in a language, with the digits that its data names
/// (R49).
///
/// ```swift
/// let format = LocaleFormat(language: arabic)
/// format.dateAndTime(milliseconds: preference.languageChosenAt)
/// format.relativeTime(from: preference.languageChosenAt, to: now)  // three minutes ago
/// ```
///
/// Times are in milliseconds since 1970; times outside the years 1 to 9999 are clamped. The results
/// contain no directional marks: show each in the language's direction, isolated from the text
/// around it. Their only no-break space is U+00A0.
///
/// The locale library's data is large, so create one only when a value has to be shown.
public struct LocaleFormat: Sendable {
  private let locale: Locale
  private let secondsFromUTC: @Sendable (_ seconds: Int64) -> Int

  /// - Parameter secondsFromUTC: how far local time is ahead of UTC at a time in seconds since
  ///   1970; by default in the environment's time zone.
  public init(
    language: Language,
    secondsFromUTC: @escaping @Sendable (_ seconds: Int64) -> Int = LocalTime.secondsFromUTC
  ) {
    // Set explicitly, because the locale data of some systems writes plain `ar` in Latin digits.
    var components = Locale.Components(identifier: language.code.rawValue)
    components.numberingSystem = Locale.NumberingSystem(language.digits.id)
    locale = Locale(components: components)
    self.secondsFromUTC = secondsFromUTC
  }

  /// A date in the calendar of the language's region, and a time to the minute: `November 18, 2026
  /// at 1:06 PM`.
  ///
  /// The month is a name, because numeric dates need the directional marks that are removed here.
  public func dateAndTime(milliseconds: Int64) -> String {
    let calendar = calendar(at: milliseconds)
    let style = Date.FormatStyle(
      date: .long, time: .shortened, locale: locale, calendar: calendar,
      timeZone: calendar.timeZone)
    return Self.resolved(style.format(Self.date(milliseconds)))
  }

  /// How long before or after `now` a time is, in one unit, minutes or longer: `3 minutes ago`,
  /// `yesterday`.
  public func relativeTime(from milliseconds: Int64, to now: Int64) -> String {
    let style = Date.AnchoredRelativeFormatStyle(
      anchor: Self.date(milliseconds), allowedFields: [.minute, .hour, .day, .week, .month, .year],
      presentation: .named, unitsStyle: .wide, locale: locale, calendar: calendar(at: now))
    return Self.resolved(style.format(Self.date(now)))
  }

  /// The name of a country or region, such as `EG`, in the language; the code itself if the library
  /// has no name (CLDR territories).
  public func regionName(_ code: String) -> String {
    locale.localizedString(forRegionCode: code).map(Self.resolved) ?? code
  }

  /// The name of another language, such as `fr` or `fr-CA`, in the language, without script or
  /// country; the code itself if the library has no name (CLDR languages).
  public func languageName(_ code: String) -> String {
    let language = String(code.prefix { $0 != "-" })
    // The library returns the code of an unknown language.
    return locale.localizedString(forLanguageCode: language).map(Self.resolved) ?? code
  }

  /// A whole number with its digits in groups: `2,000`.
  public func number(_ number: Int) -> String {
    Self.resolved(number.formatted(IntegerFormatStyle<Int>(locale: locale)))
  }

  /// The locale's calendar, with the offset from UTC that applies at a time.
  private func calendar(at milliseconds: Int64) -> Calendar {
    var calendar = locale.calendar
    let seconds = Int64(Self.date(milliseconds).timeIntervalSince1970.rounded(.down))
    calendar.timeZone = TimeZone(secondsFromGMT: secondsFromUTC(seconds)) ?? .gmt
    return calendar
  }

  private static func date(_ milliseconds: Int64) -> Date {
    let years1To9999: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999
    let milliseconds = min(max(milliseconds, years1To9999.lowerBound), years1To9999.upperBound)
    return Date(timeIntervalSince1970: Double(milliseconds) / 1000)
  }

  /// The library's text without directional marks, and with one kind of no-break space.
  private static func resolved(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\u{200E}", "\u{200F}", "\u{061C}": break
      case "\u{202F}": scalars.append("\u{00A0}")
      default: scalars.append(scalar)
      }
    }
    return String(scalars)
  }
}
