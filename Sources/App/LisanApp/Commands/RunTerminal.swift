import BidiRepair
import Glibc
import RunRelay
import SettingsCore
import Terminal

/// What is known of the terminal in which `lisan run` shows a program: by variables at the start, and
/// by its answers before its first right-to-left text. So a terminal that shows none is sent nothing
/// that the program did not write.
struct RunTerminal: TerminalIdentification {
  private let context: ProgramContext
  private let mode: BidiChoice
  private var detection: TerminalDetection
  let questions: [UInt8]

  /// - Parameter mode: the bidi mode that was chosen on the screen, if one was.
  init(_ context: ProgramContext, mode: BidiChoice?) {
    self.context = context
    self.mode = context.configuration.bidiMode(chosen: mode)
    detection = TerminalDetection(
      assuming: context.environment("TERM") ?? "", environment: context.environment)
    // tmux is asked by its own program, and says nothing on the terminal.
    detection.askTmux()
    questions = detection.takeQueries()
  }

  var plan: RunPlan {
    RunPlan(detection, context, mode: mode)
  }

  var options: RepairOptions? {
    guard case .ordered(let options) = plan else { return nil }
    return options
  }

  /// Whether the terminal around GNU screen has not answered.
  var awaitsMore: Bool { detection.multiplexer == .screen && detection.awaitsAnswers }

  mutating func take(_ answer: [UInt8]) {
    if let answer = TerminalAnswer(answer) { detection.take(answer) }
  }

  mutating func end() { detection.lookAround() }
}
