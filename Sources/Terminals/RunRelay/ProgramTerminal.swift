import CSystem
import Glibc
import SystemCalls

/// A program in a new pseudo-terminal. This process has the master's side.
struct ProgramTerminal: ~Copyable {
  /// Keys that the program's terminal has not accepted yet.
  var unsent: [UInt8] = []
  private let process: cs_pty_process
  private var master: OwnedDescriptor

  /// Starts a program.
  ///
  /// - Parameter modes: the line's modes, as the program would find them without this process.
  init(
    _ program: RunSession.Program, size: winsize, modes: termios
  ) throws(RunSession.Failure) {
    do throws(SystemError) {
      let terminal = try PseudoTerminal(rows: size.ws_row, columns: size.ws_col)
      var (window, line) = (size, modes)
      _ = ioctl(terminal.master.number, UInt(TIOCSWINSZ), &window)
      _ = tcsetattr(terminal.master.number, TCSANOW, &line)
      process = try terminal.start(
        program.path, program.arguments, environment: program.environment)
      master = terminal.release()
    } catch {
      throw .notStarted(error.errno)
    }
  }

  /// The master's side; -1 once it is closed.
  var descriptor: Int32 { master.number }

  /// Reports changes of the program's state.
  var channel: Int32 { process.channel }

  func resize(to size: winsize) {
    var size = size
    _ = ioctl(descriptor, UInt(TIOCSWINSZ), &size)
  }

  func signal(_ number: Int32) { kill(-process.program, number) }

  // MARK: Input and output

  /// Whether a typed line appears where the output that was read so far ends: the line discipline echoes
  /// it, and no output waits.
  var echoesAtOnce: Bool {
    var modes = termios()
    let echoing = tcflag_t(ICANON | ECHO)
    return tcgetattr(descriptor, &modes) == 0 && modes.c_lflag & echoing == echoing
      && awaitReady(descriptor, within: .zero) == 0
  }

  /// Reads the available output, as far as there is room, up to a limit.
  ///
  /// - Returns: how many bytes were read, and whether no process has the terminal open.
  func read(into room: inout [UInt8], atMost limit: Int) -> (count: Int, isAtEnd: Bool) {
    room.withUnsafeMutableBytes { room in
      var count = 0
      let limit = min(limit, room.count)
      while count < limit {
        let got = Glibc.read(descriptor, room.baseAddress! + count, limit - count)
        if got > 0 {
          count += got
        } else if got == 0 || errno != EINTR {
          // EIO means the end.
          return (count, got == 0 || errno != EAGAIN)
        }
      }
      return (count, false)
    }
  }

  /// Writes as many keys as the terminal accepts now. A closed terminal discards them.
  mutating func write() {
    let sent = (try? writeAvailable(unsent, to: descriptor)) ?? unsent.count
    unsent.removeFirst(sent)
  }

  // MARK: The end

  /// Closes the terminal, which sends SIGHUP to the program.
  mutating func close() { master = OwnedDescriptor(owning: -1) }

  /// Waits for the end of the program, which has ended or was told to.
  ///
  /// - Parameter hasJobs: whether other processes have the terminal open. It is closed first, as a window
  ///   is: the kernel sends SIGHUP to what is in its foreground, and other jobs go on.
  mutating func end(hasJobs: Bool) {
    if hasJobs { close() }
    var user: Int64 = 0
    var system: Int64 = 0
    _ = cs_pty_reap(process.channel, &user, &system)
    while waitpid(process.leader, nil, 0) < 0 && errno == EINTR {}
  }
}
