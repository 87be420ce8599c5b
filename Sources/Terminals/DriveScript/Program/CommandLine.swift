import CommandLineTool

/// A command-line option: a case here, and a line in `row`.
enum Option: String, CaseIterable {
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
    case .help: (takes(), .helpHelp)
    case .version: (takes(), .helpVersion)
    case .set: (takes("NAME=VALUE", of: .run, .test, .check, .record, .render), .helpSet)
    case .slow: (takes("NUMBER", of: .run, .test, .render, .serve), .helpSlow)
    case .update: (takes(of: .run, .test), .helpUpdate)
    case .jobs: (takes("NUMBER", of: .test), .helpJobs)
    case .repeat: (takes("NUMBER", of: .test), .helpRepeat)
    case .retries: (takes("NUMBER", of: .test), .helpRetries)
    case .junit: (takes("FILE", of: .test), .helpJUnit)
    case .keep: (takes("DIR", of: .test), .helpKeep)
    case .output: (takes("FILE", of: .record, .render), .helpOutput)
    case .script: (takes("FILE", of: .record), .helpScript)
    case .speed: (takes("NUMBER", of: .play, .render), .helpSpeed)
    case .maxPause: (takes("TIME", of: .play, .render), .helpMaxPause)
    case .theme: (takes("dark|light", of: .render), .helpTheme)
    case .font: (takes("NAME", of: .render), .helpFont)
    }
  }

  private func takes(_ value: String? = nil, of commands: Command...) -> OptionSyntax {
    OptionSyntax(rawValue, value, of: commands.map { $0.rawValue })
  }
}

/// A command: a case here, and a line in `row`.
enum Command: String, CaseIterable {
  case run, test, check, record, play, render, serve

  var syntax: CommandSyntax { row.0 }

  var help: DriveMessage { row.1 }

  private var row: (CommandSyntax, DriveMessage) {
    switch self {
    case .run: (CommandSyntax(rawValue, "FILE"), .helpRun)
    case .test: (CommandSyntax(rawValue, "DIR|FILE..."), .helpTest)
    case .check: (CommandSyntax(rawValue, "FILE..."), .helpCheck)
    case .record:
      (CommandSyntax(rawValue, "PROGRAM [ARG...]", takesCommandLine: true), .helpRecord)
    case .play: (CommandSyntax(rawValue, "FILE"), .helpPlay)
    case .render: (CommandSyntax(rawValue, "FILE"), .helpRender)
    case .serve: (CommandSyntax(rawValue), .helpServe)
    }
  }
}

extension DriveProgram {
  /// The command line, also for the lists in manual pages and completions that the build generates.
  public static let commandLine = CommandLineSyntax(
    program: "lisan-drive", options: Option.allCases.map { $0.syntax },
    commands: Command.allCases.map { $0.syntax })
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

extension DriveFailure {
  /// Why a command line is invalid, in this program's words.
  ///
  /// - Parameter command: the command's name as typed; nil if there is none.
  init(_ error: UsageError, command: String? = nil) {
    self =
      switch error {
      case .unknownOption(let option): .usage(.unknownOption, option)
      case .needsValue(let option): .usage(.optionNeedsValue, option)
      case .takesNoValue(let option): .usage(.optionTakesNoValue, option)
      case .unknownCommand(let name): .usage(.commandUnknown, name)
      case .invalidValue(let option, let value):
        .usage(.valueNotValid, value, option.flag)
      case .optionNotTaken(let option):
        .usage(.optionNotTaken, command ?? "lisan-drive", option.flag)
      case .needsArgument(let command), .tooManyArguments(let command, _),
        .wordNotTaken(let command, _):
        .usage(.argumentMissing, command.name, DriveProgram.commandLine.synopsis(of: command))
      }
  }
}
