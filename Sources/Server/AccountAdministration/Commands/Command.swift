import CommandLineTool
import ServerTexts

/// An administration command: its syntax, its help text and its action.
struct Command: Sendable {
  typealias Run = @Sendable (Administration, [String]) throws(Failure) -> Void

  let syntax: CommandSyntax
  let help: ServerMessage
  let run: Run

  init(_ name: String, _ parameters: String = "", _ help: ServerMessage, run: @escaping Run) {
    syntax = CommandSyntax(name, parameters)
    self.help = help
    self.run = run
  }

  static let all: [Command] = [
    Command("init", "", .helpInit) { a, _ throws(Failure) in try a.makeDatabase() },
    Command("add-user", "LOGIN", .helpAddUser) { a, words throws(Failure) in
      try a.addUser(words[0])
    },
    Command("import-users", "FILE", .helpImport) { a, words throws(Failure) in
      try a.importUsers(words[0])
    },
    Command("list-users", "", .helpListUsers) { a, _ throws(Failure) in try a.listUsers() },
    Command("set-password", "LOGIN", .helpSetPassword) { a, words throws(Failure) in
      try a.setPassword(words[0])
    },
    Command("unlock", "LOGIN", .helpUnlock) { a, words throws(Failure) in try a.unlock(words[0]) },
    Command("unlock-address", "ADDRESS", .helpUnlockAddress) { a, words throws(Failure) in
      try a.unlockAddress(words[0])
    },
    Command("list-sessions", "LOGIN", .helpListSessions) { a, words throws(Failure) in
      try a.listSessions(words[0])
    },
    Command("revoke", "LOGIN [SESSION]", .helpRevoke) { a, words throws(Failure) in
      try a.revoke(words[0], session: words.dropFirst().first)
    },
    Command("revoke-all", "", .helpRevokeAll) { a, _ throws(Failure) in try a.revokeAll() },
    Command("remove-user", "LOGIN", .helpRemoveUser) { a, words throws(Failure) in
      try a.removeUser(words[0])
    },
    Command("list-profiles", "LOGIN", .helpListProfiles) { a, words throws(Failure) in
      try a.listProfiles(words[0])
    },
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
    Command("remove-market", "CODE", .helpRemoveMarket) { a, words throws(Failure) in
      try a.removeMarket(words[0])
    },
    Command("set-languages", "LANGUAGE...", .helpSetLanguages) { a, words throws(Failure) in
      try a.setLanguages(words)
    },
    Command("set-default-language", "LANGUAGE", .helpSetDefaultLanguage) {
      a, words throws(Failure) in try a.setDefaultLanguage(words[0])
    },
    Command("set-name", "language|market CODE LANGUAGE [NAME]", .helpSetName) {
      a, words throws(Failure) in try a.setName(words)
    },
    Command("set-cooldown", "SECONDS", .helpSetCooldown) { a, words throws(Failure) in
      try a.setCooldown(words[0])
    },
    Command("show-config", "", .helpShowConfiguration) { a, _ throws(Failure) in
      try a.showConfiguration()
    },
    Command("migrate", "", .helpMigrate) { a, _ throws(Failure) in try a.migrate() },
    Command("copy", "", .helpCopy) { _, _ throws(Failure) in
      // `Copying` runs it, with `--from` and `--to` instead of `--database`.
    },
    Command("list-notices", "", .helpListNotices) { a, _ throws(Failure) in
      try a.listNotices()
    },
    Command("retry-notices", "[LOGIN]", .helpRetryNotices) { a, words throws(Failure) in
      try a.retryNotices(words.first)
    },
    Command("drop-notices", "[LOGIN]", .helpDropNotices) { a, words throws(Failure) in
      try a.dropNotices(words.first)
    },
    Command("audit", "", .helpAudit) { a, _ throws(Failure) in try a.listAudit() },
    Command("backup", "FILE", .helpBackup) { a, words throws(Failure) in try a.backup(words[0]) },
  ]
}
