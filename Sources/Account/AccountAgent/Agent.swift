import AccountModel
import AgentProtocol
import LisanPreferences

/// Does slow, large or secret work for one app: the network, the token, the embedded account's
/// database. It takes requests and answers with reports.
///
/// ```swift
/// let agent = Agent(configuration, environment: environment) { socket.send($0) }
/// await agent.take(.open(language: "ar", sequence: 7), id: 1)
/// ```
actor Agent {
  let configuration: AgentConfiguration
  let places: AccountFiles
  let home: Home
  let cache: AccountCache
  let session: SessionRule
  let pause: ServerPause
  let preferences: PreferenceFile
  let log: AgentLog
  let report: @Sendable (AgentReport) -> Void

  /// Where the account lives.
  enum Home {
    case embedded(EmbeddedAccount)
    case remote(ServerURL, HTTPClient, TokenStore)
    /// The setting is not a server address.
    case nowhere
  }

  // The app's last messages.
  /// The language on display, for `Accept-Language`.
  var language: String
  /// The number of the last record that the app announced, and its resolved language.
  var told: (sequence: UInt64, language: String)

  // State from the account.
  var signInState: SignInState
  var token: TokenStore.Found?
  /// A token from the environment that the server refused.
  var refusedToken: String?
  /// The account report last sent to the app.
  var reported: AccountReport
  var ledgerFile: LedgerFile

  // Work in progress.
  /// Whether the account still has to be compared with this device (R61).
  var wantsComparison = false
  /// The number of the choice being sent.
  var sending: UInt64?
  var isComparing = false
  /// The requests that finish when the account has the last choice.
  var waiting: [Int] = []
  var run: Task<Void, Never>?
  var runNumber = 0
  var retry: Task<Void, Never>?
  var pauses = Pauses()
  var lastFailure: ServiceFailure?
  /// The sync report last sent to the app.
  var reportedSync: SyncReport?
  /// The end of the pause that the server requested (`Retry-After`).
  var notBefore: ContinuousClock.Instant?
  var isWatching = false
  /// The task that follows the account (R62), and its number.
  var following: Task<Void, Never>?
  var followingNumber = 0
  /// The choice of the account that the app was told last.
  var lastTaken: SyncLedger.Taken?
  private var work: [Int: Task<Void, Never>] = [:]
  /// The request that waits for a person in a browser.
  private var waitingForBrowser: Int?
  /// Tells the server that nobody waits for a code any more.
  var farewell: Task<Void, Never>?
  private var preparation: Task<Void, Never>?
  /// Whether the app has disconnected.
  var isAlone = false

  init(
    _ configuration: AgentConfiguration, environment: (String) -> String?,
    report: @escaping @Sendable (AgentReport) -> Void
  ) {
    self.configuration = configuration
    self.report = report
    let log = AgentLog(configuration)
    let server = configuration.server.flatMap { ServerURL($0) }
    places = AccountFiles(dataDirectory: configuration.dataDirectory, server: server)
    cache = AccountCache(places, log: log)
    session = SessionRule(places, log: log)
    pause = ServerPause(places, log: log)
    if let server {
      if !server.isEncrypted, !server.isLoopback {
        log.warning("server", "\(server) is not encrypted: others can read what is sent")
      }
      home = .remote(
        server, HTTPClient(),
        TokenStore(server: server, places: places, environment: environment, log: log))
      signInState = .signInNeeded(reason: .neverSignedIn)
    } else if configuration.server != nil {
      home = .nowhere
      signInState = .signInNeeded(reason: .neverSignedIn)
    } else {
      home = .embedded(
        EmbeddedAccount(path: places.database, copy: cache, language: configuration.language) {
          log.warning("database", "damaged; set aside as \($0)")
          report(.notice(.databaseSetAside(path: $0)))
        })
      signInState = .embedded
    }
    self.log = log
    preferences = PreferenceFile(path: configuration.preferences, budget: .patient)
    ledgerFile = LedgerFile(places.ledger(of: configuration.preferences), log: log)
    language = configuration.language
    told = (configuration.sequence, configuration.language)
    reported = AccountReport(signInState: signInState)
  }

  /// Reads the stored state without asking a server, and reports it. Runs once, before the first
  /// request.
  private func prepare() async {
    if let preparation { return await preparation.value }
    let task = Task {
      cache.distrustAfterCrash()
      let kept = cache.read()
      reported.account = kept?.account
      reported.configuration = kept?.configuration
      await findToken()
      if case .signInNeeded = signInState { reported.account = nil }
      reportAccount()
      watchOtherInstances()
    }
    preparation = task
    await task.value
  }

  // MARK: Requests

  func take(_ request: AgentRequest, id: Int) async {
    await prepare()
    switch request {
    case .open(let code, let sequence):
      tell(code, sequence)
      wantsComparison = true
      synchronize(id)
    case .changed(let code, let sequence):
      tell(code, sequence)
      supersedeUnstored()
      synchronize(id)
    case .unstored(let code, let sequence):
      tell(code, sequence)
      if keepUnstored() {
        waiting.append(id)
        startRun()
      } else {
        synchronize(id)
      }
    case .observed(let code, let sequence):
      tell(code, sequence)
      finish(id)
      await heed()
    case .language(let code):
      language = code
      finish(id)
    case .account(.synchronize, let code, let sequence):
      tell(code, sequence)
      synchronizeNow(id)
    case .account(let request, _, _): perform(request, id)
    case .status:
      reportAccount()
      reportSync()
      finish(id)
    // It needs no account, so it never comes here (`AgentProgram`).
    case .format: finish(id)
    }
    startFollowing()
  }

  /// Performs a user's request, in parallel with a running sync.
  private func perform(_ request: AccountRequest, _ id: Int) {
    work[id] = Task {
      defer {
        work[id] = nil
        if waitingForBrowser == id { waitingForBrowser = nil }
      }
      do throws(ServiceFailure) {
        switch request {
        case .signIn(let login, let password): try await signIn(login, password)
        case .signInByCode:
          waitingForBrowser = id
          try await signInByCode()
        case .signOut: try await signOut()
        case .switchProfile(let profile): try await switchProfile(profile)
        case .changeMarket(let code): try await changeMarket(code)
        case .setNote(let note): try await change(AccountChange(note: note))
        case .setPrivacy(let analytics, let diagnostics):
          try await change(AccountChange(analytics: analytics, diagnostics: diagnostics))
        case .synchronize: return synchronizeNow(id)
        }
        finish(id)
      } catch {
        log.info("request \(id): \(error.failure.reason.rawValue): \(error.detail)")
        finish(id, error.failure)
      }
    }
  }

  func cancel(_ id: Int) {
    if let task = work[id] { task.cancel() }
    guard let place = waiting.firstIndex(of: id) else { return }
    waiting.remove(at: place)
    if waiting.isEmpty { stopRun() }
    finish(id, AccountFailure(.cancelled))
  }

  private func tell(_ code: String, _ sequence: UInt64) {
    language = code
    told = (sequence, code)
  }

  func finish(_ id: Int, _ failure: AccountFailure? = nil) {
    report(.finished(id: id, failure: failure))
  }

  /// Continues after the app has disconnected: cancels what only the app wanted to know, and waits
  /// until pending changes are sent.
  func completeAlone() async {
    await prepare()
    isAlone = true
    wantsComparison = false
    stopFollowing()
    if run != nil, sending == nil { startRun() }
    if let id = waitingForBrowser { work[id]?.cancel() }
    while let task = run ?? work.values.first ?? farewell { await task.value }
  }

  // MARK: Reports

  func reportAccount() {
    reported.signInState = signInState
    report(.account(reported))
  }

  /// Records the account's answer, stores it for the next start, and reports it to the app.
  func note(account: Account? = nil, configuration: AppConfiguration? = nil) {
    if let account {
      reported.account = account
      reported.isFresh = true
      if case .remote = home { cache.keep(account) }
    }
    if let configuration {
      reported.configuration = configuration
      cache.keep(configuration)
    }
    reportAccount()
  }
}
