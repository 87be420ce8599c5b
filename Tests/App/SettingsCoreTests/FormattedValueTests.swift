import AccountModel
import Input
import LocaleValues
import Localization
import SettingsCore
import Testing

/// The values that the agent writes: before they are here, when they come, and when they do not.
struct FormattedValueTests {
  /// November 20, 2026, 13:05:42 UTC.
  private static let afternoon: Int64 = 1_795_179_942_000
  private static let minute: Int64 = 60_000

  /// Everything is on its screens, and the agent has not answered.
  private static func unanswered(_ code: LanguageCode) throws -> Conductor {
    var conductor = try Conductor.everything(code, chosenAt: afternoon, answersValues: false)
    try conductor.send(.clockRead(afternoon + 3 * minute))
    return conductor
  }

  @Test(
    "R49: until a date is formatted, it is shown in ISO 8601, in the language's digits",
    arguments: [
      (english, "2026-11-20 13:05"),
      (
        arabic,
        "٢٠٢٦-١١-٢٠ "
          + "١٣:٠٥"
      ),
      (everyLanguage[2], "۲۰۲۶-۱۱-۲۰ ۱۳:۰۵"), (everyLanguage[3], "2026-11-20 13:05"),
      (everyLanguage[4], "2026-11-20 13:05"),
    ])
  func plainDate(_ code: LanguageCode, _ date: String) throws {
    var conductor = try Self.unanswered(code)
    try conductor.send(.itemChosen(.section(.about)))
    #expect(conductor.text.contains(date), "\(conductor.text)")
    try conductor.send(.itemChosen(.section(.region)))
    #expect(conductor.text.contains("EG"), "\(conductor.text)")
  }

  @Test(
    "R49: within a sentence a date keeps the language's direction, though it begins with a digit",
    arguments: everyLanguage)
  func dateInSentence(_ code: LanguageCode) throws {
    let wording = try Self.unanswered(code).state.wording
    let date = Text.moment(Self.afternoon)
    let sentence = Text.message(.plainValue, .message(.aboutLastChange), date)
    let isolate = wording.catalog.language.direction == .leftToRight ? "\u{2066}" : "\u{2067}"
    #expect(
      sentence.string(in: wording).contains("\(isolate)\(date.string(in: wording))\u{2069}"))
  }

  @Test("R49: a date that arrives changes only its rows", arguments: everyLanguage)
  func ownRows(_ code: LanguageCode) throws {
    for section in [Section.about, .sync] {
      var conductor = try Self.unanswered(code)
      try conductor.send(.itemChosen(.section(section)))
      let before = conductor.rows
      try conductor.answerValues()
      let after = conductor.rows
      let changed = before.indices.filter { before[$0] != after[$0] }
      #expect(changed.count == 2, "\(section): \(changed.map { (before[$0], after[$0]) })")
      #expect(after.contains { $0.contains("day ") }, "\(conductor.text)")
    }
  }

  @Test("R49: every value on a screen was requested before it is shown")
  func askedBefore() throws {
    let plain = ValueFormatting(
      dateAndTime: { _, _ in "\u{2460}" }, relativeTime: { _, _, _ in "\u{2461}" },
      regionName: { _, _ in "\u{2462}" }, languageName: { _, _ in "\u{2463}" },
      number: { number, _ in number == 1234 ? "1\u{2464}234" : "1\u{2464}234\u{2464}567" })
    for code in everyLanguage {
      var conductor = try Conductor.everything(
        code, formatting: plain, system: [LanguageCode(rawValue: "fr")!])
      try conductor.send(.clockRead(4000))
      conductor.answersValues = false
      // Among many languages, the other one has no preview, so its values are not asked for ahead.
      let others = conductor.state.languages?.count == 2 ? [opposite(of: code)] : []
      for language in [code] + others {
        try conductor.send(.preferenceObserved(.explicit(language)), .restartDismissed)
        var shown = ""
        for section in conductor.state.sections {
          try conductor.send(.itemChosen(.section(section)))
          shown += conductor.text
        }
        for sign in ["\u{2460}", "\u{2461}", "\u{2462}"] {
          #expect(shown.contains(sign), "\(sign) in \(language)\n\(shown)")
        }
        for plain in ["1970-", "١٩٧٠-", " EG", " AE", " GB"] {
          #expect(!shown.contains(plain), "\(plain) in \(language)\n\(shown)")
        }
      }
    }
  }

  @Test("R49: without an answer, the age is soon omitted, and the date stays")
  func late() throws {
    var conductor = try Conductor.everything(chosenAt: Self.afternoon)
    try conductor.send(.clockRead(Self.afternoon + 3 * Self.minute))
    try conductor.send(.itemChosen(.section(.about)))
    let known = "\(3 * Self.minute) ago in en"
    #expect(conductor.text.contains(known), "\(conductor.text)")
    conductor.answersValues = false
    try conductor.send(.clockRead(Self.afternoon + 5 * Self.minute))
    #expect(conductor.text.contains(known), "\(conductor.text)")
    try conductor.send(.clockRead(Self.afternoon + 6 * Self.minute))
    #expect(!conductor.text.contains("ago in en"), "\(conductor.text)")
    #expect(conductor.text.contains("day \(Self.afternoon) in en"))
    try conductor.answerValues()
    #expect(conductor.text.contains("\(6 * Self.minute) ago in en"), "\(conductor.text)")
  }

  @Test("R49: known values are not requested again; within a minute, nothing is")
  func askedOnce() throws {
    var conductor = try Conductor.everything(chosenAt: Self.afternoon)
    try conductor.send(.clockRead(Self.afternoon + 3 * Self.minute))
    try conductor.send(.itemChosen(.section(.about)))
    conductor.answersValues = false
    try conductor.send(.clockRead(Self.afternoon + 3 * Self.minute + 1000))
    try conductor.press(.up, .down)
    #expect(conductor.openValues.isEmpty)
    try conductor.send(.clockRead(Self.afternoon + 4 * Self.minute))
    // Two times in two languages.
    #expect(conductor.openValues.map(\.values.count) == [2, 2])
  }

  @Test("R49: an agent that replaces a dead one is asked for the missing values")
  func newAgent() throws {
    var conductor = try Self.unanswered(english)
    conductor.openValues = []
    try conductor.press(.up)
    #expect(conductor.openValues.isEmpty)
    try conductor.send(.accountReported(AccountReport(signInState: .signedIn(token: .file))))
    #expect(!conductor.openValues.isEmpty)
    try conductor.answerValues()
    try conductor.send(.itemChosen(.section(.about)))
    #expect(conductor.text.contains("day \(Self.afternoon) in en"), "\(conductor.text)")
  }

  @Test("R49: before the first frame is on the screen, nothing is requested")
  func notBeforeTheFirstFrame() throws {
    let conductor = try Conductor(chosenAt: 1000, withoutAgent: true)
    #expect(conductor.openValues.isEmpty)
    #expect(conductor.text.contains("English"))
  }
}
