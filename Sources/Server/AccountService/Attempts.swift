import AccountDatabase
import Synchronization

/// Sign-in attempts in progress. They count towards the limit, so that many concurrent attempts
/// cannot exceed it. They lock nobody out, and a crash forgets them.
final class PendingAttempts: Sendable {
  private let counts = Mutex<[[UInt8]: Int]>([:])

  /// Adds one attempt under each limit; returns the previous counts.
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

/// The keys under which failed attempts are counted.
package enum AttemptKey {
  /// A normalized login.
  package static func login(_ login: String) -> [UInt8] { digest(of: "login \(login)") }

  /// An account whose person types codes of devices.
  static func codes(_ account: Int64) -> [UInt8] { digest(of: "codes \(account)") }

  package static func network(of address: ClientAddress) -> [UInt8] {
    digest(of: "address \(address.network)")
  }
}
