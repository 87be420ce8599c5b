import Glibc
import SystemCalls

/// The accounts, their sessions and the market configuration in one SQLite file; the embedded
/// account and the server use the same.
///
/// ```swift
/// let database = try AccountDatabase(path: "accounts.db")
/// let id = try database.addAccount(NewAccount(login: "ana", name: "Ana", language: "en"))
/// try database.apply(choice, account: id)
/// ```
///
/// For one thread at a time; each thread opens a connection of its own. What a method returned from
/// is on the disk, outside of `transaction`.
public final class AccountDatabase {
  let connection: Connection
  public let report: OpenReport
  /// The time in milliseconds since 1970.
  let now: @Sendable () -> Int64
  /// When a change of the language is told to the person; nil where nobody delivers notices.
  public var notices: NoticeTiming?

  /// Opens the file, makes it where it is missing, checks and migrates it.
  public init(
    path: String, ifDamaged policy: DamagePolicy = .setAside,
    now: @escaping @Sendable () -> Int64 = SystemClock.millisecondsSince1970
  ) throws(DatabaseError) {
    (connection, report) = try Connection.prepare(path, ifDamaged: policy)
    self.now = now
  }

  /// A further connection to a file that this process has opened before; nothing is checked again.
  public init(
    further path: String, now: @escaping @Sendable () -> Int64 = SystemClock.millisecondsSince1970
  ) throws(DatabaseError) {
    connection = try Connection.further(path)
    report = OpenReport(setAside: nil, formerVersion: Schema.version)
    self.now = now
  }

  /// Runs changes that all hold or none; inside of another transaction, they can fail alone.
  public func transaction<T>(_ body: () throws(DatabaseError) -> T) throws(DatabaseError) -> T {
    try connection.transaction(body)
  }

  /// Whether a transaction is still open: a full disk ends it from inside.
  public var isInTransaction: Bool { connection.isInTransaction }

  /// Fails unless the database answers.
  public func probe() throws(DatabaseError) {
    _ = try connection.first("SELECT count(*) FROM setting") { $0.integer(0) }
  }

  /// Lets the file grow to a number of pages at most, as a disk without room would
  /// (`PRAGMA max_page_count`); for this connection.
  package func limit(pages: Int) throws(DatabaseError) {
    try connection.execute("PRAGMA max_page_count = \(pages)")
  }

  /// Fails unless the database takes a change.
  public func probeWriting() throws(DatabaseError) {
    try connection.run(
      """
      INSERT INTO setting (name, value) VALUES ('probed_at', ?1)
      ON CONFLICT DO UPDATE SET value = excluded.value
      """, .text(String(now())))
  }

  /// Writes a whole copy to a file that is not there yet, for its owner alone, also while others
  /// change the database. Sessions and counted attempts are not in it, so that a copy that is put
  /// back signs nobody in.
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

  /// Moves what the write-ahead log holds into the file, as far as readers allow.
  public func checkpoint() throws(DatabaseError) {
    _ = try connection.first("PRAGMA wal_checkpoint(TRUNCATE)") { $0.integer(0) }
  }
}
