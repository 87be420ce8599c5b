import CommandLineTool
import Foundation

/// The messages of a program that there is not.
enum SampleMessage: String, CommandLineMessage {
  case unknownOption = "no option %@"
  case optionNeedsValue = "%@ needs a value"
  case optionTakesNoValue = "%@ takes no value"
  case unknownCommand = "no command %@"
  case commandNeedsArgument = "%@ needs an argument"
  case invalidValue = "%@ cannot be %@: %@"
  case optionNotTaken = "%@ belongs to %@"
  case argumentNotTaken = "%@ does not take %@"
  case didYouMean = "%@ (%@?)"
  case usage = "usage: %@"
  case helpSummary = "SUMMARY"
  case helpExamples = "EXAMPLES"
  case helpCommands = "COMMANDS"
  case helpOptions = "OPTIONS"
  case outputNotWritten = "not written: %@"
  case does, means, lists, sets

  static func text(_ message: SampleMessage, _ arguments: [String] = []) -> String {
    let parts = message.rawValue.components(separatedBy: "%@")
    return zip(parts, arguments + [""]).map { $0 + $1 }.joined()
  }
}

enum SampleOption: String, ProgramOption {
  case help, version, json, shell, config
  case mailFrom = "mail-from"
  case plain, theme, once

  var syntax: OptionSyntax {
    switch self {
    case .help, .version: OptionSyntax(rawValue)
    case .json: OptionSyntax(rawValue, reach: .command)
    case .shell: OptionSyntax(rawValue, "sh|fish", reach: .command)
    case .config: OptionSyntax(rawValue, "FILE", reach: .environment)
    case .mailFrom: OptionSyntax(rawValue, "ADDRESS", reach: .file)
    case .plain: OptionSyntax(rawValue, reach: .file)
    case .theme: OptionSyntax(rawValue, "light|dark", reach: .file)
    case .once: OptionSyntax(rawValue, "WORD")
    }
  }

  var help: SampleMessage { .means }
}

typealias SampleCommand = Command<SampleOption, Int>

let sampleCommands: [SampleCommand] = [
  SampleCommand(
    "list", options: [.json, .shell], help: .does, examples: [("list", .lists)], action: 0),
  SampleCommand("get", "NAME", help: .does, action: 1),
  SampleCommand(
    "set", "NAME VALUE", help: .does, examples: [("set a b", .sets)], action: 2),
  SampleCommand("reset", "[NAME]", help: .does, action: 3),
  SampleCommand("switch", "NAME on|off", help: .does, action: 4),
  SampleCommand("show", "CODE|system [FILE]", options: [.json], help: .does, action: 5),
  SampleCommand("order", "CODE LANGUAGE...", help: .does, action: 6),
  SampleCommand("run", "PROGRAM [ARG...]", takesCommandLine: true, help: .does, action: 7),
  SampleCommand("send", "FILE", required: [.shell, .once], help: .does, action: 8),
  SampleCommand("help", "[TOPIC]", help: .does, action: nil),
  SampleCommand("version", help: .does, action: nil),
]

/// The command line of a program that there is not.
let sample = CommandLineSyntax(
  program: "sample-tool", options: SampleOption.allCases.map(\.syntax),
  commands: sampleCommands.map(\.syntax))

/// What the sample is called with.
func parse(_ words: String...) throws -> Invocation {
  try sample.parse(["sample-tool"] + words)
}
