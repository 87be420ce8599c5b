/// The pauses of a device that follows its account, after a request failed or was refused.
///
/// Otherwise all devices would ask a recovering server at once. So the first pause is already
/// random, up to as long as a request may wait; later pauses grow.
struct FollowingPauses: Sendable {
  /// The limit for the growth of pauses, in multiples of the first.
  private static let growth = 20
  /// The pause after a failure that only a person at the network or the server can fix.
  static let long = Duration.seconds(900)

  private let first: Duration
  private(set) var failures = 0

  /// - Parameter seconds: how long a request may wait.
  init(seconds: Int) {
    first = .seconds(seconds)
  }

  mutating func succeeded() { failures = 0 }

  /// A random pause after another failure.
  mutating func failed(_ failure: ServiceFailure) -> Duration {
    failures += 1
    let pause: Duration
    switch (failure.failure.reason, failure.remedy) {
    case (.sessionDoubted, _), (.otherDatabase, _):
      // The second refusal counts only after this interval.
      pause = .milliseconds(SessionRule.interval) + first * Double.random(in: 0...0.5)
    case (_, .soon):
      let longest = first * min(1 << min(failures - 1, 10), Self.growth)
      pause = longest * Double.random(in: failures == 1 ? 0...1 : 0.5...1)
    default: pause = Self.long * Double.random(in: 0.75...1.25)
    }
    // The server sends all devices this time.
    guard let asked = failure.failure.retryAfter else { return pause }
    return max(pause, .seconds(asked) + first * Double.random(in: 0...1))
  }
}
