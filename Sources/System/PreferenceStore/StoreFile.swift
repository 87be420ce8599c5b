import Glibc
import Synchronization
import SystemCalls

/// One small file, read through a memory map without locks, and written so that no acknowledged
/// change is lost and no damage goes unnoticed.
///
///     let format = RecordFormat(name: "org.example.editor")
///     let file = StoreFile(path: "/home/ana/.config/editor/state", format: format)
///     let answer = file.read()                              // before the first frame
///     let commit = try file.update(KeyValues()) { $0["theme"] = "dark" }
///     try file.makeDurable(commit)                          // off the drawing thread
///
/// Two slots hold one record each. At rest, one is the *primary*, which is on the disk, and the
/// other is its *mirror*. A commit writes the next primary over the mirror. Only when that one is
/// on the disk too does the former primary become its mirror. So one valid record is on the disk at
/// every moment, and no power cut, kill or torn sector can destroy both.
///
/// Any number of threads may share one object, and any number of objects and processes may share
/// one file.
public final class StoreFile: Sendable {
  /// The path of the file, which the first commit creates if necessary.
  public let path: String

  private let state: Mutex<State>
  private let budget: LockBudget
  private let followsLinks: Bool

  /// Stores the path; nothing is opened yet.
  ///
  /// - Parameters:
  ///   - path: the file, which need not exist.
  ///   - format: the layout of its records.
  ///   - budget: how long this object waits for other writers.
  ///   - followsLinks: whether the file may be reached by symbolic links, as when a person keeps
  ///     settings in another directory. Otherwise a link is unreadable, and never written through.
  ///   - ownsPath: whether no other format uses the path. A damaged file there is then set aside
  ///     even if nothing in it shows the format, such as a file of zeros. Otherwise such a file
  ///     belongs to another program.
  public init(
    path: String, format: RecordFormat, budget: LockBudget = .drawing, followsLinks: Bool = false,
    ownsPath: Bool = false
  ) {
    self.path = path
    self.budget = budget
    self.followsLinks = followsLinks
    state = Mutex(State(format: format, ownsPath: ownsPath))
  }

  /// The path of the file itself: `path`, with links followed if this object follows them. A
  /// `StoreWatch` watches this one.
  public var target: String { followsLinks ? followingLinks(path) : path }

  /// Moves a damaged file (`ReadAnswer.damaged`) to a dated name in the same directory, with all
  /// its bytes, so that a new one can replace it. It moves only a file with the format's magic, or
  /// any file if it owns the path, and only if this object does not know the former contents. A
  /// commit does this itself (`Commit.setAside`).
  ///
  /// - Returns: the new name; `nil` if there is nothing to move.
  public func setAside() throws(StoreError) -> String? {
    let path = target
    return try state.withLock { state throws(StoreError) in try state.setAside(path, budget) }
  }

  /// Reads the file. It notices a replaced file, never blocks, and changes nothing.
  public func read() -> ReadAnswer<StoredRecord> {
    let path = target
    return state.withLock { $0.read(path) }
  }

  /// Reads the file; returns the answer only if it differs from the last one.
  func readNews() -> ReadAnswer<StoredRecord>? {
    let path = target
    return state.withLock { $0.readNews(path) }
  }

  /// The current contents of the last file read, through its memory map and without system calls.
  /// The last known contents if its records are damaged; `nil` before the first read, or if that
  /// found nothing.
  public var current: StoredRecord? {
    state.withLock { $0.current() }
  }

  /// The result of the format's decoder for `current`, without another reference to that.
  package var currentDecoded: (any AnyObject & Sendable)? {
    state.withLock { state in
      state.refresh()
      return state.known?.decoded
    }
  }

  /// Whether the damaged file that was read belongs to another program, so that no commit sets it
  /// aside.
  public var isForeign: Bool { state.withLock { $0.isForeign } }

  /// Returns a record made from the one before; `nil` for no change.
  package typealias Change = (StoredRecord?) throws(StoreError) -> RecordImage?

  /// Reads, changes and writes the file's payload, so that the changes of several programs are
  /// merged. From then on they survive `kill -9`, and every reader sees them. Call
  /// `makeDurable(_:)` next, possibly on another thread.
  ///
  /// If there is no file (any more), it is created from the last known contents, with missing
  /// directories of mode 0700. Without a change no system calls are made once the file was read.
  ///
  /// - Parameter change: returns the new payload, at most `RecordFormat.payloadLimit` bytes, for the
  ///   current record (`nil` if there is none), or `nil` to leave it. It may be called several
  ///   times, because the file is first read without its lock and then again with it, and must not
  ///   use this object.
  /// - Throws: `StoreError.locked` if others hold the lock for longer than the budget; the file is
  ///   unchanged after every error.
  public func update(
    _ change: (StoredRecord?) throws(StoreError) -> [UInt8]?
  ) throws(StoreError) -> Commit {
    try commit { (old: StoredRecord?) throws(StoreError) in
      guard let payload = try change(old), payload != old?.payload else { return nil }
      return try RecordFormat.image(payload: payload)
    }
  }

  /// Like `update(_:)`, for records with other fields.
  package func commit(_ change: Change) throws(StoreError) -> Commit {
    let start = SystemClock.monotonic()
    let path = target
    var commit = try state.withLock { state throws(StoreError) in
      try state.commit(change, path, budget)
    }
    commit.microseconds = (SystemClock.monotonic() - start) / 1000
    return commit
  }

  /// The last commit of a writer that ended before it could say whether the commit is on the disk, or
  /// the only whole record of a damaged file; `nil` if there is none. A commit has to wait for the
  /// disk until `makeDurable(_:)` has finished with this one.
  package func abandoned() -> Commit? {
    let path = target
    return state.withLock { $0.abandoned(path) }
  }

  /// Waits until the commit survives a power cut. It tries once: after an error, durability is
  /// unknown, and retrying does not help, because the kernel forgets what it could not write. The
  /// next commit tries again.
  ///
  /// Blocks until the disk has finished; commits and reads continue meanwhile.
  public func makeDurable(_ commit: Commit) throws(StoreError) {
    guard let pending = commit.pending, let record = commit.record else { return }
    let path = target
    let file = pending.file
    var directories = pending.directories
    while true {
      // What is valid now is in the page cache before the sync begins, hence on the disk after it.
      let synced = file.slots().current?.record.generation
      guard fdatasync(file.descriptor) == 0 else { throw .notDurable(path: path, errno: errno) }
      // The name of a new file comes after its contents.
      do throws(SystemError) {
        for directory in directories { try syncDirectory(directory) }
      } catch {
        throw .notDurable(path: path, errno: error.errno)
      }
      directories = []
      let isSettled = try withFileLocked(file) { state throws(StoreError) in
        try state.settle(record.generation, synced: synced, of: file, path)
      }
      // Otherwise another process has since committed over this record (including these changes),
      // and that commit has to reach the disk.
      if isSettled { return }
    }
  }

  /// Runs `body` with the file's lock and this object's. Both are released after each attempt, so
  /// that a commit in this process need not wait for another process's lock.
  private func withFileLocked(
    _ file: MappedFile, _ body: (inout State) throws(StoreError) -> Bool
  ) throws(StoreError) -> Bool {
    let deadline = SystemClock.monotonic() + budget.durable.nanoseconds
    while true {
      let result: Bool? = try state.withLock { state throws(StoreError) in
        do throws(SystemError) {
          try lockFile(file.descriptor, within: 0)
        } catch {
          if error.errno == EWOULDBLOCK { return nil }
          throw .notDurable(path: path, errno: error.errno)
        }
        defer { unlockFile(file.descriptor) }
        return try body(&state)
      }
      if let result { return result }
      // Writers that follow the protocol hold the lock only for microseconds.
      guard SystemClock.monotonic() < deadline else {
        throw .notDurable(path: path, errno: EWOULDBLOCK)
      }
      var pause = timespec(tv_sec: 0, tv_nsec: 200_000)
      nanosleep(&pause, nil)
    }
  }
}

/// A change that is in the file: `commit.record` is its new contents.
public struct Commit: Sendable {
  /// The contents of the file with the changes; `nil` if there is no file and was no change.
  public let record: StoredRecord?
  /// Whether anything was written.
  public var wasChanged: Bool { pending != nil }
  /// Whether the file got another identifier.
  package internal(set) var isNewIdentity = false
  /// The new name of a damaged file that was at the path, with all its bytes; `nil` if there was
  /// none.
  public internal(set) var setAside: String?
  /// How long the commit took, in microseconds.
  public internal(set) var microseconds: Int64 = 0

  struct Pending: Sendable {
    /// The file with the record.
    var file: MappedFile
    /// Directories whose entries may not be on the disk yet.
    var directories: [String] = []
  }

  /// The writes that still have to reach the disk; `nil` if nothing was written.
  var pending: Pending?
}
