/// What of the command line the service itself goes by.
struct ServiceSettings: Sendable {
  /// How long a session lasts, in milliseconds.
  var sessionLength: Int64 = 30 * 86_400_000
  /// Seconds that a request may take to arrive.
  var requestSeconds: Int64 = 15
  /// The most connections that one address may hold (for IPv6 its /64).
  var connectionsForAddress = 200
  /// Whether the addresses of clients come from a proxy, in `X-Forwarded-For`.
  var isBehindProxy = false
  /// A quarter of an hour, in milliseconds.
  let attemptWindow: Int64 = 15 * 60_000
  /// Failures to sign in within the window, for a login and for an address.
  let attemptsForLogin = 10
  let attemptsForAddress = 50
}
