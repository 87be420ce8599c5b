/// Why what a test waited for did not come. Its description shows what there was instead: the
/// screen, the cursor, the modes, the last bytes, and what the emulator did not know.
public struct WaitFailure: Error, CustomStringConvertible {
  /// What was waited for, in the test's words.
  public let awaited: String
  /// Why the waiting ended, such as "after 5.0 seconds".
  public let reason: String
  public let screen: Screen
  public let status: ProcessStatus
  /// What is different from what was awaited, and the literal to paste, where that can be said.
  public let difference: String?
  /// The end of what the program wrote.
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
