import FoundationEssentials
import FoundationInternationalization
import Localization

/// Dates, times, numbers and names as a language writes them, in the digits that its data names (R49).
///
/// ```swift
/// let format = LocaleFormat(language: arabic)
/// format.dateAndTime(milliseconds: preference.languageChosenAt)
/// format.relativeTime(from: preference.languageChosenAt, to: now)  // three minutes ago
/// ```
///
/// Times are in milliseconds since 1970; what lies outside of the years 1 to 9999 counts as the
/// nearest time inside. Texts hold no directional marks: each is to be shown in the language's
/// direction, isolated from what stands round it. Their no-break spaces are U+00A0 only.
///
/// The locale library's data is big, so one is made when a value is to be shown and not before.
public struct LocaleFormat: Sendable {
  private let locale: Locale
  private let secondsFromUTC: @Sendable (_ seconds: Int64) -> Int

  /// - Parameter secondsFromUTC: how far local time is ahead of UTC at a time, in seconds since
  ///   1970; by default in the time zone of the environment.
  public init(
    language: Language,
    secondsFromUTC: @escaping @Sendable (_ seconds: Int64) -> Int = LocalTime.secondsFromUTC
  ) {
    // Pinned, because the locale data of some systems writes plain `ar` in Latin digits.
    var components = Locale.Components(identifier: language.code.rawValue)
    components.numberingSystem = Locale.NumberingSystem(language.digits.id)
    locale = Locale(components: components)
    self.secondsFromUTC = secondsFromUTC
  }

  /// A day in the calendar that the language's region goes by and a time to the minute:
  /// `November 18, 2026 at 1:06 PM`.
  ///
  /// The month by its name: figures alone are put in order by the marks that are left out here.
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

  /// A country or region, such as `EG`, as the language calls it; the code itself where the
  /// library knows no name (CLDR territories).
  public func regionName(_ code: String) -> String {
    locale.localizedString(forRegionCode: code).map(Self.resolved) ?? code
  }

  /// The language of a code, such as `fr` or `fr-CA`, as this language calls it, without its script or
  /// country; the code itself where the library knows no name (CLDR languages).
  public func languageName(_ code: String) -> String {
    let language = String(code.prefix { $0 != "-" })
    // What the library does not know, it answers with the code.
    return locale.localizedString(forLanguageCode: language).map(Self.resolved) ?? code
  }

  /// A whole number with its digits in groups: `2,000`.
  public func number(_ number: Int) -> String {
    Self.resolved(number.formatted(IntegerFormatStyle<Int>(locale: locale)))
  }

  /// The locale's calendar in the offset from UTC that holds at a time.
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

  /// The library's text without marks that only direct, and with one kind of no-break space.
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
