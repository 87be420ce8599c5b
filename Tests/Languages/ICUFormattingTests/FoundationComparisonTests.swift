import ICUFormatting
import LocaleValues
import Localization
import Testing

/// The texts of Debian's ICU 72 beside those of Foundation, which has a later ICU with a later CLDR.
struct FoundationComparisonTests {
  private static let minute: Int64 = 60_000
  private static let day = 24 * 60 * minute
  /// November 20, 2026, 13:05:42 UTC.
  private static let afternoon: Int64 = 1_795_179_942_000

  /// The shipped languages with regions that have other digits, month names or calendars, and
  /// languages of other scripts.
  private static let languages: [(code: String, digits: String)] = [
    ("en", "latn"), ("en-GB", "latn"), ("ar", "arab"), ("ar", "latn"), ("ar-EG", "arab"),
    ("ar-MA", "latn"), ("ar-SA", "arab"), ("ar-IQ", "arab"), ("he", "latn"), ("fa", "arabext"),
    ("ur", "latn"),
    ("de", "latn"), ("fr", "latn"), ("es", "latn"), ("th", "thai"),
  ]

  /// The minutes up to a hundred years at which the unit or the number changes, and some between.
  private static let distances: [Int64] = [
    0, 1, 2, 3, 11, 29, 30, 59, 60, 89, 90, 91, 119, 120, 200, 600, 785, 786, 800, 1000, 1409,
    1410, 1439, 1440, 1441, 2879, 2880, 3000, 5000, 8000, 10_079, 10_080, 11_000, 14_000, 20_160,
    30_000, 43_200, 44_640, 50_000, 90_000, 200_000, 400_000, 525_600, 527_040, 800_000, 1_051_200,
    52_596_000,
  ]

  /// A text of Urdu without the words before "yesterday" and the others of their kind, which are other
  /// ones in CLDR 42.
  private static func withoutSides(_ text: String) -> String {
    ["گزشتہ ", "آنے والا ", "آئندہ "].reduce(text) { text, side in
      ["کل", "پرسوں"].contains(text.replacing(side, with: ""))
        ? text.replacing(side, with: "") : text
    }
  }

  /// A text without what stands between date and time, and after the month, in Arabic: CLDR 42 of
  /// Debian's ICU has a word and blanks there, a later one has commas, and a no-break space in times.
  private static func withoutJoints(_ text: String) -> String {
    text.replacing(" في ", with: " ").replacing("\u{060C}", with: "")
      .replacing("\u{A0}", with: " ")
  }

  @Test("R49: Debian's ICU writes what Foundation writes", arguments: languages)
  func sameTexts(_ code: String, _ digits: String) throws {
    let language = try #require(LanguageCode(rawValue: code))
    let system = try #require(NumberingSystem(id: digits))
    let format = try #require(LocaleFormat(language: language, digits: system))
    for offset in [0, 3 * 3600, -14 * 3600, 5 * 3600 + 45 * 60] {
      let other = FoundationFormat(language: language, digits: system, offset: offset)
      for time: Int64 in [
        0, Self.afternoon, Self.afternoon - 200 * Self.day, 951_782_400_000, 4_102_444_799_000,
      ] {
        let text = try #require(format.text(.moment(milliseconds: time, offset: offset)))
        #expect(Self.withoutJoints(text) == Self.withoutJoints(other.moment(time)), "\(code)")
        if !code.hasPrefix("ar") { #expect(text == other.moment(time), "\(code)") }
      }
      for distance in Self.distances.flatMap({ [$0, -$0] }) {
        let from = Self.afternoon - distance * Self.minute
        let text = try #require(
          format.text(.elapsed(from: from, to: Self.afternoon, offset: offset)))
        #expect(
          Self.withoutSides(text)
            == Self.withoutSides(other.elapsed(from: from, to: Self.afternoon)),
          "\(code): \(distance) minutes")
      }
    }
    let other = FoundationFormat(language: language, digits: system, offset: 0)
    // Of the regions here, only TR has got another name since CLDR 42.
    for region in ["EG", "GB", "AE", "SA", "MA", "001", "XK", "ZZ", "US", "DE"] {
      #expect(format.text(.region(code: region)) == other.regionName(region), "\(code)")
    }
    for name in ["en", "ar", "fr", "he", "fa", "ur", "de", "vi", "qqq", "zh", "pt"] {
      #expect(format.text(.language(code: name)) == other.languageName(name), "\(code)")
    }
    for number in [0, 7, 999, 1000, 1234, 9999, 10_000, 123_456, 1_234_567, -2000, .max] {
      // Urdu has had other groups since CLDR 42: 12,34,567.
      if code == "ur", number > 99_999 { continue }
      #expect(format.text(.number(value: number)) == other.number(number), "\(code)")
    }
  }
}
