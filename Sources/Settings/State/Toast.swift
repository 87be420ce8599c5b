/// A short word about something that went wrong; it goes by itself.
public struct Toast: Hashable, Sendable, Identifiable {
  public let id: Int
  public let text: Text

  /// How long it stays, in seconds: long enough to be read twice.
  public static let seconds = 12
}
