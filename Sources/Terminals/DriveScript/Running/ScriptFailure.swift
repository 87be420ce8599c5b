import TerminalHarness

/// Why a script failed: what did not come as it says, and what there was instead.
public struct ScriptFailure: Error, Sendable {
  public let place: ScriptPlace
  public let message: DriveMessage
  public let arguments: [String]
  /// The terminal at that moment; nil if there was none.
  public let scene: Scene?
  /// What is different from the rows that were wanted.
  public let difference: String?

  /// A terminal and its program at one moment.
  public struct Scene: Sendable {
    public let screen: Screen
    public let status: ProcessStatus
    /// The end of what the program wrote.
    public let lastOutput: [UInt8]
    public let unknownSequences: [String]
  }

  init(
    _ place: ScriptPlace, _ message: DriveMessage, _ arguments: [String] = [], scene: Scene? = nil,
    difference: String? = nil
  ) {
    self.place = place
    self.message = message
    self.arguments = arguments
    self.scene = scene
    self.difference = difference
  }
}

extension TerminalSession {
  /// What there is now.
  var scene: ScriptFailure.Scene {
    ScriptFailure.Scene(
      screen: screen, status: status, lastOutput: Array(log.output.suffix(200)),
      unknownSequences: unknownSequences)
  }
}
