import AccountDatabase
import Synchronization

/// Attempts to sign in that are not judged yet. They count towards a limit, so that many at once
/// cannot pass it together; but nobody is locked out for them, and none is left after a crash.
final class PendingAttempts: Sendable {
  private let counts = Mutex<[[UInt8]: Int]>([:])

  /// Adds one attempt under each limit; how many there were before.
  func begin(_ limits: [AttemptLimit]) -> [Int] {
    counts.withLock { counts in
      limits.map { limit in
        defer { counts[limit.key, default: 0] += 1 }
        return counts[limit.key, default: 0]
      }
    }
  }

  func end(_ limits: [AttemptLimit]) {
    counts.withLock { counts in
      for limit in limits {
        let count = counts[limit.key, default: 1] - 1
        counts[limit.key] = count > 0 ? count : nil
      }
    }
  }
}

/// The keys that failed attempts are counted under.
enum AttemptKey {
  /// A login in its usual form.
  static func login(_ login: String) -> [UInt8] { digest(of: "login \(login)") }

  static func network(of address: ClientAddress) -> [UInt8] {
    digest(of: "address \(address.network)")
  }
}
