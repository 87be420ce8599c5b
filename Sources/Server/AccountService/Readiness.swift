import Synchronization
import SystemCalls

/// When the server was last found ready, so that frequent probes do not write each time.
final class Readiness: Sendable {
  /// How long a result is valid, in nanoseconds.
  private static let age: Int64 = 1_000_000_000

  private let provenAt = Mutex<Int64?>(nil)

  var isFresh: Bool {
    provenAt.withLock { $0.map { SystemClock.monotonic() - $0 < Self.age } ?? false }
  }

  func prove() { provenAt.withLock { $0 = SystemClock.monotonic() } }
}
