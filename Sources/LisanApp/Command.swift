import Settings

/// A command of the command line: a case here, a line in each table below, and what it does in
/// `Program`. The help, the usage lines and the completions follow from these.
enum Command: String, CaseIterable {
  case get, set, list, watch, env, run, sync
  case signIn = "sign-in"
  case signOut = "sign-out"
  case status, check, store, config, terminal

  /// The arguments that it takes, `[…]` where it can do without; small letters stand for
  /// themselves: `dump|verify [FILE]`. After `[ARG…]` come as many as anybody likes.
  private var arguments: String {
    switch self {
    case .get, .list, .watch, .env, .sync, .signOut, .status, .config, .terminal: ""
    case .run: "[COMMAND] [ARG…]"
    case .signIn: "[LOGIN]"
    case .set: "CODE|system"
    case .check: "[DIR]"
    case .store: "dump|verify [FILE]"
    }
  }

  var help: Message {
    switch self {
    case .get: .helpCommandGet
    case .set: .helpCommandSet
    case .list: .helpCommandList
    case .watch: .helpCommandWatch
    case .env: .helpCommandEnv
    case .run: .helpCommandRun
    case .sync: .helpCommandSync
    case .signIn: .helpCommandSignIn
    case .signOut: .helpCommandSignOut
    case .status: .helpCommandStatus
    case .check: .helpCommandCheck
    case .store: .helpCommandStore
    case .config: .helpCommandConfig
    case .terminal: .helpCommandTerminal
    }
  }

  /// The options that are this command's own.
  var options: [Option] { Option.allCases.filter { $0.definition.commands.contains(self) } }

  /// How it is called: `env [--shell sh|fish]`.
  var synopsis: String {
    ([rawValue] + options.map { "[\($0.synopsis)]" } + parameters).joined(separator: " ")
  }

  private var parameters: [String] { arguments.split(separator: " ").map(String.init) }

  /// Whether the command can be run with these arguments.
  func check(_ arguments: [String]) throws(UsageError) {
    let isOpen = parameters.last?.hasSuffix("…]") == true
    for (place, argument) in arguments.enumerated() where !isOpen {
      guard place < parameters.count, Self.allows(parameters[place], argument) else {
        throw .argumentNotTaken(self, argument)
      }
    }
    if arguments.count < parameters.count, !parameters[arguments.count].hasPrefix("[") {
      throw .needsArgument(self)
    }
  }

  /// Whether a parameter takes an argument: `dump|verify` these two words, `[FILE]` anything.
  private static func allows(_ parameter: String, _ argument: String) -> Bool {
    let words = parameter.split(separator: "|")
    return words.contains { $0 == argument || $0 != $0.lowercased() }
  }
}
