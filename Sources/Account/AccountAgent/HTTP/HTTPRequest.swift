/// One request to a server, such as `GET http://127.0.0.1:8480/rpc/me`.
struct HTTPRequest: Hashable, Sendable {
  var method: String
  /// The absolute URL.
  var url: String
  /// Complete lines, such as `Accept-Language: ar`.
  var headers: [String]
  var body: [UInt8]?
  /// Whether it may reuse a connection. libcurl silently repeats requests that get no answer on a
  /// reused connection.
  var reusesConnection: Bool
  /// Whether to ignore proxies from the environment: the server is on this machine, or the proxy
  /// would see the token (`http://`).
  var isDirect: Bool
  /// The time limit for the whole request in milliseconds, also for answers that arrive slowly.
  var limit = 6000
}

/// An answer, whatever its status.
struct HTTPAnswer: Hashable, Sendable {
  var status: Int
  var body: [UInt8]
  /// The seconds of a `Retry-After` header.
  var retryAfter: Int?
  /// The value of an `ETag` header.
  var version: String?
  /// The identity of the account database behind the answer (`Lisan-Database`).
  var database: String?
}
