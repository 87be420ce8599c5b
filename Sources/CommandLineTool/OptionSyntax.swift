/// How one option is written, and where else its value can be given.
///
/// ```swift
/// OptionSyntax("resources", "DIR", reach: .file)  // --resources DIR
/// OptionSyntax("shell", "sh|fish", of: ["env"])   // --shell sh|fish, for the command env
/// OptionSyntax("plain", reach: .file)             // --plain; yes or no in a variable or the file
/// ```
public struct OptionSyntax: Hashable, Sendable {
  /// Where an option can be given.
  public enum Reach: Hashable, Sendable {
    /// On the command line alone.
    case commandLine
    /// Also in a variable of the environment.
    case environment
    /// Also in the configuration file, which makes the option a setting.
    case file
  }

  /// Without the two hyphens.
  public let name: String
  /// What the help calls the value, `DIR`, or the words it may be, `sh|fish`; nil for a flag.
  public let value: String?
  public let reach: Reach
  /// The names of the commands that take the option; empty where all of them do.
  public let commands: [String]

  public init(
    _ name: String, _ value: String? = nil, reach: Reach = .commandLine, of commands: [String] = []
  ) {
    self.name = name
    self.value = value
    self.reach = reach
    self.commands = commands
  }

  /// What a variable or the file says of a toggle.
  public static let yes = "yes"
  public static let no = "no"

  /// Whether the option is a flag on the command line, and a word in the other places.
  public var isToggle: Bool { value == nil && reach != .commandLine }

  /// As it is typed: `--resources`.
  public var flag: String { "--\(name)" }

  /// As it is typed with its value: `--resources DIR`.
  public var synopsis: String { value.map { "\(flag) \($0)" } ?? flag }

  /// The words that the value may be; empty where any text may be one.
  public var words: [String] {
    if isToggle { return [Self.yes, Self.no] }
    guard let value, value.utf8.first.map({ $0 >= UInt8(ascii: "a") }) == true else { return [] }
    return value.split(separator: "|").map(String.init)
  }
}
