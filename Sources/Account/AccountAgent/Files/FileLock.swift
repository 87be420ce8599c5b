import CSystem
import Glibc
import SystemCalls

/// A lock that one agent holds at a time. It belongs to the open file and ends with the process.
///
/// ```swift
/// let lock = try await FileLock.acquired("…/sent-preferences-1f.lock")
/// defer { lock.release() }
/// ```
struct FileLock: ~Copyable, Sendable {
  /// The longest wait for a lock: about the time that sending a choice takes.
  private static let limit = Duration.seconds(4)
  private static let pause = Duration.milliseconds(20)

  private let file: OwnedDescriptor

  /// Takes the lock. Waits at most four seconds, then fails with EWOULDBLOCK. A cancelled task does
  /// not wait.
  static func acquired(_ path: String) async throws(PrivateFile.Failure) -> FileLock {
    let file = try opened(path)
    let deadline = ContinuousClock.now + limit
    while true {
      let result = cs_take_lock(file.number, false)
      if result == 0 { return FileLock(file: file) }
      guard result == -EWOULDBLOCK, ContinuousClock.now < deadline, !Task.isCancelled else {
        throw PrivateFile.Failure(path: path, errno: -result)
      }
      try? await Task.sleep(for: pause)
    }
  }

  /// Waits for the lock for as long as another process holds it.
  static func awaited(_ path: String) async throws(PrivateFile.Failure) -> FileLock {
    let file = try opened(path)
    let number = file.number
    let result = await withCheckedContinuation { continuation in
      do throws(SystemError) {
        try SystemThread.start { continuation.resume(returning: cs_take_lock(number, true)) }
      } catch {
        continuation.resume(returning: -error.errno)
      }
    }
    guard result == 0 else { throw PrivateFile.Failure(path: path, errno: -result) }
    return FileLock(file: file)
  }

  private static func opened(_ path: String) throws(PrivateFile.Failure) -> OwnedDescriptor {
    do throws(SystemError) {
      try makeDirectories(parentDirectory(of: path))
      return try OwnedDescriptor(opening: path, O_RDWR | O_CREAT | O_NOFOLLOW)
    } catch {
      throw PrivateFile.Failure(path: path, errno: error.errno)
    }
  }

  /// Releases the lock immediately.
  borrowing func release() { cs_release_lock(file.number) }
}
