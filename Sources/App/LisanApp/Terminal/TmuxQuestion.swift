import CSystem
import Glibc
import SystemCalls
import Terminal

/// Asks tmux which terminal its client runs in. It runs the tmux command next to the screen,
/// because tmux itself answers terminal queries and does not forward them.
@MainActor
final class TmuxQuestion {
  /// Readable when the answer has arrived.
  let descriptor: Int32
  private var output: OwnedDescriptor?
  private let process: pid_t

  /// The report of tmux about its client.
  struct Answer {
    let terminal: TerminalDetection.TmuxClient
    /// The programs in which the client runs.
    let programs: [String]
  }

  /// Asks the tmux server in `TMUX`; nil if the command cannot be run.
  init?() {
    // The terminal's own description comes last because it may contain anything.
    let format = "#{client_termname};#{client_termfeatures};#{client_pid};#{client_termtype}"
    var process: pid_t = 0
    var output: Int32 = -1
    let failure = withCStrings(["tmux", "display-message", "-p", format]) {
      cs_command_start($0, &process, &output)
    }
    guard failure == 0 else { return nil }
    self.process = process
    descriptor = output
    self.output = OwnedDescriptor(owning: output)
  }

  /// Reads the answer once the descriptor is readable; nil if tmux had none.
  func readAnswer() -> Answer? {
    var buffer = [UInt8](repeating: 0, count: 512)
    let count = read(descriptor, &buffer, buffer.count)
    finish()
    guard count > 0 else { return nil }
    let line = buffer[..<count].prefix { $0 != UInt8(ascii: "\n") }
    let fields = line.split(
      separator: UInt8(ascii: ";"), maxSplits: 3, omittingEmptySubsequences: false
    ).map { String(decoding: $0, as: UTF8.self) }
    guard fields.count == 4 else { return nil }
    let hasAllColors = fields[1].split(separator: ",").contains { $0 == "256" || $0 == "RGB" }
    return Answer(
      terminal: TerminalDetection.TmuxClient(
        type: fields[0], name: fields[3],
        colors: hasAllColors ? nil : TerminalScreen.colors(ofType: fields[0])),
      programs: Int32(fields[2]).map { ProgramAncestry.names(of: $0) } ?? [])
  }

  /// Waits at most one second for the answer.
  func awaitAnswer() -> Answer? {
    guard awaitReady(descriptor, within: .seconds(1)) > 0 else {
      finish()
      return nil
    }
    return readAnswer()
  }

  /// Closes the descriptor and ends the tmux command.
  func finish() {
    output = nil
    kill(process, SIGKILL)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
  }
}

extension TerminalDetection {
  /// Asks tmux for its terminal if that would help, and waits for the answer.
  @MainActor
  mutating func askTmux() {
    guard needsTmuxClient, let answer = TmuxQuestion()?.awaitAnswer() else { return }
    accept(answer.terminal)
    if needsPrograms { acceptPrograms(answer.programs) }
  }

  /// Examines the programs in which this one runs if that would help.
  mutating func lookAround() {
    if needsPrograms { acceptPrograms(ProgramAncestry.names(of: getppid())) }
  }
}
