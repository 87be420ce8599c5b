import AccountDatabase
import AccountProtocol
import SystemCalls

/// A session that has just begun.
package struct NewSession: Sendable {
  package let token = Token.random()
  package let account: Int64
  let device: String?
  let kind: SessionKind
  /// In milliseconds since 1970.
  package let expiresAt: Int64
  /// How many of the account's oldest sessions ended to make room for this one.
  package fileprivate(set) var ended = 0
}

/// An account whose password was right.
private struct PasswordCheck: Sendable {
  let account: Int64
  /// The stored hash, and a new one to store if that was made with other costs.
  let hash: String
  let rehashed: String?
}

extension Service {
  func newSession(account: Int64, device: String?, _ kind: SessionKind) -> NewSession {
    NewSession(
      account: account, device: device, kind: kind,
      expiresAt: SystemClock.millisecondsSince1970() + settings.sessionLength)
  }

  /// Checks a password within the limits, and begins a session. Always checks the password, even for
  /// an unknown login, and counts a failure before it answers (R45). An attempt that could not be
  /// judged is not counted.
  ///
  /// - Parameter former: the token of a session that ends with that.
  package func signIn(
    _ message: SignIn, _ kind: SessionKind, replacing former: Token? = nil,
    from address: ClientAddress
  ) -> Answer<NewSession, Refused> {
    .later { [self] tell in
      let login = Credentials.login(message.login)
      judge(login, message.password, from: address) { [self] verdict in
        switch verdict {
        case .failure(let refused): tell(.failure(refused))
        case .success(let check):
          let session = newSession(account: check.account, device: message.device, kind)
          submit(of: check.account) { database throws(DatabaseError) in
            try database.requirePasswordHash(check.hash, account: check.account)
            try database.forgetFailures(AttemptKey.login(login))
            if let rehashed = check.rehashed {
              try database.replacePasswordHash(check.hash, by: rehashed, account: check.account)
            }
            if let former { try database.removeSession(tokenHash: former.hash) }
            return try database.addSession(session)
          } then: {
            tell($0)
          }
        }
      }
    }
  }

  /// Replaces the password of an account, which ends its sessions, and begins one for the browser that
  /// asked.
  package func changePassword(
    from current: String, to new: String, by session: LiveSession, at address: ClientAddress
  ) throws(Refused) -> Answer<NewSession, Refused> {
    let login = try read { database throws(DatabaseError) in
      try database.account(session.account).login
    }
    return .later { [self] tell in
      judge(login, current, from: address) { [self] verdict in
        switch verdict {
        case .failure(let refused): tell(.failure(refused))
        case .success(let check):
          guard let hash = Passwords.hash(Credentials.password(new)) else {
            return tell(.failure(Refused(.unavailable)))
          }
          let session = newSession(account: session.account, device: session.device, .browser)
          submit(of: session.account) { database throws(DatabaseError) in
            try database.requirePasswordHash(check.hash, account: session.account)
            try database.forgetFailures(AttemptKey.login(login))
            try database.setPasswordHash(hash, account: session.account)
            return try database.addSession(session)
          } then: {
            tell($0)
          }
        }
      }
    }
  }

  /// Ends a session.
  package func signOut(_ session: LiveSession) -> Answer<Void, Refused> {
    change(of: session.account, isRepeatable: true) { database throws(DatabaseError) in
      try database.removeSession(tokenHash: session.tokenHash)
    }
  }

  /// Checks the password of a login within the limits, off the connection's thread, and counts a
  /// failure before it tells of it. Always does the same work, even for an unknown login.
  ///
  /// - Parameter login: normalized.
  private func judge(
    _ login: String, _ password: String, from address: ClientAddress,
    then tell: @escaping @Sendable (Result<PasswordCheck, Refused>) -> Void
  ) {
    let limits = limits(AttemptKey.login(login), address)
    // Begin before the failures are read and end after they are written, so that every attempt is
    // in at least one of the two counts.
    let pending = attempts.begin(limits)
    let finish: @Sendable (Result<PasswordCheck, Refused>) -> Void = { [attempts] result in
      attempts.end(limits)
      tell(result)
    }
    let credentials: (account: Int64, passwordHash: String?)?
    do throws(Refused) {
      try admit(limits, pending)
      credentials = try read { database throws(DatabaseError) in
        try database.credentials(login: login)
      }
    } catch {
      return finish(.failure(error))
    }
    passwords.check(
      Credentials.password(password), against: credentials?.passwordHash, from: address
    ) { [self] verdict in
      switch verdict {
      case .right(let rehashed):
        guard let credentials, let hash = credentials.passwordHash else {
          return finish(.failure(Refused(.failed)))
        }
        finish(
          .success(PasswordCheck(account: credentials.account, hash: hash, rehashed: rehashed)))
      case .wrong:
        submit(of: nil) { database throws(DatabaseError) in
          try database.countFailure(limits)
        } then: { result in
          finish(result.flatMap { .failure(Refused(.invalidCredentials)) })
        }
      case .busy: finish(.failure(Refused(.unavailable)))
      case .notJudged(let reason):
        log.event("password.not_judged", reason)
        finish(.failure(Refused(.unavailable)))
      }
    }
  }

  /// The limits of failed attempts under a key and from an address.
  func limits(_ key: [UInt8], _ address: ClientAddress) -> [AttemptLimit] {
    [
      AttemptLimit(
        key: key, count: settings.attemptsForLogin, window: settings.attemptWindow),
      AttemptLimit(
        key: AttemptKey.network(of: address), count: settings.attemptsForAddress,
        window: settings.attemptWindow),
    ]
  }

  /// Throws if a limit is reached. If failures alone reach it, attempts are refused for a while; if
  /// pending attempts are needed to reach it, the server is busy.
  ///
  /// - Parameter pending: the attempts in progress under each limit.
  func admit(_ limits: [AttemptLimit], _ pending: [Int] = []) throws(Refused) {
    let failures = try read { database throws(DatabaseError) in
      var failures: [(count: Int, wait: Int64)] = []
      for limit in limits { failures.append(try database.failures(limit)) }
      return failures
    }
    let waits = zip(limits, failures).filter { $0.count <= $1.count }.map(\.1.wait)
    if let wait = waits.max() {
      throw Refused(.tooManyAttempts, retryAfter: (wait + 999) / 1000)
    }
    for (limit, (failures, pending)) in zip(limits, zip(failures, pending))
    where failures.count + pending >= limit.count {
      throw Refused(.unavailable)
    }
  }
}

extension AccountDatabase {
  /// Adds a session; returns it with the number of those that ended for it.
  func addSession(_ session: NewSession) throws(DatabaseError) -> NewSession {
    var session = session
    session.ended = try addSession(
      tokenHash: session.token.hash, account: session.account, device: session.device,
      kind: session.kind, expiresAt: session.expiresAt)
    return session
  }
}
