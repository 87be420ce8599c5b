import CProcess
import Glibc

/// An option of the command line.
enum Option: String, CaseIterable {
  // The first one is -h as well.
  case help
  case version
  case listen
  case database
  case outbox
  case mailFrom = "mail-from"
  case log
  case certificate = "tls-certificate"
  case key = "tls-key"
  case behindProxy = "behind-proxy"
  case sessionDays = "session-days"
  case requestSeconds = "request-seconds"
  case startEmpty = "start-empty"
  case noticeSeconds = "notice-seconds"
  case connections = "connections-per-address"
  case resources
  case name
  case email
  case phone
  case language
  case developer

  /// What the help calls the value; nil where there is none.
  var valueName: String? {
    switch self {
    case .help, .version, .behindProxy, .startEmpty, .developer: nil
    case .listen: "ADDRESS:PORT"
    case .database, .log, .certificate, .key: "FILE"
    case .outbox, .resources: "DIR"
    case .mailFrom, .email: "ADDRESS"
    case .sessionDays: "DAYS"
    case .requestSeconds, .noticeSeconds: "SECONDS"
    case .connections: "NUMBER"
    case .name: "NAME"
    case .phone: "NUMBER"
    case .language: "CODE"
    }
  }

  var help: ServerMessage {
    switch self {
    case .help: .helpHelp
    case .version: .helpVersion
    case .listen: .helpListen
    case .database: .helpDatabase
    case .outbox: .helpOutbox
    case .mailFrom: .helpMailFrom
    case .log: .helpLog
    case .certificate: .helpCertificate
    case .key: .helpKey
    case .behindProxy: .helpProxy
    case .sessionDays: .helpSession
    case .requestSeconds: .helpRequest
    case .startEmpty: .helpStartEmpty
    case .noticeSeconds: .helpNotices
    case .connections: .helpConnections
    case .resources: .helpResources
    case .name: .helpName
    case .email: .helpEmail
    case .phone: .helpPhone
    case .language: .helpLanguage
    case .developer: .helpDeveloper
    }
  }
}

/// A command line that was understood.
struct Invocation {
  var values: [Option: String] = [:]
  var flags: Set<Option> = []
  /// The command and its arguments.
  var arguments: [String] = []

  /// Reads a command line (getopt_long); options may stand anywhere, `--` ends them.
  init(_ commandLine: [String]) throws(Failure) {
    var argv = commandLine.map { strdup($0) } + [nil]
    defer { for word in argv { free(word) } }
    let names = Option.allCases.map { strdup($0.rawValue) }
    defer { for name in names { free(name) } }
    let table = zip(names, Option.allCases).map {
      cs_option(name: UnsafePointer($0), takes_value: $1.valueName == nil ? 0 : 1)
    }
    while true {
      var value: UnsafePointer<CChar>?
      var at: Int32 = 0
      let answer = cs_next_option(
        Int32(commandLine.count), &argv, table, Int32(table.count), &value, &at)
      let word = at > 0 ? argv[Int(at) - 1].map { String(cString: $0) } ?? "" : ""
      switch answer {
      case Int32(cs_options_end.rawValue):
        arguments = argv[Int(at)..<commandLine.count].compactMap { $0.map { String(cString: $0) } }
        return
      case Int32(cs_option_unknown.rawValue): throw .usage(.unknownOption, word)
      case Int32(cs_option_needs_value.rawValue): throw .usage(.optionNeedsValue, word)
      case Int32(cs_option_takes_no_value.rawValue): throw .usage(.optionTakesNoValue, word)
      default:
        let option = Option.allCases[Int(answer)]
        if option.valueName == nil {
          flags.insert(option)
        } else {
          values[option] = value.map { String(cString: $0) } ?? ""
        }
      }
    }
  }

  private init() {}

  static let empty = Invocation()
}

/// Exit codes (R57).
enum ExitCode: Int32 {
  case done = 0
  case failed = 1
  case wrongUsage = 2
  case resourceInvalid = 4
}

/// Why the program ends without having done what was asked.
struct Failure: Error {
  let exitCode: ExitCode
  let message: ServerMessage
  let arguments: [String]

  init(_ message: ServerMessage, _ arguments: String..., exitCode: ExitCode = .failed) {
    self.message = message
    self.arguments = arguments
    self.exitCode = exitCode
  }

  static func usage(_ message: ServerMessage, _ argument: String) -> Failure {
    Failure(message, argument, exitCode: .wrongUsage)
  }
}
