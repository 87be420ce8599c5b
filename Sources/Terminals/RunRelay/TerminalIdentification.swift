import BidiRepair

/// Identifies the terminal by queries, once, before the first right-to-left text.
@MainActor
public protocol TerminalIdentification {
  /// The queries for the terminal.
  var questions: [UInt8] { get }

  /// Takes a complete answer.
  mutating func take(_ answer: [UInt8])

  /// Whether answers are missing that come later than others, such as those of a terminal around
  /// this one.
  var awaitsMore: Bool { get }

  /// No more answers are awaited.
  mutating func end()

  /// How text is shown on that terminal; nil passes it unchanged.
  var options: RepairOptions? { get }
}
