import CommandLineTool
import Settings

extension UsageError {
  /// The error message.
  var text: Text {
    func message(_ message: Message, _ arguments: String...) -> Text {
      .message(message, arguments.map { .identifier(.argument($0)) })
    }
    switch self {
    case .unknownOption(let option): return message(.unknownOption, option)
    case .needsValue(let option): return message(.optionNeedsValue, option)
    case .takesNoValue(let option): return message(.optionTakesNoValue, option)
    case .invalidValue(let option, let value):
      return Option(rawValue: option.name)?.refusal(of: value, from: option.flag)
        ?? message(.unknownOption, option.flag)
    case .optionNotTaken(let option):
      return message(.optionNotTaken, option.flag, option.commands.joined(separator: ", "))
    case .unknownCommand(let name): return message(.unknownCommand, name)
    case .needsArgument(let command): return message(.commandNeedsArgument, command.name)
    case .tooManyArguments(let command, let argument), .wordNotTaken(let command, let argument):
      return message(.argumentNotTaken, command.name, argument)
    }
  }
}
