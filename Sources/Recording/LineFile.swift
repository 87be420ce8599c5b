import Glibc
import SystemCalls

/// A file that grows by whole lines, each in one write, so that several processes can share it.
public final class LineFile: Sendable {
  private let file: OwnedDescriptor

  /// Opens or makes the file, for this person alone; a link at its place is not followed.
  public init(path: String) throws(SystemError) {
    let flags = O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK
    file = try OwnedDescriptor(opening: path, flags)
  }

  public func append(_ line: String) {
    var line = line + "\n"
    line.withUTF8 { bytes in
      _ = write(file.number, bytes.baseAddress, bytes.count)
    }
  }

  /// Makes a descriptor of the process, such as standard error, write to this file.
  public func takeOver(_ other: Int32) {
    dup2(file.number, other)
  }

  /// Moves the file to `aside` where it has reached `limit` bytes, and goes on in a new one at
  /// `path`, as standard error does if it wrote to it; where another program has moved it, goes on
  /// in that one's new file.
  public func makeRoom(at path: String, limit: Int, aside: String) {
    guard let own = status(of: file.number) else { return }
    if isFile(own, at: path) {
      // The lock keeps a second program from moving what the first has just made.
      guard own.st_size >= limit, flock(file.number, LOCK_EX | LOCK_NB) == 0,
        isFile(own, at: path), rename(path, aside) == 0
      else { return }
    }
    guard let next = try? LineFile(path: path) else { return }
    if let errors = status(of: STDERR_FILENO), isSame(errors, own) { next.takeOver(STDERR_FILENO) }
    next.takeOver(file.number)
    _ = fcntl(file.number, F_SETFD, FD_CLOEXEC)
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
