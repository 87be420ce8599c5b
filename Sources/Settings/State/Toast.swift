/// A short word about something that went wrong or came about; it goes by itself.
public struct Toast: Hashable, Sendable, Identifiable {
  public let id: Int
  public let text: Text
  /// Whether something went wrong; else it is news.
  public let isWarning: Bool
  /// Whether it tells what came of something that a person asked for, so that the next thing takes its
  /// place.
  public internal(set) var isOutcome = true

  /// How many can be read again.
  static let kept = 100

  /// How long it stays, in seconds: long enough to be read twice.
  public static let seconds = 12
}
