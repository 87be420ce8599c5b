import CommandLineTool

/// A command-line option: a case here, and a line in `row`.
enum Option: String, ProgramOption {
  case help
  case version
  case set
  case slow
  case update
  case jobs
  case `repeat`
  case retries
  case junit
  case keep
  case output
  case script
  case speed
  case maxPause = "max-pause"
  case theme
  case font

  var syntax: OptionSyntax { row.0 }

  var help: DriveMessage { row.1 }

  private var row: (OptionSyntax, DriveMessage) {
    switch self {
    case .help: (OptionSyntax(rawValue), .helpHelp)
    case .version: (OptionSyntax(rawValue), .helpVersion)
    case .set: (own("NAME=VALUE"), .helpSet)
    case .slow: (own("NUMBER"), .helpSlow)
    case .update: (own(), .helpUpdate)
    case .jobs: (own("NUMBER"), .helpJobs)
    case .repeat: (own("NUMBER"), .helpRepeat)
    case .retries: (own("NUMBER"), .helpRetries)
    case .junit: (own("FILE"), .helpJUnit)
    case .keep: (own("DIR"), .helpKeep)
    case .output: (own("FILE"), .helpOutput)
    case .script: (own("FILE"), .helpScript)
    case .speed: (own("NUMBER"), .helpSpeed)
    case .maxPause: (own("TIME"), .helpMaxPause)
    case .theme: (own("dark|light"), .helpTheme)
    case .font: (own("NAME"), .helpFont)
    }
  }

  /// An option of the commands that name it.
  private func own(_ value: String? = nil) -> OptionSyntax {
    OptionSyntax(rawValue, value, reach: .command)
  }
}

typealias ScriptCommand = Command<Option, ScriptAction>

/// What a command does, with its options and arguments.
typealias ScriptAction = @Sendable (DriveCommand) async throws -> ExitCode

typealias ExitCode = CommandLineTool.ExitCode

extension Command where Option == DriveScript.Option, Action == ScriptAction {
  /// All commands, in the order of the help.
  static let all: [ScriptCommand] = [
    ScriptCommand(
      "run", "FILE", options: [.set, .slow, .update], help: .helpRun,
      examples: [("run menu.drive", .helpRun)]
    ) { try await $0.run() },
    ScriptCommand(
      "test", "DIR|FILE...",
      options: [.set, .slow, .update, .jobs, .repeat, .retries, .junit, .keep], help: .helpTest,
      examples: [("test scripts", .helpTest)]
    ) { try await $0.test() },
    ScriptCommand("check", "FILE...", options: [.set], help: .helpCheck) { $0.check() },
    ScriptCommand(
      "record", "PROGRAM [ARG...]", options: [.set, .output, .script], takesCommandLine: true,
      help: .helpRecord, examples: [("record --script menu.drive lisan", .helpRecord)]
    ) { try await $0.record() },
    ScriptCommand("play", "FILE", options: [.speed, .maxPause], help: .helpPlay) {
      try $0.play()
    },
    ScriptCommand(
      "render", "FILE", options: [.set, .slow, .speed, .maxPause, .theme, .font],
      required: [.output], help: .helpRender,
      examples: [("render --output menu.svg menu.drive", .helpRender)]
    ) { try await $0.render() },
    ScriptCommand("serve", options: [.slow], help: .helpServe) {
      await Server(options: $0.options, console: $0.console).run()
    },
    ScriptCommand("help", "[TOPIC]", help: .helpCommandHelp, action: nil),
    ScriptCommand("version", help: .helpVersion, action: nil),
  ]
}

extension DriveMessage: CommandLineMessage {}

extension DriveProgram {
  /// The command line, also for the lists in manual pages and completions that the build generates.
  public static let commandLine = CommandLineSyntax(
    program: "lisan-drive", parameters: "COMMAND [options] [arguments]",
    options: Option.allCases.map { $0.syntax }, commands: ScriptCommand.all.map { $0.syntax })
}

extension Invocation {
  func value(_ option: Option) -> String? { value(option.rawValue) }

  func has(_ option: Option) -> Bool { has(option.rawValue) }

  /// An option's value, converted by `read`; nil if the option was not given.
  func value<Value>(
    _ option: Option, _ read: (String) -> Value?
  ) throws(DriveFailure) -> Value? {
    guard let text = value(option) else { return nil }
    guard let value = read(text) else {
      throw DriveFailure.usage(.valueNotValid, text, option.syntax.flag)
    }
    return value
  }

  /// The variables that `--set` gives a script, or a recorded program.
  func variables() throws(DriveFailure) -> [String: String] {
    var variables: [String: String] = [:]
    for text in values(Option.set.rawValue) {
      guard let sign = text.firstIndex(of: "="), sign != text.startIndex else {
        throw DriveFailure.usage(.valueNotValid, text, Option.set.syntax.flag)
      }
      variables[String(text[..<sign])] = String(text[text.index(after: sign)...])
    }
    return variables
  }
}
