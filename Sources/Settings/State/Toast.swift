/// A short word about something that happened; it goes by itself.
public struct Toast: Hashable, Sendable, Identifiable {
  public enum Kind: Hashable, Sendable {
    case notice
    case warning
  }

  public let id: Int
  public let kind: Kind
  public let text: Text

  /// How long it stays, in seconds: a warning long enough to be read twice.
  public var seconds: Int { kind == .warning ? 12 : 5 }
}
