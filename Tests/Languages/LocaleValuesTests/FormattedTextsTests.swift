import LocaleValues
import Localization
import Testing

struct FormattedTextsTests {
  private static let english = Language.english

  private static func language(_ digits: String, _ code: String = "en") throws -> Language {
    Language(
      code: try #require(LanguageCode(rawValue: code)), nativeName: nil, direction: .leftToRight,
      script: "Zyyy", digits: try #require(NumberingSystem(id: digits)), pluralRules: .english)
  }

  @Test(
    "R49: without a locale library, a time is written as ISO 8601 does, in local time",
    arguments: [
      (0, 0, "1970-01-01 00:00"), (-1, 0, "1969-12-31 23:59"),
      (1_795_179_942_000, 0, "2026-11-20 13:05"), (1_795_179_942_000, 7200, "2026-11-20 15:05"),
      (1_795_179_942_000, -14 * 3600, "2026-11-19 23:05"),
      (1_795_179_942_000, 20_700, "2026-11-20 18:50"), (951_782_400_000, 0, "2000-02-29 00:00"),
      (.max, 3600, "9999-12-31 23:59"), (.min, -3600, "0001-01-01 00:00"),
    ] as [(Int64, Int, String)])
  func plainTimes(_ milliseconds: Int64, _ offset: Int, _ text: String) {
    let value = FormattedValue.moment(milliseconds: milliseconds, offset: offset)
    #expect(value.plain(in: Self.english) == text)
  }

  @Test("R49: without a locale library, digits are the language's, and names are codes")
  func plainOthers() throws {
    let arabic = try Self.language("arab")
    #expect(FormattedValue.number(value: 2000).plain(in: arabic) == "٢٠٠٠")
    #expect(
      FormattedValue.moment(milliseconds: 0, offset: 0).plain(in: arabic)
        == "١٩٧٠-٠١-٠١ ٠٠:٠٠"
    )
    #expect(FormattedValue.region(code: "EG").plain(in: arabic) == "EG")
    #expect(FormattedValue.language(code: "fr").plain(in: arabic) == "fr")
  }

  @Test("R49: an age is the same value for a minute", arguments: [0, 1000, -1000] as [Int64])
  func ages(_ start: Int64) {
    func age(_ seconds: Int64) -> FormattedValue {
      .age(of: start, at: start + 1000 * seconds, offset: 0)
    }
    #expect(age(60) == age(119))
    #expect(age(59) == age(-59))
    #expect(age(59) != age(60))
    #expect(age(-60) == age(-119))
    #expect(age(-59) != age(-60))
    // Neither end of time is a trap.
    _ = FormattedValue.age(of: .min, at: .max, offset: 0)
    _ = FormattedValue.age(of: .max, at: .min, offset: 0)
  }

  @Test("R49: a text belongs to its language and its digits")
  func languages() throws {
    var texts = FormattedTexts()
    texts.add([FormattedText(.region(code: "EG"), "Egypt")], in: .english, digits: .latin)
    #expect(texts.text(.region(code: "EG"), in: Self.english) == "Egypt")
    #expect(texts.text(.region(code: "GB"), in: Self.english) == nil)
    #expect(texts.text(.region(code: "EG"), in: try Self.language("arab")) == nil)
    #expect(texts.text(.region(code: "EG"), in: try Self.language("latn", "de")) == nil)
    #expect(
      texts.missing([.region(code: "GB"), .region(code: "EG"), .region(code: "GB")], in: .english)
        == [.region(code: "GB")])
  }

  @Test("R49: the last text of a relative time is kept, and shown for two minutes at most")
  func relativeTimes() {
    func ago(_ minutes: Int64) -> FormattedValue {
      .elapsed(from: 0, to: minutes * 60_000, offset: 0)
    }
    var texts = FormattedTexts()
    texts.add([FormattedText(ago(3), "3 minutes ago")], in: .english, digits: .latin)
    #expect(texts.missing([ago(3), ago(4)], in: Self.english) == [ago(4)])
    #expect(texts.text(ago(5), in: Self.english) == "3 minutes ago")
    #expect(texts.text(ago(6), in: Self.english) == nil)
    #expect(texts.text(ago(.max / 60_000), in: Self.english) == nil)
    texts.add([FormattedText(ago(6), "6 minutes ago")], in: .english, digits: .latin)
    #expect(texts.text(ago(6), in: Self.english) == "6 minutes ago")
    #expect(texts.text(ago(3), in: Self.english) == nil)
  }

  @Test("The number of kept texts is bounded")
  func bound() {
    var texts = FormattedTexts()
    func take(_ range: Range<Int>) -> Bool {
      texts.add(
        range.map { FormattedText(.number(value: $0), String($0)) }, in: .english, digits: .latin)
    }
    #expect(take(0..<4000))
    #expect(!take(4000..<5000))
    #expect(texts.text(.number(value: 4000), in: Self.english) == "4000")
    #expect(texts.text(.number(value: 1), in: Self.english) == nil)
  }

  @Test(
    "R49: a number is grouped like the two requested samples",
    arguments: [
      (
        "1,234", "1,234,567",
        [(999, "999"), (1000, "1,000"), (86_400, "86,400"), (-2000, "-2,000")]
      ),
      ("1234", "1.234.567", [(1000, "1000"), (9999, "9999"), (10_000, "10.000")]),
      ("1,234", "12,34,567", [(123_456, "1,23,456"), (12_345_678, "1,23,45,678")]),
      ("1234", "1234567", [(12_345, "12345")]),
    ] as [(String, String, [(Int, String)])])
  func groups(_ small: String, _ large: String, _ numbers: [(Int, String)]) {
    var texts = FormattedTexts()
    #expect(texts.text(.number(value: 1000), in: Self.english) == nil)
    texts.add(
      zip(FormattedTexts.samples, [small, large]).map { FormattedText($0, $1) }, in: .english,
      digits: .latin)
    for (number, text) in numbers {
      #expect(texts.text(.number(value: number), in: Self.english) == text)
    }
  }
}
