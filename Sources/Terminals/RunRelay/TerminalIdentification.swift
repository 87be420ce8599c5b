import BidiRepair

/// Finds out what the terminal is by asking it, once, when the first right-to-left text comes.
@MainActor
public protocol TerminalIdentification {
  /// What is sent to the terminal.
  var questions: [UInt8] { get }

  /// Takes an answer, whole.
  mutating func take(_ answer: [UInt8])

  /// Whether answers are missing that come later than others, such as those of a terminal around
  /// this one.
  var awaitsMore: Bool { get }

  /// No answer is awaited any more.
  mutating func end()

  /// How text is shown in that terminal; nil hands it on as it comes.
  var options: RepairOptions? { get }
}
