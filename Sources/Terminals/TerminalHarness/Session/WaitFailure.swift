/// A wait that failed. Its description shows the actual state: the screen, the cursor, the modes,
/// the last bytes, and the unknown sequences.
public struct WaitFailure: Error, CustomStringConvertible {
  /// The kind of event that ended the wait.
  public enum Cause: String, Sendable {
    /// The condition was not met in time.
    case timeLimit = "the time limit was reached"
    /// The program has ended or has lost its terminal.
    case over = "the program has ended or lost its terminal"
    /// The condition was met but did not stay so.
    case changed = "the condition was met, but not long enough"
    /// The program wrote something while silence was awaited.
    case output = "the program wrote something"
    /// The program ended first.
    case ended = "the program ended"
    /// The session was closed.
    case closed = "the session was closed"
    /// The terminal was not restored.
    case leftBehind = "the terminal was not restored"
  }

  /// What was awaited, in the test's words.
  public let awaited: String
  /// Why the wait ended.
  public let cause: Cause
  /// Why the wait ended, such as "after 5.0 seconds".
  public let reason: String
  /// The screen at the end.
  public let screen: Screen
  /// The program's status.
  public let status: ProcessStatus
  /// The difference from the awaited screen, and a literal to paste, if available.
  public let difference: String?
  /// The last output of the program.
  public let lastOutput: [UInt8]
  /// The sequences that the emulator does not know.
  public let unknownSequences: [String]

  public var description: String {
    var lines = ["waited for \(awaited), but failed: \(reason); the program is \(statusText)"]
    lines.append(screen.picture)
    if let difference { lines.append(difference) }
    lines.append("last bytes: \(readable(lastOutput))")
    if !unknownSequences.isEmpty {
      lines.append("unknown sequences: \(unknownSequences.joined(separator: "  "))")
    }
    return lines.joined(separator: "\n")
  }

  private var statusText: String { status.hasEnded ? "gone, \(status)" : "\(status)" }
}
