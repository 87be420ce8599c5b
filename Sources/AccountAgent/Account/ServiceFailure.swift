import AccountModel
import AccountProtocol
import Glibc

/// Why an account did not do what was asked: for the app, for the session, and for the log.
struct ServiceFailure: Error, Hashable {
  var failure: AccountFailure
  /// Why somebody has to sign in, where that is the cure.
  var signIn: SignInReason?
  /// One line in English without secrets.
  var detail: String

  init(_ failure: AccountFailure, signIn: SignInReason? = nil, _ detail: String) {
    self.failure = failure
    self.signIn = signIn
    self.detail = detail
  }

  static let cancelled = ServiceFailure(AccountFailure(.cancelled), "given up")

  static func notSignedIn(_ reason: SignInReason) -> ServiceFailure {
    ServiceFailure(AccountFailure(.notSignedIn), signIn: reason, "nobody is signed in")
  }

  /// When a repetition may do better.
  enum Remedy: Hashable {
    /// Soon: it was the network, or the server was busy.
    case soon
    /// When somebody has done something about the network or the server.
    case later
    /// Not as it was sent, or only after signing in.
    case never
  }

  var remedy: Remedy {
    switch failure.reason {
    case .offline, .timedOut, .tooManyRequests, .serverError: .soon
    case .untrusted, .redirected, .nonsense, .notFound, .storage, .sessionDoubted: .later
    case .notSignedIn, .wrongCredentials, .forbidden, .otherDevice, .languageNotOffered, .refused,
      .coolingDown,
      .noSuchMarket, .noSuchProfile, .notPossible, .invalidServer, .cancelled, .unavailable:
      .never
    }
  }
}

extension ServiceFailure {
  init(_ failure: PrivateFile.Failure) {
    // Another agent has the lock, and is at it.
    self.init(
      AccountFailure(failure.errno == EWOULDBLOCK ? .timedOut : .storage), failure.description)
  }

  init(_ failure: TransferFailure) {
    let reason: AccountFailure.Reason =
      switch failure.kind {
      case .unreachable: .offline
      case .timedOut: .timedOut
      case .untrusted: .untrusted
      case .nonsense: .nonsense
      case .cancelled: .cancelled
      }
    self.init(AccountFailure(reason), failure.reason)
  }

  /// An answer that is no success. Only the JSON of a refusal is this server's own: what a proxy or a
  /// captive network says in its place must not end a session.
  init(_ answer: HTTPAnswer) {
    let code = (try? Refusal(json: answer.body, limit: Bounds.answer))?.error.code
    var signIn: SignInReason?
    let reason: AccountFailure.Reason
    switch (answer.status, code) {
    case (401, .invalidCredentials): reason = .wrongCredentials
    case (401, .sessionExpired): (reason, signIn) = (.notSignedIn, .expired)
    case (401, .notSignedIn): (reason, signIn) = (.notSignedIn, .refused)
    case (401, _): reason = .nonsense
    case (403, .otherDevice): reason = .otherDevice
    case (403, _): reason = .forbidden
    case (404, _): reason = .notFound
    case (409, .languageNotOffered): reason = .languageNotOffered
    case (429, _): reason = .tooManyRequests
    case (300..<400, _): reason = .redirected
    case (400..<500, _): reason = .refused
    case (500..<600, _): reason = .serverError
    default: reason = .nonsense
    }
    self.init(
      AccountFailure(reason, status: answer.status, retryAfter: answer.retryAfter), signIn: signIn,
      "status \(answer.status)\(code.map { " \($0.rawValue)" } ?? "")")
  }
}
