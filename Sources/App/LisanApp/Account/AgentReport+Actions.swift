import AgentProtocol
import Localization
import SettingsCore

extension AgentReport {
  /// The actions for this report.
  var actions: [Action] {
    switch self {
    case .account(let report): [.accountReported(report)]
    case .sync(let report): [.syncReported(.reported(report))]
    case .choice(let choice):
      LanguageCode(rawValue: choice.language).map {
        [.accountChoiceTaken($0, chosenAt: choice.chosenAt)]
      } ?? []
    case .notice(let notice): [.accountNoticed(notice)]
    case .code(let code): [.signInCodeShown(code)]
    case .formatted(let report):
      report.writing.map { [.valuesFormatted(report.texts, $0.language, $0.digits)] } ?? []
    case .finished(let id, let failure): [.requestEnded(id, failure)]
    }
  }
}

extension FormattedReport {
  /// The language and the digits of the texts; nil for invalid names.
  var writing: (language: LanguageCode, digits: NumberingSystem)? {
    guard let language = LanguageCode(rawValue: language),
      let digits = NumberingSystem(id: digits)
    else { return nil }
    return (language, digits)
  }
}
