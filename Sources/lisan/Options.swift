import CSystem
import Glibc
import Settings

/// An option of the command line; those with a value are settings too, with a variable of the
/// environment and a key in the configuration file (R56).
enum Option: String, CaseIterable {
  // The first one is -h as well.
  case help
  case version
  case resources
  case preferences
  case log
  case trace
  case config
  case preference
  case json
  case pseudo
  case bidi

  var takesValue: Bool {
    switch self {
    case .resources, .preferences, .log, .trace, .config, .pseudo, .bidi: true
    case .help, .version, .preference, .json: false
    }
  }

  /// What the help calls the value.
  var valueName: String {
    switch self {
    case .resources: "DIR"
    case .pseudo: "NAME"
    case .bidi: "MODE"
    default: "FILE"
    }
  }

  /// The environment's name for the setting: `LISAN_RESOURCES`.
  var variable: String { "LISAN_\(rawValue.uppercased())" }

  var help: Message {
    switch self {
    case .help: .helpOptionHelp
    case .version: .helpOptionVersion
    case .resources: .helpOptionResources
    case .preferences: .helpOptionPreferences
    case .log: .helpOptionLog
    case .trace: .helpOptionTrace
    case .config: .helpOptionConfig
    case .preference: .helpOptionPreference
    case .json: .helpOptionJSON
    case .pseudo: .helpOptionPseudo
    case .bidi: .helpOptionBidi
    }
  }
}

/// A command line that was understood.
struct Invocation {
  // A list, because sets and dictionaries cost the Swift runtime more at a start than a search.
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

  var text: Text {
    switch self {
    case .unknownOption(let option): .message(.unknownOption, [.identifier(.argument(option))])
    case .needsValue(let option): .message(.optionNeedsValue, [.identifier(.argument(option))])
    case .takesNoValue(let option): .message(.optionTakesNoValue, [.identifier(.argument(option))])
    }
  }
}

extension Invocation {
  /// Reads a command line (getopt_long): options may stand before and after the command, `--`
  /// ends them.
  init(_ commandLine: [String]) throws(UsageError) {
    // getopt permutes its arguments; the originals stay for a restart.
    var argv = commandLine.map { strdup($0) } + [nil]
    defer { for word in argv { free(word) } }
    let names = Option.allCases.map { strdup($0.rawValue) }
    defer { for name in names { free(name) } }
    let table = zip(names, Option.allCases).map {
      cs_option(name: UnsafePointer($0), takes_value: $1.takesValue ? 1 : 0)
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
        return
      case Int32(cs_option_unknown.rawValue): throw .unknownOption(word)
      case Int32(cs_option_needs_value.rawValue): throw .needsValue(word)
      case Int32(cs_option_takes_no_value.rawValue): throw .takesNoValue(word)
      default:
        let option = Option.allCases[Int(answer)]
        given.append((option, value.map { String(cString: $0) } ?? ""))
      }
    }
  }
}
