import Settings

/// An option of the command line: a case here and a line in `definition`. The help, the
/// completions, the variables of the environment, the keys of the configuration file and
/// `lisan config` follow from these two.
enum Option: String, CaseIterable {
  // The first one is -h as well.
  case help
  case version
  case preference
  case json
  case shell
  case direction
  case fields
  case config
  case resources
  case preferences
  case log
  case trace
  case server
  case market
  case pseudo
  case theme
  case plain
  case bidi

  var definition: Definition {
    switch self {
    case .help: .flag(.helpOptionHelp)
    case .version: .flag(.helpOptionVersion)
    case .preference: .flag(.helpOptionPreference, of: [.get])
    case .json: .flag(.helpOptionJSON, of: [.list, .status, .check, .store, .config])
    case .shell: .value("sh|fish", .helpOptionShell, of: [.env])
    case .direction: .value("auto|ltr|rtl", .helpOptionDirection, of: [.run])
    case .fields: .value("auto|on|off", .helpOptionFields, of: [.run])
    case .config: .place("FILE", .helpOptionConfig)
    case .resources: .setting("DIR", .helpOptionResources)
    case .preferences: .setting("FILE", .helpOptionPreferences)
    case .log: .setting("FILE", .helpOptionLog)
    case .trace: .setting("FILE", .helpOptionTrace)
    case .server: .setting("URL", .helpOptionServer)
    case .market: .setting("CODE", .helpOptionMarket)
    case .pseudo: .setting("accented|rtl", .helpOptionPseudo)
    case .plain: .toggle(.helpOptionPlain)
    case .theme: .setting("default|high-contrast|monochrome", .helpOptionTheme)
    case .bidi:
      .setting("auto|visual|kitty|lrm|paragraph|mlterm|qterminal|logical", .helpOptionBidi)
    }
  }

  /// As it is typed: `--resources`.
  var flag: String { "--\(rawValue)" }

  /// With what the help calls its value: `--resources DIR`.
  var synopsis: String { definition.value.map { "\(flag) \($0)" } ?? flag }

  /// The environment's name for the setting: `LISAN_RESOURCES`.
  var variable: String { "LISAN_\(rawValue.uppercased())" }

  /// The options that are settings, in the order in which `lisan config` prints them.
  static var settings: [Option] { allCases.filter { $0.definition.reach == .file } }
}

extension Option {
  /// What is to be known of an option.
  struct Definition {
    /// What the help calls the value, `DIR`, or the words it may be, `sh|fish`; nil for a flag.
    let value: String?
    let reach: Reach
    let help: Message
    /// The commands that take it; empty where all do, and the screen.
    let commands: [Command]

    /// The words that the value may be; empty where it is free.
    var words: [String] {
      if isToggle { return [Self.yes, Self.no] }
      guard let value, value.utf8.first.map({ $0 >= UInt8(ascii: "a") }) == true else { return [] }
      return value.split(separator: "|").map(String.init)
    }
  }

  /// Where an option can be given: on the command line, there and in the environment, or in the
  /// configuration file as well, which makes it a setting (R56).
  enum Reach {
    case commandLine, environment, file
  }
}

extension Option.Definition {
  /// An option without a value.
  static func flag(_ help: Message, of commands: [Command] = []) -> Self {
    Self(value: nil, reach: .commandLine, help: help, commands: commands)
  }

  /// What a variable or the file says of a toggle that is on.
  static let yes = "yes"
  static let no = "no"

  /// Whether it is a flag on the command line and a word elsewhere.
  var isToggle: Bool { value == nil && reach == .file }

  /// An option without a value that is a setting all the same: the variable and the file say `yes`
  /// or `no`.
  static func toggle(_ help: Message) -> Self {
    Self(value: nil, reach: .file, help: help, commands: [])
  }

  /// An option with a value that counts for this one call.
  static func value(_ value: String, _ help: Message, of commands: [Command]) -> Self {
    Self(value: value, reach: .commandLine, help: help, commands: commands)
  }

  /// An option that says where the settings are: it has a variable, and cannot stand in the file.
  static func place(_ value: String, _ help: Message) -> Self {
    Self(value: value, reach: .environment, help: help, commands: [])
  }

  /// An option that is a setting, with a variable of the environment and a key in the file.
  static func setting(_ value: String, _ help: Message) -> Self {
    Self(value: value, reach: .file, help: help, commands: [])
  }
}
