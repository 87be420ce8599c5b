import AccountDatabase
import Glibc
import Synchronization
import SystemCalls

/// Accounts in a PostgreSQL database, which any number of servers share.
///
/// ```swift
/// let place = PostgreSQLDatabase(try ConnectionString("postgresql://db1,db2/accounts"))
/// try place.migrate()
/// let database = try place.connect()
/// ```
///
/// One value serves all connections of a process. It knows which of several hosts is current: after a
/// standby has taken over, a revived old primary accepts writes too, and is refused.
public final class PostgreSQLDatabase: Sendable {
  public let place: ConnectionString
  /// The highest timeline seen: each promotion of a standby begins a new one.
  private let timeline = Atomic<Int64>(0)
  /// The host that was current last.
  private let host = Atomic<Int>(0)
  /// The database's clock less this machine's, in milliseconds: servers with different clocks must
  /// not order choices differently.
  private let clockOffset = Atomic<Int64>(0)

  /// How long a host may take that accepts a connection and does not answer, in nanoseconds.
  private static let greetingLimit: Int64 = 3_000_000_000

  public init(_ place: ConnectionString) {
    self.place = place
  }

  /// The time in milliseconds since 1970, by the database's clock.
  public var now: @Sendable () -> Int64 {
    { SystemClock.millisecondsSince1970() + self.clockOffset.load(ordering: .relaxed) }
  }

  /// A connection to a migrated database.
  ///
  /// - Parameter isCopying: whether it fills a new database, which is not finished
  ///   (`Schema.copyMark`).
  public func connect(isCopying: Bool = false) throws(DatabaseError) -> PostgreSQLConnection {
    let connection = try current()
    try check(connection)
    let mark = try connection.number(
      "SELECT 1 FROM setting WHERE name = ?", .text(Schema.copyMark))
    guard mark == nil || isCopying else { throw .unfinishedCopy(path: place.description) }
    connection.deadline = .max
    return connection
  }

  /// Reads the clock, and throws if another host has taken over or the schema has become too new.
  public func look(through connection: PostgreSQLConnection) throws(DatabaseError) {
    try greet(connection)
    try check(connection)
  }

  /// Opens an account database, and migrates it if it is of an earlier version. Tests give their own
  /// clock.
  public func open(
    ifMissing policy: MissingPolicy = .make, now: (@Sendable () -> Int64)? = nil
  ) throws(DatabaseError) -> AccountDatabase {
    let former = try migrate(ifMissing: policy)
    var report = OpenReport()
    report.formerVersion = former
    return AccountDatabase(try connect(), report: report, now: now ?? self.now)
  }

  /// A greeted connection to the host with the latest timeline, of those that accept writes. It looks at
  /// each host: after another one has taken over, a former primary that is back accepts writes, too.
  private func current() throws(DatabaseError) -> PostgreSQLConnection {
    let first = host.load(ordering: .relaxed)
    var found: (connection: PostgreSQLConnection, timeline: Int64, host: Int)?
    var failures: [DatabaseError] = []
    for offset in 0..<place.hostCount {
      let index = (first + offset) % place.hostCount
      do throws(DatabaseError) {
        let connection = try PostgreSQLConnection(place, host: index)
        connection.deadline = SystemClock.monotonic() + Self.greetingLimit
        let number = try greet(connection)
        // The first of equal ones: a cluster with one timeline has one primary.
        if let found, found.timeline >= number { continue }
        found = (connection, number, index)
      } catch {
        // Another host may accept writes.
        failures.append(error)
      }
    }
    guard let found else { throw Self.failure(of: failures) }
    // Another thread may have seen a later one meanwhile, on a host that did not answer this one.
    try requireLatest(found.timeline)
    host.store(found.host, ordering: .relaxed)
    return found.connection
  }

  /// The failure if no host can be used: what each one says, because they may fail for different reasons.
  private static func failure(of failures: [DatabaseError]) -> DatabaseError {
    var messages: [String] = []
    for failure in failures {
      // Any other failure is of a host that has answered.
      guard case .server(let failure) = failure, failure.state == nil else { return failure }
      if !messages.contains(failure.message) { messages.append(failure.message) }
    }
    let message = messages.isEmpty ? "no host answers" : messages.joined(separator: "; ")
    return .server(ServerFailure(state: nil, message: message))
  }

  /// Reads the clock and the timeline. Throws if another host has taken over from this one.
  ///
  /// - Returns: the timeline; 0 on a host that follows another one.
  @discardableResult
  private func greet(_ connection: PostgreSQLConnection) throws(DatabaseError) -> Int64 {
    let before = SystemClock.millisecondsSince1970()
    let answer = try connection.first(
      """
      SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT),
        CASE WHEN pg_is_in_recovery() THEN '' ELSE pg_walfile_name(pg_current_wal_lsn()) END
      """
    ) { ($0.integer(0), Int64($0.text(1).prefix(8), radix: 16)) }
    let after = SystemClock.millisecondsSince1970()
    guard let answer else { return 0 }
    clockOffset.store(
      Self.clockOffset(of: answer.0, between: before, and: after), ordering: .relaxed)
    guard let number = answer.1 else { return 0 }
    try requireLatest(number)
    return number
  }

  /// How far the database's clock is ahead of this one, in milliseconds; 0 if both may be equal. Otherwise a
  /// busy machine would date a choice before it was made.
  ///
  /// - Parameters:
  ///   - theirs: the time of the database's clock.
  ///   - before: the time here when the database was asked.
  ///   - after: the time here when it had answered.
  static func clockOffset(of theirs: Int64, between before: Int64, and after: Int64) -> Int64 {
    theirs >= before && theirs <= after + 1 ? 0 : theirs - (before + after) / 2
  }

  /// Remembers a timeline, and throws if a later one is known.
  private func requireLatest(_ number: Int64) throws(DatabaseError) {
    let (_, latest) = timeline.max(number, ordering: .relaxed)
    guard number == latest || number == 0 else {
      throw .server(
        ServerFailure(
          state: nil,
          message: "this host is a former primary (timeline \(number), the latest is \(latest))"))
    }
  }

  // MARK: The schema

  /// The version of the database, and the oldest version whose programs can work with it.
  private typealias Version = (version: Int, oldestReader: Int)

  /// Throws if the schema is not one that this program can work with.
  ///
  /// A newer one is good enough as long as it says so: servers of two versions run side by side
  /// while they are exchanged.
  private func check(_ connection: PostgreSQLConnection) throws(DatabaseError) {
    let found: Version
    do throws(DatabaseError) {
      found = try stored(connection)
    } catch {
      guard case .server(let failure) = error, failure.state == "42P01" else { throw error }
      guard let later = try version(connection) else { throw .missing(path: place.description) }
      found = later
    }
    if found.version < Schema.version {
      throw .olderVersion(path: place.description, version: found.version)
    }
    if found.oldestReader > Schema.version {
      throw .newerVersion(path: place.description, version: found.version)
    }
  }

  /// Whether there is a database of this program; throws if its tables are another program's.
  public func exists() throws(DatabaseError) -> Bool {
    let connection = try current()
    return try version(connection) != nil
  }

  /// Nil for a database without tables; throws if they are another program's.
  ///
  /// Looks at the schema where new tables are created, and leaves out those of extensions.
  /// `to_regclass` would ask a cache, which does not notice what another transaction has created
  /// meanwhile.
  private func version(_ connection: PostgreSQLConnection) throws(DatabaseError) -> Version? {
    let isOurs = try connection.first(
      """
      SELECT relname = 'lisan_schema' FROM pg_class
      JOIN pg_namespace ON pg_namespace.oid = relnamespace
      WHERE nspname = current_schema() AND relkind IN ('r', 'p') AND NOT EXISTS (
        SELECT 1 FROM pg_depend
        WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e')
      ORDER BY 1 DESC LIMIT 1
      """
    ) { $0.flag(0) }
    if isOurs == false { throw .foreign(path: place.description) }
    return isOurs == nil ? nil : try stored(connection)
  }

  private func stored(_ connection: PostgreSQLConnection) throws(DatabaseError) -> Version {
    try connection.first("SELECT version, oldest_reader FROM lisan_schema") {
      (Int($0.integer(0)), Int($0.integer(1)))
    } ?? (0, 0)
  }

  /// Migrates the schema to this program's version; one program at a time (an advisory lock).
  ///
  /// - Returns: the former version; 0 for a new database.
  @discardableResult
  public func migrate(ifMissing policy: MissingPolicy = .make) throws(DatabaseError) -> Int {
    let connection = try current()
    connection.deadline = .max
    let present = try version(connection)
    if let present, present.version >= Schema.version {
      try check(connection)
      return present.version
    }
    guard present != nil || policy == .make else { throw .missing(path: place.description) }
    let database = AccountDatabase(connection, now: now)
    return try connection.transaction { () throws(DatabaseError) in
      // A server that is at work must not be held up for long by a migration that waits for it.
      try connection.execute("SET LOCAL lock_timeout = '10s'")
      try database.lock(.schema)
      let found = try version(connection)
      if found == nil {
        try connection.execute(
          """
          CREATE TABLE lisan_schema (version BIGINT NOT NULL, oldest_reader BIGINT NOT NULL);
          INSERT INTO lisan_schema VALUES (0, 0);
          """)
      }
      let former = found?.version ?? 0
      // Another program may have migrated meanwhile.
      guard former < Schema.version else { return former }
      guard let steps = Schema.steps(from: former) else { throw .foreign(path: place.description) }
      for step in steps { try connection.execute(step.postgresql) }
      try connection.run("UPDATE lisan_schema SET version = ?", .integer(Int64(Schema.version)))
      return former
    }
  }
}
