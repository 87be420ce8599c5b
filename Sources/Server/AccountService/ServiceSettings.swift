/// The command-line settings that the service uses.
package struct ServiceSettings: Sendable {
  /// How long a session lasts, in milliseconds.
  package var sessionLength: Int64 = 30 * 86_400_000
  /// How long a request may take to arrive, in seconds.
  package var requestSeconds: Int64 = 15
  /// The maximum number of connections per address (for IPv6 per /64).
  package var connectionsForAddress = 200
  /// How many requests may wait for a change of their account.
  package var followers = Followers.Limits()
  /// The maximum number of requests per session and minute; nil for any number.
  package var requestsPerMinute: Int? = 600
  /// Whether a proxy supplies client addresses in `X-Forwarded-For`.
  package var isBehindProxy = false
  /// The period for counting failures: a quarter of an hour, in milliseconds.
  let attemptWindow: Int64 = 15 * 60_000
  /// The allowed sign-in failures in this period, per login and per address.
  let attemptsForLogin = 10
  let attemptsForAddress = 50
  /// How long the codes are valid by which a device signs in: ten minutes, in milliseconds.
  package var deviceCodeLength: Int64 = 10 * 60_000
  /// The least time between two polls of a device, in seconds.
  let pollSeconds: Int64 = 5
  /// The maximum number of open device codes per address (for IPv6 per /64).
  let deviceCodesForAddress = 50

  package init() {}
}
