/// How long to wait before the next try: growing, and never the same for two devices, so that a
/// server that comes back is not met by all of them at once.
struct Pauses: Sendable {
  /// Between the tries of one request; the last one only where nobody waits for its end.
  private static let soon: [Duration] = [
    .milliseconds(250), .milliseconds(1000), .milliseconds(3000),
  ]
  private static let longest = Duration.seconds(300)
  /// The longest `Retry-After` that is kept to without being asked.
  private static let longestAsked = 3600

  /// Failures in a row.
  private(set) var failures = 0

  mutating func succeeded() { failures = 0 }

  mutating func failed() { failures += 1 }

  /// The pause within a request after its nth failure; nil where it is time to say that it failed.
  static func within(
    request failures: Int, isAttended: Bool, asked seconds: Int?
  ) -> Duration? {
    guard failures >= 1, failures <= soon.count - (isAttended ? 1 : 0) else { return nil }
    return longer(of: jittered(soon[failures - 1]), asked: seconds)
  }

  /// The pause until the next try of its own accord.
  func untilNext(_ remedy: ServiceFailure.Remedy, asked seconds: Int?) -> Duration? {
    let first: Duration
    switch remedy {
    case .soon: first = .seconds(2)
    case .later: first = .seconds(60)
    case .never: return nil
    }
    let grown = first * (1 << min(max(failures - 1, 0), 10))
    return Self.longer(of: Self.jittered(min(grown, Self.longest)), asked: seconds)
  }

  private static func longer(of pause: Duration, asked seconds: Int?) -> Duration {
    guard let seconds else { return pause }
    return max(pause, .seconds(min(seconds, longestAsked)))
  }

  /// A quarter more or less.
  private static func jittered(_ pause: Duration) -> Duration {
    pause * Double.random(in: 0.75...1.25)
  }
}
