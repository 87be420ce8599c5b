/// One request to a server, such as `GET http://127.0.0.1:8480/rpc/me`.
struct HTTPRequest: Hashable, Sendable {
  var method: String
  /// The whole address.
  var url: String
  /// Whole lines, such as `Accept-Language: ar`.
  var headers: [String]
  var body: [UInt8]?
  /// Whether it may go over a connection that is there already. libcurl repeats what got no answer
  /// on such a one, and nobody would know.
  var reusesConnection: Bool
  /// Whether proxies of the environment are left out: the server is on this machine, or the proxy
  /// would read the token (`http://`).
  var isDirect: Bool
}

/// An answer, whatever its status.
struct HTTPAnswer: Hashable, Sendable {
  var status: Int
  var body: [UInt8]
  /// Seconds of a `Retry-After` header.
  var retryAfter: Int?
}

/// Why there is no answer.
struct TransferFailure: Error, Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// Nobody answered, or the connection broke.
    case unreachable
    case timedOut
    /// The server's certificate.
    case untrusted
    /// No HTTP, or more of it than is taken.
    case nonsense
    case cancelled
  }

  var kind: Kind
  /// For the log, such as `Couldn't connect to server`.
  var reason: String
}
