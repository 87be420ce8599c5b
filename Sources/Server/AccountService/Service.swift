import AccountDatabase
import AccountModel
import AccountProtocol
import Synchronization
import SystemCalls

/// The account service: what requests mean, whichever way they come.
package final class Service: Sendable {
  package let standing: Standing
  /// Nil if the database was damaged at the start.
  package let storage: (any Storage)?
  package let passwords: Passwords
  let attempts = PendingAttempts()
  package let settings: ServiceSettings
  package let followers: Followers
  let feed: (any ChangeFeed)?
  let log: AccessLog
  /// Called when a choice may have queued a notice.
  package let noticeQueued: @Sendable () -> Void
  private let sessionLimit: SessionLimit
  /// When the database was last found writable, in nanoseconds of the monotonic clock: frequent probes
  /// do not write each time.
  private let provenAt = Atomic(-Service.proofAge)
  /// How long that holds, in nanoseconds.
  private static let proofAge: Int64 = 1_000_000_000
  private let stopping = Atomic(false)
  /// The configuration as JSON, until something in the database may have changed it.
  private let lastConfiguration = Mutex<(json: [UInt8], readAt: Int64)?>(nil)
  /// For how long it is not read again, in nanoseconds.
  private static let configurationAge: Int64 = 5_000_000_000

  package init(
    standing: Standing, storage: (any Storage)?, passwords: Passwords, settings: ServiceSettings,
    log: AccessLog, noticeQueued: @escaping @Sendable () -> Void = {}
  ) {
    self.standing = standing
    self.storage = storage
    self.passwords = passwords
    self.settings = settings
    self.log = log
    self.noticeQueued = noticeQueued
    sessionLimit = SessionLimit(settings.requestsPerMinute)
    followers = Followers(limits: settings.followers)
    feed = storage?.makeFeed()
  }

  /// Whether connections should close after their next answer.
  package var isStopping: Bool { stopping.load(ordering: .relaxed) }

  package func beginStopping() {
    stopping.store(true, ordering: .relaxed)
    endFollowing()
  }

  /// Whether requests are refused until the operator has helped.
  package var isOutOfService: Bool {
    if let trouble = storage?.trouble { standing.refuse(trouble) }
    return standing.isRefusing
  }

  /// Handles a request whose handler reads: where reading may wait, on a thread that may wait.
  ///
  /// - Parameter isHeld: whether the answer is held.
  package func dispatch<Value>(
    isHeld: Bool, _ handle: @escaping @Sendable () -> Answer<Value, Refused>
  ) -> Answer<Value, Refused> {
    guard let pool = storage?.pool else { return handle() }
    let work: Answer<Value, Refused>.Work = { tell in
      let isTaken = pool.dispatch {
        switch handle() {
        case .now(let result): tell(result)
        case .later(let work), .held(let work): work(tell)
        }
      }
      if !isTaken { tell(.failure(Refused(.unavailable))) }
    }
    return isHeld ? .held(work) : .later(work)
  }

  // MARK: Sessions

  /// The session of a token, within its limit of requests.
  package func session(of token: Token) throws(Refused) -> LiveSession {
    let state = try read { database throws(DatabaseError) in
      try database.session(tokenHash: token.hash)
    }
    let session = try live(state, token.hash)
    try limit(token)
    return session
  }

  /// Counts a request of a session that exists.
  private func limit(_ token: Token) throws(Refused) {
    if let wait = sessionLimit.wait(of: token.hash) {
      throw Refused(.tooManyRequests, retryAfter: wait)
    }
  }

  /// The session of a token, within its limit of requests, and the account as it sees it, in one
  /// read.
  func sessionView(of token: Token) throws(Refused) -> (session: LiveSession, view: AccountView) {
    let result = try sessionView(tokenHash: token.hash)
    try limit(token)
    return result
  }

  /// The account of a token as its session sees it, looked up with those of others where reading
  /// may wait.
  package func accountView(of token: Token) throws(Refused) -> Answer<AccountView, Refused> {
    guard let pool = try opened().pool else {
      return .now(.success(try sessionView(of: token).view))
    }
    return .later { [self] tell in
      let isTaken = pool.lookUp(token.hash) { [self] result in
        tell(
          Result { () throws(Refused) in
            let view = try sessionView(try result.mapError(refused).get(), token.hash).view
            try limit(token)
            return view
          })
      }
      if !isTaken { tell(.failure(Refused(.unavailable))) }
    }
  }

  /// The session of a token's hash, and the account as it sees it.
  func sessionView(
    tokenHash: [UInt8]
  ) throws(Refused) -> (session: LiveSession, view: AccountView) {
    let found = try read { database throws(DatabaseError) in
      try database.sessionWithAccount(tokenHash: tokenHash)
    }
    return try sessionView(found, tokenHash)
  }

  private func sessionView(
    _ found: SessionWithAccount, _ tokenHash: [UInt8]
  ) throws(Refused) -> (session: LiveSession, view: AccountView) {
    let session = try live(found.state, tokenHash)
    guard let account = found.account else { throw Refused(.notSignedIn) }
    return (session, AccountView(account, for: session, configuration: knownConfiguration()))
  }

  private func live(_ state: SessionState, _ tokenHash: [UInt8]) throws(Refused) -> LiveSession {
    switch state {
    case .session(let session):
      return LiveSession(account: session.account, device: session.device, tokenHash: tokenHash)
    case .expired: throw Refused(.sessionExpired)
    case .unknown:
      // Another database that has taken the place of this one knows no session either.
      if let identity = storage?.identity {
        try read { database throws(DatabaseError) in try database.requireIdentity(identity) }
      }
      throw Refused(.notSignedIn)
    }
  }

  // MARK: The database

  private func opened() throws(Refused) -> any Storage {
    guard let storage else { throw Refused(.outOfService) }
    return storage
  }

  package func read<Value>(
    _ body: (AccountDatabase) throws(DatabaseError) -> Value
  ) throws(Refused) -> Value {
    let storage = try opened()
    do throws(DatabaseError) {
      return try storage.read(body)
    } catch {
      throw refused(error)
    }
  }

  /// Languages, markets, flags and cooldowns.
  package func configuration() throws(Refused) -> AppConfiguration {
    let configuration = try read { database throws(DatabaseError) in
      try database.configuration()
    }
    guard let configuration else { throw Refused(.unavailable) }
    return configuration
  }

  /// The configuration as JSON, read lately; empty if it cannot be read.
  private func knownConfiguration() -> [UInt8] {
    let now = SystemClock.monotonic()
    let last = lastConfiguration.withLock { $0 }
    if let last, now - last.readAt < Self.configurationAge { return last.json }
    guard let json = try? configuration().json() else { return last?.json ?? [] }
    lastConfiguration.withLock { $0 = (json, now) }
    return json
  }

  /// Has the configuration read again, because another process has changed something.
  func forgetConfiguration() { lastConfiguration.withLock { $0 = nil } }

  /// Answers once the database can be read and written.
  package func probe() throws(Refused) -> Answer<Void, Refused> {
    try read { database throws(DatabaseError) in try database.probe() }
    if SystemClock.monotonic() - provenAt.load(ordering: .relaxed) < Self.proofAge {
      return .now(.success(()))
    }
    return change(of: nil, isRepeatable: true) { database throws(DatabaseError) in
      try database.probeWriting()
    }.map { [self] in provenAt.store(SystemClock.monotonic(), ordering: .relaxed) }
  }

  /// Changes the database, and answers when the change is on disk; logs what the change removed for
  /// lack of room.
  ///
  /// - Parameters:
  ///   - account: the account whose record or sessions are changed; its followers learn of it. Nil if
  ///     no account is.
  ///   - isRepeatable: whether the change may be made twice with the same result.
  ///   - isWhole: whether the change is atomic by itself; see `Storage.submit`.
  package func change<Value: Sendable>(
    of account: Int64?, isRepeatable: Bool = false, isWhole: Bool = false,
    _ body: @escaping @Sendable (AccountDatabase) throws(DatabaseError) -> Value
  ) -> Answer<Value, Refused> {
    .later { [self] tell in
      submit(of: account, isRepeatable: isRepeatable, isWhole: isWhole, body, then: tell)
    }
  }

  /// Begins a change at once; see `change`.
  package func submit<Value: Sendable>(
    of account: Int64?, isRepeatable: Bool = false, isWhole: Bool = false,
    _ body: @escaping @Sendable (AccountDatabase) throws(DatabaseError) -> Value,
    then tell: @escaping @Sendable (Result<Value, Refused>) -> Void
  ) {
    guard let storage else { return tell(.failure(Refused(.outOfService))) }
    storage.submit(isRepeatable: isRepeatable, isWhole: isWhole) { database throws(DatabaseError) in
      (try body(database), database.drainDropped())
    } then: { [self] result in
      switch result {
      case .success((let value, let dropped)):
        for dropped in dropped { log.event("list.full", dropped) }
        tell(.success(value))
        if let account { committed(account) }
      case .failure(let error): tell(.failure(refused(error)))
      }
    }
  }

  /// The refusal for a database error; logs errors that no client caused.
  private func refused(_ error: DatabaseError) -> Refused {
    switch error {
    case .noAccount: return Refused(.notSignedIn)
    case .noProfile: return Refused(.notFound)
    case .languageNotOffered: return Refused(.languageNotOffered)
    case .otherDevice: return Refused(.otherDevice)
    // At the next attempt, the password is checked against the new hash.
    case .passwordChanged: return Refused(.unavailable)
    case _ where error.isDamage, .displaced:
      standing.refuse(error)
      return Refused(.outOfService)
    case _ where error.isUnusable:
      log.event("out_of_service", error.description)
      return Refused(.outOfService)
    default:
      log.event("database.error", error.description)
      return Refused(error.isTemporary ? .unavailable : .failed)
    }
  }
}

/// The session of a request: its account, its device if it has one yet, and its token's hash.
package struct LiveSession: Sendable {
  package let account: Int64
  package let device: String?
  package let tokenHash: [UInt8]

  /// The account as shown to this session. Another device's id is replaced by a hash, because
  /// anybody who knows it could ask to sign in for that device. The hash still tells devices apart.
  func view(of account: Account, device: String?) -> Account {
    guard let origin = account.lastChange, origin.device != device,
      origin.device != ChoiceOrigin.noDevice
    else { return account }
    var account = account
    let hash = digest(of: "device \(account.accountID) \(origin.device)").prefix(16)
    account.lastChange?.device = hexadecimal(hash)
    return account
  }
}
