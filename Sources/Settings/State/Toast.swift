/// A short message about a failure or news; it disappears by itself.
public struct Toast: Hashable, Sendable, Identifiable {
  public let id: Int
  public let text: Text
  /// Whether it is a warning; else it is news.
  public let isWarning: Bool
  /// Whether it reports the result of a user's request, so that the next request removes it.
  public internal(set) var isOutcome = true

  /// How many toasts can be read again.
  static let kept = 100

  /// How long the toast stays, in seconds; a failure long enough to read it twice.
  public var seconds: Int { isWarning ? 12 : 6 }
}
