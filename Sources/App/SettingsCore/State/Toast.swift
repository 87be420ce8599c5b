/// A short message about a failure or news. The next key removes it, unless it is about an event
/// that happened elsewhere meanwhile; news also expire.
public struct Toast: Hashable, Sendable, Identifiable {
  public let id: Int
  public let text: Text
  /// Whether it is a warning; else it is news.
  public let isWarning: Bool
  /// Whether it reports the result of a user's request, so that the next request removes it.
  public internal(set) var isOutcome = true
  /// Whether it stays while the user types, if it covers nothing.
  var outlastsKeys = false
  /// The setting that it is about; a later change of that setting removes it.
  var subject: Subject?
  /// What `u` undoes until something else is changed; nil if the toast offers nothing.
  var undo: Undo?

  /// A setting whose changes are reported, one at a time.
  enum Subject: Hashable, Sendable {
    case language, region
    case setting(StoredSetting)
    case program(ProgramName)
  }

  /// The number of toasts that can be read again.
  static let kept = 100

  /// How long the toast stays without a key, in seconds; nil for a failure, which stays.
  public var seconds: Int? { isWarning ? nil : 6 }
}
