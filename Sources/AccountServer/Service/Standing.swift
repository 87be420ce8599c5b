import AccountDatabase
import Synchronization

/// Whether the server may serve. Once it must not, because its database is damaged or another one has
/// taken its place, only its operator can help: it refuses until it is started anew.
final class Standing: Sendable {
  private let refuses = Atomic(false)
  private let isTold = Atomic(false)
  private let tell: @Sendable (DatabaseError) -> Void

  /// `tell` is called with the first reason.
  init(tell: @escaping @Sendable (DatabaseError) -> Void) {
    self.tell = tell
  }

  var isRefusing: Bool { refuses.load(ordering: .relaxed) }

  func refuse(_ reason: DatabaseError) {
    refuses.store(true, ordering: .relaxed)
    if !isTold.exchange(true, ordering: .relaxed) { tell(reason) }
  }
}

/// An open database: where it is, who changes it and who reads it.
struct Storage: Sendable {
  let path: String
  let place: FilePlace
  let connections: Connections
  let writer: Writer
}
