/// The syntax of one command.
///
/// ```swift
/// CommandSyntax("store", "dump|verify [FILE]", options: ["json"])
/// CommandSyntax("set-market", "CODE LANGUAGE...", required: ["database"])
/// CommandSyntax("run", "[COMMAND] [ARG...]", takesCommandLine: true)
/// ```
public struct CommandSyntax: Hashable, Sendable {
  public let name: String
  /// Whether the command takes another program's command line. The command's options precede its
  /// first argument; from there on, or after `--`, every word belongs to the other program.
  public let takesCommandLine: Bool
  /// The names of the options that the command takes, besides those of all commands.
  let options: [String]
  /// The names of the options without which the command does nothing.
  let required: [String]
  private let parameterText: String

  /// - Parameter parameters: separated by single spaces.
  public init(
    _ name: String, _ parameters: String = "", options: [String] = [], required: [String] = [],
    takesCommandLine: Bool = false
  ) {
    self.name = name
    self.takesCommandLine = takesCommandLine
    self.options = options
    self.required = required
    parameterText = parameters
  }

  /// Whether the command takes an option.
  public func takes(_ option: OptionSyntax) -> Bool {
    !option.isOfCommands || options.contains(option.name) || required.contains(option.name)
  }

  /// The command's parameters in order. Lower-case words are literals (`dump|verify`), upper-case
  /// words are placeholders (`CODE`). `[…]` is optional, and a last one with `...` is repeatable.
  ///
  /// They are parsed on demand, because most are never used.
  public var parameters: [String] {
    parameterText.split(separator: " ").map(String.init)
  }

  /// Checks that the command accepts these arguments.
  func check(_ arguments: [String]) throws(UsageError) {
    let parameters = parameters
    let isRepeated = parameters.last.map { $0.hasSuffix("...") || $0.hasSuffix("...]") } == true
    for (place, argument) in arguments.enumerated() {
      guard isRepeated || place < parameters.count else { throw .tooManyArguments(self, argument) }
      guard Self.allows(parameters[min(place, parameters.count - 1)], argument) else {
        throw .wordNotTaken(self, argument)
      }
    }
    if arguments.count < parameters.count, !parameters[arguments.count].hasPrefix("[") {
      throw .needsArgument(self)
    }
  }

  /// Whether a parameter accepts an argument: `dump|verify` these two words, `[FILE]` any text.
  private static func allows(_ parameter: String, _ argument: String) -> Bool {
    words(of: parameter).contains { $0 == argument || $0 != $0.lowercased() }
  }

  /// The words of a parameter, without the brackets of an optional one: `[on|off]` is two words.
  public static func words(of parameter: String) -> [String] {
    parameter.split { "[|]".contains($0) }.map(String.init)
  }
}
