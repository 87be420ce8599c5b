/// How one command is written.
///
/// ```swift
/// CommandSyntax("store", "dump|verify [FILE]")
/// CommandSyntax("set-market", "CODE LANGUAGE...")
/// ```
public struct CommandSyntax: Hashable, Sendable {
  public let name: String
  /// Whether the command takes another program's command line. Its options stand before its first
  /// argument; from there on, or after `--`, every word belongs to the other program.
  public let takesCommandLine: Bool
  private let parameterText: String

  /// The most arguments of a command whose last parameter can be repeated.
  static let mostArguments = 100

  /// - Parameter parameters: with a space between each two.
  public init(_ name: String, _ parameters: String = "", takesCommandLine: Bool = false) {
    self.name = name
    self.takesCommandLine = takesCommandLine
    parameterText = parameters
  }

  /// What the command takes, in order. Small letters stand for themselves (`dump|verify`), capitals
  /// for any text (`CODE`); `[…]` can be left out, and a last one with `...` can be repeated.
  ///
  /// Taken apart when it is asked for: of most commands it never is.
  public var parameters: [String] {
    parameterText.split(separator: " ").map(String.init)
  }

  /// Checks that the command can be run with these arguments.
  func check(_ arguments: [String]) throws(UsageError) {
    let parameters = parameters
    if takesCommandLine { return }
    let isRepeated = parameters.last?.hasSuffix("...") == true
    let most = isRepeated ? Self.mostArguments : parameters.count
    for (place, argument) in arguments.enumerated() {
      guard place < most else { throw .tooManyArguments(self, argument) }
      guard Self.allows(parameters[min(place, parameters.count - 1)], argument) else {
        throw .wordNotTaken(self, argument)
      }
    }
    if arguments.count < parameters.count, !parameters[arguments.count].hasPrefix("[") {
      throw .needsArgument(self)
    }
  }

  /// Whether a parameter takes an argument: `dump|verify` these two words, `[FILE]` any text.
  private static func allows(_ parameter: String, _ argument: String) -> Bool {
    let words = parameter.split(separator: "|")
    return words.contains { $0 == argument || $0 != $0.lowercased() }
  }
}
