import FoundationEssentials
import FoundationInternationalization
import Localization

/// The same values as Foundation writes them, with its own copy of ICU and of CLDR: what the texts
/// are compared with.
struct FoundationFormat {
  private let locale: Locale
  private let offset: Int

  init(language: LanguageCode, digits: NumberingSystem, offset: Int) {
    var components = Locale.Components(identifier: language.rawValue)
    components.numberingSystem = Locale.NumberingSystem(digits.id)
    locale = Locale(components: components)
    self.offset = offset
  }

  func moment(_ milliseconds: Int64) -> String {
    let calendar = calendar()
    let style = Date.FormatStyle(
      date: .long, time: .shortened, locale: locale, calendar: calendar,
      timeZone: calendar.timeZone)
    return Self.resolved(style.format(Self.date(milliseconds)))
  }

  func elapsed(from milliseconds: Int64, to now: Int64) -> String {
    let style = Date.AnchoredRelativeFormatStyle(
      anchor: Self.date(milliseconds), allowedFields: [.minute, .hour, .day, .week, .month, .year],
      presentation: .named, unitsStyle: .wide, locale: locale, calendar: calendar())
    return Self.resolved(style.format(Self.date(now)))
  }

  func regionName(_ code: String) -> String {
    locale.localizedString(forRegionCode: code).map(Self.resolved) ?? code
  }

  func languageName(_ code: String) -> String {
    locale.localizedString(forLanguageCode: code).map(Self.resolved) ?? code
  }

  func number(_ number: Int) -> String {
    Self.resolved(number.formatted(IntegerFormatStyle<Int>(locale: locale)))
  }

  private func calendar() -> Calendar {
    var calendar = locale.calendar
    calendar.timeZone = TimeZone(secondsFromGMT: offset) ?? .gmt
    return calendar
  }

  private static func date(_ milliseconds: Int64) -> Date {
    Date(timeIntervalSince1970: Double(milliseconds) / 1000)
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
