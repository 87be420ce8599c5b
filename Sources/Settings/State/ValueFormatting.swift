import Localization

/// How dates, times, numbers, regions and languages are written in a language, as closures: the program
/// gives those of the locale library, a test others. Times are in milliseconds since 1970.
///
/// A view calls them when it shows a value and not before, so that a screen without one never
/// loads the library.
public struct ValueFormatting: Sendable {
  let dateAndTime: @Sendable (_ milliseconds: Int64, Language) -> String
  let relativeTime: @Sendable (_ from: Int64, _ to: Int64, Language) -> String
  let regionName: @Sendable (_ code: MarketCode, Language) -> String
  let languageName: @Sendable (_ code: LanguageCode, Language) -> String
  private let number: @Sendable (_ number: Int, Language) -> String

  public init(
    dateAndTime: @escaping @Sendable (_ milliseconds: Int64, Language) -> String,
    relativeTime: @escaping @Sendable (_ from: Int64, _ to: Int64, Language) -> String,
    regionName: @escaping @Sendable (_ code: MarketCode, Language) -> String,
    languageName: @escaping @Sendable (_ code: LanguageCode, Language) -> String,
    number: @escaping @Sendable (_ number: Int, Language) -> String
  ) {
    self.dateAndTime = dateAndTime
    self.relativeTime = relativeTime
    self.regionName = regionName
    self.languageName = languageName
    self.number = number
  }

  /// A number with its groups, `2,000`; one below a thousand has none, and is nobody's business here.
  func grouped(_ number: Int, in language: Language) -> String? {
    number.magnitude < 1000 ? nil : self.number(number, language)
  }
}
