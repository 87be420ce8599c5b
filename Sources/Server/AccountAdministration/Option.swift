import CommandLineTool
import ServerTexts

/// A command-line option. Each option has a case here, and a line in `valueName` and in `help`.
enum Option: String, CaseIterable {
  case help
  case version
  case listen
  case database
  case outbox
  case smtp
  case smtpAuthentication = "smtp-auth"
  case smtpAuthority = "smtp-ca"
  case mailFrom = "mail-from"
  case log
  case metrics
  case certificate = "tls-certificate"
  case key = "tls-key"
  case behindProxy = "behind-proxy"
  case sessionDays = "session-days"
  case requestSeconds = "request-seconds"
  case startEmpty = "start-empty"
  case noticeSeconds = "notice-seconds"
  case connections = "connections-per-address"
  case followers
  case requests = "requests-per-minute"
  case hashMemory = "hash-memory"
  case hashThreads = "hash-threads"
  case resources
  case name
  case email
  case phone
  case language
  case developer
  case from
  case to
  case initialPasswords = "initial-passwords"
  case skipExisting = "skip-existing"
  case after
  case limit
  case match
  case json

  /// The placeholder of the value in the help; nil if the option has none.
  private var valueName: String? {
    switch self {
    case .help, .version, .behindProxy, .startEmpty, .developer, .skipExisting, .json: nil
    case .listen, .metrics: "ADDRESS:PORT"
    case .to: "ADDRESS"
    case .database, .log, .certificate, .key, .from, .initialPasswords, .smtpAuthentication,
      .smtpAuthority:
      "FILE"
    case .smtp: "URL"
    case .outbox, .resources: "DIR"
    case .mailFrom, .email: "ADDRESS"
    case .sessionDays: "DAYS"
    case .requestSeconds, .noticeSeconds: "SECONDS"
    case .connections, .followers, .requests, .hashThreads, .after, .limit: "NUMBER"
    case .hashMemory: "MIB"
    case .match: "TEXT"
    case .name: "NAME"
    case .phone: "NUMBER"
    case .language: "CODE"
    }
  }

  /// The commands that take the option; empty for all, and for the server.
  private var commands: [String] {
    switch self {
    case .name, .email, .phone, .developer: ["add-user"]
    case .language: ["add-user", "add-profile"]
    case .initialPasswords, .skipExisting: ["import-users"]
    case .after, .limit, .match: ["list-users", "list-notices", "audit"]
    case .json: ["list-users", "list-sessions", "list-notices", "audit"]
    default: []
    }
  }

  var syntax: OptionSyntax { OptionSyntax(rawValue, valueName, of: commands) }

  var help: ServerMessage {
    switch self {
    case .help: .helpHelp
    case .version: .helpVersion
    case .listen: .helpListen
    case .database: .helpDatabase
    case .outbox: .helpOutbox
    case .smtp: .helpSMTP
    case .smtpAuthentication: .helpSMTPAuthentication
    case .smtpAuthority: .helpSMTPAuthority
    case .mailFrom: .helpMailFrom
    case .log: .helpLog
    case .metrics: .helpMetrics
    case .certificate: .helpCertificate
    case .key: .helpKey
    case .behindProxy: .helpProxy
    case .sessionDays: .helpSession
    case .requestSeconds: .helpRequest
    case .startEmpty: .helpStartEmpty
    case .noticeSeconds: .helpNotices
    case .connections: .helpConnections
    case .followers: .helpFollowers
    case .requests: .helpRequests
    case .hashMemory: .helpHashMemory
    case .hashThreads: .helpHashThreads
    case .resources: .helpResources
    case .name: .helpName
    case .email: .helpEmail
    case .phone: .helpPhone
    case .language: .helpLanguage
    case .developer: .helpDeveloper
    case .from: .helpFrom
    case .to: .helpTo
    case .initialPasswords: .helpInitialPasswords
    case .skipExisting: .helpSkipExisting
    case .after: .helpAfter
    case .limit: .helpLimit
    case .match: .helpMatch
    case .json: .helpJSON
    }
  }
}

extension Invocation {
  func value(_ option: Option) -> String? { value(option.rawValue) }

  func has(_ option: Option) -> Bool { has(option.rawValue) }
}

extension CommandLineSyntax {
  /// The command line of `lisan-server`.
  static let lisanServer = CommandLineSyntax(
    program: "lisan-server", options: Option.allCases.map { $0.syntax },
    commands: Command.all.map { $0.syntax })
}

extension ServerProgram {
  /// The command line, for the lists in manual pages and completions that the build generates.
  public static var commandLine: CommandLineSyntax { .lisanServer }
}
