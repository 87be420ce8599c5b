import CommandLineTool
import Glibc
import Synchronization
import SystemCalls
import TerminalHarness

/// The terminal that a person sits at: raw from `init` to `close()`.
final class PersonTerminal: Sendable {
  private let settings: termios

  /// nil if standard input or output is not a terminal.
  init?() {
    var settings = termios()
    guard isatty(STDOUT_FILENO) == 1, tcgetattr(STDIN_FILENO, &settings) == 0 else { return nil }
    self.settings = settings
    cfmakeraw(&settings)
    for number in [SIGHUP, SIGTERM, SIGINT] {
      signal(number) { _ in interruption.store(true, ordering: .relaxed) }
    }
    tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
  }

  func close() {
    var settings = settings
    tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
    for number in [SIGHUP, SIGTERM, SIGINT] { signal(number, SIG_DFL) }
  }

  /// Whether a signal asked this program to end.
  var isInterrupted: Bool { interruption.load(ordering: .relaxed) }

  var size: TerminalSize? {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return nil }
    return TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  func write(_ bytes: [UInt8]) -> Bool { StandardStreams.write(bytes) }

  /// Input within a time; nil at the end of the input.
  func read(within time: Duration) -> [UInt8]? {
    guard awaitReady(STDIN_FILENO, within: min(time, .seconds(1))) > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = Glibc.read(STDIN_FILENO, &bytes, bytes.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return [] }
    return count > 0 ? Array(bytes[..<count]) : nil
  }
}

private let interruption = Atomic(false)
