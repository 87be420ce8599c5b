import SystemCalls

/// Accounts, sessions and the market configuration in a database: one SQLite file, as the embedded
/// account has, or PostgreSQL (`AccountDatabasePostgreSQL`).
///
/// ```swift
/// let database = try AccountDatabase(path: "accounts.db")
/// let id = try database.addAccount(NewAccount(login: "ana", name: "Ana", language: "en"))
/// try database.apply(choice, account: id)
/// ```
///
/// Use it on one thread at a time; each thread opens its own connection. Outside `transaction`,
/// changes are on disk when a method returns.
public final class AccountDatabase {
  package let connection: any DatabaseConnection
  public let report: OpenReport
  /// The time in milliseconds since 1970.
  let now: @Sendable () -> Int64
  /// What the current transaction has removed because a list had reached its limit, for the log.
  var dropped: [String] = []
  /// The timing of language notices; nil if notices are not delivered.
  public var notices: NoticeTiming?

  /// A database whose connection is open and whose schema is current.
  package init(
    _ connection: any DatabaseConnection, report: OpenReport = OpenReport(),
    now: @escaping @Sendable () -> Int64 = SystemClock.millisecondsSince1970
  ) {
    self.connection = connection
    self.report = report
    self.now = now
  }

  /// Runs changes atomically. A nested transaction can fail alone.
  public func transaction<T>(_ body: () throws(DatabaseError) -> T) throws(DatabaseError) -> T {
    if !isInTransaction { dropped = [] }
    return try connection.transaction(body)
  }

  /// What the changes of this transaction have removed for lack of room since it began or since the
  /// last call. Call it at the end of a change, and report it when the change is on disk.
  public func drainDropped() -> [String] {
    defer { dropped = [] }
    return dropped
  }

  /// Whether a transaction is open: the database may end one by itself.
  public var isInTransaction: Bool { connection.isInTransaction }

  /// Throws if the database cannot be read, or if it has tables that may not be read and changed.
  public func probe() throws(DatabaseError) {
    _ = try connection.number("SELECT count(*) FROM setting")
    guard connection.engine == .postgresql else { return }
    let names = Schema.copied.map { "('\($0.name)')" }.joined(separator: ", ")
    let rights = ["SELECT", "INSERT", "UPDATE", "DELETE"]
      .map { "has_table_privilege(name, '\($0)')" }.joined(separator: " AND ")
    let closed = try connection.first(
      "SELECT name FROM (VALUES \(names)) AS needed (name) WHERE NOT (\(rights))"
    ) { $0.text(0) }
    guard let closed else { return }
    throw .server(ServerFailure(state: "42501", message: "permission denied for table \(closed)"))
  }

  /// Throws if the database cannot be written.
  public func probeWriting() throws(DatabaseError) { try set("probed_at", String(now())) }
}
