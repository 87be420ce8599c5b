import BidiRepair
import CSystem
import Glibc
import SystemCalls
import TerminalEmulator

/// The terminal of this process: what is written there, and how it is given back.
struct OuterTerminal: ~Copyable {
  /// What the terminal has not taken yet.
  var unsent: [UInt8] = []
  /// The line as it was found.
  let originalModes: termios
  /// A description of its own, if it can be opened, because one that does not block is shared with other
  /// programs.
  private let output: OwnedDescriptor
  /// What was set on the terminal when all that was to go there had gone.
  private var settled: TerminalState

  /// - Parameter state: what is set on the terminal.
  /// - Returns: nil if standard input and output are no terminal.
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

  static var windowSize: winsize {
    var size = winsize()
    _ = ioctl(STDIN_FILENO, UInt(TIOCGWINSZ), &size)
    if size.ws_row == 0 { size.ws_row = 24 }
    if size.ws_col == 0 { size.ws_col = 80 }
    return size
  }

  // MARK: The line

  /// Has keys come as they are typed.
  func take(showing repair: borrowing TextRepair) {
    arm(showing: repair)
    var modes = originalModes
    cfmakeraw(&modes)
    set(modes)
  }

  /// Gives the line back as it was found.
  func giveBack() {
    set(originalModes)
    cs_terminal_disarm()
  }

  private func set(_ modes: termios) {
    var modes = modes
    while tcsetattr(STDIN_FILENO, TCSADRAIN, &modes) != 0 && errno == EINTR {}
  }

  /// Makes a fatal signal give the terminal back as the program found it, whatever of the bytes to it
  /// has gone.
  private func arm(showing repair: borrowing TextRepair) {
    // CAN ends a sequence that has come in part.
    var bytes: [UInt8] = [0x18]
    // The middle of a row that is shown in order.
    if repair.hasSeenRightToLeft, !unsent.isEmpty {
      bytes += "\u{1B}[?2026l\u{1B}[?69l\u{1B}[?25h\u{1B}[m".utf8
    }
    bytes += TerminalState.restoration(from: [settled, repair.terminalState]) + repair.leave
    var modes = originalModes
    cs_terminal_arm(STDOUT_FILENO, bytes, bytes.count, &modes, nil, 0, STDERR_FILENO)
  }

  // MARK: What goes there

  /// Writes what the terminal takes now.
  mutating func write(showing repair: borrowing TextRepair) {
    guard !unsent.isEmpty else { return }
    let isChanged = repair.hasSeenRightToLeft || settled != repair.terminalState
    if isChanged { arm(showing: repair) }
    cs_terminal_hold()
    // A terminal that is gone takes nothing more; its end is seen where keys are read.
    let sent = (try? writeAvailable(unsent, to: descriptor)) ?? unsent.count
    cs_terminal_release()
    unsent.removeFirst(sent)
    guard isChanged, unsent.isEmpty else { return }
    settled = repair.terminalState
    arm(showing: repair)
  }

  /// Writes everything, for as long as the terminal takes it.
  mutating func flush(showing repair: borrowing TextRepair) {
    var polled = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    repeat { write(showing: repair) } while !unsent.isEmpty && poll(&polled, 1, 1_000) > 0
  }
}
