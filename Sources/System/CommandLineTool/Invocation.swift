import CSystem
import Glibc
import Synchronization
import SystemCalls

/// A parsed command line.
public struct Invocation: Sendable {
  fileprivate struct Given: Sendable {
    let name: String
    let value: String
  }

  // A list, because at start-up sets and dictionaries cost more than a search.
  fileprivate var given: [Given] = []
  /// The command and its arguments.
  public fileprivate(set) var arguments: [String] = []

  /// An empty invocation.
  public init() {}

  /// The value of an option by name: the last one if it was given repeatedly, empty for a flag, nil
  /// if it was not given.
  public func value(_ name: String) -> String? {
    given.last { $0.name == name }?.value
  }

  /// All values of an option that may be repeated, in order.
  public func values(_ name: String) -> [String] { given.filter { $0.name == name }.map(\.value) }

  public func has(_ name: String) -> Bool { value(name) != nil }
}

/// Guards getopt_long, which has one state per process.
private let parsing = Mutex(())

extension CommandLineSyntax {
  /// Parses a command line (getopt_long): options may precede and follow the command, `--` ends
  /// them. `command(of:)` checks what the command accepts.
  ///
  /// - Parameter commandLine: the arguments, with the program's name first.
  public func parse(_ commandLine: [String]) throws(UsageError) -> Invocation {
    let foreign = beginningOfForeignWords(commandLine)
    let result = parsing.withLock { _ in
      Result { () throws(UsageError) in
        var invocation = try Invocation(Array(commandLine[..<foreign.end]), options)
        invocation.arguments += commandLine[foreign.start...]
        return invocation
      }
    }
    return try result.get()
  }

  /// The index where this program's words end, and those of another program's command line start.
  private func beginningOfForeignWords(_ commandLine: [String]) -> (end: Int, start: Int) {
    let none = (commandLine.count, commandLine.count)
    guard commandLine.count > 1 else { return none }
    let names = commands.filter { $0.takesCommandLine }.map { $0.name }
    guard commandLine.contains(where: { names.contains($0) }) else { return none }
    var isBehindCommand = false
    var place = 1
    while place < commandLine.count {
      let word = commandLine[place]
      if word == "--" { return isBehindCommand ? (place, place + 1) : none }
      if word.utf8.first != UInt8(ascii: "-") || word.utf8.count == 1 {
        if isBehindCommand { return (place, place) }
        guard names.contains(word) else { return none }
        isBehindCommand = true
      } else if options.contains(where: { $0.flag == word && $0.value != nil }) {
        place += 1
      }
      place += 1
    }
    return none
  }

  /// The command that a command line most likely means, also if its options are wrong.
  public func likelyCommand(in commandLine: [String]) -> CommandSyntax? {
    var place = 1
    while place < commandLine.count {
      let word = commandLine[place]
      if word.utf8.first != UInt8(ascii: "-") { return commands.first { $0.name == word } }
      if options.contains(where: { $0.flag == word && $0.value != nil }) { place += 1 }
      place += 1
    }
    return nil
  }

  /// The requested command, after checking its arguments and options; nil if there is none. With
  /// `--help`, neither arguments nor missing options are checked.
  public func command(of invocation: Invocation) throws(UsageError) -> CommandSyntax? {
    let command = try invocation.arguments.first.map(command(named:))
    for given in invocation.given {
      guard let option = options.first(where: { $0.name == given.name }) else { continue }
      guard command?.takes(option) ?? !option.isOfCommands else { throw .optionNotTaken(option) }
    }
    if let command, !invocation.has("help") {
      try command.check(Array(invocation.arguments.dropFirst()))
      for option in options where command.required.contains(option.name) {
        guard invocation.has(option.name) else { throw .needsValue(option.flag) }
      }
    }
    return command
  }
}

extension Invocation {
  fileprivate init(_ commandLine: [String], _ options: [OptionSyntax]) throws(UsageError) {
    // getopt permutes its arguments; a restart needs the original order.
    try withCStrings(commandLine) { words throws(UsageError) in
      try withCStrings(options.map(\.name)) { names throws(UsageError) in
        let table = options.indices.map { place in
          cs_option(
            name: UnsafePointer(names[place]), takes_value: options[place].value == nil ? 0 : 1,
            letter: CChar(options[place].letter ?? 0))
        }
        try read(words, Int32(commandLine.count), table, options)
      }
    }
  }

  private mutating func read(
    _ words: CStringList, _ count: Int32, _ table: [cs_option], _ options: [OptionSyntax]
  ) throws(UsageError) {
    func text(_ place: Int32) -> String { words[Int(place)].map { String(cString: $0) } ?? "" }
    var at: Int32 = 0
    while true {
      var value: UnsafePointer<CChar>?
      let answer = cs_next_option(count, words, table, Int32(table.count), &value, &at)
      switch answer {
      case Int32(cs_options_end.rawValue):
        arguments = (at..<count).map(text)
        return
      case Int32(cs_option_unknown.rawValue): throw .unknownOption(text(at - 1))
      case Int32(cs_option_needs_value.rawValue): throw .needsValue(text(at - 1))
      case Int32(cs_option_takes_no_value.rawValue): throw .takesNoValue(text(at - 1))
      default:
        let option = options[Int(answer)]
        let text = value.map { String(cString: $0) } ?? ""
        // On the command line a flag has no value, even if it has words elsewhere.
        let words = option.value == nil ? [] : option.words
        guard words.isEmpty || words.contains(text) else { throw .invalidValue(option, text) }
        given.append(Given(name: option.name, value: text))
      }
    }
  }
}
