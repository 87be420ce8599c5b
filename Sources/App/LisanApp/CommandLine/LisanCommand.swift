import CommandLineTool
import SettingsCore

/// A command of the command line. Each command has a case here, a line in `syntax` and in `help`,
/// and its action in `LisanProgram`.
enum LisanCommand: String, CaseIterable {
  case get, set, reset
  case listSettings = "list-settings"
  case list, watch, env, run, sync
  case signIn = "sign-in"
  case signOut = "sign-out"
  case status, check, compile
  case exportTexts = "export"
  case importTexts = "import"
  case store, config, terminal, open, help, version

  var syntax: CommandSyntax {
    switch self {
    case .list, .watch, .env, .sync, .signOut, .status, .config, .terminal, .version:
      CommandSyntax(rawValue)
    case .get, .listSettings: CommandSyntax(rawValue, "[NAME]")
    case .reset: CommandSyntax(rawValue, "NAME")
    case .help: CommandSyntax(rawValue, "[TOPIC]")
    case .run: CommandSyntax(rawValue, "[COMMAND] [ARG...]", takesCommandLine: true)
    case .signIn: CommandSyntax(rawValue, "[LOGIN]")
    case .set: CommandSyntax(rawValue, "NAME|CODE|system [VALUE]")
    case .open: CommandSyntax(rawValue, "[SECTION[.ITEM]]")
    case .check, .compile: CommandSyntax(rawValue, "[DIR]")
    case .exportTexts, .importTexts: CommandSyntax(rawValue, "CODE FILE [DIR]")
    case .store: CommandSyntax(rawValue, "dump|verify [FILE]")
    }
  }

  var help: Message {
    switch self {
    case .get: .helpCommandGet
    case .set: .helpCommandSet
    case .reset: .helpCommandReset
    case .listSettings: .helpCommandListSettings
    case .list: .helpCommandList
    case .watch: .helpCommandWatch
    case .env: .helpCommandEnv
    case .run: .helpCommandRun
    case .sync: .helpCommandSync
    case .signIn: .helpCommandSignIn
    case .signOut: .helpCommandSignOut
    case .status: .helpCommandStatus
    case .check: .helpCommandCheck
    case .compile: .helpCommandCompile
    case .exportTexts: .helpCommandExport
    case .importTexts: .helpCommandImport
    case .store: .helpCommandStore
    case .config: .helpCommandConfig
    case .terminal: .helpCommandTerminal
    case .help: .helpCommandHelp
    case .version: .helpOptionVersion
    case .open: .helpCommandOpen
    }
  }
}

extension CommandLineSyntax {
  /// The command line of `lisan`.
  static let lisan = CommandLineSyntax(
    program: "lisan", options: LisanOption.allCases.map { $0.syntax },
    commands: LisanCommand.allCases.map { $0.syntax })

  /// The command of an invocation.
  func lisanCommand(of invocation: Invocation) throws(UsageError) -> LisanCommand? {
    try command(of: invocation).flatMap { LisanCommand(rawValue: $0.name) }
  }
}

extension LisanProgram {
  /// The command line, for the lists in manual pages and completions that the build generates.
  public nonisolated static var commandLine: CommandLineSyntax { .lisan }

  /// The commands that print the possible values of a placeholder.
  public nonisolated static var completionSources: [CompletionSource] {
    let settings = LisanCommand.listSettings.rawValue
    return [
      CompletionSource("CODE", command: LisanCommand.list.rawValue),
      CompletionSource("NAME", command: settings),
      CompletionSource("VALUE", command: settings, takesArgumentBefore: true),
      CompletionSource(
        "SECTION.ITEM", command: "\(LisanCommand.open.rawValue) \(LisanOption.list.flag)"),
      CompletionSource("REGION", command: "\(settings) \(SettingName.market.rawValue)"),
    ]
  }
}
