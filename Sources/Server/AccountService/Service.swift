import AccountDatabase
import AccountModel
import AccountProtocol
import Localization
import Synchronization

/// The account service, independent of HTTP: it turns a request into an answer.
final class Service: Sendable {
  let standing: Standing
  /// Nil if the database was damaged at the start.
  let storage: (any Storage)?
  let passwords: Passwords
  let attempts = PendingAttempts()
  let sessionLimit: SessionLimit
  let texts: Texts
  let settings: ServiceSettings
  let outbox: Outbox?
  let readiness = Readiness()
  let followers: Followers
  let feed: (any ChangeFeed)?
  let metrics = Metrics()
  let log: AccessLog
  /// The OpenAPI document as served.
  let document: [UInt8]
  /// The style sheet of the web pages as served.
  let styleSheet: [UInt8]
  private let stopping = Atomic(false)

  init(
    standing: Standing, storage: (any Storage)?, passwords: Passwords, texts: Texts,
    settings: ServiceSettings, outbox: Outbox?, log: AccessLog, document: [UInt8],
    styleSheet: [UInt8]
  ) {
    self.standing = standing
    self.storage = storage
    self.passwords = passwords
    self.texts = texts
    self.settings = settings
    sessionLimit = SessionLimit(settings.requestsPerMinute)
    self.outbox = outbox
    self.log = log
    self.document = document
    followers = Followers(limits: settings.followers)
    feed = storage?.makeFeed()
    self.styleSheet = styleSheet
  }

  /// Whether connections should close after their next answer.
  var isStopping: Bool { stopping.load(ordering: .relaxed) }

  func beginStopping() {
    stopping.store(true, ordering: .relaxed)
    endFollowing()
  }

  /// - Parameter routes: what the address serves that the request came to.
  func answer(_ request: Request, among routes: [Route] = Route.all) -> Answer {
    let found = routes.first { $0.path == request.path }
    let answer = answer(request, by: found)
    guard let storage, found?.isServedAlways != true else { return answer }
    return answer.map { $0.naming(storage.identity) }
  }

  private func answer(_ request: Request, by found: Route?) -> Answer {
    if let trouble = storage?.trouble { standing.refuse(trouble) }
    if standing.isRefusing, found?.isServedAlways != true {
      return .now(refuse(.outOfService, to: request))
    }
    guard let route = found else { return .now(refuse(.notFound, to: request)) }
    let method = request.method == "HEAD" ? "GET" : request.method
    guard let handle = route.methods.first(where: { $0.name == method })?.handle else {
      var response = refuse(.methodNotAllowed, to: request)
      response.headers.append(("Allow", route.allowed))
      return .now(response)
    }
    if request.isTooLarge { return .now(refuse(.tooLarge, to: request)) }
    guard let storage, storage.waits, !route.isServedAlways, !route.prompt.contains(method) else {
      return attempt(handle, request)
    }
    let work: Answer.Work = { [self] answer in
      let isTaken = storage.dispatch { [self] in
        switch attempt(handle, request) {
        case .now(let response): answer(response)
        case .later(let work), .held(let work): work(answer)
        }
      }
      if !isTaken { answer(refuse(.unavailable, to: request)) }
    }
    return request.path == Route.followPath ? .held(work) : .later(work)
  }

  private func attempt(_ handle: Route.Handler, _ request: Request) -> Answer {
    do throws(Refused) {
      return try handle(self, request)
    } catch {
      return .now(refuse(error, to: request))
    }
  }

  /// Parses the message in a request's body.
  func message<Message: JSONMessage>(
    _ type: Message.Type, in request: Request
  ) throws(Refused) -> Message {
    let mediaType = request.contentType?.split(separator: ";").first?.filter { $0 != " " }
    guard mediaType?.lowercased() == "application/json" else {
      throw Refused(.unsupportedMediaType)
    }
    do throws(MessageError) {
      return try Message(json: request.body)
    } catch {
      switch error {
      case .invalidJSON: throw Refused(.invalidJSON)
      case .invalidField(let invalid): throw Refused(.invalidField, field: invalid.field)
      }
    }
  }

  /// The session of a request's token, within its limit of requests.
  func session(of request: Request) throws(Refused) -> LiveSession {
    try session(of: token(of: request))
  }

  private func token(of request: Request) throws(Refused) -> Token {
    guard let token = Token(authorization: request.authorization) else {
      throw Refused(.notSignedIn)
    }
    return token
  }

  /// The session of a token that a request brings, within its limit of requests.
  func session(of token: Token) throws(Refused) -> LiveSession {
    let session = try session(tokenHash: token.hash)
    try limit(token)
    return session
  }

  /// Counts a request of a session that exists.
  private func limit(_ token: Token) throws(Refused) {
    if let wait = sessionLimit.wait(of: token.hash) {
      throw Refused(.tooManyRequests, retryAfter: wait)
    }
  }

  /// The session of a request's token, within its limit of requests, and the account as it sees
  /// it, in one read.
  func sessionView(of request: Request) throws(Refused) -> (session: LiveSession, view: AccountView)
  {
    let token = try token(of: request)
    let result = try sessionView(tokenHash: token.hash)
    try limit(token)
    return result
  }

  /// The account of a request's token as its session sees it, looked up with those of others where
  /// reading may wait.
  func accountView(of request: Request) throws(Refused) -> Answer {
    guard let lookUps = try opened().lookUps else {
      return .now(try sessionView(of: request).view.response)
    }
    let token = try token(of: request)
    return .later { [self] answer in
      let isTaken = lookUps.lookUp(token.hash) { [self] result in
        do throws(Refused) {
          let found = try result.mapError(refused).get()
          let view = try sessionView(found, token.hash).view
          try limit(token)
          answer(view.response)
        } catch {
          answer(refuse(error, to: request))
        }
      }
      if !isTaken { answer(refuse(.unavailable, to: request)) }
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
    return (session, AccountView(account, for: session))
  }

  /// The session of a token's hash.
  func session(tokenHash: [UInt8]) throws(Refused) -> LiveSession {
    let state = try read { database throws(DatabaseError) in
      try database.session(tokenHash: tokenHash)
    }
    return try live(state, tokenHash)
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

  func opened() throws(Refused) -> any Storage {
    guard let storage else { throw Refused(.outOfService) }
    return storage
  }

  func read<Value>(
    _ body: (AccountDatabase) throws(DatabaseError) -> Value
  ) throws(Refused) -> Value {
    let storage = try opened()
    do throws(DatabaseError) {
      return try storage.read(body)
    } catch {
      throw refused(error)
    }
  }

  /// Changes the database, and answers when the change is on disk.
  ///
  /// - Parameters:
  ///   - account: the account whose record or sessions are changed; its followers learn of it. Nil if
  ///     no account is.
  ///   - isRepeatable: whether the change may be made twice with the same result.
  ///   - isWhole: whether the change is atomic by itself; see `Storage.submit`.
  func change<Value: Sendable>(
    for request: Request, of account: Int64?, isRepeatable: Bool = false, isWhole: Bool = false,
    _ body: @escaping @Sendable (AccountDatabase) throws(DatabaseError) -> Value,
    then respond: @escaping @Sendable (Value) -> Response
  ) throws(Refused) -> Answer {
    _ = try opened()
    return .later { [self] answer in
      submit(of: account, isRepeatable: isRepeatable, isWhole: isWhole, body) { [self] result in
        switch result {
        case .success(let value): answer(respond(value))
        case .failure(let refused): answer(refuse(refused, to: request))
        }
      }
    }
  }

  /// Changes the database, and tells the result when the change is on disk; logs what the change
  /// removed for lack of room.
  ///
  /// - Parameters:
  ///   - account: the account whose record or sessions are changed; its followers learn of it. Nil if
  ///     no account is.
  ///   - isRepeatable: whether the change may be made twice with the same result.
  ///   - isWhole: whether the change is atomic by itself; see `Storage.submit`.
  func submit<Value: Sendable>(
    of account: Int64?, isRepeatable: Bool = false, isWhole: Bool = false,
    _ body: @escaping @Sendable (AccountDatabase) throws(DatabaseError) -> Value,
    then tell: @escaping @Sendable (Result<Value, Refused>) -> Void
  ) {
    guard let storage else { return tell(.failure(Refused(.outOfService))) }
    storage.submit(isRepeatable: isRepeatable, isWhole: isWhole) { database throws(DatabaseError) in
      (try body(database), database.takeDropped())
    } then: { [self] result in
      switch result {
      case .success((let value, let dropped)):
        for dropped in dropped { log.event("list.full", dropped.description) }
        tell(.success(value))
        if let account { committed(account) }
      case .failure(let error): tell(.failure(refused(error)))
      }
    }
  }

  /// The refusal for a database error; logs errors that no client caused.
  func refused(_ error: DatabaseError) -> Refused {
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

  func refuse(_ code: RefusalCode, to request: Request?) -> Response {
    refuse(Refused(code), to: request)
  }

  func refuse(_ refused: Refused, to request: Request?) -> Response {
    guard let request, request.isFromBrowser else {
      return refuse(refused, in: request?.acceptLanguage)
    }
    return refusalPage(refused, to: request).noting(refused)
  }

  /// A refusal for a program.
  ///
  /// - Parameter acceptLanguage: the header of the request.
  func refuse(_ refused: Refused, in acceptLanguage: String?) -> Response {
    let catalog = texts.catalog(acceptLanguage: acceptLanguage)
    var response = Response(
      json: Refusal(refused.code, message: catalog.text(refused), field: refused.field),
      status: refused.code.status)
    response.headers.append(("Content-Language", catalog.language.code.rawValue))
    if refused.code.status == 401 { response.headers.append(("WWW-Authenticate", "Bearer")) }
    return response.noting(refused)
  }
}

extension Response {
  /// The response with the identity of the database that it comes from. A 503 comes from none.
  fileprivate func naming(_ identity: String) -> Response {
    guard status != RefusalCode.outOfService.status else { return self }
    var response = self
    response.headers.append(("Lisan-Database", identity))
    return response
  }

  /// The response with what every refusal says: its code in the log, and when to try again.
  fileprivate func noting(_ refused: Refused) -> Response {
    var response = self
    response.notes.code = refused.code.rawValue
    if refused.code.isTemporary {
      response.headers.append(("Retry-After", String(refused.retryAfter)))
    }
    return response
  }
}

extension RefusalCode {
  /// Whether the same request may succeed later.
  var isTemporary: Bool {
    switch self {
    case .tooManyAttempts, .tooManyRequests, .unavailable, .outOfService: true
    default: false
    }
  }
}

/// Why a request is refused.
struct Refused: Error {
  let code: RefusalCode
  var field: String?
  /// Seconds to wait before a retry.
  var retryAfter: Int64 = 1

  init(_ code: RefusalCode, field: String? = nil, retryAfter: Int64 = 1) {
    self.code = code
    self.field = field
    // A client that waits for an operator need not retry every second.
    self.retryAfter = code == .outOfService ? 60 : retryAfter
  }
}

/// The session of a request: its account, its device if it has one yet, and its token's hash.
struct LiveSession: Sendable {
  let account: Int64
  let device: String?
  let tokenHash: [UInt8]

  /// The account as shown to this session. Another device's id is replaced by a hash, because
  /// anybody who knows it could ask to sign in for that device. The hash still tells devices apart.
  func view(of account: Account, device: String?) -> Account {
    guard let origin = account.lastChange, origin.device != device,
      origin.device != AccountDatabase.noDevice
    else { return account }
    var account = account
    let hash = digest(of: "device \(account.accountID) \(origin.device)").prefix(16)
    account.lastChange?.device = hexadecimal(hash)
    return account
  }
}
