import LocaleValues
import Localization
import SettingsCore

/// A locale library whose texts contain their sources.
struct ValueFormatting: Sendable {
  var dateAndTime: @Sendable (_ milliseconds: Int64, Language) -> String
  var relativeTime: @Sendable (_ from: Int64, _ to: Int64, Language) -> String
  var regionName: @Sendable (_ code: String, Language) -> String
  var languageName: @Sendable (_ code: String, Language) -> String
  var number: @Sendable (_ number: Int, Language) -> String

  /// The answer to `Effect.format`.
  func answer(_ values: [FormattedValue], _ language: Language) -> Action {
    let texts = values.map { FormattedText($0, text($0, language)) }
    return .valuesFormatted(texts, language.code, language.digits)
  }

  private func text(_ value: FormattedValue, _ language: Language) -> String {
    switch value {
    case .moment(let time, _): dateAndTime(time, language)
    case .elapsed(let from, let to, _): relativeTime(from, to, language)
    case .region(let code): regionName(code, language)
    case .language(let code): languageName(code, language)
    case .number(let number): self.number(number, language)
    }
  }
}
