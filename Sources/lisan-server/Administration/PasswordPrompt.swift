import AccountProtocol
import Glibc

/// Takes a new password: twice from the terminal without echo, or one line of standard input.
struct PasswordPrompt {
  let console: Console

  func read() throws(Failure) -> String {
    let password: String
    if isatty(STDIN_FILENO) == 1 {
      let (first, second) = withoutEcho { (line(.passwordPrompt), line(.passwordAgain)) }
      guard first == second else { throw Failure(.passwordsDiffer) }
      password = first
    } else {
      password = readLine() ?? ""
    }
    do throws(InvalidField) {
      return try FieldRules.newPassword(password)
    } catch {
      throw Failure(.passwordUnusable)
    }
  }

  /// A line from the terminal, which in its usual mode gives one with each read(2); empty once a
  /// signal came.
  private func line(_ prompt: ServerMessage) -> String {
    guard caughtSignal == 0 else { return "" }
    console.ask(prompt)
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = Glibc.read(STDIN_FILENO, &bytes, bytes.count)
    let line = bytes.prefix(max(0, count)).prefix { $0 != UInt8(ascii: "\n") }
    return String(decoding: line, as: UTF8.self)
  }

  /// Runs a body with the terminal's echo switched off before it asks for anything. A signal ends
  /// the waiting, and the program when the echo is back.
  private func withoutEcho<Value>(_ body: () -> Value) -> Value {
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
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &quiet)
    defer {
      tcsetattr(STDIN_FILENO, TCSAFLUSH, &modes)
      for (index, signal) in signals.enumerated() { sigaction(signal, &former[index], nil) }
      if caughtSignal != 0 { raise(caughtSignal) }
    }
    return body()
  }
}

/// The signal that came while a password was asked for, or 0.
nonisolated(unsafe) private var caughtSignal: Int32 = 0
