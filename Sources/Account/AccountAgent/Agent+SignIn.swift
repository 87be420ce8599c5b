import AccountDatabase
import AccountModel
import AccountProtocol
import LisanPreferences
import SystemCalls

// Signing in and out, and the token.
extension Agent {
  /// The time limit for an answer that need not wait for news.
  private static let promptness = Duration.seconds(6)

  /// The account service, with the session's token.
  func service() async throws(ServiceFailure) -> any AccountService {
    switch home {
    case .embedded(let account): return account
    case .nowhere:
      throw ServiceFailure(
        AccountFailure(.invalidServer), "\(configuration.server ?? "") is no server")
    case .remote:
      // Another instance may have signed in since.
      if state.token == nil { await findToken() }
      return try remote()
    }
  }

  private func remote() throws(ServiceFailure) -> RemoteAccount {
    guard case .remote(let server, let client, _) = home, let token = state.token else {
      if case .signedOut(let reason, _) = state.session { throw .notSignedIn(reason) }
      throw .notSignedIn(.neverSignedIn)
    }
    return RemoteAccount(
      door: ServerDoor(
        server: server, client: client, language: language,
        session: .init(token: token.token, rule: rule)))
  }

  /// Sends a request. If the server refuses the token, retries once with a new token from another
  /// instance; otherwise `SessionDoubt` decides whether the session has ended.
  func ask<Value: Sendable>(
    _ body: @Sendable (any AccountService) async throws(ServiceFailure) -> Value
  ) async throws(ServiceFailure) -> Value {
    guard case .remote = home else { return try await body(try await service()) }
    return try await askServer { service async throws(ServiceFailure) in try await body(service) }
  }

  /// Sends a request to the server, like `ask`.
  ///
  /// - Parameter isFollowing: whether the request waits for news. An interrupted wait, or a server
  ///   without news for anybody, leaves nothing in doubt.
  func askServer<Value: Sendable>(
    isFollowing: Bool = false,
    _ body: @Sendable (RemoteAccount) async throws(ServiceFailure) -> Value
  ) async throws(ServiceFailure) -> Value {
    if state.token == nil { await findToken() }
    let service = try remote()
    let former = state.token
    let start = ContinuousClock.now
    let wasDoubted = doubt != nil
    do throws(ServiceFailure) {
      let value = try await body(service)
      if wasDoubted { tell(.reached) }
      reportCertainty()
      return value
    } catch {
      guard let former else { throw error }
      guard let reason = error.signIn else {
        let isWaitOver =
          isFollowing
          && (error.failure.reason == .notFound || ContinuousClock.now - start > Self.promptness)
        if error.leavesDoubt, !isWaitOver {
          rule.failed(former.token, error.failure)
          reportCertainty()
        }
        throw error
      }
      guard case .remote(_, _, let tokens) = home else { throw error }
      if let found = try? await tokens.find(), found.token != former.token {
        tell(.found(found))
        return try await body(try remote())
      }
      // Another request of this agent got the same answer and ended the session.
      guard state.token == former else { throw error }
      let now = SystemClock.millisecondsSince1970()
      if rule.isEnded(former.token, by: error.database, at: now) {
        await end(former, reason)
        throw error
      }
      let failure = AccountFailure(.sessionDoubted, status: error.failure.status)
      rule.failed(former.token, failure)
      reportCertainty()
      throw ServiceFailure(failure, "\(error.detail); the session is kept until it is certain")
    }
  }

  /// Looks for a token, and updates the session's state.
  func findToken() async {
    guard case .remote(_, _, let tokens) = home else { return }
    let found: TokenStore.Found?
    do throws(TokenStore.InvalidToken) {
      found = try await tokens.find()
    } catch {
      return tell(.missing(.invalidToken(in: error.place)))
    }
    let mark = PrivateFile(places.session)
    if let found, found.token != state.refused?.token {
      tell(.found(found))
      if found.place != .environment { write(.signedIn) }
      return
    }
    if tokens.isGiven { return tell(.missing(.refused)) }
    switch mark.read().flatMap({ SessionMark(rawValue: String(decoding: $0, as: UTF8.self)) }) {
    case .signedOut: tell(.missing(.signedOut))
    case .expired: tell(.missing(.expired))
    case .refused: tell(.missing(.refused))
    case .signedIn, nil:
      if found == nil { mark.remove() }
      tell(.missing(found == nil ? .neverSignedIn : .refused))
    }
  }

  /// Ends a session. Its account is hidden; unsent choices stay pending.
  private func end(_ found: TokenStore.Found, _ reason: SignInReason) async {
    guard case .remote(_, _, let tokens) = home else { return }
    tell(.refused(found, reason))
    reported.account = nil
    rule.forget()
    if found.place != .environment {
      await tokens.remove(found)
      write(reason == .expired ? .expired : .refused)
    }
    log.warning("session", "the session has ended: \(reason.rawValue)")
    reportAccount()
    reportSync()
  }

  private func write(_ mark: SessionMark) {
    PrivateFile(places.session).keep(Array(mark.rawValue.utf8), "session", log)
  }

  // MARK: Requests

  func signIn(_ login: String, _ password: String) async throws(ServiceFailure) {
    let (answer, database): (SignedIn, String?) = try await signInDoor().askPublicly(
      "POST", "/rpc/sign_in", SignIn(login: login, password: password, device: ownDevice))
    try await beginSession(answer, in: database)
  }

  /// The server, if signing in there is possible.
  func signInDoor() throws(ServiceFailure) -> ServerDoor {
    guard case .remote(let server, let client, let tokens) = home else {
      throw ServiceFailure(AccountFailure(.notPossible), "there is no server to sign in to")
    }
    if tokens.isGiven {
      throw ServiceFailure(AccountFailure(.notPossible), "LISAN_TOKEN says who is signed in")
    }
    return ServerDoor(server: server, client: client, language: language)
  }

  /// The device of the session; nil before this device's first choice.
  var ownDevice: String? {
    let device = stored.device
    return ledger(of: device).knownAs ?? (device == .none ? nil : device.description)
  }

  /// Keeps the token of a new session, and compares its account with this device.
  ///
  /// - Parameter database: the identity of the session's account database.
  func beginSession(_ answer: SignedIn, in database: String?) async throws(ServiceFailure) {
    guard case .remote(_, _, let tokens) = home else { return }
    rule.begin(answer.token, in: database)
    do throws(PrivateFile.Failure) {
      let place = try await tokens.keep(answer.token)
      tell(.found(TokenStore.Found(token: answer.token, place: place)))
      if place == .file { tellOfTokenFile(tokens.path) }
    } catch {
      throw ServiceFailure(error)
    }
    write(.signedIn)
    if reported.account?.accountID != answer.accountID { reported.account = nil }
    log.info("signed in as account \(answer.accountID)")
    reportAccount()
    if let ended = answer.endedSessions { report(.notice(.sessionsEnded(ended))) }

    // A new account has its own pending changes.
    try await belong(to: answer.accountID)
    tell(.compareDue)
    await settle()
    tell(.served)
  }

  /// Tells the user once per server; after that, the Account section shows it.
  private func tellOfTokenFile(_ path: String) {
    let told = PrivateFile(places.tokenTold)
    guard told.read() == nil else { return }
    report(.notice(.tokenInFile(path: path)))
    told.keep([], "session", log)
  }

  func signOut() async throws(ServiceFailure) {
    guard case .remote(_, _, let tokens) = home, !tokens.isGiven else {
      throw ServiceFailure(AccountFailure(.notPossible), "there is no session to end here")
    }
    tell(.leaving)
    if state.token == nil { await findToken() }
    if let found = state.token {
      do throws(ServiceFailure) {
        try await remote().signOut()
      } catch {
        // Without the token nobody can use the session, and it expires.
        log.warning("session", "the server was not told of the end: \(error.detail)")
        if error.signIn == nil { report(.notice(.signOutNotTold)) }
      }
      rule.forget()
      await tokens.remove(found)
    }
    tell(.signedOut)
    write(.signedOut)
    cache.change { $0.account = nil }
    reported.account = nil
    reportAccount()
    reportSync()
  }
}
