import TerminalHarness

/// Why a script failed: the condition that was not met, and the actual state.
public struct ScriptFailure: Error, Sendable {
  public let place: ScriptPlace
  public let message: DriveMessage
  public let arguments: [String]
  /// The terminal at that moment; nil if no program ran.
  public let scene: Scene?
  /// The differences from the wanted rows.
  public let difference: String?

  /// A terminal and its program at one moment.
  public struct Scene: Sendable {
    public let screen: Screen
    public let status: ProcessStatus
    /// The end of the program's output.
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

  /// Does something with files for a place of a script, where its failure is reported.
  static func at(
    _ place: ScriptPlace, _ body: () throws(DriveFailure) -> Void
  ) throws(ScriptFailure) {
    do throws(DriveFailure) {
      try body()
    } catch {
      throw ScriptFailure(place, error.message, error.arguments)
    }
  }
}

extension TerminalSession {
  /// The current state.
  var scene: ScriptFailure.Scene {
    ScriptFailure.Scene(
      screen: screen, status: status, lastOutput: Array(log.output.suffix(200)),
      unknownSequences: unknownSequences)
  }
}
