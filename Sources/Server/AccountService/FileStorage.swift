import AccountDatabase
import Dispatch
import Synchronization

/// Accounts in one SQLite file: any number of readers, and one thread that changes it.
///
/// Changes that arrive during a commit share the next one, so that many changes wait for the disk
/// together. Each is answered after its commit.
package final class FileStorage: Storage {
  /// The maximum number of changes per commit.
  private static let batchLimit = 256

  package let identity: String
  private let queue = DispatchQueue(label: "writer")
  private let waiting = Mutex<[any Job]>([])
  /// Used only on the queue.
  nonisolated(unsafe) private let database: AccountDatabase
  private let path: String
  private let place: FilePlace
  /// Connections for reading; each is used by one thread at a time.
  private let idle = Mutex<[Idle]>([])

  /// Belongs to the thread that took it from the list.
  private struct Idle: @unchecked Sendable {
    let database: AccountDatabase
  }

  /// Takes the connection that writes.
  package init(
    _ database: sending AccountDatabase, _ identity: String, path: String, place: FilePlace
  ) {
    self.identity = identity
    self.database = database
    self.path = path
    self.place = place
  }

  package var trouble: DatabaseError? { place.isKept ? nil : .displaced(path: path) }

  package var metrics: [MetricFamily] {
    let (connections, changes) = (idle.withLock { $0.count }, waiting.withLock { $0.count })
    return [
      .gauge(
        "lisan_database_connections_idle", "Connections for reading that nobody uses.",
        connections),
      .gauge("lisan_database_changes_waiting", "Changes that wait for their commit.", changes),
    ]
  }

  /// A file answers at once.
  package var pool: PooledStorage? { nil }

  package func dispatch(_ work: @escaping @Sendable () -> Void) -> Bool {
    work()
    return true
  }

  package func read<Value>(
    _ body: (AccountDatabase) throws(DatabaseError) -> Value
  ) throws(DatabaseError) -> Value {
    let taken = idle.withLock { $0.popLast() }
    let connection =
      if let taken { taken } else { Idle(database: try AccountDatabase(further: path)) }
    defer { idle.withLock { $0.append(connection) } }
    return try body(connection.database)
  }

  package func submit<Value: Sendable>(
    isRepeatable: Bool, isWhole: Bool,
    _ body: @escaping @Sendable (AccountDatabase) throws(DatabaseError) -> Value,
    then finish: @escaping @Sendable (Result<Value, DatabaseError>) -> Void
  ) {
    let isFirst = waiting.withLock { waiting in
      waiting.append(Change(body, finish))
      return waiting.count == 1
    }
    if isFirst { queue.async { self.drain() } }
  }

  package func makeFeed() -> any ChangeFeed { DataVersionFeed(self) }

  /// A number that changes when another process has changed the file; nil if it cannot be read now.
  func dataVersion() -> Int64? { queue.sync { try? database.dataVersion() } }

  /// Waits for all changes, and empties the write-ahead log.
  package func finish() {
    queue.sync {
      drain()
      guard place.isKept else { return }
      // If this fails, the next start reads the rest from the log.
      _ = try? database.checkpoint()
    }
  }

  private func drain() {
    while true {
      let jobs = waiting.withLock { waiting in Array(waiting.prefix(Self.batchLimit)) }
      guard !jobs.isEmpty else { return }
      commit(jobs)
      // The file has been replaced, so these changes are lost.
      if !place.isKept { for job in jobs { job.fail(.displaced(path: path)) } }
      // Jobs stay in the list until they are done, so that the next `submit` starts a new drain.
      let isEmpty = waiting.withLock { waiting in
        waiting.removeFirst(jobs.count)
        return waiting.isEmpty
      }
      for job in jobs { job.finish() }
      if isEmpty { return }
    }
  }

  private func commit(_ jobs: [any Job]) {
    do throws(DatabaseError) {
      try database.transaction { () throws(DatabaseError) in
        for job in jobs {
          do throws(DatabaseError) {
            try job.attempt(database)
          } catch {
            guard database.isInTransaction else { throw error }
          }
        }
      }
    } catch {
      // What failed the batch, such as a full disk, may not fail each change alone.
      for job in jobs {
        do throws(DatabaseError) {
          try job.attempt(database)
        } catch {
          job.fail(error)
        }
      }
    }
  }
}

/// A change waiting for its transaction.
private protocol Job: AnyObject, Sendable {
  func attempt(_ database: AccountDatabase) throws(DatabaseError)
  func fail(_ error: DatabaseError)
  func finish()
}

/// Used by one thread at a time: the submitter's, then the writer's.
private final class Change<Value: Sendable>: Job, @unchecked Sendable {
  private let body: @Sendable (AccountDatabase) throws(DatabaseError) -> Value
  private let tell: @Sendable (Result<Value, DatabaseError>) -> Void
  private var result: Result<Value, DatabaseError>?

  init(
    _ body: @escaping @Sendable (AccountDatabase) throws(DatabaseError) -> Value,
    _ tell: @escaping @Sendable (Result<Value, DatabaseError>) -> Void
  ) {
    self.body = body
    self.tell = tell
  }

  func attempt(_ database: AccountDatabase) throws(DatabaseError) {
    let attempted = Result { () throws(DatabaseError) in
      try database.transaction { () throws(DatabaseError) in try body(database) }
    }
    result = attempted
    _ = try attempted.get()
  }

  func fail(_ error: DatabaseError) { result = .failure(error) }

  func finish() { tell(result!) }
}
