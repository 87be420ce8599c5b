import Dispatch
import Glibc
import Synchronization

/// Ends the agent when it can do nothing more: with a line in the log if no task gets a thread, and
/// silently if pending work takes too long after the app has gone.
///
/// A thread that the system does not give is asked for again once a second, for ever, perhaps by
/// the thread that wanted it. So this one watches, which needs no other.
final class Watchdog: Sendable {
  private static let patience = DispatchTimeInterval.seconds(6)
  private static let afterlife: UInt32 = 10

  private let asked = DispatchSemaphore(value: 0)
  private let answered = DispatchSemaphore(value: 0)
  private let isWaiting = Atomic(false)

  /// Ends the program if this thread itself cannot be started.
  init(_ log: AgentLog) {
    log.thread { [self] in
      while true {
        asked.wait()
        guard answered.wait(timeout: .now() + Self.patience) == .success else {
          log.error("thread", "the system gives this program no thread to work on; it ends")
          exit(1)
        }
        isWaiting.store(false, ordering: .relaxed)
      }
    }
  }

  /// Begins to watch whether a task gets a thread, unless it does so already.
  func expectThread() {
    guard !isWaiting.exchange(true, ordering: .relaxed) else { return }
    asked.signal()
    Task.detached { self.answered.signal() }
  }

  /// Waits until the pending work is done, and ends the program at the latest after ten seconds.
  /// Unsent choices stay pending.
  func end() -> Never {
    sleep(Self.afterlife)
    exit(0)
  }
}
