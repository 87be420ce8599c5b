import Glibc
import Synchronization
import SystemCalls

/// A preference file: one small file, read through a memory map without locks, and written so that
/// no acknowledged change is lost and no damage goes unnoticed.
///
///     let file = PreferenceFile(path: "/home/ana/.config/lisan/preferences")
///     let answer = file.read()                                    // before the first frame
///     let commit = try file.commit(PreferenceChanges(language: "ar", followsSystemLanguage: false))
///     try file.makeDurable(commit)                                // off the drawing thread
///
/// Two slots of 4,096 bytes hold one 512-byte record each. At rest, one is the *primary*, which is
/// on the disk, and the other is its *mirror*. A commit writes the next primary over the mirror.
/// Only when that one is on the disk too does the former primary become its mirror. So one valid
/// record is on the disk at every moment, and no power cut, kill or torn sector can destroy both.
///
/// Any number of threads may share one object, and any number of objects and processes may share
/// one file.
public final class PreferenceFile: Sendable {
  /// The path of the file, which the first commit creates if necessary.
  public let path: String

  private let state: Mutex<State>
  private let budget: LockBudget

  /// Stores the path; nothing is opened yet.
  ///
  /// - Parameter budget: how long this object waits for other writers.
  public init(path: String, budget: LockBudget = .drawing) {
    self.path = path
    self.budget = budget
    state = Mutex(State())
  }

  /// Moves a damaged file (`ReadAnswer.damaged`) to a dated name in the same directory, with all
  /// its bytes, so that a new one can replace it. It moves only a file with the format's magic, and
  /// only if this object does not know its former contents.
  ///
  /// - Returns: the new name; `nil` if there is nothing to move.
  public func setAside() throws(PreferenceError) -> String? {
    try state.withLock { state throws(PreferenceError) in try state.setAside(path, budget) }
  }

  /// Reads the file. It notices a replaced file, follows no links, never blocks, and changes
  /// nothing.
  public func read() -> ReadAnswer {
    state.withLock { $0.read(path) }
  }

  /// Reads the file; returns the answer only if it differs from the last one.
  func readNews() -> ReadAnswer? {
    state.withLock { $0.readNews(path) }
  }

  /// The current contents of the last file read, through its memory map and without system calls.
  /// The last known contents if its records are damaged; `nil` before the first read, or if that
  /// found nothing.
  public var current: Preference? {
    state.withLock { $0.current() }
  }

  /// Merges the changes into the file's current contents and writes them. From then on they survive
  /// `kill -9`, and every reader sees them. Call `makeDurable(_:)` next, possibly on another
  /// thread.
  ///
  /// If there is no file (any more), it is created from the last known contents, with missing
  /// directories of mode 0700. Changes without effect make no system calls once the file was read.
  /// The budget limits the wait for other writers.
  public func commit(_ changes: PreferenceChanges) throws(PreferenceError) -> Commit {
    let start = SystemClock.monotonic()
    var commit = try state.withLock { state throws(PreferenceError) in
      try state.commit(changes, path, budget)
    }
    commit.microseconds = (SystemClock.monotonic() - start) / 1000
    return commit
  }

  /// Waits until the commit survives a power cut. It tries once: after an error, durability is
  /// unknown, and retrying does not help, because the kernel forgets what it could not write. The
  /// next commit tries again.
  ///
  /// Blocks until the disk has finished; commits and reads continue meanwhile.
  public func makeDurable(_ commit: Commit) throws(PreferenceError) {
    guard let pending = commit.pending else { return }
    do throws(SystemError) {
      for directory in pending.directories { try syncDirectory(directory) }
    } catch {
      throw .notDurable(path: path, errno: error.errno)
    }
    if let file = pending.file {
      try makeDurable(commit.preference.generation, of: file)
    }
  }

  private func makeDurable(
    _ generation: UInt64, of file: MappedFile
  ) throws(PreferenceError) {
    while true {
      // What is valid now is in the page cache before the sync begins, hence on the disk after it.
      let synced = file.slots().current?.preference.generation
      guard fdatasync(file.descriptor) == 0 else { throw .notDurable(path: path, errno: errno) }
      let isSettled = try withFileLocked(file) { state throws(PreferenceError) in
        try state.settle(generation, synced: synced, of: file, path)
      }
      // Otherwise another process has since written its own commit over this one (including these
      // changes), and that commit has to reach the disk.
      if isSettled { return }
    }
  }

  /// Runs `body` with the file's lock and this object's. Both are released after each attempt, so
  /// that a commit in this process need not wait for another process's lock.
  private func withFileLocked(
    _ file: MappedFile, _ body: (inout State) throws(PreferenceError) -> Bool
  ) throws(PreferenceError) -> Bool {
    let deadline = SystemClock.monotonic() + budget.durable.nanoseconds
    while true {
      let result: Bool? = try state.withLock { state throws(PreferenceError) in
        guard (try? lockFile(file.descriptor, within: 0)) != nil else { return nil }
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

/// A change that is in the file: `commit.preference` is its new contents.
public struct Commit: Sendable {
  /// The contents of the file with the changes.
  public let preference: Preference
  /// Whether anything was written.
  public let wasChanged: Bool
  /// Whether the former device's sequence numbers ran out, so that a new device was started.
  public let isNewDevice: Bool
  /// How long the commit took, in microseconds.
  public internal(set) var microseconds: Int64 = 0

  /// The writes that still have to reach the disk.
  struct Pending: Sendable {
    /// The file with the record; `nil` for a new file that could not be mapped.
    var file: MappedFile?
    /// Directories whose entries may not be on the disk yet.
    var directories: [String] = []
  }

  let pending: Pending?

  init(preference: Preference, wasChanged: Bool, isNewDevice: Bool = false, pending: Pending?) {
    self.preference = preference
    self.wasChanged = wasChanged
    self.isNewDevice = isNewDevice
    self.pending = pending
  }
}
