/// Why a command line is invalid. The program provides the message.
public enum UsageError: Error, Equatable {
  /// The option as typed, as in the next two cases.
  case unknownOption(String)
  case needsValue(String)
  case takesNoValue(String)
  /// The text is not one of the option's words.
  case invalidValue(OptionSyntax, String)
  /// The command does not accept the option.
  case optionNotTaken(OptionSyntax)
  case unknownCommand(String)
  case needsArgument(CommandSyntax)
  /// The first superfluous argument.
  case tooManyArguments(CommandSyntax, String)
  /// The argument is not one of the parameter's words.
  case wordNotTaken(CommandSyntax, String)

  /// The command whose usage line to show.
  public var command: CommandSyntax? {
    switch self {
    case .needsArgument(let command), .tooManyArguments(let command, _),
      .wordNotTaken(let command, _):
      command
    default: nil
    }
  }
}
