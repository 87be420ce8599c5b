import MirrorLayout

/// The known facts about the terminal.
public struct TerminalReport: Hashable, Sendable {
  /// Why it is treated this way.
  public var reason: Text
  /// The order of rows that was detected as right for it.
  public var detected: RowEncoding
  /// The order in which rows are sent.
  public var used: RowEncoding

  public init(reason: Text, detected: RowEncoding, used: RowEncoding) {
    self.reason = reason
    self.detected = detected
    self.used = used
  }
}
