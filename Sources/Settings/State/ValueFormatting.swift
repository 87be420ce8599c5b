import Localization

/// How dates, times and regions are written in a language, as closures: the program gives those of the
/// locale library, a test others. Times are in milliseconds since 1970.
///
/// A view calls them when it shows a value and not before, so that a screen without one never
/// loads the library.
public struct ValueFormatting: Sendable {
  private let dateAndTime: @Sendable (_ milliseconds: Int64, Language) -> String
  private let relativeTime: @Sendable (_ from: Int64, _ to: Int64, Language) -> String

  private let regionName: @Sendable (_ code: MarketCode, Language) -> String

  public init(
    dateAndTime: @escaping @Sendable (_ milliseconds: Int64, Language) -> String,
    relativeTime: @escaping @Sendable (_ from: Int64, _ to: Int64, Language) -> String,
    regionName: @escaping @Sendable (_ code: MarketCode, Language) -> String
  ) {
    self.dateAndTime = dateAndTime
    self.relativeTime = relativeTime
    self.regionName = regionName
  }

  func dateAndTime(_ milliseconds: Int64, in language: Language) -> FormattedValue {
    FormattedValue(text: dateAndTime(milliseconds, language))
  }

  func relativeTime(from start: Int64, to end: Int64, in language: Language) -> FormattedValue {
    FormattedValue(text: relativeTime(start, end, language))
  }
}

extension ValueFormatting {
  func regionName(_ code: MarketCode, in language: Language) -> FormattedValue {
    FormattedValue(text: regionName(code, language))
  }
}

/// A date or a time as a language writes it; only `ValueFormatting` makes one.
public struct FormattedValue: Hashable, Sendable {
  let text: String

  fileprivate init(text: String) {
    self.text = text
  }
}
