/// The syntax of one option, and the other places where its value can be set.
///
/// ```swift
/// OptionSyntax("resources", "DIR", reach: .file)  // --resources DIR
/// OptionSyntax("shell", "sh|fish", reach: .command)  // --shell sh|fish, for certain commands
/// OptionSyntax("plain", reach: .file)             // --plain; on or off in a variable or the file
/// ```
public struct OptionSyntax: Hashable, Sendable {
  /// Where an option can be given.
  public enum Reach: Hashable, Sendable {
    /// Only on the command line, with the commands that name it.
    case command
    /// Only on the command line.
    case commandLine
    /// Also in an environment variable.
    case environment
    /// Also in the configuration file; the option is then a setting.
    case file
  }

  /// The name without the two hyphens.
  public let name: String
  /// The value's placeholder, `DIR`, or its words, `sh|fish`; nil for a flag.
  public let value: String?
  public let reach: Reach

  public init(_ name: String, _ value: String? = nil, reach: Reach = .commandLine) {
    self.name = name
    self.value = value
    self.reach = reach
  }

  /// The words for the sides of a switch.
  public static let on = "on"
  public static let off = "off"

  /// Whether a word means `on`, also by the words of earlier versions; nil for a word that means
  /// neither `on` nor `off`.
  public static func isOn(_ word: String) -> Bool? {
    switch word {
    case on, "yes": true
    case off, "no": false
    default: nil
    }
  }

  /// Whether the option belongs to certain commands.
  public var isOfCommands: Bool { reach == .command }

  /// Whether the option can be given elsewhere than on the command line.
  public var hasVariable: Bool { reach == .environment || reach == .file }

  /// Whether the option is a flag on the command line and `on` or `off` elsewhere.
  public var isToggle: Bool { value == nil && hasVariable }

  /// The option as typed: `--resources`.
  public var flag: String { "--\(name)" }

  /// The short form, which every program has for these two: `-h` and `-V`.
  var letter: UInt8? {
    switch name {
    case "help": UInt8(ascii: "h")
    case "version": UInt8(ascii: "V")
    default: nil
    }
  }

  /// The option as typed, with its value: `--resources DIR`.
  public var synopsis: String { value.map { "\(flag) \($0)" } ?? flag }

  /// The value that a text means in a variable or a file.
  func value(of text: String) -> String {
    guard isToggle, let isOn = Self.isOn(text) else { return text }
    return isOn ? Self.on : Self.off
  }

  /// The accepted words; empty if the value may be any text.
  public var words: [String] {
    if isToggle { return [Self.on, Self.off] }
    guard let value, value.utf8.first.map({ $0 >= UInt8(ascii: "a") }) == true else { return [] }
    return value.split(separator: "|").map(String.init)
  }
}
