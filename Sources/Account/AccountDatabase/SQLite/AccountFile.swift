import Glibc
import SystemCalls

// Accounts in one SQLite file: opening it, and what only a file has.
extension AccountDatabase {
  /// Opens the file, checks and migrates it.
  public convenience init(
    path: String, ifMissing missing: MissingPolicy = .make,
    ifDamaged damaged: DamagePolicy = .setAside, verification: Verification = .quick,
    now: @escaping @Sendable () -> Int64 = SystemClock.millisecondsSince1970
  ) throws(DatabaseError) {
    let (connection, report) = try SQLiteConnection.prepare(
      path, ifMissing: missing, ifDamaged: damaged, verification)
    self.init(connection, report: report, now: now)
  }

  /// Whether there is a database of this program. A missing or empty file is none; throws if the
  /// file is damaged, or is another program's.
  public static func exists(at path: String) throws(DatabaseError) -> Bool {
    try SQLiteConnection.existing(path) != nil
  }

  /// Opens another connection to a file that this process has already opened and checked.
  public convenience init(further path: String) throws(DatabaseError) {
    let connection = try SQLiteConnection(path: path)
    try connection.configure()
    self.init(connection)
  }

  /// Writes a complete copy to a new file with mode 0600, even while the database is in use. The
  /// copy contains no sessions, codes of devices and counted attempts, so that restoring it signs nobody in.
  public func backUp(to path: String) throws(DatabaseError) {
    let file = try file()
    try SQLiteConnection.makeNew(path)
    do throws(DatabaseError) {
      try file.run("VACUUM INTO ?", .text(path))
      let copy = try SQLiteConnection(path: path)
      try copy.execute(
        """
        PRAGMA journal_mode = DELETE;
        PRAGMA synchronous = FULL;
        PRAGMA secure_delete = ON;
        DELETE FROM session;
        DELETE FROM device_code;
        DELETE FROM attempt;
        """)
    } catch {
      unlink(path)
      throw error
    }
  }

  /// Moves the write-ahead log into the file, as far as readers allow.
  public func checkpoint() throws(DatabaseError) {
    _ = try file().number("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  private func file() throws(DatabaseError) -> SQLiteConnection {
    guard let file = connection as? SQLiteConnection else { throw .noFile }
    return file
  }
}
