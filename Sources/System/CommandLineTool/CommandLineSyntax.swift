import SystemCalls

/// The command-line syntax of a program: tables of its options and commands.
///
/// Parsing, usage lines, help, names of environment variables, the lists in the manual page and
/// shell completions are derived from it. The program provides the texts (`help`), so that
/// each program can use its own messages and catalogs.
///
/// The types are not generic, because the Swift runtime instantiates generic types at start-up.
///
/// ```swift
/// let syntax = CommandLineSyntax(
///   program: "ls", options: [OptionSyntax("help"), OptionSyntax("block-size", "SIZE")],
///   commands: [])
/// let invocation = try syntax.parse(CommandLine.arguments)
/// invocation.value("block-size")  // nil if it was not given
/// ```
public struct CommandLineSyntax: Sendable {
  /// The program's name as typed.
  public let program: String
  /// The options in the order of the help. The first one is `help`, with the short form `-h`;
  /// `version` has the short form `-V`.
  public let options: [OptionSyntax]
  private let makeCommands: @Sendable () -> [CommandSyntax]
  private let parameters: String
  /// The prefix of the program's environment variables: `LISAN_`.
  package let variablePrefix: String

  /// - Parameters:
  ///   - parameters: what the usage of the whole program has behind its name.
  ///   - commands: evaluated on demand; a start without a command never needs them.
  public init(
    program: String, parameters: String = "[options] [command]", options: [OptionSyntax],
    commands: @autoclosure @escaping @Sendable () -> [CommandSyntax]
  ) {
    precondition(options.first?.name == "help", "the first option is --help")
    self.program = program
    self.parameters = parameters
    self.options = options
    makeCommands = commands
    variablePrefix = Self.variableName(program) + "_"
  }

  /// The commands in the order of the help.
  public var commands: [CommandSyntax] { makeCommands() }

  /// The options that are not specific to a command.
  var generalOptions: [OptionSyntax] { options.filter { !$0.isOfCommands } }

  /// The options that are specific to a command.
  func ownOptions(of command: CommandSyntax) -> [OptionSyntax] {
    options.filter { $0.isOfCommands && command.takes($0) }
  }

  /// The options in a command's synopsis: those of the command only, or of more than two those that
  /// it needs. The help of the command lists them all.
  package func synopsisOptions(of command: CommandSyntax) -> [(
    option: OptionSyntax, isRequired: Bool
  )] {
    let own = ownOptions(of: command).map { ($0, command.required.contains($0.name)) }
    return own.count > 2 ? own.filter { $0.1 } : own
  }

  /// The synopsis of a command: `env [--shell sh|fish]`.
  public func synopsis(of command: CommandSyntax) -> String {
    let options = synopsisOptions(of: command).map { option, isRequired in
      isRequired ? option.synopsis : "[\(option.synopsis)]"
    }
    return ([command.name] + options + command.parameters).joined(separator: " ")
  }

  /// The usage of a command, or of the whole program: `lisan env [--shell sh|fish]`. It ends with
  /// the options of all commands that the command needs.
  public func usage(of command: CommandSyntax?) -> String {
    guard let command else { return "\(program) \(parameters)" }
    let needed = generalOptions.filter { command.required.contains($0.name) }.map { $0.synopsis }
    return (["\(program) \(synopsis(of: command))"] + needed).joined(separator: " ")
  }

  /// The environment variable of an option: `LISAN_RESOURCES`.
  public func variable(of option: OptionSyntax) -> String {
    variablePrefix + Self.variableName(option.name)
  }

  /// The name in upper case, with `_` for `-`.
  private static func variableName(_ name: String) -> String {
    let (hyphen, underscore) = (UInt8(ascii: "-"), UInt8(ascii: "_"))
    let bytes = name.utf8.map { $0 == hyphen ? underscore : $0.asciiUppercased }
    return String(decoding: bytes, as: UTF8.self)
  }
}
