/// The delays before retries. They grow and have jitter, so that a recovering server does not get
/// all devices at once.
struct Pauses: Sendable {
  /// The delays between the tries of one request; the last one is used only if nobody waits.
  private static let soon: [Duration] = [
    .milliseconds(250), .milliseconds(1000), .milliseconds(3000),
  ]
  private static let longest = Duration.seconds(300)
  /// The longest `Retry-After` in seconds that automatic retries obey.
  private static let longestAsked = 3600

  /// The number of consecutive failures.
  private(set) var failures = 0

  mutating func succeeded() { failures = 0 }

  mutating func failed() { failures += 1 }

  /// The delay within a request after its nth failure; nil if the request should fail.
  static func within(
    request failures: Int, isAttended: Bool, asked seconds: Int?
  ) -> Duration? {
    guard failures >= 1, failures <= soon.count - (isAttended ? 1 : 0) else { return nil }
    return longer(of: jittered(soon[failures - 1]), asked: seconds)
  }

  /// The delay until the next automatic try.
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

  /// The pause, changed randomly by up to 25 percent.
  private static func jittered(_ pause: Duration) -> Duration {
    pause * Double.random(in: 0.75...1.25)
  }
}
