import Glibc
import LisanPreferences
import SystemCalls

/// Makes commits durable on separate threads, so that the screen never waits for a disk (R31),
/// and logs those that failed.
@MainActor
final class Durability {
  private let log: Log
  private var running: [BackgroundWork<Result<Void, PreferenceError>>] = []
  private var pipe: WakePipe?
  /// Why the last commit that finished is not durable; `nil` if it is.
  private(set) var failure: PreferenceError?

  init(_ log: Log) { self.log = log }

  /// Readable when a commit has finished; created with the first commit.
  var descriptor: Int32? { pipe?.reading.number }

  /// Whether a commit is not durable yet.
  var isRunning: Bool { !running.isEmpty }

  /// Starts making a commit durable.
  func start(_ commit: Commit, of file: PreferenceFile) {
    if pipe == nil { pipe = WakePipe() }
    running.append(
      BackgroundWork(waking: pipe) {
        Result { () throws(PreferenceError) in try file.makeDurable(commit) }
      })
  }

  /// How many of the commits that have finished since the last call have failed.
  func drainFailures() -> Int {
    var bytes = [UInt8](repeating: 0, count: 64)
    if let descriptor { _ = read(descriptor, &bytes, bytes.count) }
    var failures = 0
    running.removeAll { work in
      guard let outcome = work.outcome else { return false }
      failure = nil
      if case .failure(let error) = outcome {
        failure = error
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
    var failures = drainFailures()
    while !running.isEmpty {
      let left = deadline - SystemClock.monotonic()
      guard left > 0 else { break }
      awaitReady(descriptor ?? -1, within: .nanoseconds(left))
      failures += drainFailures()
    }
    return failures
  }
}
