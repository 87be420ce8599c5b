import CProcess
import Glibc

/// An option of the command line.
enum Option: String, CaseIterable {
  // The first one is -h as well.
  case help
  case version
  case set
  case slow
  case update
  case jobs
  case `repeat`
  case junit
  case keep
  case output
  case script
  case speed
  case maxPause = "max-pause"
  case theme
  case font

  /// What the help calls the value; nil where there is none.
  var valueName: String? {
    switch self {
    case .help, .version, .update: nil
    case .set: "NAME=VALUE"
    case .slow, .jobs, .repeat, .speed: "NUMBER"
    case .junit, .output, .script: "FILE"
    case .keep: "DIR"
    case .maxPause: "TIME"
    case .theme: "dark|light"
    case .font: "NAME"
    }
  }

  /// `--jobs NUMBER`
  var synopsis: String { "--\(rawValue)" + (valueName.map { " \($0)" } ?? "") }

  var help: DriveMessage {
    switch self {
    case .help: .helpHelp
    case .version: .helpVersion
    case .set: .helpSet
    case .slow: .helpSlow
    case .update: .helpUpdate
    case .jobs: .helpJobs
    case .repeat: .helpRepeat
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

/// A command of the command line.
enum Command: String, CaseIterable {
  case run, test, check, record, play, render, serve

  /// What it takes after its name.
  var arguments: String {
    switch self {
    case .run: "FILE"
    case .test: "DIR|FILE ..."
    case .check: "FILE ..."
    case .record: "PROGRAM [argument ...]"
    case .play, .render: "FILE"
    case .serve: ""
    }
  }

  /// How many arguments it takes.
  var counts: ClosedRange<Int> {
    switch self {
    case .run, .play, .render: 1...1
    case .test, .check, .record: 1...Int.max
    case .serve: 0...0
    }
  }

  var options: [Option] {
    switch self {
    case .run: [.set, .slow, .update]
    case .test: [.set, .slow, .update, .jobs, .repeat, .junit, .keep]
    case .check: [.set]
    case .record: [.output, .script]
    case .play: [.speed, .maxPause]
    case .render: [.set, .slow, .output, .speed, .maxPause, .theme, .font]
    case .serve: [.slow]
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

  /// `test DIR|FILE ...`
  var synopsis: String { arguments.isEmpty ? rawValue : "\(rawValue) \(arguments)" }
}

/// A command line that was understood.
struct Invocation {
  var values: [Option: [String]] = [:]
  var flags: Set<Option> = []
  var arguments: [String] = []

  /// Reads a command line (getopt_long); options may stand anywhere, `--` ends them.
  init(_ commandLine: [String]) throws(UsageError) {
    var argv = commandLine.map { strdup($0) } + [nil]
    defer { for word in argv { free(word) } }
    let names = Option.allCases.map { strdup($0.rawValue) }
    defer { for name in names { free(name) } }
    let table = zip(names, Option.allCases).map {
      cs_option(name: UnsafePointer($0), takes_value: $1.valueName == nil ? 0 : 1)
    }
    var at: Int32 = 0
    while true {
      var value: UnsafePointer<CChar>?
      let answer = cs_next_option(
        Int32(commandLine.count), &argv, table, Int32(table.count), &value, &at)
      let word = at > 0 ? argv[Int(at) - 1].map { String(cString: $0) } ?? "" : ""
      switch answer {
      case Int32(cs_options_end.rawValue):
        arguments = argv[Int(at)..<commandLine.count].compactMap { $0.map { String(cString: $0) } }
        return
      case Int32(cs_option_unknown.rawValue): throw UsageError(.unknownOption, word)
      case Int32(cs_option_needs_value.rawValue): throw UsageError(.optionNeedsValue, word)
      case Int32(cs_option_takes_no_value.rawValue): throw UsageError(.optionTakesNoValue, word)
      default:
        let option = Option.allCases[Int(answer)]
        if option.valueName == nil {
          flags.insert(option)
        } else {
          values[option, default: []].append(value.map { String(cString: $0) } ?? "")
        }
      }
    }
  }

  /// The command and what it is given, checked against each other.
  func command() throws(UsageError) -> (Command, [String]) {
    guard let name = arguments.first else { throw UsageError(.usage) }
    guard let command = Command(rawValue: name) else { throw UsageError(.commandUnknown, name) }
    for option in Option.allCases where flags.contains(option) || values[option] != nil {
      guard command.options.contains(option) else {
        throw UsageError(.optionNotTaken, name, "--\(option.rawValue)")
      }
    }
    let rest = Array(arguments.dropFirst())
    guard command.counts.contains(rest.count) else {
      throw UsageError(.argumentMissing, name, command.synopsis)
    }
    return (command, rest)
  }

  func last(_ option: Option) -> String? { values[option]?.last }

  /// An option's value as something that `read` knows; nil where the option is not given.
  func value<Value>(
    _ option: Option, _ read: (String) -> Value?
  ) throws(UsageError) -> Value? {
    guard let text = last(option) else { return nil }
    guard let value = read(text) else {
      throw UsageError(.valueNotValid, text, "--\(option.rawValue)")
    }
    return value
  }

  func variables() throws(UsageError) -> [String: String] {
    var variables: [String: String] = [:]
    for text in values[.set] ?? [] {
      guard let sign = text.firstIndex(of: "="), sign != text.startIndex else {
        throw UsageError(.valueNotValid, text, "--set")
      }
      variables[String(text[..<sign])] = String(text[text.index(after: sign)...])
    }
    return variables
  }
}

/// A command line that cannot be understood.
struct UsageError: Error {
  let message: DriveMessage
  let arguments: [String]

  init(_ message: DriveMessage, _ arguments: String...) {
    self.message = message
    self.arguments = arguments
  }
}
