import ICUFormatting
import LocaleValues
import Localization
import Testing

struct LocaleFormatTests {
  /// November 20, 2026, 13:05:42 UTC.
  private static let afternoon: Int64 = 1_795_179_942_000
  private static let minute: Int64 = 60_000
  private static let day: Int64 = 24 * 60 * minute

  private static func format(
    _ code: String, digits: String, secondsFromUTC: Int = 0
  ) throws -> Writer {
    let format = LocaleFormat(
      language: try #require(LanguageCode(rawValue: code)),
      digits: try #require(NumberingSystem(id: digits)))
    return Writer(format: try #require(format), offset: secondsFromUTC)
  }

  /// A format at an offset from UTC.
  private struct Writer {
    let format: LocaleFormat
    let offset: Int

    func dateAndTime(milliseconds: Int64) -> String {
      format.text(.moment(milliseconds: milliseconds, offset: offset)) ?? "none"
    }

    func relativeTime(from: Int64, to: Int64) -> String {
      format.text(.elapsed(from: from, to: to, offset: offset)) ?? "none"
    }

    func languageName(_ code: String) -> String { format.text(.language(code: code)) ?? "none" }
    func number(_ number: Int) -> String { format.text(.number(value: number)) ?? "none" }
  }

  @Test("R49: the digits are those of the language's data, whatever the library's default is")
  func digits() throws {
    for (code, digits) in [
      ("en", "latn"), ("en", "arab"), ("ar", "arab"), ("ar", "latn"), ("ar-EG", "latn"),
      ("fa", "arabext"), ("ar-u-nu-latn", "arab"), ("th", "thai"),
    ] {
      let format = try Self.format(code, digits: digits)
      let system = try #require(NumberingSystem(id: digits))
      let texts = [
        format.dateAndTime(milliseconds: Self.afternoon),
        format.relativeTime(from: Self.afternoon - 5 * Self.minute, to: Self.afternoon),
      ]
      for text in texts {
        let found = text.unicodeScalars.filter { $0.properties.numericType == .decimal }
        #expect(!found.isEmpty, "\(code) \(digits): \(text)")
        #expect(found.allSatisfy { system.value(of: $0) != nil }, "\(code) \(digits): \(text)")
      }
    }
  }

  @Test("R49: English and Arabic dates with their times")
  func dates() throws {
    let english = try Self.format("en", digits: "latn")
    #expect(
      english.dateAndTime(milliseconds: Self.afternoon) == "November 20, 2026 at 1:05\u{A0}PM")
    let arabic = try Self.format("ar", digits: "arab")
    let text = arabic.dateAndTime(milliseconds: Self.afternoon)
    for part in [
      "٢٠", "نوفمبر",
      "٢٠٢٦", "١:٠٥ م",
    ] {
      #expect(text.contains(part), "\(text)")
    }
  }

  @Test("R49: no directional mark and no narrow no-break space is left")
  func formatCharacters() throws {
    for (code, digits) in [("en", "latn"), ("ar", "arab"), ("ar", "latn"), ("fa", "arabext")] {
      let format = try Self.format(code, digits: digits)
      for text in [
        format.dateAndTime(milliseconds: Self.afternoon),
        format.relativeTime(from: Self.afternoon + 5 * Self.minute, to: Self.afternoon),
      ] {
        let unwanted: [Unicode.Scalar] = ["\u{200E}", "\u{200F}", "\u{061C}", "\u{202F}"]
        #expect(!text.unicodeScalars.contains(where: unwanted.contains), "\(code): \(text)")
      }
    }
  }

  @Test("R49: Arabic relative times have all six plural forms of the library")
  func relativePlurals() throws {
    let format = try Self.format("ar", digits: "arab")
    func ago(_ milliseconds: Int64) -> String {
      format.relativeTime(from: Self.afternoon - milliseconds, to: Self.afternoon)
    }
    let before = "قبل"
    let minute = "دقيقة"
    // Zero is a phrase of its own, two a dual without a digit, a hundred has the form of the rest.
    #expect(ago(0) == "هذه ال\(minute)")
    #expect(ago(Self.minute) == "\(before) \(minute) واحدة")
    #expect(
      ago(2 * Self.minute) == "\(before) دقيقتين")
    #expect(
      ago(3 * Self.minute) == "\(before) ٣ دقائق")
    #expect(ago(11 * Self.minute) == "\(before) ١١ \(minute)")
    #expect(
      ago(36525 * Self.day) == "\(before) ١٠٠ سنة")
  }

  @Test("R49: a relative time has one unit, by name if there is one")
  func relative() throws {
    let format = try Self.format("en", digits: "latn")
    for (milliseconds, text) in [
      (0, "this minute"), (Self.minute, "1 minute ago"), (59 * Self.minute, "59 minutes ago"),
      (120 * Self.minute, "2 hours ago"), (Self.day, "yesterday"), (3 * Self.day, "3 days ago"),
      (-120 * Self.minute, "in 2 hours"),
    ] {
      let from = Self.afternoon - milliseconds
      #expect(format.relativeTime(from: from, to: Self.afternoon) == text)
    }
  }

  @Test("R49: dates and times use the offset from UTC that was given for that time")
  func offset() throws {
    for (seconds, text) in [
      (3 * 3600, "November 20, 2026 at 4:05\u{A0}PM"),
      (12 * 3600, "November 21, 2026 at 1:05\u{A0}AM"),
      (-14 * 3600, "November 19, 2026 at 11:05\u{A0}PM"),
      (5 * 3600 + 45 * 60, "November 20, 2026 at 6:50\u{A0}PM"),
    ] {
      let format = try Self.format("en", digits: "latn", secondsFromUTC: seconds)
      #expect(format.dateAndTime(milliseconds: Self.afternoon) == text)
    }
  }

  @Test("R49: an impossible time is shown as the nearest one that has a date")
  func extremes() throws {
    let format = try Self.format("en", digits: "latn")
    #expect(format.dateAndTime(milliseconds: .max).hasPrefix("December 31, 9999"))
    #expect(!format.dateAndTime(milliseconds: .min).isEmpty)
    #expect(!format.relativeTime(from: .min, to: .max).isEmpty)
  }

  @Test("R49: numbers are grouped and languages named as the language does")
  func numbersAndLanguages() throws {
    let english = try Self.format("en", digits: "latn")
    #expect(english.number(2000) == "2,000")
    #expect(english.number(999) == "999")
    #expect(english.languageName("fr") == "French")
    #expect(english.languageName("fr-FR") == "French")
    #expect(english.languageName("qqq") == "qqq")
    let arabic = try Self.format("ar", digits: "arab")
    #expect(arabic.number(2000) == "٢\u{066C}٠٠٠")
    #expect(
      arabic.languageName("fr")
        == "الفرنسية")
  }
}
