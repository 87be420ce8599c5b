import CommandLineTool

/// A command-line option: a case here, and a line in `syntax` and in `help`.
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

  var syntax: OptionSyntax {
    switch self {
    case .help, .version: OptionSyntax(rawValue)
    case .set: own(of: [.run, .test, .check, .record, .render], "NAME=VALUE")
    case .slow: own(of: [.run, .test, .render, .serve], "NUMBER")
    case .update: own(of: [.run, .test])
    case .jobs, .repeat, .retries: own(of: [.test], "NUMBER")
    case .junit: own(of: [.test], "FILE")
    case .keep: own(of: [.test], "DIR")
    case .output: own(of: [.record, .render], "FILE")
    case .script: own(of: [.record], "FILE")
    case .speed: own(of: [.play, .render], "NUMBER")
    case .maxPause: own(of: [.play, .render], "TIME")
    case .theme: own(of: [.render], "dark|light")
    case .font: own(of: [.render], "NAME")
    }
  }

  private func own(of commands: [Command], _ value: String? = nil) -> OptionSyntax {
    OptionSyntax(rawValue, value, of: commands.map { $0.rawValue })
  }

  var help: DriveMessage {
    switch self {
    case .help: .helpHelp
    case .version: .helpVersion
    case .set: .helpSet
    case .slow: .helpSlow
    case .update: .helpUpdate
    case .jobs: .helpJobs
    case .repeat: .helpRepeat
    case .retries: .helpRetries
    case .junit: .helpJUnit
    case .keep: .helpKeep
    case .output: .helpOutput
    case .script: .helpScript
    case .speed: .helpSpeed
    case .maxPause: .helpMaxPause
    case .theme: .helpTheme
    case .font: .helpFont
    }
  }
}

/// A command: a case here, and a line in `syntax` and in `help`.
enum Command: String, CaseIterable {
  case run, test, check, record, play, render, serve

  var syntax: CommandSyntax {
    switch self {
    case .run, .play, .render: CommandSyntax(rawValue, "FILE")
    case .test: CommandSyntax(rawValue, "DIR|FILE...")
    case .check: CommandSyntax(rawValue, "FILE...")
    case .record: CommandSyntax(rawValue, "PROGRAM [ARG...]", takesCommandLine: true)
    case .serve: CommandSyntax(rawValue)
    }
  }

  var help: DriveMessage {
    switch self {
    case .run: .helpRun
    case .test: .helpTest
    case .check: .helpCheck
    case .record: .helpRecord
    case .play: .helpPlay
    case .render: .helpRender
    case .serve: .helpServe
    }
  }
}

extension CommandLineSyntax {
  /// The command line of `lisan-drive`.
  static let lisanDrive = CommandLineSyntax(
    program: "lisan-drive", options: Option.allCases.map { $0.syntax },
    commands: Command.allCases.map { $0.syntax })
}

extension DriveProgram {
  /// The command line, for the lists in manual pages and completions that the build generates.
  public static var commandLine: CommandLineSyntax { .lisanDrive }
}

extension Invocation {
  func value(_ option: Option) -> String? { value(option.rawValue) }

  func has(_ option: Option) -> Bool { has(option.rawValue) }

  /// An option's value, converted by `read`; nil if the option was not given.
  func value<Value>(
    _ option: Option, _ read: (String) -> Value?
  ) throws(UsageFailure) -> Value? {
    guard let text = value(option) else { return nil }
    guard let value = read(text) else {
      throw UsageFailure(.valueNotValid, text, option.syntax.flag)
    }
    return value
  }

  /// The variables that `--set` gives a script, or a recorded program.
  func variables() throws(UsageFailure) -> [String: String] {
    var variables: [String: String] = [:]
    for text in values(Option.set.rawValue) {
      guard let sign = text.firstIndex(of: "="), sign != text.startIndex else {
        throw UsageFailure(.valueNotValid, text, Option.set.syntax.flag)
      }
      variables[String(text[..<sign])] = String(text[text.index(after: sign)...])
    }
    return variables
  }
}

/// Why a command line is invalid, in this program's words.
struct UsageFailure: Error {
  let message: DriveMessage
  let arguments: [String]

  init(_ message: DriveMessage, _ arguments: String...) {
    self.message = message
    self.arguments = arguments
  }

  /// - Parameter command: the command's name as typed; nil if there is none.
  init(_ error: UsageError, command: String? = nil) {
    self =
      switch error {
      case .unknownOption(let option): UsageFailure(.unknownOption, option)
      case .needsValue(let option): UsageFailure(.optionNeedsValue, option)
      case .takesNoValue(let option): UsageFailure(.optionTakesNoValue, option)
      case .unknownCommand(let name): UsageFailure(.commandUnknown, name)
      case .invalidValue(let option, let value):
        UsageFailure(.valueNotValid, value, option.flag)
      case .optionNotTaken(let option):
        UsageFailure(.optionNotTaken, command ?? "lisan-drive", option.flag)
      case .needsArgument(let command), .tooManyArguments(let command, _),
        .wordNotTaken(let command, _):
        UsageFailure(
          .argumentMissing, command.name, CommandLineSyntax.lisanDrive.synopsis(of: command))
      }
  }
}
