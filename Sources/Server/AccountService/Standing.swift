import AccountDatabase
import Synchronization

/// Whether the server may serve. If its database is damaged or replaced, only the operator can
/// help, and the server refuses requests until it is restarted.
package final class Standing: Sendable {
  private let refuses = Atomic(false)
  private let tell: @Sendable (DatabaseError) -> Void

  /// Calls `tell` with the first reason.
  package init(tell: @escaping @Sendable (DatabaseError) -> Void) {
    self.tell = tell
  }

  package var isRefusing: Bool { refuses.load(ordering: .relaxed) }

  package func refuse(_ reason: DatabaseError) {
    if !refuses.exchange(true, ordering: .relaxed) { tell(reason) }
  }
}
