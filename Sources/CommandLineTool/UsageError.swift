/// Why a command line was not understood. The program says it in its own words.
public enum UsageError: Error, Equatable {
  /// As it was typed, like the two that follow.
  case unknownOption(String)
  case needsValue(String)
  case takesNoValue(String)
  /// A text that is none of the option's words.
  case invalidValue(OptionSyntax, String)
  /// The command that is asked for does not take the option.
  case optionNotTaken(OptionSyntax)
  case unknownCommand(String)
  case needsArgument(CommandSyntax)
  /// The first argument that is too many.
  case tooManyArguments(CommandSyntax, String)
  /// An argument that is none of the parameter's words.
  case wordNotTaken(CommandSyntax, String)

  /// The command whose usage line helps.
  public var command: CommandSyntax? {
    switch self {
    case .needsArgument(let command), .tooManyArguments(let command, _),
      .wordNotTaken(let command, _):
      command
    case .unknownOption, .needsValue, .takesNoValue, .invalidValue, .optionNotTaken,
      .unknownCommand:
      nil
    }
  }
}
