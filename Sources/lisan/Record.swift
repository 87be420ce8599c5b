import Glibc

/// A file that grows by whole lines, each in one write, so that several processes can share it.
struct LineFile {
  private let descriptor: Int32

  /// Opens or makes the file, for this person alone; a link at its place is not followed.
  /// nil with errno where that fails.
  init?(path: String) {
    descriptor = open(
      path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else { return nil }
  }

  func append(_ line: String) {
    var line = line + "\n"
    line.withUTF8 { bytes in
      _ = write(descriptor, bytes.baseAddress, bytes.count)
    }
  }

  /// Makes a descriptor of the process, such as standard error, write to this file.
  func takeOver(_ other: Int32) {
    dup2(descriptor, other)
  }

  /// Moves the file to `aside` where it has reached `limit` bytes, and goes on in a new one at
  /// `path`, as standard error does if it wrote to it; where another program has moved it, goes on
  /// in that one's new file.
  func makeRoom(at path: String, limit: Int, aside: String) {
    guard let own = status(of: descriptor) else { return }
    if isFile(own, at: path) {
      // The lock keeps a second program from moving what the first has just made.
      guard own.st_size >= limit, flock(descriptor, LOCK_EX | LOCK_NB) == 0,
        isFile(own, at: path), rename(path, aside) == 0
      else { return }
    }
    guard let next = LineFile(path: path) else { return }
    if let errors = status(of: STDERR_FILENO), isSame(errors, own) { next.takeOver(STDERR_FILENO) }
    next.takeOver(descriptor)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    close(next.descriptor)
  }

  private func status(of descriptor: Int32) -> stat? {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? status : nil
  }

  private func isFile(_ file: stat, at path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && isSame(status, file)
  }

  private func isSame(_ one: stat, _ other: stat) -> Bool {
    one.st_dev == other.st_dev && one.st_ino == other.st_ino
  }
}

/// The trace: one JSON object a line for each event, for tests and for the curious (R59).
@MainActor
final class Trace {
  private let file: LineFile
  /// Nanoseconds of the monotonic clock when the program started; kept over a restart.
  let start: Int64

  init?(path: String, start: Int64) {
    guard let file = LineFile(path: path) else { return nil }
    self.file = file
    self.start = start
  }

  func event(_ name: String, _ members: [(String, JSON)] = []) {
    let microseconds = (Clock.now() - start) / 1000
    let fraction = String(microseconds % 1_000_000)
    let seconds =
      "\(microseconds / 1_000_000)." + String(repeating: "0", count: 6 - fraction.count) + fraction
    file.append(
      JSON.object([("t", .encoded(seconds)), ("event", .string(name))] + members).text)
  }
}

/// The system's clocks (clock_gettime).
enum Clock {
  /// The monotonic clock in nanoseconds.
  static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// The time of day.
  static func millisecondsSince1970() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}
