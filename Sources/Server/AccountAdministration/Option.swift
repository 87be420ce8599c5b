import CommandLineTool
import ServerTexts

/// A command-line option. Each option has a case here, and a line in `row`.
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

  var syntax: OptionSyntax { row.0 }

  var help: ServerMessage { row.1 }

  private var row: (OptionSyntax, ServerMessage) {
    switch self {
    case .help: (takes(), .helpHelp)
    case .version: (takes(), .helpVersion)
    case .listen: (takes("ADDRESS:PORT"), .helpListen)
    case .database: (takes("FILE"), .helpDatabase)
    case .outbox: (takes("DIR"), .helpOutbox)
    case .smtp: (takes("URL"), .helpSMTP)
    case .smtpAuthentication: (takes("FILE"), .helpSMTPAuthentication)
    case .smtpAuthority: (takes("FILE"), .helpSMTPAuthority)
    case .mailFrom: (takes("ADDRESS"), .helpMailFrom)
    case .log: (takes("FILE"), .helpLog)
    case .metrics: (takes("ADDRESS:PORT"), .helpMetrics)
    case .certificate: (takes("FILE"), .helpCertificate)
    case .key: (takes("FILE"), .helpKey)
    case .behindProxy: (takes(), .helpProxy)
    case .sessionDays: (takes("DAYS"), .helpSession)
    case .requestSeconds: (takes("SECONDS"), .helpRequest)
    case .startEmpty: (takes(), .helpStartEmpty)
    case .noticeSeconds: (takes("SECONDS"), .helpNotices)
    case .connections: (takes("NUMBER"), .helpConnections)
    case .followers: (takes("NUMBER"), .helpFollowers)
    case .requests: (takes("NUMBER"), .helpRequests)
    case .hashMemory: (takes("MIB"), .helpHashMemory)
    case .hashThreads: (takes("NUMBER"), .helpHashThreads)
    case .resources: (takes("DIR"), .helpResources)
    case .name: (takes("NAME", of: ["add-user"]), .helpName)
    case .email: (takes("ADDRESS", of: ["add-user"]), .helpEmail)
    case .phone: (takes("NUMBER", of: ["add-user"]), .helpPhone)
    case .language: (takes("CODE", of: ["add-user", "add-profile"]), .helpLanguage)
    case .developer: (takes(of: ["add-user"]), .helpDeveloper)
    case .from: (takes("FILE"), .helpFrom)
    case .to: (takes("ADDRESS"), .helpTo)
    case .initialPasswords: (takes("FILE", of: ["import-users"]), .helpInitialPasswords)
    case .skipExisting: (takes(of: ["import-users"]), .helpSkipExisting)
    case .after: (takes("NUMBER", of: Self.lists), .helpAfter)
    case .limit: (takes("NUMBER", of: Self.lists), .helpLimit)
    case .match: (takes("TEXT", of: Self.lists), .helpMatch)
    case .json: (takes(of: Self.lists + ["list-sessions"]), .helpJSON)
    }
  }

  /// The commands that print a list in pages.
  private static let lists = ["list-users", "list-notices", "audit"]

  /// - Parameters:
  ///   - value: the placeholder of the value in the help; nil if the option has none.
  ///   - commands: those that take the option; empty for all, and for the server.
  private func takes(_ value: String? = nil, of commands: [String] = []) -> OptionSyntax {
    OptionSyntax(rawValue, value, of: commands)
  }
}

extension Invocation {
  func value(_ option: Option) -> String? { value(option.rawValue) }

  func has(_ option: Option) -> Bool { has(option.rawValue) }

  /// The command, with its arguments checked; nil if there is none.
  func command() throws(Failure) -> CommandSyntax? {
    do throws(UsageError) {
      return try CommandLineSyntax.lisanServer.command(of: self)
    } catch {
      throw Failure(error, arguments: arguments)
    }
  }
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
