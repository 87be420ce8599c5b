import Glibc
import Synchronization
import SystemCalls

/// A preference file: one small file that is read through a memory map without locks, and written
/// so that nothing acknowledged is lost and nothing is ever silently wrong.
///
///     let file = PreferenceFile(path: "/home/ana/.config/lisan/preferences")
///     let answer = file.read()                                    // before the first frame
///     let commit = try file.commit(PreferenceChanges(language: "ar", followsSystemLanguage: false))
///     try file.makeDurable(commit)                                // off the drawing thread
///
/// Two slots of 4,096 bytes hold one 512-byte record each. At rest one is the *primary*, which is
/// on the disk, the other its *mirror*. A commit writes the next primary over the mirror; only
/// when that one is on the disk too does the former primary become its mirror. So at every moment
/// one whole record is on the disk, and no power cut, kill or torn sector can take both.
///
/// Any number of threads may use one object, any number of objects and processes one file.
public final class PreferenceFile: Sendable {
  /// Where the file is, or will be with the first commit.
  public let path: String

  private let state: Mutex<State>
  private let budget: LockBudget

  /// Remembers the path; nothing is opened yet.
  ///
  /// - Parameter budget: how long this object waits for other writers.
  public init(path: String, budget: LockBudget = .drawing) {
    self.path = path
    self.budget = budget
    state = Mutex(State())
  }

  /// Moves a damaged file (`ReadAnswer.damaged`) to a dated name beside it, with every byte kept, so
  /// that a new one can take its place. Only a file that bears the format's magic is moved, and not
  /// while this object knows what was in it.
  ///
  /// - Returns: the new name; `nil` where there is nothing to move.
  public func setAside() throws(PreferenceError) -> String? {
    try state.withLock { state throws(PreferenceError) in try state.setAside(path, budget) }
  }

  /// What the file says now. It notices when another file came to stand at the path, follows no
  /// link, waits for nothing, and changes nothing.
  public func read() -> ReadAnswer {
    state.withLock { $0.read(path) }
  }

  /// What the file says now, if that is another answer than the last one given.
  func readNews() -> ReadAnswer? {
    state.withLock { $0.readNews(path) }
  }

  /// What the file that was read last says now, by its map alone: no system call. What was known
  /// last if its records are gone; `nil` before the first read, and where that found nothing.
  public var current: Preference? {
    state.withLock { $0.current() }
  }

  /// Writes the changes, merged into what is in the file by then: from here on they survive
  /// `kill -9` and every reader sees them. `makeDurable(_:)` has to follow, on another thread if
  /// need be.
  ///
  /// Where there is no file (any more), it is made, with missing directories of mode 0700, from
  /// what was read last. Changes that change nothing make no system call once the file was read.
  /// Waits for other writers as long as the budget says.
  public func commit(_ changes: PreferenceChanges) throws(PreferenceError) -> Commit {
    let start = SystemClock.monotonic()
    var commit = try state.withLock { state throws(PreferenceError) in
      try state.commit(changes, path, budget)
    }
    commit.microseconds = (SystemClock.monotonic() - start) / 1000
    return commit
  }

  /// Waits until the commit survives a power cut. It is tried once: an error means that it is not
  /// known to, and that will not change by asking again (the kernel forgets what it could not
  /// write); the next commit has its own chance.
  ///
  /// Blocks for as long as the disk takes; commits and reads go on meanwhile.
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
      // What is whole now is in the page cache before the sync begins, hence on the disk after it.
      let synced = file.slots().current?.preference.generation
      guard fdatasync(file.descriptor) == 0 else { throw .notDurable(path: path, errno: errno) }
      let isSettled = try withFileLocked(file) { state throws(PreferenceError) in
        try state.settle(generation, synced: synced, of: file, path)
      }
      // Otherwise another process has written its own commit over this one (with these changes in
      // it) since: then that one has to reach the disk.
      if isSettled { return }
    }
  }

  /// Runs `body` with the file's lock and this object's. They are taken for one try at a time, so
  /// that a commit of this process need not wait for a lock that is somebody else's.
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
      // The lock is only ever held for microseconds by those who keep to the protocol.
      guard SystemClock.monotonic() < deadline else {
        throw .notDurable(path: path, errno: EWOULDBLOCK)
      }
      var pause = timespec(tv_sec: 0, tv_nsec: 200_000)
      nanosleep(&pause, nil)
    }
  }
}

/// A change that is in the file: `commit.preference` is what it says now.
public struct Commit: Sendable {
  /// What the file says with the changes in it.
  public let preference: Preference
  /// Whether there was anything to write.
  public let wasChanged: Bool
  /// Whether the numbers of the former device were used up, so that a new one goes on.
  public let isNewDevice: Bool
  /// How long the commit took, in microseconds.
  public internal(set) var microseconds: Int64 = 0

  /// What still has to reach the disk.
  struct Pending: Sendable {
    /// The file with the record; `nil` for a new one that could not be mapped.
    var file: MappedFile?
    /// Directories whose entries may not be there yet.
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
