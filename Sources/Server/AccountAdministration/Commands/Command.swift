import CommandLineTool
import ServerTexts

typealias ServerCommand = Command<Option, ServerAction>

/// What a command does.
struct ServerAction: Sendable {
  let run: @Sendable (Administration) -> () throws(Failure) -> Void
}

extension Command where Option == AccountAdministration.Option, Action == ServerAction {
  /// A command, for a database if it does not say otherwise.
  init(
    _ name: String, _ parameters: String = "", options: [Option] = [],
    required: [Option] = [.database], help: ServerMessage, examples: [Example] = [],
    _ run: @escaping @Sendable (Administration) -> () throws(Failure) -> Void
  ) {
    self.init(
      name, parameters, options: options, required: required, help: help, examples: examples,
      action: ServerAction(run: run))
  }

  /// All commands, in the order of the help.
  static let all: [ServerCommand] = [
    ServerCommand(
      "init", help: .helpInit, examples: [("init --database accounts.db", .helpInit)],
      Administration.makeDatabase),
    ServerCommand(
      "add-user", "LOGIN", options: [.name, .email, .phone, .language, .developer],
      help: .helpAddUser, examples: [("add-user ana --database accounts.db", .helpAddUser)],
      Administration.addUser),
    ServerCommand(
      "import-users", "FILE", options: [.initialPasswords, .skipExisting], help: .helpImport,
      Administration.importUsers),
    ServerCommand(
      "list-users", options: [.after, .limit, .match, .json], help: .helpListUsers,
      Administration.listUsers),
    ServerCommand("set-password", "LOGIN", help: .helpSetPassword, Administration.setPassword),
    ServerCommand("unlock", "LOGIN", help: .helpUnlock, Administration.unlock),
    ServerCommand(
      "unlock-address", "ADDRESS", help: .helpUnlockAddress, Administration.unlockAddress),
    ServerCommand(
      "list-sessions", "LOGIN", options: [.json], help: .helpListSessions,
      Administration.listSessions),
    ServerCommand("revoke", "LOGIN [SESSION]", help: .helpRevoke, Administration.revoke),
    ServerCommand("revoke-all", help: .helpRevokeAll, Administration.revokeAll),
    ServerCommand("remove-user", "LOGIN", help: .helpRemoveUser, Administration.removeUser),
    ServerCommand("list-profiles", "LOGIN", help: .helpListProfiles, Administration.listProfiles),
    ServerCommand(
      "add-profile", "LOGIN NAME", options: [.language], help: .helpAddProfile,
      Administration.addProfile),
    ServerCommand(
      "remove-profile", "LOGIN NUMBER", help: .helpRemoveProfile, Administration.removeProfile),
    ServerCommand(
      "set-developer", "LOGIN on|off", help: .helpSetDeveloper, Administration.setDeveloper),
    ServerCommand("set-flag", "NAME on|off", help: .helpSetFlag, Administration.setFlag),
    ServerCommand("set-market", "CODE LANGUAGE...", help: .helpSetMarket, Administration.setMarket),
    ServerCommand("remove-market", "CODE", help: .helpRemoveMarket, Administration.removeMarket),
    ServerCommand(
      "set-languages", "LANGUAGE...", help: .helpSetLanguages, Administration.setLanguages),
    ServerCommand(
      "set-default-language", "LANGUAGE", help: .helpSetDefaultLanguage,
      Administration.setDefaultLanguage
    ),
    ServerCommand(
      "set-name", "language|market CODE LANGUAGE [NAME]", help: .helpSetName, Administration.setName
    ),
    ServerCommand("set-cooldown", "SECONDS", help: .helpSetCooldown, Administration.setCooldown),
    ServerCommand("show-config", help: .helpShowConfiguration, Administration.showConfiguration),
    ServerCommand("migrate", help: .helpMigrate, Administration.migrate),
    ServerCommand("copy", required: [.from, .to], help: .helpCopy, Administration.copyAccounts),
    ServerCommand(
      "list-notices", options: [.after, .limit, .match, .json], help: .helpListNotices,
      Administration.listNotices),
    ServerCommand("retry-notices", "[LOGIN]", help: .helpRetryNotices, Administration.retryNotices),
    ServerCommand("drop-notices", "[LOGIN]", help: .helpDropNotices, Administration.dropNotices),
    ServerCommand(
      "audit", options: [.after, .limit, .match, .json], help: .helpAudit, Administration.listAudit),
    ServerCommand("backup", "FILE", help: .helpBackup, Administration.backup),
    ServerCommand("help", "[TOPIC]", help: .helpCommandHelp, action: nil),
    ServerCommand("version", help: .helpVersion, action: nil),
  ]
}

extension ServerMessage: CommandLineMessage {}

extension CommandLineSyntax {
  /// The command line of `lisan-server`.
  static let lisanServer = CommandLineSyntax(
    program: "lisan-server",
    parameters: "--database FILE [--listen ADDRESS:PORT] [options] [command]",
    options: Option.allCases.map { $0.syntax }, commands: ServerCommand.all.map { $0.syntax })
}

extension ServerProgram {
  /// The command line, for the lists in manual pages and completions that the build generates.
  public static var commandLine: CommandLineSyntax { .lisanServer }
}
