import CSystem
import Glibc

/// A lock that one agent has at a time, of the open file: it goes with the process that has it.
///
/// ```swift
/// let lock = try await FileLock.taken("…/sent-preferences-1f.lock")
/// defer { lock.release() }
/// ```
struct FileLock: Sendable {
  private let descriptor: Int32

  /// Waits for whoever has it, on a thread of its own.
  static func taken(_ path: String) async throws(PrivateFile.Failure) -> FileLock {
    try PrivateFile(path).makeDirectories()
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw PrivateFile.Failure(path: path, errno: errno) }
    let lock = FileLock(descriptor: descriptor)
    if cs_take_lock(descriptor, false) == 0 { return lock }
    let failure = await Thread.value { -cs_take_lock(descriptor, true) }
    guard failure == 0 else {
      close(descriptor)
      throw PrivateFile.Failure(path: path, errno: failure)
    }
    return lock
  }

  func release() {
    close(descriptor)
  }
}
