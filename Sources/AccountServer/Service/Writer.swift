import AccountDatabase
import Dispatch
import Synchronization

/// The one thread that changes the database. What comes while a commit waits for the disk goes into
/// the next one together, so that many changes share one wait; each is answered after its commit.
final class Writer: Sendable {
  /// The most changes in one commit.
  private static let batchLimit = 256

  private let queue = DispatchQueue(label: "writer")
  private let waiting = Mutex<[any Job]>([])
  /// Used on the queue alone.
  nonisolated(unsafe) private let database: AccountDatabase
  private let path: String
  private let place: FilePlace

  init(_ database: sending AccountDatabase, path: String, place: FilePlace) {
    self.database = database
    self.path = path
    self.place = place
  }

  /// Runs a change in a transaction, later, and tells when it is on the disk or has failed.
  func submit<Value: Sendable>(
    _ body: @escaping @Sendable (AccountDatabase) throws(DatabaseError) -> Value,
    then finish: @escaping @Sendable (Result<Value, DatabaseError>) -> Void
  ) {
    let isFirst = waiting.withLock { waiting in
      waiting.append(Change(body, finish))
      return waiting.count == 1
    }
    if isFirst { queue.async { self.drain() } }
  }

  /// Waits for all that was submitted, and empties the write-ahead log.
  func finish() {
    queue.sync {
      drain()
      guard place.isKept else { return }
      // What the log still holds is read from there at the next start.
      _ = try? database.checkpoint()
    }
  }

  private func drain() {
    while true {
      let jobs = waiting.withLock { waiting in Array(waiting.prefix(Self.batchLimit)) }
      guard !jobs.isEmpty else { return }
      commit(jobs)
      // What went to a file that nobody will read again is not on the disk.
      if !place.isKept { for job in jobs { job.fail(.displaced(path: path)) } }
      // They stay in the row until they are done, so that the first one after them starts anew.
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
          let failure = job.attempt(database)
          if let failure, !database.isInTransaction { throw failure }
        }
      }
    } catch {
      // Whatever broke the whole, a full disk say, need not break each alone.
      for job in jobs {
        do throws(DatabaseError) {
          try database.transaction { () throws(DatabaseError) in
            if let failure = job.attempt(database) { throw failure }
          }
        } catch {
          job.fail(error)
        }
      }
    }
  }
}

/// A change that waits for its transaction.
private protocol Job: AnyObject, Sendable {
  func attempt(_ database: AccountDatabase) -> DatabaseError?
  func fail(_ error: DatabaseError)
  func finish()
}

/// Used by one thread after the other: the submitter's, then the writer's.
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

  func attempt(_ database: AccountDatabase) -> DatabaseError? {
    do throws(DatabaseError) {
      let value = try database.transaction { () throws(DatabaseError) in try body(database) }
      result = .success(value)
      return nil
    } catch {
      result = .failure(error)
      return error
    }
  }

  func fail(_ error: DatabaseError) { result = .failure(error) }

  func finish() { tell(result!) }
}
