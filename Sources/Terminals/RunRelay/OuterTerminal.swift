import BidiRepair
import CSystem
import Glibc
import SystemCalls
import TerminalEmulator

/// The terminal of this process: its pending output, and how it is restored.
struct OuterTerminal: ~Copyable {
  /// The bytes that the terminal has not accepted yet, after the first `sent` ones; empty once it has
  /// accepted all.
  var unsent: [UInt8] = []
  private var sent = 0
  /// The line's modes at the start.
  let originalModes: termios
  /// A separate file description if one can be opened, because a non-blocking one is shared with
  /// other programs.
  private let output: OwnedDescriptor
  /// The terminal's state when all pending output was last sent.
  private var settled: TerminalState
  /// The bytes that restore one of these states, an unknown one.
  private var restoration: (states: [TerminalState], bytes: [UInt8]) = ([], [])

  /// - Parameter state: the terminal's current state.
  /// - Returns: nil if standard input and output are not a terminal.
  init?(settled state: TerminalState) {
    var modes = termios()
    guard tcgetattr(STDIN_FILENO, &modes) == 0, isatty(STDOUT_FILENO) == 1 else { return nil }
    (originalModes, settled) = (modes, state)
    let path = ttyname(STDOUT_FILENO).map { String(cString: $0) } ?? ""
    output =
      (try? OwnedDescriptor(opening: path, O_WRONLY | O_NOCTTY | O_NONBLOCK))
      ?? OwnedDescriptor(owning: fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0))
  }

  var descriptor: Int32 { output.number }

  /// How many bytes the terminal has not accepted yet.
  var unsentCount: Int { unsent.count - sent }

  /// Forgets what the terminal has not accepted yet.
  mutating func discard() { (unsent, sent) = ([], 0) }

  static var windowSize: winsize {
    var size = winsize()
    _ = ioctl(STDIN_FILENO, UInt(TIOCGWINSZ), &size)
    if size.ws_row == 0 { size.ws_row = 24 }
    if size.ws_col == 0 { size.ws_col = 80 }
    return size
  }

  // MARK: The line

  /// Makes keys arrive as they are typed.
  mutating func take(showing repair: borrowing TextRepair) {
    arm(repair.terminalState, showing: repair)
    var modes = originalModes
    cfmakeraw(&modes)
    set(modes)
  }

  /// Restores the line's modes.
  func giveBack() {
    set(originalModes)
    cs_terminal_disarm()
  }

  private func set(_ modes: termios) {
    var modes = modes
    while tcsetattr(STDIN_FILENO, TCSADRAIN, &modes) != 0 && errno == EINTR {}
  }

  /// Makes a fatal signal restore the terminal's state, however much of the pending output was
  /// sent.
  ///
  /// - Parameter state: the state after all pending output.
  private mutating func arm(_ state: TerminalState, showing repair: borrowing TextRepair) {
    let states = settled == state ? [state] : [settled, state]
    if restoration.states != states {
      restoration = (states, TerminalState.restoration(from: states))
    }
    // CAN ends a sequence that was sent only partly.
    var bytes: [UInt8] = [0x18]
    // In the middle of a row that is shown in order.
    if repair.hasSeenRightToLeft, !unsent.isEmpty {
      bytes += "\u{1B}[?2026l\u{1B}[?69l\u{1B}[?25h\u{1B}[m".utf8
    }
    bytes += restoration.bytes + repair.leave
    var modes = originalModes
    cs_terminal_arm(STDOUT_FILENO, bytes, bytes.count, &modes, nil, 0, STDERR_FILENO)
  }

  // MARK: Output

  /// Writes as much as the terminal accepts now.
  mutating func write(showing repair: borrowing TextRepair) {
    guard !unsent.isEmpty else { return }
    let state = repair.terminalState
    let isChanged = repair.hasSeenRightToLeft || settled != state
    if isChanged { arm(state, showing: repair) }
    cs_terminal_hold()
    // A terminal that is gone accepts nothing more; reading keys will notice it.
    let accepted = unsent.withUnsafeBytes {
      try? writeAvailable(UnsafeRawBufferPointer(rebasing: $0[sent...]), to: descriptor)
    }
    cs_terminal_release()
    sent = accepted.map { sent + $0 } ?? unsent.count
    // The others are moved only if they are the smaller part.
    if 2 * sent >= unsent.count {
      unsent.removeFirst(sent)
      sent = 0
    }
    guard isChanged, unsent.isEmpty else { return }
    settled = state
    arm(state, showing: repair)
  }

  /// Writes everything, while the terminal accepts it.
  mutating func flush(showing repair: borrowing TextRepair) {
    repeat {
      write(showing: repair)
    } while !unsent.isEmpty && awaitReady(descriptor, POLLOUT, within: .seconds(1)) > 0
  }
}
