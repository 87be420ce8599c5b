import CommandLineTool
import SettingsCore

/// A command of the command line. Each command has a case here, a line in `row`, and its action in
/// `LisanProgram`.
enum LisanCommand: String, CaseIterable {
  case get, set, reset
  case listSettings = "list-settings"
  case list, watch, env, shell, system, run, logical, sync
  case signIn = "sign-in"
  case signOut = "sign-out"
  case status, check, compile
  case exportTexts = "export"
  case importTexts = "import"
  case preview, store, config, terminal, open, help, version

  var syntax: CommandSyntax { row.0 }

  var help: Message { row.1 }

  private var row: (CommandSyntax, Message) {
    switch self {
    case .get: (takes("[NAME]"), .helpCommandGet)
    case .set: (takes("NAME|CODE|system [VALUE]"), .helpCommandSet)
    case .reset: (takes("NAME"), .helpCommandReset)
    case .listSettings: (takes("[NAME]"), .helpCommandListSettings)
    case .list: (takes(), .helpCommandList)
    case .watch: (takes(), .helpCommandWatch)
    case .env: (takes(), .helpCommandEnv)
    case .shell: (takes("[install|remove|status]"), .helpCommandShell)
    case .system: (takes("[CODE]"), .helpCommandSystem)
    case .run:
      (
        CommandSyntax(rawValue, "[COMMAND] [ARG...]", takesCommandLine: true), .helpCommandRun
      )
    case .logical: (takes(), .helpCommandLogical)
    case .sync: (takes(), .helpCommandSync)
    case .signIn: (takes("[LOGIN]"), .helpCommandSignIn)
    case .signOut: (takes(), .helpCommandSignOut)
    case .status: (takes(), .helpCommandStatus)
    case .check: (takes("[DIR]"), .helpCommandCheck)
    case .compile: (takes("[DIR]"), .helpCommandCompile)
    case .exportTexts: (takes("CODE FILE [DIR]"), .helpCommandExport)
    case .importTexts: (takes("CODE FILE [DIR]"), .helpCommandImport)
    case .preview: (takes("CODE [SECTION[.ITEM]]"), .helpCommandPreview)
    case .store: (takes("dump|verify [FILE]"), .helpCommandStore)
    case .config: (takes(), .helpCommandConfig)
    case .terminal: (takes(), .helpCommandTerminal)
    case .open: (takes("[SECTION[.ITEM]]"), .helpCommandOpen)
    case .help: (takes("[TOPIC]"), .helpCommandHelp)
    case .version: (takes(), .helpOptionVersion)
    }
  }

  private func takes(_ parameters: String = "") -> CommandSyntax {
    CommandSyntax(rawValue, parameters)
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
}
