import CommandLineTool
import ServerTexts

/// A command-line option. Each option has a case here, and a line in `row`.
enum Option: String, ProgramOption {
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

  var syntax: OptionSyntax { row.0 }

  var help: ServerMessage { row.1 }

  private var row: (OptionSyntax, ServerMessage) {
    switch self {
    case .help: (accepting(), .helpHelp)
    case .version: (accepting(), .helpVersion)
    case .listen: (accepting("ADDRESS:PORT"), .helpListen)
    case .database: (accepting("FILE"), .helpDatabase)
    case .outbox: (accepting("DIR"), .helpOutbox)
    case .smtp: (accepting("URL"), .helpSMTP)
    case .smtpAuthentication: (accepting("FILE"), .helpSMTPAuthentication)
    case .smtpAuthority: (accepting("FILE"), .helpSMTPAuthority)
    case .mailFrom: (accepting("ADDRESS"), .helpMailFrom)
    case .log: (accepting("FILE"), .helpLog)
    case .metrics: (accepting("ADDRESS:PORT"), .helpMetrics)
    case .certificate: (accepting("FILE"), .helpCertificate)
    case .key: (accepting("FILE"), .helpKey)
    case .behindProxy: (accepting(), .helpProxy)
    case .sessionDays: (accepting("DAYS"), .helpSession)
    case .requestSeconds: (accepting("SECONDS"), .helpRequest)
    case .startEmpty: (accepting(), .helpStartEmpty)
    case .noticeSeconds: (accepting("SECONDS"), .helpNotices)
    case .connections: (accepting("NUMBER"), .helpConnections)
    case .followers: (accepting("NUMBER"), .helpFollowers)
    case .requests: (accepting("NUMBER"), .helpRequests)
    case .hashMemory: (accepting("MIB"), .helpHashMemory)
    case .hashThreads: (accepting("NUMBER"), .helpHashThreads)
    case .resources: (accepting("DIR"), .helpResources)
    case .name: (own("NAME"), .helpName)
    case .email: (own("ADDRESS"), .helpEmail)
    case .phone: (own("NUMBER"), .helpPhone)
    case .language: (own("CODE"), .helpLanguage)
    case .developer: (own(), .helpDeveloper)
    case .from: (own("FILE"), .helpFrom)
    case .to: (own("ADDRESS"), .helpTo)
    case .initialPasswords: (own("FILE"), .helpInitialPasswords)
    case .skipExisting: (own(), .helpSkipExisting)
    case .after: (own("NUMBER"), .helpAfter)
    case .limit: (own("NUMBER"), .helpLimit)
    case .match: (own("TEXT"), .helpMatch)
    case .json: (own(), .helpJSON)
    }
  }

  /// An option of the server and of all commands.
  ///
  /// - Parameter value: the placeholder of the value in the help; nil if the option has none.
  private func accepting(_ value: String? = nil) -> OptionSyntax { OptionSyntax(rawValue, value) }

  /// An option of the commands that name it.
  private func own(_ value: String? = nil) -> OptionSyntax {
    OptionSyntax(rawValue, value, reach: .command)
  }
}

extension Invocation {
  func value(_ option: Option) -> String? { value(option.rawValue) }

  func has(_ option: Option) -> Bool { has(option.rawValue) }

  /// The database of `--database`.
  func databasePlace() throws(Failure) -> DatabasePlace {
    guard let text = value(.database) else {
      throw .usage(.optionNeedsValue, Option.database.syntax.flag)
    }
    return try DatabasePlace(text)
  }
}
