import Glibc
import SystemCalls

/// A file to which several processes append whole lines, each in one write.
public final class LineFile: Sendable {
  private let file: OwnedDescriptor

  /// Opens or creates the file with mode 0600, without following a link.
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

  /// Redirects a descriptor of the process, such as standard error, to this file.
  public func replaceOutput(_ other: Int32) {
    dup2(file.number, other)
  }

  /// Renames the file to `aside` if it has reached `limit` bytes, and continues in a new one at
  /// `path`. Standard error follows if it was redirected here. If another program has renamed the
  /// file, continues in that program's new file.
  public func makeRoom(at path: String, limit: Int, aside: String) {
    guard let own = status(of: file.number) else { return }
    if isFile(own, at: path) {
      // The lock keeps a second program from renaming the new file of the first.
      guard own.st_size >= limit, flock(file.number, LOCK_EX | LOCK_NB) == 0,
        isFile(own, at: path), rename(path, aside) == 0
      else { return }
    }
    guard let next = try? LineFile(path: path) else { return }
    if let errors = status(of: STDERR_FILENO), isSame(errors, own) {
      next.replaceOutput(STDERR_FILENO)
    }
    next.replaceOutput(file.number)
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
