/// Why an account request failed. The app shows it in the user's language.
public struct AccountFailure: Error, Hashable, Codable, Sendable {
  public var reason: Reason
  /// The HTTP status, if a server answered.
  public var status: Int?
  /// Seconds to wait before a retry, if known.
  public var retryAfter: Int?

  private enum CodingKeys: String, CodingKey {
    case reason, status
    case retryAfter = "retry_after"
  }

  public init(_ reason: Reason, status: Int? = nil, retryAfter: Int? = nil) {
    self.reason = reason
    self.status = status
    self.retryAfter = retryAfter
  }

  public enum Reason: String, Hashable, Codable, Sendable, CaseIterable {
    // The connection to the server
    /// The server cannot be reached, or the connection broke.
    case offline
    /// The complete answer did not arrive in time.
    case timedOut = "timed_out"
    /// The server's certificate is not trusted.
    case untrusted
    /// The server redirects; the token is not sent elsewhere.
    case redirected
    /// The answer is not from an account server, or is too large.
    case nonsense

    // The server's answer
    /// Nobody is signed in, or the session ended; an `account` report says why.
    case notSignedIn = "not_signed_in"
    /// The login or the password is wrong.
    case wrongCredentials = "wrong_credentials"
    /// The server knows the session, but does not allow this (403).
    case forbidden
    /// A person declined in the browser to sign in here.
    case signInRefused = "sign_in_refused"
    /// Nobody used the code in time.
    case codeExpired = "code_expired"
    /// The session is for another device; this device's id may have changed.
    case otherDevice = "other_device"
    /// An answer, perhaps of another server, does not know the session. It is sent again.
    case sessionDoubted = "session_doubted"
    /// Another account database than the session's answers.
    case otherDatabase = "other_database"
    /// The server does not have the requested resource (404).
    case notFound = "not_found"
    case languageNotOffered = "language_not_offered"
    /// The session or address has sent too many requests (429).
    case tooManyRequests = "too_many_requests"
    /// Any other client error (4xx).
    case refused
    /// The server failed or is busy (5xx).
    case serverError = "server_error"

    // This device
    /// The server limits the frequency of requests; `retryAfter` says when to retry.
    case coolingDown = "cooling_down"
    /// The server does not offer this market.
    case noSuchMarket = "no_such_market"
    case noSuchProfile = "no_such_profile"
    /// The database or the token file could not be written; the disk may be full.
    case storage
    /// There is nothing to sign in to or out of: the account is embedded, or the token comes from
    /// the environment.
    case notPossible = "not_possible"
    /// The `server` setting is not a server URL.
    case invalidServer = "invalid_server"
    /// The person has cancelled the request.
    case cancelled
    /// The agent is missing or dead; the app detects this itself.
    case unavailable
  }
}
