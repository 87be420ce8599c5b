import AccountModel
import AccountProtocol
import LisanPreferences
import Localization
import SettingsCore
import StrictJSON
import SystemCalls

/// The account commands: `sync`, `sign-in`, `sign-out`, `status`.
extension Commands {
  /// Fails when the server's account needs a sign-in, and prints the reason (R40).
  func signInFailure() -> ExitCode? {
    guard case .signedOut(let reason) = context.account().access else { return nil }
    complain(reason.text)
    return .notSignedIn
  }

  /// `lisan sync`: sends pending changes and adopts a newer choice from the account (R61).
  func synchronize() -> ExitCode {
    if let failure = signInFailure() { return failure }
    let account = makeAccount()
    if let failure = account.ask(.synchronize) {
      return end(with: failure, of: account)
    }
    return follow(account)
  }

  /// `lisan sign-in`: reads login and password from the terminal, or as two lines of standard
  /// input. If the login is an argument, it reads only the password.
  func signIn(login argument: String?) -> ExitCode {
    guard let server = context.configuration.server else { return noServer() }
    func line(_ text: Message, isSecret: Bool) -> String? {
      LinePrompt().line(Console.prompt(.message(text), in: launch.catalog), isSecret: isSecret)
    }
    let login = argument ?? line(.accountLogin, isSecret: false)
    let password = login.flatMap { _ in line(.password, isSecret: true) }
    guard let login, let password, (try? FieldRules.login(login)) != nil,
      (try? FieldRules.password(password)) != nil
    else {
      complain(AccountFailure(.wrongCredentials).text)
      return .failed
    }
    let account = makeAccount()
    if let failure = account.ask(.signIn(login: login, password: password)) {
      return end(with: failure)
    }
    return welcome(account, server)
  }

  /// `lisan sign-in --web`: prints an address and a code, and waits until the code was used there.
  func signInByCode() -> ExitCode {
    guard let server = context.configuration.server else { return noServer() }
    let account = makeAccount()
    account.codeShown = { code in
      tell(.message(.signInCodeAddress, .argument(code.address)))
      tell(.message(.signInCode, .argument(code.code)))
    }
    if let failure = account.ask(.signInByCode) { return end(with: failure) }
    return welcome(account, server)
  }

  /// Reports who is signed in, and adopts the account's choice.
  private func welcome(_ account: CommandAccount, _ server: ServerURL) -> ExitCode {
    tellNotices(of: account)
    tell(
      .message(
        .signedInAs, .argument(account.account?.account?.login ?? ""), .argument(server.text)))
    return follow(account)
  }

  /// `lisan sign-out`.
  func signOut() -> ExitCode {
    guard context.configuration.server != nil else { return noServer() }
    if let failure = signInFailure() { return failure }
    let account = makeAccount()
    if let failure = account.ask(.signOut) { return end(with: failure, of: account) }
    tellNotices(of: account)
    return .done
  }

  /// `lisan status`: one line per value, with a tab between name and value.
  func showStatus(json: Bool) -> ExitCode {
    let account = makeAccount()
    if let failure = account.ask(.status) { return end(with: failure) }
    guard let report = account.account, let sync = account.sync else {
      return end(with: AccountFailure(.unavailable))
    }
    let values = report.status(context, sync)
    if json {
      Console.give(JSON.object(values).text)
    } else {
      for (name, value) in values {
        switch value {
        case .string(let text): table("\(name)\t\(text)")
        case .null: break
        default: table("\(name)\t\(value.text)")
        }
      }
    }
    if case .signInNeeded = report.signInState { return .notSignedIn }
    return .done
  }

  private func tellNotices(of account: CommandAccount) {
    for notice in account.notices { complain(notice.text) }
  }

  private func noServer() -> ExitCode {
    complain(.message(.noServer, .argument(LisanOption.server.flag)))
    return .failed
  }

  /// The account, with the language on display and the number of the record it was resolved from.
  func makeAccount() -> CommandAccount {
    CommandAccount(
      context, language: launch.catalog.language.code, sequence: launch.sequence)
  }

  /// Prints why a request failed; if a sign-in is needed, why that is so.
  func end(with failure: AccountFailure, of account: CommandAccount? = nil) -> ExitCode {
    if failure.reason == .notSignedIn,
      case .signInNeeded(let reason)? = account?.account?.signInState
    {
      complain(reason.text)
      return .notSignedIn
    }
    complain(failure.text)
    return failure.reason == .notSignedIn ? .notSignedIn : .failed
  }

  /// Applies the account's choice like a local one, and reports the commit to the account.
  private func follow(_ account: CommandAccount) -> ExitCode {
    guard let choice = account.choice, let code = LanguageCode(rawValue: choice.language),
      launch.languages != nil
    else { return .done }
    let runtime = makeRuntime(account.link)
    runtime.send(.accountChoiceTaken(code, chosenAt: choice.chosenAt))
    tellOutcome(of: runtime)
    guard runtime.catalogError == nil, runtime.preferenceError == nil else {
      complain(.message(.synchronizeFailed, .argument(choice.language)), in: runtime)
      return .failed
    }
    return .done
  }
}

extension AccountReport {
  /// The values that `lisan status` prints, under stable names.
  @MainActor
  fileprivate func status(_ context: ProgramContext, _ sync: SyncReport) -> [(String, JSON)] {
    func text(_ value: String?) -> JSON { value.map { .string($0) } ?? .null }
    var values: [(String, JSON)] = [("server", text(context.configuration.server?.text))]
    switch signInState {
    case .embedded: values.append(("session", .string("embedded")))
    case .signedIn(let place):
      values += [("session", .string("signed-in")), ("token", .string(place.rawValue))]
    case .signInNeeded(let reason):
      values += [("session", .string("signed-out")), ("reason", .string(reason.rawValue))]
    }
    values += [
      ("login", text(account?.login)), ("name", text(account?.name)),
      ("language", text(account?.preferredLocale)), ("sync", .string(syncState(sync))),
      (
        "synced_at", sync.syncedAt.map { .string(UTCTime.text(millisecondsSince1970: $0)) } ?? .null
      ),
      ("failure", text(sync.failure?.reason.rawValue)),
      ("status", sync.failure?.status.map { .number($0) } ?? .null),
      ("data", .string(context.dataDirectory)),
    ]
    return values
  }

  /// The sync state. Without a session, nobody can confirm `synced`.
  private func syncState(_ sync: SyncReport) -> String {
    if case .signInNeeded = signInState, sync.state == .unconfirmed { return "signed-out" }
    return sync.state.rawValue
  }
}
