import Glibc
import PreferenceStore
import Synchronization

/// Makes commits durable on threads of their own, so that the screen never waits for a disk
/// (R31), and tells of those that failed.
@MainActor
final class Durability {
  private final class Work: Sendable {
    let file: PreferenceFile
    let commit: Commit
    let doneDescriptor: Int32
    /// nil while it runs.
    let outcome = Mutex<Result<Void, PreferenceError>?>(nil)

    init(file: PreferenceFile, commit: Commit, doneDescriptor: Int32) {
      self.file = file
      self.commit = commit
      self.doneDescriptor = doneDescriptor
    }

    /// Runs on a thread of its own, or says that none could be had.
    func runOnThread() -> Bool {
      var thread = pthread_t()
      let context = Unmanaged.passRetained(self)
      let number = pthread_create(
        &thread, nil,
        { context in
          Unmanaged<Work>.fromOpaque(context!).takeRetainedValue().run()
          return nil
        }, context.toOpaque())
      guard number == 0 else {
        context.release()
        return false
      }
      pthread_detach(thread)
      return true
    }

    func run() {
      let result = Result { () throws(PreferenceError) in try file.makeDurable(commit) }
      outcome.withLock { $0 = result }
      var byte: UInt8 = 0
      while write(doneDescriptor, &byte, 1) < 0 && errno == EINTR {}
    }
  }

  private var running: [Work] = []
  private var ends: (read: Int32, write: Int32) = (-1, -1)

  /// Can be read when a commit has come to its end; made with the first commit.
  var descriptor: Int32? { ends.read >= 0 ? ends.read : nil }

  /// Begins to make a commit durable.
  func start(_ commit: Commit, of file: PreferenceFile) {
    if ends.read < 0 {
      var pair: [Int32] = [-1, -1]
      if pipe(&pair) == 0 {
        for end in pair { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(pair[0], F_SETFL, O_NONBLOCK)
        ends = (pair[0], pair[1])
      }
    }
    let work = Work(file: file, commit: commit, doneDescriptor: ends.write)
    running.append(work)
    if !work.runOnThread() { work.run() }
  }

  /// What failed among the commits that have come to their end since the last call.
  func takeFailures() -> [PreferenceError] {
    var bytes = [UInt8](repeating: 0, count: 64)
    _ = read(ends.read, &bytes, bytes.count)
    var failures: [PreferenceError] = []
    running.removeAll { work in
      guard let outcome = work.outcome.withLock({ $0 }) else { return false }
      if case .failure(let error) = outcome { failures.append(error) }
      return true
    }
    return failures
  }

  /// Waits until every commit has come to its end, one second at most, and says what failed.
  func finish() -> [PreferenceError] {
    let deadline = Clock.now() + 1_000_000_000
    var failures = takeFailures()
    while !running.isEmpty {
      let left = (deadline - Clock.now()) / 1_000_000
      guard left > 0 else { break }
      var ready = pollfd(fd: ends.read, events: Int16(POLLIN), revents: 0)
      _ = poll(&ready, 1, Int32(left))
      failures += takeFailures()
    }
    return failures
  }
}
