import AgentProtocol
import ICUFormatting
import LocaleValues
import Localization

/// Formats values for the app, which does not link a locale library.
struct Formatter {
  private let log: AgentLog
  /// The format of the language that was last asked for. Opening one takes longer than writing.
  private var last: (language: LanguageCode, digits: NumberingSystem, format: LocaleFormat)?

  init(_ log: AgentLog) { self.log = log }

  mutating func write(
    _ values: [FormattedValue], _ language: String, _ digits: String
  ) -> FormattedReport {
    var report = FormattedReport(language: language, digits: digits, texts: [])
    guard let code = LanguageCode(rawValue: language), let system = NumberingSystem(id: digits)
    else { return report }
    if last?.language != code || last?.digits != system {
      last = LocaleFormat(language: code, digits: system).map { (code, system, $0) }
    }
    if let missing = LocaleFormat.missing { log.warningOnce("locale", missing) }
    guard let format = last?.format else { return report }
    report.texts = values.compactMap { value in
      format.text(value).map { FormattedText(value, $0) }
    }
    return report
  }
}
