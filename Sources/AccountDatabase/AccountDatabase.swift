import Glibc
import SystemCalls

/// Accounts, sessions and the market configuration in one SQLite file. The embedded account and the
/// server share this format.
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
  let connection: Connection
  public let report: OpenReport
  /// The time in milliseconds since 1970.
  let now: @Sendable () -> Int64
  /// The timing of language notices; nil if notices are not delivered.
  public var notices: NoticeTiming?

  /// Opens the file, creates it if it is missing, and checks and migrates it.
  public init(
    path: String, ifDamaged policy: DamagePolicy = .setAside,
    now: @escaping @Sendable () -> Int64 = SystemClock.millisecondsSince1970
  ) throws(DatabaseError) {
    (connection, report) = try Connection.prepare(path, ifDamaged: policy)
    self.now = now
  }

  /// Opens another connection to a file that this process has already opened and checked.
  public init(
    further path: String, now: @escaping @Sendable () -> Int64 = SystemClock.millisecondsSince1970
  ) throws(DatabaseError) {
    connection = try Connection.further(path)
    report = OpenReport(setAside: nil, formerVersion: Schema.version)
    self.now = now
  }

  /// Runs changes atomically. A nested transaction can fail alone.
  public func transaction<T>(_ body: () throws(DatabaseError) -> T) throws(DatabaseError) -> T {
    try connection.transaction(body)
  }

  /// Whether a transaction is open: SQLite ends it by itself if the disk is full.
  public var isInTransaction: Bool { connection.isInTransaction }

  /// Throws if the database cannot be read.
  public func probe() throws(DatabaseError) {
    _ = try connection.first("SELECT count(*) FROM setting") { $0.integer(0) }
  }

  /// Limits the file's size in pages for this connection, to simulate a full disk
  /// (`PRAGMA max_page_count`).
  package func limit(pages: Int) throws(DatabaseError) {
    try connection.execute("PRAGMA max_page_count = \(pages)")
  }

  /// Throws if the database cannot be written.
  public func probeWriting() throws(DatabaseError) {
    try connection.run(
      """
      INSERT INTO setting (name, value) VALUES ('probed_at', ?1)
      ON CONFLICT DO UPDATE SET value = excluded.value
      """, .text(String(now())))
  }

  /// Writes a complete copy to a new file with mode 0600, even while the database is in use. The
  /// copy contains no sessions and no counted attempts, so that restoring it signs nobody in.
  public func backUp(to path: String) throws(DatabaseError) {
    try Connection.makeNew(path)
    do throws(DatabaseError) {
      try connection.run("VACUUM INTO ?", .text(path))
      let copy = try Connection(path: path)
      try copy.execute(
        """
        PRAGMA journal_mode = DELETE;
        PRAGMA synchronous = FULL;
        PRAGMA secure_delete = ON;
        DELETE FROM session;
        DELETE FROM attempt;
        """)
    } catch {
      unlink(path)
      throw error
    }
  }

  /// Moves the write-ahead log into the file, as far as readers allow.
  public func checkpoint() throws(DatabaseError) {
    _ = try connection.first("PRAGMA wal_checkpoint(TRUNCATE)") { $0.integer(0) }
  }
}
