import Synchronization
import SystemCalls

/// Work on a separate thread, so that the screen never waits for it.
final class BackgroundWork<Outcome: Sendable>: Sendable {
  private let work: @Sendable () -> Outcome
  private let done: WakePipe?
  private let result = Mutex<Outcome?>(nil)

  /// Starts the work; does it at once if no thread can be started.
  ///
  /// - Parameter done: what its end wakes; nil if no pipe could be created.
  init(waking done: WakePipe?, _ work: @escaping @Sendable () -> Outcome) {
    self.work = work
    self.done = done
    do throws(SystemError) {
      try SystemThread.start { self.run() }
    } catch {
      run()
    }
  }

  /// What the work gave; nil while it runs.
  var outcome: Outcome? { result.withLock { $0 } }

  private func run() {
    let given = work()
    result.withLock { $0 = given }
    // The screen may have left.
    if let done { try? writeAll([0], to: done.writing.number) }
  }
}
