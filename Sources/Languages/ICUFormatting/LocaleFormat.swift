import CLocale
import LocaleValues
import Localization

/// Formats dates, times, numbers and names in a language by ICU, with the digits that the
/// language's data names (R49).
///
/// ```swift
/// let format = LocaleFormat(language: arabic.code, digits: arabic.digits)
/// format.text(.moment(milliseconds: preference.languageChosenAt, offset: 7200))
/// format.text(.elapsed(from: preference.languageChosenAt, to: now, offset: 7200))
/// ```
///
/// Times outside the years 1 to 9999 are clamped. The texts contain no directional marks: show each
/// in the language's direction, isolated from the text around it. Their only no-break space is
/// U+00A0.
public final class LocaleFormat {
  private let locale: OpaquePointer

  /// The longest text that is passed on, in UTF-16 units.
  private static let longest = 256

  /// Nil if the library does not take the code, or is missing.
  public init?(language: LanguageCode, digits: NumberingSystem) {
    guard Self.missing == nil, let locale = cl_open(language.rawValue, digits.id) else {
      return nil
    }
    self.locale = locale
  }

  /// Why ICU cannot be loaded; nil if it can. The first call loads it.
  public static var missing: String? { cl_missing().map { String(cString: $0) } }

  deinit { cl_close(locale) }

  /// A value as the language writes it.
  ///
  /// - A moment is a date in the calendar of the language's region, and a time to the minute:
  ///   `November 18, 2026 at 1:06 PM`. The month is a name, because numeric dates need the
  ///   directional marks that are removed here.
  /// - An elapsed time is in one unit, minutes or longer: `3 minutes ago`, `yesterday`.
  /// - A region or language is its name (CLDR), else its code. Of a language's code, such as
  ///   `fr-CA`, only the language counts.
  /// - A number has its digits in groups: `2,000`.
  ///
  /// - Returns: nil if the library fails.
  public func text(_ value: FormattedValue) -> String? {
    switch value {
    case .moment(let milliseconds, let offset):
      written {
        cl_date_and_time(locale, Self.clamped(milliseconds), Int32(clamping: offset), $0, $1)
      }
    case .elapsed(let from, let to, let offset):
      written {
        cl_elapsed(locale, Self.clamped(from), Self.clamped(to), Int32(clamping: offset), $0, $1)
      }
    case .region(let code): written { cl_region(locale, code, $0, $1) }
    case .language(let code):
      written { cl_language(locale, String(code.prefix { $0 != "-" }), $0, $1) }
    case .number(let number): written { cl_number(locale, Int64(number), $0, $1) }
    }
  }

  /// A text of the library without directional marks, and with one kind of no-break space.
  private func written(
    _ write: (UnsafeMutablePointer<UInt16>, Int32) -> Int32
  ) -> String? {
    withUnsafeTemporaryAllocation(of: UInt16.self, capacity: Self.longest) { units in
      guard let start = units.baseAddress else { return nil }
      let count = Int(write(start, Int32(units.count)))
      guard count >= 0 else { return nil }
      var text = String.UnicodeScalarView()
      for scalar in String(decoding: units[..<count], as: UTF16.self).unicodeScalars {
        switch scalar {
        case _ where scalar.isDirectionalFormatting: break
        case "\u{202F}": text.append("\u{00A0}")
        default: text.append(scalar)
        }
      }
      return String(text)
    }
  }

  private static func clamped(_ milliseconds: Int64) -> Int64 {
    let years1To9999: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999
    return min(max(milliseconds, years1To9999.lowerBound), years1To9999.upperBound)
  }
}
