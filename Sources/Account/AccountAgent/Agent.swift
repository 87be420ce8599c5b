import AccountModel
import AgentProtocol
import LisanPreferences

/// Does slow, large or secret work for one app: the network, the token, the embedded account's
/// database. It takes requests and answers with reports.
///
/// `AgentState` decides the next step; the agent performs it.
///
/// ```swift
/// let agent = Agent(configuration, log, environment: environment) { socket.send($0) }
/// await agent.handle(.open(language: "ar", sequence: 7), id: 1)
/// ```
actor Agent {
  let configuration: AgentConfiguration
  let places: AccountFiles
  let home: Home
  let cache: AccountCache
  let ledgers: RememberedFile<SyncLedger>
  let rule: SessionRule
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

  private(set) var state: AgentState

  // The app's last messages.
  /// The language on display.
  private(set) var language: String
  /// The number of the last record that the app announced.
  var sequence: UInt64
  /// The last request that may have told of a choice.
  private(set) var lastChoiceRequest: Int?

  // The last reports to the app.
  var reported: AccountReport
  var reportedSync: SyncReport?
  /// The last choice of the account.
  var lastTaken: SyncLedger.Taken?

  // Tasks. A cancelled task reports no events to the state.
  private var preparation: Task<Void, Never>?
  /// A person's requests, and whether each waits for a browser.
  private var work: [Int: (task: Task<Void, Never>, isForBrowser: Bool)] = [:]
  /// The run, or the pause before a retry.
  private var sync: Task<Void, Never>?
  private var following: Task<Void, Never>?
  /// Tells the server that a code is no longer needed.
  var farewell: Task<Void, Never>?
  var isWatching = false

  init(
    _ configuration: AgentConfiguration, _ log: AgentLog, environment: (String) -> String?,
    report: @escaping @Sendable (AgentReport) -> Void
  ) {
    self.configuration = configuration
    self.report = report
    let server = configuration.server.flatMap { ServerURL($0) }
    places = AccountFiles(dataDirectory: configuration.dataDirectory, server: server)
    cache = AccountCache(places, log: log)
    ledgers = RememberedFile(places.ledger(of: configuration.preferences), log: log)
    rule = SessionRule(places, log: log)
    pause = ServerPause(places, log: log)
    var session = AgentState.Session.signedOut(.neverSignedIn)
    if let server {
      if !server.isEncrypted, !server.isLoopback {
        log.warning("server", "\(server) is not encrypted: others can read what is sent")
      }
      home = .remote(
        server, HTTPClient(log),
        TokenStore(server: server, places: places, environment: environment, log: log))
    } else if configuration.server != nil {
      home = .nowhere
    } else {
      home = .embedded(
        EmbeddedAccount(path: places.database, copy: cache, language: configuration.language) {
          log.warning("database", "damaged; set aside as \($0)")
          report(.notice(.databaseSetAside(path: $0)))
        })
      session = .embedded
    }
    self.log = log
    preferences = PreferenceFile(path: configuration.preferences, budget: .patient)
    state = AgentState(
      session: session, canFollow: server != nil && configuration.followSeconds != nil)
    language = configuration.language
    sequence = configuration.sequence
    reported = AccountReport(signInState: session.signInState)
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
      if case .signedOut = state.session { reported.account = nil }
      reportAccount()
      watchOtherInstances()
    }
    preparation = task
    await task.value
  }

  // MARK: The state

  func tell(_ event: AgentState.Event) {
    for effect in state.handle(event) { perform(effect) }
  }

  /// Reports an event of the current task, unless that was cancelled.
  func tellOfTask(_ event: AgentState.Event) {
    if !Task.isCancelled { tell(event) }
  }

  private func perform(_ effect: AgentState.Effect) {
    switch effect {
    case .run:
      sync?.cancel()
      sync = Task { await run() }
    case .retry(let pause):
      sync = Task {
        try? await Task.sleep(for: pause)
        tellOfTask(.retryDue)
      }
    case .stop: sync?.cancel()
    case .follow:
      following = Task {
        await follow()
        tellOfTask(.followingEnded)
      }
    case .stopFollowing: following?.cancel()
    case .beginPause(let seconds): pause.begin(seconds: seconds)
    case .endPause: pause.end()
    case .reportSync: reportSync()
    case .finish(let ids, let failure):
      for id in ids { finish(id, failure ?? refusal) }
    case .heed: Task { await heed() }
    }
  }

  /// Waits until no run is in progress.
  func settle() async {
    while state.run != nil, let sync { await sync.value }
  }

  // MARK: Requests

  func handle(_ request: AgentRequest, id: Int) async {
    await prepare()
    if request.mayTellOfChoice { lastChoiceRequest = id }
    switch request {
    case .open(let code, let sequence):
      tell(code, sequence)
      tell(.asked(id, choice: sequence, compares: true))
    case .changed(let code, let sequence):
      tell(code, sequence)
      supersedeUnstored()
      tell(.asked(id, choice: sequence))
    case .unstored(let code, let sequence):
      tell(code, sequence)
      tell(.asked(id, choice: keepUnstored() ? nil : sequence))
    case .observed(let code, let sequence):
      tell(code, sequence)
      // The other instance may not have sent it yet.
      if state.run == nil { reportSync() }
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
    // It needs no account, so `AgentProgram` handles it.
    case .format: finish(id)
    }
    tell(.served)
  }

  /// Performs a user's request, in parallel with a running sync.
  private func perform(_ request: AccountRequest, _ id: Int) {
    let task = Task {
      defer { work[id] = nil }
      do throws(ServiceFailure) {
        switch request {
        case .signIn(let login, let password): try await signIn(login, password)
        case .signInByCode: try await signInByCode()
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
    work[id] = (task, request == .signInByCode)
  }

  func cancel(_ id: Int) {
    work[id]?.task.cancel()
    tell(.cancelled(id))
  }

  private func tell(_ code: String, _ sequence: UInt64) {
    language = code
    self.sequence = sequence
  }

  func finish(_ id: Int, _ failure: AccountFailure? = nil) {
    report(.finished(id: id, failure: failure))
  }

  /// Continues after the app has disconnected: cancels requests that only the app needs, and waits
  /// until pending changes are sent.
  func completeAlone() async {
    await prepare()
    tell(.left)
    for (task, isForBrowser) in work.values where isForBrowser { task.cancel() }
    while true {
      await settle()
      guard let task = work.values.first?.task ?? farewell else { return }
      await task.value
    }
  }

  // MARK: Reports

  func reportAccount() {
    reported.signInState = state.session.signInState
    report(.account(reported))
  }

  /// Records the account's answer, stores it for the next start, and reports it to the app.
  func note(account: Account? = nil, configuration: AppConfiguration? = nil) {
    if let account {
      reported.account = account
      reported.isFresh = true
      if case .remote = home { cache.change { $0.account = account } }
    }
    if let configuration {
      reported.configuration = configuration
      cache.change { $0.configuration = configuration }
    }
    reportAccount()
  }
}

extension AgentState.Session {
  fileprivate var signInState: SignInState {
    switch self {
    case .embedded: .embedded
    case .signedOut(let reason, _): .signInNeeded(reason: reason)
    case .signedIn(let found): .signedIn(token: found.place)
    }
  }
}
