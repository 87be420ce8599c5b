import AccountDatabase
import AccountDatabasePostgreSQL
import Dispatch
import Glibc
import Synchronization
import SystemCalls

/// Accounts in PostgreSQL, which several servers share: a pool of connections, and threads that wait
/// for them.
///
/// A request has a limited time. Within it, what failed on the way is tried again where that is
/// safe: reading always, a change if it has not happened, or if it may happen twice. The rest is
/// reported as temporary (503).
package final class PooledStorage: Storage {
  /// The maximum number of connections. More would not make PostgreSQL faster.
  static let connectionLimit = 12
  /// The maximum number of requests that wait for a thread.
  private static let waitingLimit = 1000
  /// How long a request may take, in nanoseconds.
  private static let budget: Int64 = 5_000_000_000
  /// The pauses between attempts, in milliseconds.
  private static let firstPause: Int32 = 5
  private static let longestPause: Int32 = 200
  /// How often the schema and the clock are looked at again, in nanoseconds.
  private static let checkPeriod: Int64 = 2_000_000_000
  /// How long a connection stays open that is not used, in nanoseconds. With the second between two
  /// looks, a request of another server that waits for it still has time.
  private static let idleLimit: Int64 = 2_000_000_000

  /// When the request of this thread has to be answered; nil on threads of other work.
  @TaskLocal private static var deadline: Int64?

  package let identity: String
  private let server: PostgreSQLDatabase
  private let notices: NoticeTiming?
  private let standing: Standing
  private let log: AccessLog
  private let state: Mutex<State>
  /// Counts the connections that may still be opened or are idle.
  private let free = DispatchSemaphore(value: connectionLimit)
  private let asked = DispatchSemaphore(value: 0)
  private let threads = DispatchGroup()

  private struct State {
    /// The one that was used last is at the end, and is used next.
    var idle: [Held] = []
    var jobs: [Job] = []
    /// What waits for the next statement of a look-up.
    var lookUps: [LookUp] = []
    /// How many threads look up.
    var lookers = 0
    var isStopping = false
  }

  /// Belongs to the thread that took it from the list.
  private struct Held: @unchecked Sendable {
    let connection: PostgreSQLConnection
    let database: AccountDatabase
    var checkedAt: Int64
    var usedAt: Int64 = 0
  }

  private struct Job: Sendable {
    let deadline: Int64
    let run: @Sendable () -> Void
  }

  private struct LookUp: Sendable {
    let tokenHash: [UInt8]
    let deadline: Int64
    let tell: @Sendable (Result<SessionWithAccount, DatabaseError>) -> Void
  }

  package func makeFeed() -> any ChangeFeed { NotificationFeed(self, server, log: log) }

  /// - Parameter notices: the timing of notices; nil if they are not delivered.
  package init(
    _ server: PostgreSQLDatabase, _ identity: String, notices: NoticeTiming?, standing: Standing,
    log: AccessLog
  ) {
    self.identity = identity
    self.server = server
    self.notices = notices
    self.standing = standing
    self.log = log
    state = Mutex(State())
    for number in 0..<Self.connectionLimit {
      threads.enter()
      SystemThread.mustStart { [self] in
        work(closingUnused: number == 0)
        threads.leave()
      }
    }
  }

  package var trouble: DatabaseError? { nil }

  package var pool: PooledStorage? { self }

  package var metrics: [MetricFamily] {
    let (idle, jobs) = state.withLock { ($0.idle.count, $0.jobs.count + $0.lookUps.count) }
    return [
      .gauge("lisan_database_connections_idle", "Open connections that nobody uses.", idle),
      .gauge("lisan_database_requests_waiting", "Requests that wait for a thread.", jobs),
    ]
  }

  package func dispatch(_ work: @escaping @Sendable () -> Void) -> Bool {
    let job = Job(deadline: SystemClock.monotonic() + Self.budget, run: work)
    let isTaken = state.withLock { state in
      guard !state.isStopping, state.jobs.count < Self.waitingLimit else { return false }
      state.jobs.append(job)
      return true
    }
    if isTaken { asked.signal() }
    return isTaken
  }

  private func work(closingUnused: Bool) {
    while true {
      if !closingUnused {
        asked.wait()
      } else if asked.wait(timeout: .now() + .seconds(1)) == .timedOut {
        closeUnused()
        continue
      }
      let job = state.withLock { $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }
      // Only the end wakes a thread without work.
      guard let job else { return }
      Self.$deadline.withValue(job.deadline) { job.run() }
    }
  }

  package func read<Value>(
    _ body: (AccountDatabase) throws(DatabaseError) -> Value
  ) throws(DatabaseError) -> Value {
    try attempt(isRepeatable: true, body)
  }

  package func submit<Value: Sendable>(
    isRepeatable: Bool, isWhole: Bool,
    _ body: @escaping @Sendable (AccountDatabase) throws(DatabaseError) -> Value,
    then finish: @escaping @Sendable (Result<Value, DatabaseError>) -> Void
  ) {
    let work = { @Sendable [self] in
      finish(
        Result { () throws(DatabaseError) in
          try attempt(isRepeatable: isRepeatable) { database throws(DatabaseError) in
            if isWhole { return try body(database) }
            return try database.transaction { () throws(DatabaseError) in try body(database) }
          }
        })
    }
    // A thread that has a request's time is one of those that may wait.
    guard Self.deadline == nil else { return work() }
    if !dispatch(work) { finish(.failure(.busy)) }
  }

  package func finish() {
    state.withLock { $0.isStopping = true }
    for _ in 0..<Self.connectionLimit { asked.signal() }
    threads.wait()
    state.withLock { $0.idle = [] }
  }

  // MARK: Connections

  /// Runs `body` on a connection, again if it failed in a way that passes.
  private func attempt<Value>(
    isRepeatable: Bool, _ body: (AccountDatabase) throws(DatabaseError) -> Value
  ) throws(DatabaseError) -> Value {
    let deadline = Self.deadline ?? SystemClock.monotonic() + Self.budget
    var pause = Self.firstPause
    while true {
      let failure: DatabaseError
      do throws(DatabaseError) {
        return try use(until: deadline, body)
      } catch {
        failure = error
      }
      if case .newerVersion = failure { standing.refuse(failure) }
      guard case .server(let reason) = failure, reason.isTemporary,
        !reason.isUncertain || isRepeatable,
        SystemClock.monotonic() + Int64(pause) * 1_000_000 < deadline
      else { throw failure }
      // Several servers that failed together do not come back together.
      idle(for: .milliseconds(Int32.random(in: pause / 2...pause)))
      pause = min(pause * 2, Self.longestPause)
    }
  }

  private func use<Value>(
    until deadline: Int64, _ body: (AccountDatabase) throws(DatabaseError) -> Value
  ) throws(DatabaseError) -> Value {
    let left = deadline - SystemClock.monotonic()
    guard left > 0, free.wait(timeout: .now() + .nanoseconds(Int(left))) == .success else {
      throw .busy
    }
    defer { free.signal() }
    let idle = state.withLock { $0.idle.popLast() }
    var held = if let idle { idle } else { try open() }
    held.connection.deadline = deadline
    // A connection to a former primary, or to a schema that is too new, is not kept.
    if SystemClock.monotonic() - held.checkedAt > Self.checkPeriod {
      try server.look(through: held.connection)
      try held.database.requireIdentity(identity)
      held.checkedAt = SystemClock.monotonic()
    }
    do throws(DatabaseError) {
      let value = try body(held.database)
      keep(held)
      return value
    } catch {
      if held.connection.isBroken {
        // What ended this connection has ended the idle ones too.
        state.withLock { $0.idle = [] }
      } else if !held.connection.isInTransaction {
        keep(held)
      }
      throw error
    }
  }

  private func open() throws(DatabaseError) -> Held {
    let connection = try server.connect()
    let database = AccountDatabase(connection, now: server.now)
    try database.requireIdentity(identity)
    database.notices = notices
    return Held(
      connection: connection, database: database, checkedAt: SystemClock.monotonic())
  }

  private func keep(_ held: Held) {
    var held = held
    held.connection.deadline = .max
    held.usedAt = SystemClock.monotonic()
    state.withLock { state in
      if !state.isStopping { state.idle.append(held) }
    }
  }

  /// Closes connections that were not used lately, but for one: another server may get none, because all
  /// that PostgreSQL allows are open.
  private func closeUnused() {
    let earliest = SystemClock.monotonic() - Self.idleLimit
    // Returned, so that they are closed outside of the lock.
    _ = state.withLock { state in
      let unused = Array(state.idle.dropLast().prefix { $0.usedAt < earliest })
      state.idle.removeFirst(unused.count)
      return unused
    }
  }
}

// MARK: Looking up sessions

/// While a thread waits for the database, what it will be asked next gathers. So the more requests
/// come, the fewer ways to the other machine and back each of them costs.
extension PooledStorage {
  /// How many threads look up at the same time.
  private static let lookerLimit = 2

  /// Looks up the session of a token's hash with its account, in one statement with those of other
  /// requests, and tells the result later; false if too much is waiting already.
  package func lookUp(
    _ tokenHash: [UInt8],
    then tell: @escaping @Sendable (Result<SessionWithAccount, DatabaseError>) -> Void
  ) -> Bool {
    let deadline = SystemClock.monotonic() + Self.budget
    let lookUp = LookUp(tokenHash: tokenHash, deadline: deadline, tell: tell)
    let (isTaken, isJob) = state.withLock { state in
      guard !state.isStopping, state.lookUps.count < Self.waitingLimit else {
        return (false, false)
      }
      state.lookUps.append(lookUp)
      guard state.lookers < Self.lookerLimit else { return (true, false) }
      state.lookers += 1
      state.jobs.append(Job(deadline: deadline) { [self] in lookUpAll() })
      return (true, true)
    }
    if isJob { asked.signal() }
    return isTaken
  }

  /// Looks up until nothing waits.
  private func lookUpAll() {
    while let lookUps = drainLookUps() {
      // The first of them has come first.
      let result = Self.$deadline.withValue(lookUps[0].deadline) {
        Result { () throws(DatabaseError) in
          try read { database throws(DatabaseError) in
            try database.sessionsWithAccounts(tokenHashes: lookUps.map(\.tokenHash))
          }
        }
      }
      switch result {
      case .success(let found):
        for (lookUp, session) in zip(lookUps, found) { lookUp.tell(.success(session)) }
      case .failure(let error):
        // The others may have more time.
        let now = SystemClock.monotonic()
        let others = error.isTemporary ? lookUps.dropFirst().filter { $0.deadline > now } : []
        state.withLock { $0.lookUps.insert(contentsOf: others, at: 0) }
        for lookUp in lookUps.prefix(lookUps.count - others.count) { lookUp.tell(.failure(error)) }
      }
    }
  }

  private func drainLookUps() -> [LookUp]? {
    state.withLock { state in
      let taken = Array(state.lookUps.prefix(AccountDatabase.sessionsAtOnce))
      state.lookUps.removeFirst(taken.count)
      if taken.isEmpty { state.lookers -= 1 }
      return taken.isEmpty ? nil : taken
    }
  }
}

extension DatabaseError {
  /// All connections and threads are taken.
  fileprivate static let busy = DatabaseError.server(
    ServerFailure(state: nil, message: "no connection was free in time"))
}
