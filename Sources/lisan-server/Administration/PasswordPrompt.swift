import AccountProtocol
import Glibc

/// Takes a new password: twice from the terminal without echo, or one line of standard input.
struct PasswordPrompt {
  let console: Console

  func read() throws(Failure) -> String {
    let password: String
    if isatty(STDIN_FILENO) == 1 {
      password = hidden(.passwordPrompt)
      guard hidden(.passwordAgain) == password else { throw Failure(.passwordsDiffer) }
    } else {
      password = readLine() ?? ""
    }
    do throws(InvalidField) {
      return try FieldRules.newPassword(password)
    } catch {
      throw Failure(.passwordUnusable)
    }
  }

  /// A line from the terminal with its echo switched off, and on again whatever ends the program.
  private func hidden(_ prompt: ServerMessage) -> String {
    console.ask(prompt)
    // A signal in between would leave the terminal mute.
    var signals = sigset_t()
    var former = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP] { sigaddset(&signals, signal) }
    var modes = termios()
    tcgetattr(STDIN_FILENO, &modes)
    var quiet = modes
    quiet.c_lflag &= ~tcflag_t(ECHO)
    quiet.c_lflag |= tcflag_t(ECHONL)
    sigprocmask(SIG_BLOCK, &signals, &former)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &quiet)
    defer {
      tcsetattr(STDIN_FILENO, TCSAFLUSH, &modes)
      sigprocmask(SIG_SETMASK, &former, nil)
    }
    return readLine() ?? ""
  }
}
