/// The command line of a program: tables of its options and commands.
///
/// Parsing, usage lines, help, names of variables, the lists of the manual page and the completions
/// of the shells follow from it. The program's texts come from outside (`HelpWords`), so that each
/// program can have its own kind of messages and catalogs.
///
/// The types are not generic, because the Swift runtime makes generic types while the program starts.
///
/// ```swift
/// let syntax = CommandLineSyntax(
///   program: "ls", options: [OptionSyntax("help"), OptionSyntax("block-size", "SIZE")],
///   commands: [])
/// let invocation = try syntax.parse(CommandLine.arguments)
/// invocation.value("block-size")  // nil where it was not given
/// ```
public struct CommandLineSyntax: Sendable {
  /// The program's name, as it is typed.
  public let program: String
  /// In the order of the help. The first one is `help`, for which `-h` stands, too.
  public let options: [OptionSyntax]
  private let makeCommands: @Sendable () -> [CommandSyntax]
  /// What begins the names of the program's variables: `LISAN_`.
  let variablePrefix: String

  /// - Parameter commands: made when they are asked for, which a start without a command never does.
  public init(
    program: String, options: [OptionSyntax],
    commands: @autoclosure @escaping @Sendable () -> [CommandSyntax]
  ) {
    precondition(options.first?.name == "help", "the first option is --help")
    self.program = program
    self.options = options
    makeCommands = commands
    variablePrefix = Self.variableName(program) + "_"
  }

  /// In the order of the help.
  public var commands: [CommandSyntax] { makeCommands() }

  /// The options that are no command's own.
  var generalOptions: [OptionSyntax] { options.filter { $0.commands.isEmpty } }

  /// The options that are a command's own.
  func ownOptions(of command: CommandSyntax) -> [OptionSyntax] {
    options.filter { $0.commands.contains(command.name) }
  }

  /// How a command is called: `env [--shell sh|fish]`.
  public func synopsis(of command: CommandSyntax) -> String {
    ([command.name] + ownOptions(of: command).map { "[\($0.synopsis)]" } + command.parameters)
      .joined(separator: " ")
  }

  /// How a command is called, or the whole program: `lisan env [--shell sh|fish]`.
  public func usage(of command: CommandSyntax?) -> String {
    guard let command else {
      return "\(program) [options] [\(commands.map { $0.name }.joined(separator: " | "))] …"
    }
    return "\(program) \(synopsis(of: command))"
  }

  /// The environment's name for an option: `LISAN_RESOURCES`.
  public func variable(of option: OptionSyntax) -> String {
    variablePrefix + Self.variableName(option.name)
  }

  /// In capitals, with `_` for `-`.
  private static func variableName(_ name: String) -> String {
    let bytes = name.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - 0x20
      case UInt8(ascii: "-"): UInt8(ascii: "_")
      default: byte
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
