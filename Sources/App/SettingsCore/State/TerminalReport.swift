import MirrorLayout

/// The known facts about the terminal.
public struct TerminalReport: Hashable, Sendable {
  /// The name it reports, such as `kitty(0.26.5)`; nil if it reports none.
  public var name: String?
  /// Why it is treated this way.
  public var reason: Text
  /// The order of rows that was detected as right for it.
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
