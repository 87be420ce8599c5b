import CSystem
import Glibc

extension TerminalDetection {
  /// Queries the terminal on standard input and output without opening a screen, and waits for its
  /// answers up to the silence limit. The line's modes are restored afterwards, also if a signal
  /// ends the program.
  ///
  /// Does nothing if there is no terminal.
  @MainActor
  public mutating func askOnLine() {
    guard isatty(STDOUT_FILENO) == 1, let modes = TerminalModes(of: STDIN_FILENO),
      let events = try? EventLoop(isRemote: false, typedAhead: [], awaitsAnswers: true)
    else { return }
    cs_fatal_install()
    var value = modes.value
    cs_terminal_arm(STDIN_FILENO, nil, 0, &value, nil, 0, STDERR_FILENO)
    modes.forScreen.apply(to: STDIN_FILENO)
    defer {
      modes.apply(to: STDIN_FILENO)
      cs_terminal_disarm()
    }
    let deadline = ContinuousClock.now + Self.silenceLimit
    while true {
      let queries = drainQueries()
      guard write(STDOUT_FILENO, queries, queries.count) == queries.count, awaitsAnswers else {
        return
      }
      let answers = events.collectAnswers(until: deadline)
      guard !answers.isEmpty else { break }
      for answer in answers { accept(answer) }
    }
    fallSilent()
  }
}
