import AccountDatabase
import Synchronization

/// A pool of database connections beside the writer's; each is used by one thread at a time.
final class Connections: Sendable {
  private let path: String
  private let idle = Mutex<[Idle]>([])

  /// Belongs to the thread that took it from the list.
  private struct Idle: @unchecked Sendable {
    let database: AccountDatabase
  }

  init(path: String) {
    self.path = path
  }

  func use<Value>(
    _ body: (AccountDatabase) throws(DatabaseError) -> Value
  ) throws(DatabaseError) -> Value {
    let taken = idle.withLock { $0.popLast() }
    let connection =
      if let taken { taken } else { Idle(database: try AccountDatabase(further: path)) }
    defer { idle.withLock { $0.append(connection) } }
    return try body(connection.database)
  }
}
