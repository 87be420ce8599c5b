import AgentProtocol
import Localization
import Settings

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
      if let language = LanguageCode(rawValue: report.language),
        let digits = NumberingSystem(id: report.digits)
      {
        [.valuesFormatted(report.texts, language, digits)]
      } else {
        []
      }
    case .finished(let id, let failure): [.requestEnded(id, failure)]
    }
  }
}
