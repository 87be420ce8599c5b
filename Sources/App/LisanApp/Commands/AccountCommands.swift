import AccountModel
import AccountProtocol
import CSystem
import Glibc
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
      Self.line(Console.prompt(.message(text), in: launch.catalog), isSecret: isSecret)
    }
    let login = argument ?? line(.accountLogin, isSecret: false)
    let password = login.flatMap { _ in line(.password, isSecret: true) }
    guard let login, let password, (try? FieldRules.login(login)) != nil,
      (try? FieldRules.password(password)) != nil
    else {
      complain(AccountFailure(.wrongCredentials).text)
      return .failed
    }
    return signIn(by: .signIn(login: login, password: password), server)
  }

  /// Asks for a line. At a terminal it prompts on standard error and hides secrets; otherwise it
  /// reads one line of standard input.
  ///
  /// - Parameter prompt: the bytes for the terminal (`Console.prompt`).
  /// - Returns: the line without its line ending; nil at end of input.
  private static func line(_ prompt: [UInt8], isSecret: Bool) -> String? {
    guard isatty(STDIN_FILENO) == 1 else { return readLine() }
    var bytes = [CChar](repeating: 0, count: 4096)
    let count: Int
    if isSecret {
      let question = prompt.map { CChar(bitPattern: $0) } + [0]
      count = cs_read_secret(STDIN_FILENO, STDERR_FILENO, question, &bytes, bytes.count)
    } else {
      _ = write(STDERR_FILENO, prompt, prompt.count)
      // In canonical mode, each read(2) from a terminal returns one line.
      count = read(STDIN_FILENO, &bytes, bytes.count)
    }
    guard count >= 0, isSecret || count > 0 else { return nil }
    let line = bytes[..<count].map { UInt8(bitPattern: $0) }.prefix { $0 != UInt8(ascii: "\n") }
    return String(decoding: line, as: UTF8.self)
  }

  /// `lisan sign-in --web`: prints an address and a code, and waits until the code was used there.
  func signInByCode() -> ExitCode {
    guard let server = context.configuration.server else { return noServer() }
    return signIn(by: .signInByCode, server)
  }

  /// Signs in, reports who is signed in, and adopts the account's choice.
  private func signIn(by request: AccountRequest, _ server: ServerURL) -> ExitCode {
    let account = makeAccount()
    account.codeShown = { code in
      tell(.message(.signInCodeAddress, .argument(code.address)))
      tell(.message(.signInCode, .argument(code.code)))
    }
    if let failure = account.ask(request) { return end(with: failure) }
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
