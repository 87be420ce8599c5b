import CPeerStores
import CSystem
import Glibc
import LisanPreferences
import Synchronization

/// A store to measure: each sets, reads and opens the same small value.
nonisolated protocol Store {
  static var name: String { get }

  /// Opens the store in its own directory, and creates it if necessary.
  init(in directory: String)

  /// Sets the language and waits until it is on the disk.
  func setDurable(_ language: String)
  /// The language, from the open store.
  func get() -> Int
}

nonisolated func must(_ holds: Bool, _ what: @autoclosure () -> String) {
  if !holds { fatalError("\(what()): errno \(errno)") }
}

/// This project's file.
nonisolated final class PreferenceFileStore: Store {
  static let name = "preference file"
  let file: PreferenceFile

  init(in directory: String) {
    file = PreferenceFile(path: "\(directory)/preferences")
    _ = file.read()
  }

  /// Sets without waiting for the disk; returns the commit to wait for.
  func setWritten(_ language: String) -> Commit {
    do {
      return try file.commit(PreferenceChanges(language: language, followsSystemLanguage: false))
    } catch {
      fatalError("\(error)")
    }
  }

  func wait(for commit: Commit) {
    do {
      try file.makeDurable(commit)
    } catch {
      fatalError("\(error)")
    }
  }

  func setDurable(_ language: String) { wait(for: setWritten(language)) }

  func get() -> Int { file.current?.language.utf8.count ?? 0 }
}

/// LMDB with its defaults: synchronous, no writable map.
nonisolated final class LMDBStore: Store {
  static let name = "LMDB"
  private var environment: OpaquePointer?
  private var database: MDB_dbi = 0
  /// Kept and renewed for each read, which is the fast way to read from LMDB.
  private var reading: OpaquePointer?

  init(in directory: String) {
    must(mdb_env_create(&environment) == 0, "mdb_env_create")
    must(mdb_env_open(environment, directory, 0, 0o600) == 0, "mdb_env_open")
    var transaction: OpaquePointer?
    must(mdb_txn_begin(environment, nil, 0, &transaction) == 0, "mdb_txn_begin")
    must(mdb_dbi_open(transaction, nil, 0, &database) == 0, "mdb_dbi_open")
    must(mdb_txn_commit(transaction) == 0, "mdb_txn_commit")
    must(
      mdb_txn_begin(environment, nil, UInt32(MDB_RDONLY), &reading) == 0, "mdb_txn_begin to read")
    mdb_txn_reset(reading)
  }

  deinit {
    mdb_txn_abort(reading)
    mdb_env_close(environment)
  }

  private func withKey<R>(_ body: (inout MDB_val) -> R) -> R {
    var bytes = UInt64(0x6567_6175_676E_616C)
    return withUnsafeMutableBytes(of: &bytes) { buffer in
      var key = MDB_val(mv_size: 8, mv_data: buffer.baseAddress)
      return body(&key)
    }
  }

  func setDurable(_ language: String) {
    var transaction: OpaquePointer?
    must(mdb_txn_begin(environment, nil, 0, &transaction) == 0, "mdb_txn_begin")
    var bytes = Array(language.utf8)
    let length = bytes.count
    withKey { key in
      bytes.withUnsafeMutableBytes { buffer in
        var value = MDB_val(mv_size: length, mv_data: buffer.baseAddress)
        must(mdb_put(transaction, database, &key, &value, 0) == 0, "mdb_put")
      }
    }
    must(mdb_txn_commit(transaction) == 0, "mdb_txn_commit")
  }

  func get() -> Int {
    must(mdb_txn_renew(reading) == 0, "mdb_txn_renew")
    defer { mdb_txn_reset(reading) }
    var value = MDB_val()
    let found = withKey { key in mdb_get(reading, database, &key, &value) }
    return found == 0 ? value.mv_size : 0
  }
}

/// SQLite in WAL mode with synchronous FULL, its statements prepared once.
nonisolated final class SQLiteStore: Store {
  static let name = "SQLite WAL FULL"
  private var database: OpaquePointer?
  private var setting: OpaquePointer?
  private var getting: OpaquePointer?

  init(in directory: String) {
    must(sqlite3_open("\(directory)/database", &database) == SQLITE_OK, "sqlite3_open")
    let setUp = """
      PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
      CREATE TABLE IF NOT EXISTS preference (key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
      """
    must(sqlite3_exec(database, setUp, nil, nil, nil) == SQLITE_OK, "sqlite3_exec")
    let set = "INSERT OR REPLACE INTO preference VALUES ('language', ?)"
    must(sqlite3_prepare_v2(database, set, -1, &setting, nil) == SQLITE_OK, "sqlite3_prepare_v2")
    let get = "SELECT value FROM preference WHERE key = 'language'"
    must(sqlite3_prepare_v2(database, get, -1, &getting, nil) == SQLITE_OK, "sqlite3_prepare_v2")
  }

  deinit {
    sqlite3_finalize(setting)
    sqlite3_finalize(getting)
    sqlite3_close(database)
  }

  func setDurable(_ language: String) {
    let length = Int32(language.utf8.count)
    let done = language.withCString { text in
      sqlite3_bind_text(setting, 1, text, length, nil)
      return sqlite3_step(setting)
    }
    must(done == SQLITE_DONE, "sqlite3_step")
    sqlite3_reset(setting)
  }

  func get() -> Int {
    defer { sqlite3_reset(getting) }
    guard sqlite3_step(getting) == SQLITE_ROW else { return 0 }
    return Int(sqlite3_column_bytes(getting, 0))
  }
}

/// Writes a new file next to the old one, syncs it, renames it over the old one, and syncs the
/// directory.
nonisolated final class RenamedFileStore: Store {
  static let name = "temp + fsync + rename"
  private let path: String
  private let directory: String

  init(in directory: String) {
    self.directory = directory
    path = "\(directory)/preferences"
  }

  func setDurable(_ language: String) {
    let temporary = "\(path).new"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    must(descriptor >= 0, temporary)
    let bytes = Array(language.utf8) + [UInt8](repeating: 0, count: 510)
    must(write(descriptor, bytes, bytes.count) == bytes.count, "write")
    must(fsync(descriptor) == 0, "fsync")
    close(descriptor)
    must(rename(temporary, path) == 0, "rename")
    let folder = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    must(fsync(folder) == 0, "fsync")
    close(folder)
  }

  func get() -> Int {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    return withUnsafeTemporaryAllocation(byteCount: 512, alignment: 8) {
      read(descriptor, $0.baseAddress, 512)
    }
  }
}

/// A lower limit for any store, without checks or recovery: one `pwrite` and one `fdatasync`; a read looks,
/// under a lock, whether the two slots of a mapped file are as they were.
nonisolated final class FloorStore: Store {
  static let name = "floor: pwrite + fdatasync"
  private let path: String
  private let descriptor: Int32
  private let page: Mutex<Page>

  private struct Page {
    let slots: UnsafeRawPointer
    var kept: (UInt64, UInt64)
    var value: Int
  }

  init(in directory: String) {
    path = "\(directory)/floor"
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    must(descriptor >= 0, "open")
    let bytes = [UInt8](repeating: 0, count: 8192)
    must(pwrite(descriptor, bytes, bytes.count, 0) == bytes.count, "pwrite")
    let mapped = mmap(nil, 8192, PROT_READ, MAP_SHARED, descriptor, 0)
    must(mapped != MAP_FAILED, "mmap")
    nonisolated(unsafe) let page = Page(
      slots: UnsafeRawPointer(mapped!), kept: Self.stamps(mapped!), value: 2)
    self.page = Mutex(page)
  }

  deinit {
    page.withLock { _ = munmap(UnsafeMutableRawPointer(mutating: $0.slots), 8192) }
    close(descriptor)
  }

  func setDurable(_ language: String) {
    setWritten(language)
    synchronize()
  }

  /// Sets what survives the end of the process, but not of the system.
  func setWritten(_ language: String) {
    let bytes = Array(language.utf8) + [UInt8](repeating: 0, count: 510)
    must(pwrite(descriptor, bytes, bytes.count, 0) == bytes.count, "pwrite")
  }

  /// The same with what a change cannot do without if other programs change the file too: a lock, a look
  /// at the path, which may have another file by now, and the mark of a change that is not on the disk.
  func setMarked(_ language: String) {
    var status = stat()
    must(flock(descriptor, LOCK_EX | LOCK_NB) == 0, "flock")
    must(fstatat(AT_FDCWD, path, &status, AT_SYMLINK_NOFOLLOW) == 0, "fstatat")
    must(cs_mark_pending(descriptor) == 0, "fcntl")
    setWritten(language)
    must(flock(descriptor, LOCK_UN) == 0, "flock")
  }

  func synchronize() { must(fdatasync(descriptor) == 0, "fdatasync") }

  func get() -> Int {
    page.withLock { page in
      let now = Self.stamps(page.slots)
      if now != page.kept { (page.kept, page.value) = (now, page.value + 1) }
      return page.value
    }
  }

  private static func stamps(_ slots: UnsafeRawPointer) -> (UInt64, UInt64) {
    (slots.load(as: UInt64.self), slots.load(fromByteOffset: 4096, as: UInt64.self))
  }
}
