import BidiRepair
import Glibc
import RunRelay
import SettingsCore
import Terminal

/// The terminal in which `lisan run` shows a program: identified by variables at the start, and by
/// its answers before the first right-to-left text. So without such text, the terminal gets only
/// what the program wrote.
struct RunTerminal: TerminalIdentification {
  private let context: ProgramContext
  private let mode: BidiChoice
  private var detection: TerminalDetection
  let questions: [UInt8]

  init(_ context: ProgramContext, mode: BidiChoice) {
    self.context = context
    self.mode = mode
    detection = TerminalDetection(
      assuming: context.environment("TERM") ?? "", environment: context.environment)
    // tmux is asked through its command, and not through the terminal.
    detection.askTmux()
    questions = detection.drainQueries()
  }

  var options: RepairOptions? { RunPlan.options(detection, context, mode: mode) }

  /// Whether the terminal around GNU screen has not answered.
  var awaitsMore: Bool { detection.multiplexer == .screen && detection.awaitsAnswers }

  mutating func take(_ answer: [UInt8]) {
    if let answer = TerminalAnswer(answer) { detection.accept(answer) }
  }

  mutating func end() { detection.lookAround() }
}
