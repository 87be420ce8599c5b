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
    detection.askTmux()
    detection.lookAround()
    if let name = detection.name { tell(.message(.terminalReportName, .terminal(name))) }
    tell(.message(.terminalReportType, type.isEmpty ? .message(.none) : .terminal(type)))
    let found = Text.terminal(detection.encoding.rawValue)
    switch launch.settings.bidiMode {
    case .automatic: tell(.message(.terminalReportMode, found))
    case .fixed(let encoding):
      tell(.message(.terminalReportChosen, .terminal(encoding.rawValue), found))
    }
    tell(detection.evidence.text)
    Console.say("")
    tell(.message(.terminalSamples))
    for sample in TerminalSample.all(launch.languages) {
      tell(sample.text)
      tell(sample.look, indent: 2)
    }
    return .done
  }
}
