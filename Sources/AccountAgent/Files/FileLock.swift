import CSystem
import Glibc

/// A lock that one agent has at a time, of the open file: it goes with the process that has it.
///
/// ```swift
/// let lock = try await FileLock.taken("…/sent-preferences-1f.lock")
/// defer { lock.release() }
/// ```
struct FileLock: Sendable {
  /// The longest wait for a lock that another process holds: about as long as it takes to send a
  /// choice.
  private static let limit = Duration.seconds(4)
  private static let pause = Duration.milliseconds(20)

  private let descriptor: Int32

  /// Takes the lock. Waits at most four seconds for its holder, then fails with EWOULDBLOCK; a
  /// cancelled task does not wait.
  static func taken(_ path: String) async throws(PrivateFile.Failure) -> FileLock {
    try PrivateFile(path).makeDirectories()
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw PrivateFile.Failure(path: path, errno: errno) }
    let deadline = ContinuousClock.now + limit
    while true {
      let failure = -cs_take_lock(descriptor, false)
      if failure == 0 { return FileLock(descriptor: descriptor) }
      guard failure == EWOULDBLOCK, ContinuousClock.now < deadline, !Task.isCancelled else {
        close(descriptor)
        throw PrivateFile.Failure(path: path, errno: failure)
      }
      try? await Task.sleep(for: pause)
    }
  }

  func release() {
    close(descriptor)
  }
}
