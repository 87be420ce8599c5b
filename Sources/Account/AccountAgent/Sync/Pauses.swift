/// The delays before retries. They grow and have jitter, so that the devices do not all reach a
/// recovering server at once. The jitter is a chance from 0 to 1, given by the caller.
enum Pauses {
  /// The delays between the tries of one request; the last one is used only if no request waits.
  private static let soon: [Duration] = [
    .milliseconds(250), .milliseconds(1000), .milliseconds(3000),
  ]
  private static let longest = Duration.seconds(300)
  /// The longest `Retry-After` in seconds that automatic retries obey.
  private static let longestAsked = 3600

  /// The delay within a request after its nth failure; nil if the request should fail.
  static func within(
    request failures: Int, isAttended: Bool, asked seconds: Int?, chance: Double
  ) -> Duration? {
    guard failures >= 1, failures <= soon.count - (isAttended ? 1 : 0) else { return nil }
    return jittered(soon[failures - 1], chance, asked: seconds)
  }

  /// The delay until the next automatic try after this many failures; nil if no try can help.
  static func untilNext(
    _ remedy: ServiceFailure.Remedy, failures: Int, asked seconds: Int?, chance: Double
  ) -> Duration? {
    let first: Duration
    switch remedy {
    case .soon: first = .seconds(2)
    case .later: first = .seconds(60)
    case .never: return nil
    }
    let grown = first * (1 << min(max(failures - 1, 0), 10))
    return jittered(min(grown, longest), chance, asked: seconds)
  }

  /// The pause, changed by up to 25 percent, or a longer one that the server requests.
  private static func jittered(_ pause: Duration, _ chance: Double, asked: Int?) -> Duration {
    max(pause * (0.75 + 0.5 * chance), .seconds(min(asked ?? 0, longestAsked)))
  }
}
