/// A wait that failed. Its description shows the actual state: the screen, the cursor, the modes,
/// the last bytes, and the unknown sequences.
public struct WaitFailure: Error, CustomStringConvertible {
  /// The awaited condition, in the test's words.
  public let awaited: String
  /// Why the wait ended, such as "after 5.0 seconds".
  public let reason: String
  public let screen: Screen
  public let status: ProcessStatus
  /// The difference from the awaited screen, and a literal to paste, if available.
  public let difference: String?
  /// The last output of the program.
  public let lastOutput: [UInt8]
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
