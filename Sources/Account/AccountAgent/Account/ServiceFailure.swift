import AccountModel
import AccountProtocol
import Glibc

/// Why an account request failed, for the app, the session, and the log.
struct ServiceFailure: Error, Hashable {
  var failure: AccountFailure
  /// Why a sign-in is needed, if that would help.
  var signIn: SignInReason?
  /// The code in the server's refusal.
  var code: RefusalCode?
  /// The identity of the account database that answered.
  var database: String?
  /// One line in English, without secrets.
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

  /// When a retry may succeed.
  enum Remedy: Hashable {
    /// Soon: the network failed, or the server was busy.
    case soon
    /// Once a person has fixed the network or the server.
    case later
    /// Never in this form, or only after signing in.
    case never
  }

  var remedy: Remedy {
    switch failure.reason {
    case .offline, .timedOut, .tooManyRequests, .serverError: .soon
    case .untrusted, .redirected, .nonsense, .notFound, .storage, .sessionDoubted, .otherDatabase:
      .later
    case .notSignedIn, .wrongCredentials, .forbidden, .signInRefused, .codeExpired, .otherDevice,
      .languageNotOffered, .refused, .coolingDown, .noSuchMarket, .noSuchProfile, .notPossible,
      .invalidServer, .cancelled, .unavailable:
      .never
    }
  }

  /// Whether the session's database did not answer, so that its state is unknown.
  var leavesDoubt: Bool {
    switch failure.reason {
    case .offline, .timedOut, .untrusted, .redirected, .nonsense, .serverError, .sessionDoubted,
      .otherDatabase:
      true
    // A page, not a refusal by the server.
    case .forbidden, .notFound, .tooManyRequests, .refused: code == nil
    default: false
    }
  }
}

extension ServiceFailure {
  init(_ failure: PrivateFile.Failure) {
    // Another agent holds the lock and is working.
    self.init(
      AccountFailure(failure.errno == EWOULDBLOCK ? .timedOut : .storage), failure.description)
  }

  /// The failure for an unsuccessful answer. Only a refusal in JSON is from the server: the answer
  /// of a proxy or captive portal must not end a session.
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
    self.code = code
    database = answer.database
  }
}
