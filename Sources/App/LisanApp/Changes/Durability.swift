import Glibc
import LisanPreferences
import Synchronization
import SystemCalls

/// Makes commits durable on separate threads, so that the screen never waits for a disk (R31),
/// and logs those that failed.
@MainActor
final class Durability {
  private final class Work: Sendable {
    let file: PreferenceFile
    let commit: Commit
    /// nil if no pipe could be created; then nothing is woken.
    let done: WakePipe?
    /// nil while it runs.
    let outcome = Mutex<Result<Void, PreferenceError>?>(nil)

    init(file: PreferenceFile, commit: Commit, done: WakePipe?) {
      self.file = file
      self.commit = commit
      self.done = done
    }

    func run() {
      let result = Result { () throws(PreferenceError) in try file.makeDurable(commit) }
      outcome.withLock { $0 = result }
      if let done { try? writeAll([0], to: done.writing.number) }
    }
  }

  private let log: Log
  private var running: [Work] = []
  private var pipe: WakePipe?

  init(_ log: Log) { self.log = log }

  /// Readable when a commit has finished; created with the first commit.
  var descriptor: Int32? { pipe?.reading.number }

  /// Starts making a commit durable.
  func start(_ commit: Commit, of file: PreferenceFile) {
    if pipe == nil { pipe = WakePipe() }
    let work = Work(file: file, commit: commit, done: pipe)
    running.append(work)
    do throws(SystemError) {
      try SystemThread.start { work.run() }
    } catch {
      work.run()
    }
  }

  /// How many of the commits that have finished since the last call have failed.
  func takeFailures() -> Int {
    var bytes = [UInt8](repeating: 0, count: 64)
    if let descriptor { _ = read(descriptor, &bytes, bytes.count) }
    var failures = 0
    running.removeAll { work in
      guard let outcome = work.outcome.withLock({ $0 }) else { return false }
      if case .failure(let error) = outcome {
        log.warning("durability", error.description)
        failures += 1
      }
      return true
    }
    return failures
  }

  /// Waits at most one second for all commits; returns how many have failed.
  func finish() -> Int {
    let deadline = SystemClock.monotonic() + 1_000_000_000
    var failures = takeFailures()
    while !running.isEmpty {
      let left = (deadline - SystemClock.monotonic()) / 1_000_000
      guard left > 0 else { break }
      var ready = pollfd(fd: descriptor ?? -1, events: Int16(POLLIN), revents: 0)
      _ = poll(&ready, 1, Int32(left))
      failures += takeFailures()
    }
    return failures
  }
}
