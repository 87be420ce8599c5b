import Localization

/// Formats dates, times, numbers, regions and languages in a language. The program passes closures
/// over the locale library; tests pass others. Times are in milliseconds since 1970.
///
/// Views call them only when they show a value, so a screen without values never loads the library.
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

  /// A number with digit groups such as `2,000`; nil below one thousand, which needs none.
  func grouped(_ number: Int, in language: Language) -> String? {
    number.magnitude < 1000 ? nil : self.number(number, language)
  }
}
