import Glibc
import TerminalHarness

/// One run of a script: `await ScriptRun(script).run()`.
public struct ScriptRun {
  /// How a script is run.
  public struct Options: Sendable {
    /// All time limits are multiplied by this; for slow machines.
    public var slow = 1.0
    /// Whether pauses and the speed of typing apply, as in a film. A test ignores them.
    public var isFilmed = false
    /// Whether rows that differ are rewritten instead of being a failure.
    public var updates = false
    /// The limit of waits without one.
    public var limit = Duration.seconds(15)

    public init() {}
  }

  public enum Outcome: Sendable {
    case passed
    /// A program that the script requires is not installed.
    case skipped(program: String)
    case failed(ScriptFailure)
  }

  public struct Result: Sendable {
    public let outcome: Outcome
    public let duration: Duration
    /// All programs of the script, one after the other; nil if none was started.
    public let recording: Recording?
    let updates: [LiteralUpdate]
  }

  private let script: Script
  private var options: Options

  public init(_ script: Script, options: Options = Options()) {
    self.script = script
    self.options = options
    self.options.isFilmed = options.isFilmed || script.isTape
  }

  public func run() async -> Result {
    var performer = Performer(scratch: script.scratch, options: options)
    let begin = ContinuousClock.now
    var outcome = Outcome.passed
    do throws(ScriptFailure) {
      for case .require(let program) in script.steps.map(\.statement)
      where !Performer.isInstalled(program) {
        return Result(
          outcome: .skipped(program: program), duration: .zero, recording: nil, updates: [])
      }
      try performer.makeScratch(ScriptPlace(file: script.file, line: 1, column: 1))
      for step in script.steps { try await performer.perform(step) }
      try await performer.endPrograms()
    } catch {
      outcome = .failed(error)
      await performer.abandonPrograms()
    }
    let duration = begin.duration(to: .now)
    Scratch.remove(script.scratch)
    return Result(
      outcome: outcome, duration: duration, recording: performer.recording,
      updates: performer.updates)
  }
}
