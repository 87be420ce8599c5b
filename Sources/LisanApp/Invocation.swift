import AccountProtocol
import CProcess
import Glibc
import Localization
import Settings

/// A command line that was understood.
struct Invocation {
  private var given: [(option: Option, value: String)] = []
  /// The command and its arguments.
  private(set) var arguments: [String] = []

  init() {}

  /// An option's value, the last one where it was given more than once; nil where it was not.
  func value(_ option: Option) -> String? {
    given.last { $0.option == option }?.value
  }

  func has(_ option: Option) -> Bool { value(option) != nil }
}

/// Why a command line was not understood.
enum UsageError: Error {
  case unknownOption(String)
  case needsValue(String)
  case takesNoValue(String)
  case invalidValue(Option, String)
  case optionNotTaken(Option)
  case unknownCommand(String)
  case needsArgument(Command)
  case argumentNotTaken(Command, String)

  var text: Text {
    switch self {
    case .unknownOption(let option): .message(.unknownOption, [.identifier(.argument(option))])
    case .needsValue(let option): .message(.optionNeedsValue, [.identifier(.argument(option))])
    case .takesNoValue(let option): .message(.optionTakesNoValue, [.identifier(.argument(option))])
    case .invalidValue(let option, let value): option.refusal(of: value, from: option.flag)
    case .optionNotTaken(let option):
      .message(
        .optionNotTaken,
        [
          .identifier(.argument(option.flag)),
          .identifier(
            .argument(option.definition.commands.map(\.rawValue).joined(separator: ", "))),
        ])
    case .unknownCommand(let name): .message(.unknownCommand, [.identifier(.argument(name))])
    case .needsArgument(let command):
      .message(.commandNeedsArgument, [.identifier(.argument(command.rawValue))])
    case .argumentNotTaken(let command, let argument):
      .message(
        .argumentNotTaken,
        [.identifier(.argument(command.rawValue)), .identifier(.argument(argument))])
    }
  }

  /// The command whose usage line helps.
  var command: Command? {
    switch self {
    case .needsArgument(let command), .argumentNotTaken(let command, _): command
    default: nil
    }
  }
}

extension Option {
  /// Whether a text can be the option's value.
  func takes(_ text: String) -> Bool {
    switch self {
    case .server: ServerURL(text) != nil
    case .market: MarketCode(rawValue: text) != nil
    default: definition.words.isEmpty || definition.words.contains(text)
    }
  }

  /// What the value may be, for whoever gave another one.
  private var allowed: String {
    switch self {
    case .server: "https://HOST, http://HOST:PORT"
    case .market: "EG, 001, …"
    default: definition.words.joined(separator: ", ")
    }
  }

  /// What is said of a value that the option does not take, and of where it stands.
  func refusal(of value: String, from place: String) -> Text {
    .message(
      .invalidValue,
      [place, value, allowed].map { .identifier(.argument($0)) })
  }
}

extension Invocation {
  /// Reads a command line (getopt_long): options may stand before and after the command, `--`
  /// ends them.
  init(_ commandLine: [String]) throws(UsageError) {
    // What stands behind the command of `lisan run` is that command's own.
    let foreign = Self.beginningOfForeignWords(commandLine)
    let commandLine = Array(commandLine[..<foreign.own])
    // getopt permutes its arguments; the originals stay for a restart.
    var argv = commandLine.map { strdup($0) } + [nil]
    defer { for word in argv { free(word) } }
    let names = Option.allCases.map { strdup($0.rawValue) }
    defer { for name in names { free(name) } }
    let table = zip(names, Option.allCases).map {
      cs_option(name: UnsafePointer($0), takes_value: $1.definition.value == nil ? 0 : 1)
    }
    let argc = Int32(commandLine.count)
    while true {
      var value: UnsafePointer<CChar>?
      var at: Int32 = 0
      let answer = cs_next_option(argc, &argv, table, Int32(table.count), &value, &at)
      let word = at > 0 ? argv[Int(at) - 1].map { String(cString: $0) } ?? "" : ""
      switch answer {
      case Int32(cs_options_end.rawValue):
        arguments = argv[Int(at)..<commandLine.count].compactMap { $0.map { String(cString: $0) } }
        arguments += foreign.words
        return
      case Int32(cs_option_unknown.rawValue): throw .unknownOption(word)
      case Int32(cs_option_needs_value.rawValue): throw .needsValue(word)
      case Int32(cs_option_takes_no_value.rawValue): throw .takesNoValue(word)
      default:
        let option = Option.allCases[Int(answer)]
        let text = value.map { String(cString: $0) } ?? ""
        // A flag has no value here, whatever words stand for it elsewhere.
        let words = option.definition.value == nil ? [] : option.definition.words
        guard words.isEmpty || words.contains(text) else { throw .invalidValue(option, text) }
        given.append((option, text))
      }
    }
  }

  /// Where the words of another program's command line begin, and these words: behind `run` and its
  /// options.
  private static func beginningOfForeignWords(
    _ commandLine: [String]
  ) -> (own: Int, words: [String]) {
    var place = 1
    var isRun = false
    while place < commandLine.count {
      let word = commandLine[place]
      if word == "--" {
        return isRun
          ? (place, Array(commandLine[(place + 1)...])) : (commandLine.count, [])
      }
      if word.utf8.first != UInt8(ascii: "-") || word.utf8.count == 1 {
        if isRun { return (place, Array(commandLine[place...])) }
        guard word == Command.run.rawValue else { break }
        isRun = true
      } else if let option = Option.allCases.first(where: { $0.flag == word }),
        option.definition.value != nil
      {
        place += 1
      }
      place += 1
    }
    return (commandLine.count, [])
  }

  /// The command that is asked for, with arguments and options that it takes; nil for the screen.
  func command() throws(UsageError) -> Command? {
    var command: Command?
    if let name = arguments.first {
      command = Command(rawValue: name)
      if command == nil { throw .unknownCommand(name) }
    }
    for (option, _) in given {
      let commands = option.definition.commands
      guard commands.isEmpty || command.map(commands.contains) == true else {
        throw .optionNotTaken(option)
      }
    }
    if let command, !has(.help) { try command.check(Array(arguments.dropFirst())) }
    return command
  }
}
