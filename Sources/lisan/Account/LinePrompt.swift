import Glibc

/// Asks for a line: at a terminal with a prompt on standard error, a secret without echo; else one
/// line of standard input.
struct LinePrompt {
  /// The line without its end; nil at the end of the input, or once a signal came.
  func line(_ prompt: String, isSecret: Bool) -> String? {
    guard isatty(STDIN_FILENO) == 1 else { return readLine() }
    let question = "\(prompt): "
    _ = write(STDERR_FILENO, question, question.utf8.count)
    return isSecret ? withoutEcho { readTyped() } : readTyped()
  }

  /// In its usual mode a terminal gives a line with each read(2).
  private func readTyped() -> String? {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(STDIN_FILENO, &bytes, bytes.count)
    guard count > 0, caughtSignal == 0 else { return nil }
    return String(decoding: bytes[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }

  /// A signal ends the waiting, and the program when the echo is back.
  private func withoutEcho(_ body: () -> String?) -> String? {
    let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
    var catching = sigaction()
    // Without SA_RESTART, so that read(2) returns.
    catching.__sigaction_handler.sa_handler = { caughtSignal = $0 }
    var former = signals.map { _ in sigaction() }
    for (index, signal) in signals.enumerated() { sigaction(signal, &catching, &former[index]) }
    var modes = termios()
    tcgetattr(STDIN_FILENO, &modes)
    var quiet = modes
    quiet.c_lflag &= ~tcflag_t(ECHO)
    quiet.c_lflag |= tcflag_t(ECHONL)
    // What was typed before the prompt is no password.
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &quiet)
    defer {
      tcsetattr(STDIN_FILENO, TCSAFLUSH, &modes)
      for (index, signal) in signals.enumerated() { sigaction(signal, &former[index], nil) }
      if caughtSignal != 0 { raise(caughtSignal) }
    }
    return body()
  }
}

/// The signal that came while a secret was asked for, or 0.
nonisolated(unsafe) private var caughtSignal: Int32 = 0
