import AccountDatabase
import AccountProtocol
import SystemCalls

extension Route {
  /// `POST /rpc/sign_in`: always checks the password, even for an unknown login, and counts a
  /// failure before it answers (R45). An attempt that could not be judged is not counted.
  static let signIn: Handler = { service, request throws(Refused) in
    var message = try service.message(SignIn.self, in: request)
    message.login = Credentials.login(message.login)
    message.password = Credentials.password(message.password)
    let limits = service.limits(login: message.login, address: request.address)
    // Begin before the failures are read and end after they are written, so that every attempt is
    // in at least one of the two counts.
    let pending = service.attempts.begin(limits)
    do throws(Refused) {
      let credentials = try service.admit(message.login, limits, pending)
      return service.judge(SigningIn(message, credentials, limits, request))
    } catch {
      service.attempts.end(limits)
      throw error
    }
  }

  /// `POST /rpc/sign_out`: ends the session of the token.
  static let signOut: Handler = { service, request throws(Refused) in
    let session = try service.session(of: request)
    return try service.change(for: request, of: session.account, isRepeatable: true) {
      database throws(DatabaseError) in
      try database.removeSession(tokenHash: session.tokenHash)
    } then: {
      var response = Response.nothing
      response.notes.account = session.account
      return response
    }
  }
}

/// A sign-in attempt within the limits.
private struct SigningIn: Sendable {
  typealias Credentials = (account: Int64, passwordHash: String?)

  let message: SignIn
  /// Nil if the login is unknown.
  let credentials: Credentials?
  let limits: [AttemptLimit]
  let request: Request

  init(
    _ message: SignIn, _ credentials: Credentials?, _ limits: [AttemptLimit], _ request: Request
  ) {
    self.message = message
    self.credentials = credentials
    self.limits = limits
    self.request = request
  }
}

extension Service {
  fileprivate func limits(login: String, address: ClientAddress) -> [AttemptLimit] {
    [
      AttemptLimit(
        key: AttemptKey.login(login), count: settings.attemptsForLogin,
        window: settings.attemptWindow),
      AttemptLimit(
        key: AttemptKey.network(of: address), count: settings.attemptsForAddress,
        window: settings.attemptWindow),
    ]
  }

  /// The credentials for an attempt, unless a limit is reached. If failures alone reach it, sign-in
  /// is closed for a while; if pending attempts are needed to reach it, the server is busy.
  fileprivate func admit(
    _ login: String, _ limits: [AttemptLimit], _ pending: [Int]
  ) throws(Refused) -> SigningIn.Credentials? {
    let (failures, credentials) = try read { database throws(DatabaseError) in
      var failures: [(count: Int, wait: Int64)] = []
      for limit in limits { failures.append(try database.failures(limit)) }
      return (failures, try database.credentials(login: login))
    }
    let waits = zip(limits, failures).filter { $0.count <= $1.count }.map(\.1.wait)
    if let wait = waits.max() {
      throw Refused(.tooManyAttempts, retryAfter: (wait + 999) / 1000)
    }
    for (limit, (failures, pending)) in zip(limits, zip(failures, pending))
    where failures.count + pending >= limit.count {
      throw Refused(.unavailable)
    }
    return credentials
  }

  fileprivate func judge(_ attempt: SigningIn) -> Answer {
    .later { [self] answer in
      let finish: @Sendable (Response) -> Void = { [attempts] response in
        attempts.end(attempt.limits)
        answer(response)
      }
      passwords.check(
        attempt.message.password, against: attempt.credentials?.passwordHash,
        from: attempt.request.address
      ) { [self] verdict in
        switch verdict {
        case .right(let rehashed): beginSession(attempt, rehashed, finish)
        case .wrong: countFailure(attempt, finish)
        case .busy: finish(refuse(.unavailable, to: attempt.request))
        case .notJudged(let reason):
          log.event("password.not_judged", reason)
          finish(refuse(.unavailable, to: attempt.request))
        }
      }
    }
  }

  private func countFailure(
    _ attempt: SigningIn, _ finish: @escaping @Sendable (Response) -> Void
  ) {
    submit(attempt, finish) { database throws(DatabaseError) in
      try database.countFailure(attempt.limits)
      return database.takeDropped()
    } then: { [self] dropped in
      report(dropped)
      return refuse(.invalidCredentials, to: attempt.request)
    }
  }

  private func beginSession(
    _ attempt: SigningIn, _ rehashed: String?, _ finish: @escaping @Sendable (Response) -> Void
  ) {
    guard let account = attempt.credentials?.account else { return }
    let token = Token.random()
    let end = SystemClock.millisecondsSince1970() + settings.sessionLength
    submit(attempt, finish) { database throws(DatabaseError) in
      try database.forgetFailures(AttemptKey.login(attempt.message.login))
      if let rehashed, let former = attempt.credentials?.passwordHash {
        try database.replacePasswordHash(former, by: rehashed, account: account)
      }
      try database.addSession(
        tokenHash: token.hash, account: account, device: attempt.message.device, expiresAt: end)
      return database.takeDropped()
    } then: { [self] dropped in
      report(dropped)
      var answer = SignedIn(token: token.text, accountID: account, expiresAt: end)
      for case .sessions(let ended, _) in dropped { answer.endedSessions = ended }
      var response = Response(json: answer)
      response.notes.account = account
      return response
    }
  }

  private func submit<Value: Sendable>(
    _ attempt: SigningIn, _ finish: @escaping @Sendable (Response) -> Void,
    _ body: @escaping @Sendable (AccountDatabase) throws(DatabaseError) -> Value,
    then respond: @escaping @Sendable (Value) -> Response
  ) {
    guard let storage else { return finish(refuse(.outOfService, to: attempt.request)) }
    storage.submit(body) { [self] result in
      switch result {
      case .success(let value):
        finish(respond(value))
        // A new session ends the former one of its device.
        if let account = attempt.credentials?.account { committed(account) }
      case .failure(let error): finish(refuse(refused(error), to: attempt.request))
      }
    }
  }
}
