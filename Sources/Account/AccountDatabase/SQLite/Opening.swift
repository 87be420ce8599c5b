import CSQLite
import CSystem
import Glibc
import SystemCalls

/// What happened when a database file was opened.
public struct OpenReport: Hashable, Sendable {
  /// The dated name of the damaged file that was moved.
  public var setAside: String?
  /// The database's previous version; 0 for a new one.
  public var formerVersion = 0

  public init() {}
}

/// What to do where there is no database, or an empty one.
public enum MissingPolicy: Sendable {
  /// Make one.
  case make
  /// Fail: a disk may not be mounted, or a name mistyped.
  case refuse
}

/// What to do with a damaged file.
public enum DamagePolicy: Sendable {
  /// Move it to a dated name and create a new file.
  case setAside
  /// Keep it and fail.
  case refuse
}

/// How thoroughly a file is checked when it is opened. Damage that is not found then is found by the
/// statement that meets it. The raw value is the name of the check.
public enum Verification: String, Sendable {
  /// All of it, also whether indexes and tables agree (`PRAGMA integrity_check`): 0.27 s for 100,000
  /// accounts.
  case whole = "integrity_check"
  /// The structure of each page (`PRAGMA quick_check`), in a quarter of the time.
  case quick = "quick_check"
  /// The header and the schema.
  case none
}

extension SQLiteConnection {
  /// Opens a database file: checks and migrates it, and handles a missing or damaged one.
  static func prepare(
    _ path: String, ifMissing missing: MissingPolicy, ifDamaged damaged: DamagePolicy,
    _ verification: Verification
  ) throws(DatabaseError) -> (SQLiteConnection, OpenReport) {
    do throws(DatabaseError) {
      return try openChecked(path, missing, verification)
    } catch {
      guard error.isDamage else { throw error }
    }
    guard damaged == .setAside else { throw .damaged(path: path, errno: 0) }
    // If two processes find the same damage, the second one finds the new file of the first.
    let lock = try acquireLock(path)
    defer {
      unlink("\(path).lock")
      unlockFile(lock.number)
    }
    do throws(DatabaseError) {
      return try openChecked(path, missing, verification)
    } catch {
      guard error.isDamage else { throw error }
    }
    let name = try setAside(path)
    var (connection, report) = try openChecked(path, .make, verification)
    report.setAside = name
    return (connection, report)
  }

  /// Takes the lock for handling a damaged file.
  private static func acquireLock(_ path: String) throws(DatabaseError) -> OwnedDescriptor {
    do throws(SystemError) {
      let lock = try OwnedDescriptor(opening: "\(path).lock", O_RDWR | O_CREAT | O_NOFOLLOW)
      try lockFile(lock.number, within: 5_000_000_000)
      return lock
    } catch {
      throw .damaged(path: path, errno: error.errno)
    }
  }

  /// A connection to a database of this program, and its version; nil if the file is missing or
  /// empty. Changes nothing.
  static func existing(
    _ path: String
  ) throws(DatabaseError) -> (connection: SQLiteConnection, version: Int)? {
    var status = stat()
    guard stat(path, &status) == 0 else {
      guard errno == ENOENT else { throw .cannotOpen(path: path, errno: errno) }
      return nil
    }
    let connection = try SQLiteConnection(path: path)
    let version = try connection.version(path)
    return version > 0 ? (connection, version) : nil
  }

  private static func openChecked(
    _ path: String, _ missing: MissingPolicy, _ verification: Verification
  ) throws(DatabaseError) -> (SQLiteConnection, OpenReport) {
    var report = OpenReport()
    let connection: SQLiteConnection
    if let existing = try existing(path) {
      connection = existing.connection
      report.formerVersion = existing.version
    } else {
      guard missing == .make else { throw .missing(path: path) }
      try make(path)
      connection = try SQLiteConnection(path: path)
    }
    try connection.configure()
    if verification != .none {
      let verdict = try connection.first("PRAGMA \(verification.rawValue)(1)") { $0.text(0) }
      guard verdict == "ok" else {
        throw .sqlite(code: SQLITE_CORRUPT, message: verdict ?? "no verdict")
      }
    }
    try connection.migrate(path)
    return (connection, report)
  }

  /// The file's version, 0 if it is empty; throws if it is another program's or from a newer version.
  private func version(_ path: String) throws(DatabaseError) -> Int {
    let version = Int(try number("PRAGMA user_version") ?? 0)
    let application = try number("PRAGMA application_id") ?? 0
    let tables = try number("SELECT count(*) FROM sqlite_schema") ?? 0
    guard application == Schema.applicationID || (application == 0 && tables == 0) else {
      throw .foreign(path: path)
    }
    guard version <= Schema.version else { throw .newerVersion(path: path, version: version) }
    return version
  }

  func configure() throws(DatabaseError) {
    // FULL: a commit is on disk before it is acknowledged (R47).
    try execute(
      """
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      PRAGMA foreign_keys = ON;
      PRAGMA trusted_schema = OFF;
      """)
  }

  private func migrate(_ path: String) throws(DatabaseError) {
    if try version(path) == Schema.version { return }
    try transaction { () throws(DatabaseError) in
      // Another process may have migrated already.
      guard let steps = Schema.steps(from: try version(path)) else { throw .foreign(path: path) }
      for step in steps { try execute(step.sqlite) }
      try execute("PRAGMA user_version = \(Schema.version)")
      try execute("PRAGMA application_id = \(Schema.applicationID)")
    }
  }

  /// Creates an empty file if there is none.
  private static func make(_ path: String) throws(DatabaseError) {
    do throws(DatabaseError) {
      try makeNew(path)
    } catch {
      guard error == .cannotOpen(path: path, errno: EEXIST) else { throw error }
    }
  }

  /// Creates an empty file with mode 0600; SQLite gives its companion files the same mode. Fails
  /// with EEXIST if the file exists.
  static func makeNew(_ path: String) throws(DatabaseError) {
    do throws(SystemError) {
      try OwnedDescriptor(opening: path, O_RDWR | O_CREAT | O_EXCL).close()
      // The directory entry is on disk before anything is acknowledged.
      try syncDirectory(parentDirectory(of: path))
    } catch {
      throw .cannotOpen(path: path, errno: error.errno)
    }
  }

  /// Moves a file and its companion files to a dated name.
  private static func setAside(_ path: String) throws(DatabaseError) -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let result = cs_set_aside(path, &buffer, buffer.count)
    guard result == 0 else { throw .damaged(path: path, errno: -result) }
    let name = String(
      decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    for companion in ["-wal", "-shm"] {
      let moved = cs_move_exclusively(path + companion, name + companion)
      guard moved == 0 || moved == -ENOENT else { throw .damaged(path: path, errno: -moved) }
    }
    return name
  }
}
