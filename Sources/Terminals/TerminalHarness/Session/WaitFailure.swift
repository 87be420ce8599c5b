/// A wait that failed. Its description shows the actual state: the screen, the cursor, the modes,
/// the last bytes, and the unknown sequences.
public struct WaitFailure: Error, CustomStringConvertible {
  /// What kind of end the waiting had.
  public enum Cause: String, Sendable {
    /// The condition did not hold in time.
    case timeLimit = "the time was up"
    /// The program has ended or has no terminal any more.
    case over = "nothing more can come"
    /// It was as wanted, which had to stay so.
    case changed = "it was so, and then no more"
    /// Something was written where silence was wanted.
    case output = "it wrote"
    /// The program ended first.
    case ended = "it ended"
    /// The session was closed.
    case closed = "the session was closed"
    /// The terminal was left otherwise than it was found.
    case leftBehind = "the terminal was left changed"
  }

  /// What was waited for, in the test's words.
  public let awaited: String
  /// Why the wait ended.
  public let cause: Cause
  /// Why the waiting ended, such as "after 5.0 seconds".
  public let reason: String
  /// The screen at the end.
  public let screen: Screen
  /// How the program stood.
  public let status: ProcessStatus
  /// The difference from the awaited screen, and a literal to paste, if available.
  public let difference: String?
  /// The last output of the program.
  public let lastOutput: [UInt8]
  /// The sequences that the emulator does not know.
  public let unknownSequences: [String]

  public var description: String {
    var lines = ["waited for \(awaited), in vain: \(reason); the program is \(statusText)"]
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
