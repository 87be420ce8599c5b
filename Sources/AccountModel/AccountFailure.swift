/// Why something was not done with the account. The app says it in the person's language.
public struct AccountFailure: Error, Hashable, Sendable {
  public var reason: Reason
  /// The HTTP status, where a server answered.
  public var status: Int?
  /// Seconds to wait before trying again, where somebody said so.
  public var retryAfter: Int?

  public init(_ reason: Reason, status: Int? = nil, retryAfter: Int? = nil) {
    self.reason = reason
    self.status = status
    self.retryAfter = retryAfter
  }

  public enum Reason: String, Hashable, Sendable, CaseIterable {
    // The way to the server
    /// Nobody answers at the server's address, there is no way to it, or it broke.
    case offline
    /// The answer did not come, or not to its end, in time.
    case timedOut = "timed_out"
    /// The server's certificate cannot be trusted.
    case untrusted
    /// The server sends to another place, where no token is carried to.
    case redirected
    /// What came is no answer of such a server, or too large.
    case nonsense

    // The server's answer
    /// Nobody is signed in, or not any more; an `account` report says why.
    case notSignedIn = "not_signed_in"
    case wrongCredentials = "wrong_credentials"
    case forbidden
    /// The session is for another device, whose preference file this one was or is no more.
    case otherDevice = "other_device"
    /// The server does not know the session; whether that holds, it is asked once more later.
    case sessionDoubted = "session_doubted"
    case notFound = "not_found"
    /// The account is not offered that language.
    case languageNotOffered = "language_not_offered"
    case tooManyRequests = "too_many_requests"
    /// Any other refusal of what was sent (4xx).
    case refused
    /// The server failed or is busy (5xx).
    case serverError = "server_error"

    // This device
    /// The server is to be asked less often; `retryAfter` says when.
    case coolingDown = "cooling_down"
    case noSuchMarket = "no_such_market"
    case noSuchProfile = "no_such_profile"
    /// The database, or the file with the token, could not be written; the disk may be full.
    case storage
    /// There is nothing to sign in to or out of: the account is embedded, or its token comes from
    /// the environment.
    case notPossible = "not_possible"
    /// The `server` setting is no URL of a server.
    case invalidServer = "invalid_server"
    case cancelled
    /// The agent is missing or has died; the app finds that out by itself.
    case unavailable
  }
}
