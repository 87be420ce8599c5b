import MirrorLayout

/// What is known of the terminal that the screen stands on.
public struct TerminalReport: Hashable, Sendable {
  /// What it calls itself, such as `kitty(0.26.5)`; nil where it does not.
  public var name: String?
  /// Why it is treated as it is.
  public var reason: Text
  /// The order of rows that was found to be right for it.
  public var detected: RowEncoding
  /// The order in which rows are sent.
  public var used: RowEncoding

  public init(name: String?, reason: Text, detected: RowEncoding, used: RowEncoding) {
    self.name = name
    self.reason = reason
    self.detected = detected
    self.used = used
  }
}
