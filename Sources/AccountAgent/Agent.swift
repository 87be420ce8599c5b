import AccountModel
import AgentProtocol
import PreferenceStore

/// Carries what is slow, large or secret for one app: the network, the token, the embedded
/// account's database. It takes requests and answers with reports.
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
  let doubt: SessionDoubt
  let pause: ServerPause
  let preferences: PreferenceFile
  let record: AgentRecord
  let report: @Sendable (AgentReport) -> Void

  /// Where the account lives.
  enum Home {
    case embedded(EmbeddedAccount)
    case remote(ServerURL, HTTPClient, TokenStore)
    /// The setting is no address of a server.
    case nowhere
  }

  // What the app told last.
  /// What is shown, for `Accept-Language`.
  var language: String
  /// The record that was told of last, by its number, and what it comes to.
  var told: (sequence: UInt64, language: String)

  // What is known.
  var signInState: SignInState
  var token: TokenStore.Found?
  /// A token of the environment that the server does not take.
  var refusedToken: String?
  var known: AccountReport
  var sent: SentFile

  // What is under way.
  /// Whether the account is still to be compared with this device (R61).
  var wantsComparison = false
  /// The number of the choice that is on its way.
  var sending: UInt64?
  var isComparing = false
  /// The requests that end when the account has the last choice.
  var waiting: [Int] = []
  var run: Task<Void, Never>?
  var runNumber = 0
  var retry: Task<Void, Never>?
  var pauses = Pauses()
  var lastFailure: AccountFailure?
  /// The server's own wish (`Retry-After`).
  var notBefore: ContinuousClock.Instant?
  var isWatching = false
  private var work: [Int: Task<Void, Never>] = [:]
  private var preparation: Task<Void, Never>?
  /// Whether the app has gone.
  var isAlone = false

  init(
    _ configuration: AgentConfiguration, environment: (String) -> String?,
    report: @escaping @Sendable (AgentReport) -> Void
  ) {
    self.configuration = configuration
    self.report = report
    let record = AgentRecord(configuration)
    let server = configuration.server.flatMap { ServerURL($0) }
    places = AccountFiles(dataDirectory: configuration.dataDirectory, server: server)
    cache = AccountCache(places, record: record)
    doubt = SessionDoubt(places, record: record)
    pause = ServerPause(places, record: record)
    if let server {
      if !server.isEncrypted, !server.isLoopback {
        record.warning("server", "\(server) is not encrypted: whoever is on the way can read along")
      }
      home = .remote(
        server, HTTPClient(),
        TokenStore(server: server, places: places, environment: environment, record: record))
      signInState = .signInNeeded(reason: .neverSignedIn)
    } else if configuration.server != nil {
      home = .nowhere
      signInState = .signInNeeded(reason: .neverSignedIn)
    } else {
      home = .embedded(
        EmbeddedAccount(path: places.database, copy: cache, language: configuration.language) {
          record.warning("database", "damaged; set aside as \($0)")
          report(.notice(.databaseSetAside(path: $0)))
        })
      signInState = .embedded
    }
    self.record = record
    preferences = PreferenceFile(path: configuration.preferences, budget: .patient)
    sent = SentFile(places.sent(of: configuration.preferences), record: record)
    language = configuration.language
    told = (configuration.sequence, configuration.language)
    known = AccountReport(signInState: signInState)
  }

  /// Finds out what is known without asking any server, and says so; once, before the first
  /// request.
  private func prepare() async {
    if let preparation { return await preparation.value }
    let task = Task {
      cache.distrustAfterCrash()
      let kept = cache.read()
      known.account = kept?.account
      known.configuration = kept?.configuration
      await findToken()
      if case .signInNeeded = signInState { known.account = nil }
      reportAccount()
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
      synchronize(id)
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
    }
  }

  /// Does what a person asks for, beside a sync that may be under way.
  private func perform(_ request: AccountRequest, _ id: Int) {
    work[id] = Task {
      defer { work[id] = nil }
      do throws(ServiceFailure) {
        switch request {
        case .signIn(let login, let password): try await signIn(login, password)
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
        record.info("request \(id): \(error.failure.reason.rawValue): \(error.detail)")
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

  /// The app has gone: ends what only it wanted to know, and waits for what the account is to get.
  func completeAlone() async {
    await prepare()
    isAlone = true
    wantsComparison = false
    if run != nil, sending == nil { startRun() }
    while let task = run ?? work.values.first { await task.value }
  }

  // MARK: Reports

  func reportAccount() {
    known.signInState = signInState
    report(.account(known))
  }

  /// Takes what the account answered, keeps it for the next start, and tells the app.
  func note(account: Account? = nil, configuration: AppConfiguration? = nil) {
    if let account {
      known.account = account
      known.isFresh = true
      if case .remote = home { cache.keep(account) }
    }
    if let configuration {
      known.configuration = configuration
      cache.keep(configuration)
    }
    reportAccount()
  }
}
