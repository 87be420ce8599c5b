import CommandLineTool
import ServerTexts

/// An administration command: its syntax, its help text and its action.
struct Command: Sendable {
  typealias Run = @Sendable (Administration, [String]) throws(Failure) -> Void

  let syntax: CommandSyntax
  let help: ServerMessage
  let run: Run

  init(_ name: String, _ parameters: String, _ help: ServerMessage, run: @escaping Run) {
    syntax = CommandSyntax(name, parameters)
    self.help = help
    self.run = run
  }

  /// A command without arguments.
  init(
    _ name: String, _ help: ServerMessage,
    _ action: @escaping @Sendable (Administration) -> () throws(Failure) -> Void
  ) {
    self.init(name, "", help) { a, _ throws(Failure) in try action(a)() }
  }

  /// A command with one argument.
  init(
    _ name: String, _ parameter: String, _ help: ServerMessage,
    _ action: @escaping @Sendable (Administration) -> (String) throws(Failure) -> Void
  ) {
    self.init(name, parameter, help) { a, words throws(Failure) in try action(a)(words[0]) }
  }

  static let all: [Command] = [
    Command("init", .helpInit, Administration.makeDatabase),
    Command("add-user", "LOGIN", .helpAddUser, Administration.addUser),
    Command("import-users", "FILE", .helpImport, Administration.importUsers),
    Command("list-users", .helpListUsers, Administration.listUsers),
    Command("set-password", "LOGIN", .helpSetPassword, Administration.setPassword),
    Command("unlock", "LOGIN", .helpUnlock, Administration.unlock),
    Command("unlock-address", "ADDRESS", .helpUnlockAddress, Administration.unlockAddress),
    Command("list-sessions", "LOGIN", .helpListSessions, Administration.listSessions),
    Command("revoke", "LOGIN [SESSION]", .helpRevoke) { a, words throws(Failure) in
      try a.revoke(words[0], session: words.dropFirst().first)
    },
    Command("revoke-all", .helpRevokeAll, Administration.revokeAll),
    Command("remove-user", "LOGIN", .helpRemoveUser, Administration.removeUser),
    Command("list-profiles", "LOGIN", .helpListProfiles, Administration.listProfiles),
    Command("add-profile", "LOGIN NAME", .helpAddProfile) { a, words throws(Failure) in
      try a.addProfile(words[0], words[1])
    },
    Command("remove-profile", "LOGIN NUMBER", .helpRemoveProfile) { a, words throws(Failure) in
      try a.removeProfile(words[0], words[1])
    },
    Command("set-developer", "LOGIN on|off", .helpSetDeveloper) { a, words throws(Failure) in
      try a.setDeveloper(words[0], words[1])
    },
    Command("set-flag", "NAME on|off", .helpSetFlag) { a, words throws(Failure) in
      try a.setFlag(words[0], words[1])
    },
    Command("set-market", "CODE LANGUAGE...", .helpSetMarket) { a, words throws(Failure) in
      try a.setMarket(words[0], Array(words.dropFirst()))
    },
    Command("remove-market", "CODE", .helpRemoveMarket, Administration.removeMarket),
    Command("set-languages", "LANGUAGE...", .helpSetLanguages) { a, words throws(Failure) in
      try a.setLanguages(words)
    },
    Command(
      "set-default-language", "LANGUAGE", .helpSetDefaultLanguage, Administration.setDefaultLanguage
    ),
    Command("set-name", "language|market CODE LANGUAGE [NAME]", .helpSetName) {
      a, words throws(Failure) in try a.setName(words)
    },
    Command("set-cooldown", "SECONDS", .helpSetCooldown, Administration.setCooldown),
    Command("show-config", .helpShowConfiguration, Administration.showConfiguration),
    Command("migrate", .helpMigrate, Administration.migrate),
    Command("copy", "", .helpCopy) { _, _ throws(Failure) in
      // `Copying` runs it, with `--from` and `--to` instead of `--database`.
    },
    Command("list-notices", .helpListNotices, Administration.listNotices),
    Command("retry-notices", "[LOGIN]", .helpRetryNotices) { a, words throws(Failure) in
      try a.retryNotices(words.first)
    },
    Command("drop-notices", "[LOGIN]", .helpDropNotices) { a, words throws(Failure) in
      try a.dropNotices(words.first)
    },
    Command("audit", .helpAudit, Administration.listAudit),
    Command("backup", "FILE", .helpBackup, Administration.backup),
  ]
}
