import Synchronization
import SystemCalls

/// Counts the requests of each session in the current minute, in memory: a write to the database
/// for each read would cost more than what it protects. So the limit is one of each server.
final class SessionLimit: Sendable {
  private static let minute: Int64 = 60_000_000_000

  private struct Counts {
    var minute: Int64 = 0
    /// By the first eight bytes of the token's hash.
    var requests: [UInt64: Int] = [:]
  }

  /// Requests a minute; nil for any number.
  private let limit: Int?
  private let counts = Mutex(Counts())

  init(_ limit: Int?) {
    self.limit = limit
  }

  /// Counts a request of a session.
  ///
  /// - Parameter now: the monotonic time in nanoseconds.
  /// - Returns: the seconds until the next minute if the limit is exceeded.
  func wait(of tokenHash: [UInt8], now: Int64 = SystemClock.monotonic()) -> Int64? {
    guard let limit else { return nil }
    let key = tokenHash.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return counts.withLock { counts in
      if counts.minute != now / Self.minute {
        counts = Counts(minute: now / Self.minute)
      }
      counts.requests[key, default: 0] += 1
      guard counts.requests[key, default: 0] > limit else { return nil }
      return (Self.minute - now % Self.minute) / 1_000_000_000 + 1
    }
  }
}
