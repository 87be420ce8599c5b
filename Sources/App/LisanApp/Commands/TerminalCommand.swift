import Glibc
import SettingsCore
import Terminal

/// `lisan terminal`: what the screen would detect about the terminal.
extension Commands {
  /// Prints what was detected, and samples for judging the terminal by eye.
  func describeTerminal() -> ExitCode {
    let type = context.environment("TERM") ?? ""
    var detection = TerminalDetection(type: type, environment: context.environment)
    if !type.isEmpty, type != "dumb" { detection.askOnLine() }
    if detection.needsTmuxClient, let client = TmuxClient(), let answer = client.awaitAnswer() {
      detection.take(answer.terminal)
      if detection.needsPrograms { detection.takePrograms(answer.programs) }
    }
    if detection.needsPrograms { detection.takePrograms(ProgramAncestry.names(of: getppid())) }
    func word(_ word: String) -> Text { .terminal(word) }
    if let name = detection.name { tell(.message(.terminalReportName, word(name))) }
    tell(.message(.terminalReportType, type.isEmpty ? .message(.none) : word(type)))
    let found = word(detection.encoding.rawValue)
    switch context.configuration.bidiMode(chosen: launch.settings.bidiMode) {
    case .automatic: tell(.message(.terminalReportMode, found))
    case .fixed(let encoding):
      tell(.message(.terminalReportChosen, word(encoding.rawValue), found))
    }
    tell(detection.evidence.text)
    say("")
    tell(.message(.terminalSamples))
    for sample in TerminalSample.all(launch.languages) {
      tell(sample.text)
      tell(sample.look, indent: 2)
    }
    return .done
  }
}
