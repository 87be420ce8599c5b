import Glibc
import SystemCalls

/// A small file with mode 0600, written atomically.
///
/// ```swift
/// try PrivateFile("/home/ana/.local/share/lisan/embedded/account.json").write(bytes)
/// ```
struct PrivateFile: Sendable {
  /// Why a file could not be written, such as ENOSPC.
  struct Failure: Error, Hashable, CustomStringConvertible {
    let path: String
    let errno: Int32

    var description: String { "\(path): \(SystemError(errno))" }
  }

  /// The largest accepted size in bytes.
  private static let limit = 1 << 20

  let path: String

  init(_ path: String) {
    self.path = path
  }

  /// The contents; nil if the file is missing or unsafe: a link, owned by another user, or writable
  /// by others.
  func read() -> [UInt8]? {
    guard let file = try? OwnedDescriptor(opening: path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK) else {
      return nil
    }
    var status = stat()
    guard fstat(file.number, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == geteuid(), status.st_mode & 0o022 == 0, status.st_size <= Self.limit
    else { return nil }
    return try? readAll(from: file.number, limit: Self.limit, expected: Int(status.st_size))
  }

  /// Replaces the contents. The data is on disk before the rename, so that readers and crashes find
  /// the old file or the new one.
  func write(_ bytes: [UInt8]) throws(Failure) {
    do throws(SystemError) {
      try makeDirectories(parentDirectory(of: path))
      try replaceFile(path, with: bytes, isSynced: true)
    } catch {
      throw Failure(path: path, errno: error.errno)
    }
  }

  /// Replaces the contents if they differ; logs a failure under this code.
  func keep(_ bytes: [UInt8], _ code: String, _ log: AgentLog) {
    guard read() != bytes else { return }
    do throws(Failure) {
      try write(bytes)
    } catch {
      log.warning(code, error.description)
    }
  }

  func remove() {
    unlink(path)
  }
}
