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
}

/// The messages of every program about its command line. An enumeration of messages that has these
/// cases conforms.
public protocol CommandLineMessage: Sendable {
  /// `%@` is the option or the command as typed.
  static var unknownOption: Self { get }
  static var optionNeedsValue: Self { get }
  static var optionTakesNoValue: Self { get }
  static var unknownCommand: Self { get }
  static var commandNeedsArgument: Self { get }
  /// An option, its value, and the values that it takes.
  static var invalidValue: Self { get }
  /// An option, and its commands.
  static var optionNotTaken: Self { get }
  /// A command, and an argument.
  static var argumentNotTaken: Self { get }
  /// A complaint, and the word that was probably meant.
  static var didYouMean: Self { get }
  /// The usage.
  static var usage: Self { get }
  /// What the program does.
  static var helpSummary: Self { get }
  static var helpExamples: Self { get }
  static var helpCommands: Self { get }
  static var helpOptions: Self { get }
  /// Why.
  static var outputNotWritten: Self { get }
}

/// A complaint about a command line, as a program words it.
public struct UsageComplaint<Message: CommandLineMessage> {
  public let message: Message
  public let arguments: [String]
  /// The wrong word, and those of which one was probably meant.
  public let word: String
  public let candidates: [String]

  init(_ message: Message, _ arguments: String..., word: String = "", candidates: [String] = []) {
    self.message = message
    self.arguments = arguments
    self.word = word
    self.candidates = candidates
  }

  /// The complaint as one line, with the word that was probably meant.
  public func line(_ text: (Message, [String]) -> String) -> String {
    let complaint = text(message, arguments)
    return Suggestion.nearest(to: word, among: candidates).map {
      text(.didYouMean, [complaint, $0])
    }
      ?? complaint
  }
}

extension CommandLineSyntax {
  /// The complaint about an invalid command line.
  public func complaint<Message>(_ error: UsageError) -> UsageComplaint<Message> {
    switch error {
    case .unknownOption(let option):
      // Without its value: `--thme=dark`.
      UsageComplaint(
        .unknownOption, option, word: String(option.prefix { $0 != "=" }),
        candidates: options.map { $0.flag })
    case .needsValue(let option): UsageComplaint(.optionNeedsValue, option)
    case .takesNoValue(let option): UsageComplaint(.optionTakesNoValue, option)
    case .invalidValue(let option, let value):
      UsageComplaint(
        .invalidValue, option.flag, value, option.words.joined(separator: ", "), word: value,
        candidates: option.words)
    case .optionNotTaken(let option):
      UsageComplaint(
        .optionNotTaken, option.flag,
        commands.filter { $0.takes(option) }.map { $0.name }.joined(separator: ", "))
    case .unknownCommand(let name):
      UsageComplaint(.unknownCommand, name, word: name, candidates: commands.map { $0.name })
    case .needsArgument(let command): UsageComplaint(.commandNeedsArgument, command.name)
    case .wordNotTaken(let command, let argument):
      UsageComplaint(
        .argumentNotTaken, command.name, argument, word: argument,
        candidates: command.parameters.flatMap { CommandSyntax.words(of: $0) }
          .filter { $0 == $0.lowercased() })
    case .tooManyArguments(let command, let argument):
      UsageComplaint(.argumentNotTaken, command.name, argument)
    }
  }
}
