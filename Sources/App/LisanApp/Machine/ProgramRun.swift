import CSystem
import Glibc
import SystemCalls

/// Another program's run to its end. Its time and its output are bounded.
struct ProgramRun {
  /// The exit code, or 128 and the number of the signal that ended it.
  let status: Int32
  let output: [UInt8]
  /// What a program that may ask wrote on standard error.
  let errors: [UInt8]

  /// The lines of the output.
  var lines: [Substring] { String(decoding: output, as: UTF8.self).split(separator: "\n") }

  /// What the program said last on standard error, else that it failed.
  var reason: String {
    String(decoding: errors, as: UTF8.self).split(separator: "\n").last.map(String.init)
      ?? "exit code \(status)"
  }

  /// The largest output in bytes.
  private static let limit = 4 << 20

  /// Runs a program.
  ///
  /// - Parameters:
  ///   - words: its name and its arguments.
  ///   - path: the folders that may have it, such as the value of `PATH`.
  ///   - asks: whether it may ask for a password on this terminal; otherwise its standard error is
  ///     not read.
  ///   - seconds: how long it may take.
  /// - Throws: `notFound`, or `system`: it could not be run, took too long (ETIMEDOUT) or wrote too
  ///   much (EFBIG).
  init(
    _ words: [String], in path: String, asks: Bool = false, seconds: Int = 20
  ) throws(MachineFailure) {
    guard let program = executable(named: words[0], in: path) else {
      throw .notFound(program: words[0])
    }
    var process: pid_t = 0
    var (out, err) = (Int32(-1), Int32(-1))
    let failure = withCStrings([program] + words.dropFirst()) {
      asks
        ? cs_asking_command_start($0, &process, &out, &err) : cs_command_start($0, &process, &out)
    }
    guard failure == 0 else { throw .system(SystemError(-failure)) }
    let output = OwnedDescriptor(owning: out)
    let errors = OwnedDescriptor(owning: err)
    let end = SystemClock.monotonic() + Int64(seconds) * 1_000_000_000
    do throws(SystemError) {
      let read = try Self.read([output.number, errors.number], until: end)
      // It may go on after it has closed its output.
      try Self.awaitEnd(of: process, until: end)
      (self.output, self.errors) = (read[0], read[1])
    } catch {
      // One that may not ask leads a session, and so a group with what it has started.
      kill(asks ? process : -process, SIGKILL)
      _ = Self.status(of: process)
      throw .system(error)
    }
    status = Self.status(of: process)
  }

  /// What descriptors give until all have ended.
  ///
  /// - Throws: ETIMEDOUT, or EFBIG.
  private static func read(
    _ descriptors: [Int32], until end: Int64
  ) throws(SystemError) -> [[UInt8]] {
    var polls = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    var read = descriptors.map { _ in [UInt8]() }
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while polls.contains(where: { $0.fd >= 0 }) {
      try wait(for: &polls, until: end)
      for place in polls.indices where polls[place].fd >= 0 && polls[place].revents != 0 {
        let count = Glibc.read(polls[place].fd, &buffer, buffer.count)
        if count > 0 {
          read[place] += buffer[..<count]
          guard read[place].count <= limit else { throw SystemError(EFBIG) }
        } else if count == 0 || errno != EINTR {
          polls[place].fd = -1
        }
      }
    }
    return read
  }

  private static func awaitEnd(of process: pid_t, until end: Int64) throws(SystemError) {
    let descriptor = try OwnedDescriptor(checking: cs_open_process(process))
    var polls = [pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)]
    while polls[0].revents == 0 { try wait(for: &polls, until: end) }
  }

  /// Waits for one of some descriptors, or for a signal.
  ///
  /// - Throws: ETIMEDOUT.
  private static func wait(for polls: inout [pollfd], until end: Int64) throws(SystemError) {
    let left = end - SystemClock.monotonic()
    guard left > 0 else { throw SystemError(ETIMEDOUT) }
    let ready = awaitReady(&polls, within: .nanoseconds(left))
    guard ready >= 0 || errno == EINTR else { throw .last }
    if ready <= 0 { for place in polls.indices { polls[place].revents = 0 } }
  }

  private static func status(of process: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? status >> 8 & 0xFF : 128 + signal
  }
}
