/// An option of a program, as an enumeration of its options has it.
public protocol ProgramOption: CaseIterable, RawRepresentable, Sendable where RawValue == String {
  associatedtype Message: CommandLineMessage

  var syntax: OptionSyntax { get }
  /// What the option does.
  var help: Message { get }
}

/// A command of a program: all there is to say about it, in one value.
///
/// Parsing, help, usage, suggestions, completions and the lists of the manual page are made of it. It
/// exists only if the command line has a command, because a generic type costs time at its first use.
public struct Command<Option: ProgramOption, Action: Sendable>: Sendable {
  /// A command line without the program's name, and what it is for.
  public typealias Example = (line: String, text: Option.Message)

  public let syntax: CommandSyntax
  /// What the command does.
  public let help: Option.Message
  public let examples: [Example]
  /// nil if `CommandLineSyntax.request` answers the command.
  public let action: Action?

  /// - Parameters:
  ///   - options: those that the command takes, besides those of all commands.
  ///   - required: those without which it does nothing.
  public init(
    _ name: String, _ parameters: String = "", options: [Option] = [], required: [Option] = [],
    takesCommandLine: Bool = false, help: Option.Message, examples: [Example] = [],
    action: Action?
  ) {
    syntax = CommandSyntax(
      name, parameters, options: options.map(\.rawValue), required: required.map(\.rawValue),
      takesCommandLine: takesCommandLine)
    self.help = help
    self.examples = examples
    self.action = action
  }
}

extension CommandLineSyntax {
  /// The request of a command line: `--version`, `--help` and the commands `version` and
  /// `help [TOPIC]` mean the same in every program.
  public enum Request: Hashable, Sendable {
    case version
    /// The help of a command, or of the whole program for nil.
    case help(CommandSyntax?)
    /// A command with valid arguments and options, or none.
    case command(CommandSyntax?)
  }

  /// What a command line asks for.
  public func request(of invocation: Invocation) throws(UsageError) -> Request {
    if invocation.has("version") { return .version }
    let command = try command(of: invocation)
    if invocation.has("help") { return .help(command) }
    switch command?.name {
    case "version": return .version
    case "help": return .help(try invocation.arguments.dropFirst().first.map(command(named:)))
    default: return .command(command)
    }
  }

  func command(named name: String) throws(UsageError) -> CommandSyntax {
    guard let command = commands.first(where: { $0.name == name }) else {
      throw .unknownCommand(name)
    }
    return command
  }
}
