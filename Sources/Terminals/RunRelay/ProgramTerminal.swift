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
    var path = [CChar](repeating: 0, count: 128)
    let opened = cs_pty_open(size.ws_row, size.ws_col, &path, path.count)
    guard opened >= 0 else { throw .notStarted(-opened) }
    let master = OwnedDescriptor(owning: opened)
    var (window, line) = (size, modes)
    _ = ioctl(opened, UInt(TIOCSWINSZ), &window)
    _ = tcsetattr(opened, TCSANOW, &line)
    process = try Self.spawn(program, in: path)
    self.master = master
  }

  private static func spawn(
    _ program: RunSession.Program, in terminal: [CChar]
  ) throws(RunSession.Failure) -> cs_pty_process {
    var process = cs_pty_process()
    let result = withCStrings([program.path]) { path in
      withCStrings(program.arguments) { arguments in
        withCStrings(program.environment) { environment in
          terminal.withUnsafeBufferPointer { terminal in
            var called = cs_pty_program(
              path: path[0], arguments: arguments, environment: environment, directory: nil,
              terminal: terminal.baseAddress, ignored: 0)
            return cs_pty_spawn(&called, &process)
          }
        }
      }
    }
    guard result == 0 else { throw .notStarted(-result) }
    return process
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
