import CFiles
import Glibc
import SystemCalls

/// The state of a `PreferenceFile` between calls; always accessed under its mutex.
struct State {
  /// The open file, until another one is found at the path.
  private var file: MappedFile?
  /// The last contents read or committed, from which a deleted file is restored.
  private var known: Preference?
  /// Shows that `known` still matches the slots; `nil` if they must be read again.
  private var seal: Seal?
  /// The major version of the file, if it is a later one.
  private var newerMajor: UInt16?
  /// The last answer given to the caller.
  private var told: ReadAnswer?
  /// The commit of this object that may not be on the disk yet.
  private var pendingGeneration: UInt64?

  private mutating func open(_ opened: MappedFile?) {
    file = opened
    seal = nil
    pendingGeneration = nil
    newerMajor = nil
  }

  /// Moves away a file that has the format's magic but no valid record. Returns its new name, or
  /// `nil` if there is no such file at the path.
  mutating func setAside(
    _ path: String, _ budget: LockBudget
  ) throws(PreferenceError) -> String? {
    // If this object knows the contents, its next commit restores them.
    guard known == nil, case .damaged = answer(path), let file else { return nil }
    do throws(SystemError) {
      try lockFile(file.descriptor, within: budget.commit.nanoseconds)
    } catch {
      if error.errno == EWOULDBLOCK { throw .locked(path: path) }
      throw .notWritable(path: path, errno: error.errno)
    }
    defer { unlockFile(file.descriptor) }
    // Another process may have repaired or moved it before it was locked.
    guard file.isAt(path), file.slots().newest == nil else { return nil }
    return try setAside(lockedFile: file, path)
  }

  /// The contents from which a new file starts; nil if nothing is known.
  var memory: Preference? { known }

  /// Continues with a file that this process just created.
  mutating func adopt(_ made: MappedFile?, _ preference: Preference) {
    open(made)
    pendingGeneration = preference.generation
    note(preference)
  }

  /// Closes a file that is no longer at the path; its contents stay known.
  mutating func forgetFile() { open(nil) }

  // MARK: Reading

  mutating func read(_ path: String) -> ReadAnswer {
    let answer = answer(path)
    told = answer
    return answer
  }

  /// Reads again; returns the answer if it differs from the last one given.
  mutating func readNews(_ path: String) -> ReadAnswer? {
    let before = told
    let now = read(path)
    return now == before ? nil : now
  }

  private mutating func answer(_ path: String) -> ReadAnswer {
    if let file, !file.isAt(path) { open(nil) }
    if file == nil {
      do throws(ReadFailure) {
        open(try MappedFile(path: path, for: .reading))
      } catch {
        return error.errno == ENOENT && error.kind == nil ? .absent : .unreadable(error)
      }
    }
    let file = file!
    let (slots, seal) = sealedSlots(file)
    guard let record = slots.current else {
      self.seal = nil
      return .damaged
    }
    let preference = remember(record, slots, seal)
    if let newerMajor { return .newer(preference, major: newerMajor) }
    return slots.isDegraded ? .degraded(preference) : .good(preference)
  }

  mutating func current() -> Preference? {
    guard let file else { return known }
    if let seal, seal.holds(for: file) { return known }
    let (slots, seal) = sealedSlots(file)
    guard let record = slots.current else {
      self.seal = nil
      return known
    }
    return remember(record, slots, seal)
  }

  /// The slots, and their seal if nobody wrote meanwhile.
  private func sealedSlots(_ file: MappedFile) -> (Slots, Seal?) {
    var seal = Seal(of: file)
    let slots = file.slots()
    guard let unbroken = seal, unbroken.holds(for: file) else { return (slots, nil) }
    seal?.mirrorAtRest = slots.mirrorAtRest
    return (slots, seal)
  }

  /// Records the contents of the slots and returns the preference to use: the one known before, if
  /// the newer of two records was damaged since.
  private mutating func remember(
    _ record: Record, _ slots: Slots, _ seal: Seal?
  ) -> Preference {
    newerMajor = record.major > Record.major ? record.major : nil
    self.seal = seal
    if slots.isDegraded, let known, known.device == record.preference.device,
      known.generation > record.preference.generation
    {
      return known
    }
    known = record.preference
    return record.preference
  }

  // MARK: Committing

  mutating func commit(
    _ changes: PreferenceChanges, _ path: String, _ budget: LockBudget
  ) throws(PreferenceError) -> Commit {
    if file == nil { _ = read(path) }
    let current = current() ?? .initial
    if changes.merged(into: current, now: 0) == nil {
      return Commit(preference: current, wasChanged: false, pending: nil)
    }
    let deadline = SystemClock.monotonic() + budget.commit.nanoseconds
    // Another round is needed if another process replaced, created or deleted the file meanwhile.
    for _ in 0..<LockBudget.rounds {
      guard let file = try openForWriting(path) else {
        if let commit = try create(changes, path) { return commit }
        continue
      }
      do throws(SystemError) {
        try lockFile(file.descriptor, within: max(0, deadline - SystemClock.monotonic()))
      } catch {
        if error.errno == EWOULDBLOCK { throw .locked(path: path) }
        throw .notWritable(path: path, errno: error.errno)
      }
      defer { unlockFile(file.descriptor) }
      // Another process may have replaced the file before it was locked.
      if file.isAt(path), let commit = try write(changes, to: file, path) { return commit }
      open(nil)
    }
    throw .locked(path: path)
  }

  /// The file at the path, open for writing; `nil` if there is none.
  private mutating func openForWriting(_ path: String) throws(PreferenceError) -> MappedFile? {
    if let file, file.access == .writing { return file }
    let opened: MappedFile
    do throws(ReadFailure) {
      opened = try MappedFile(path: path, for: .writing)
    } catch {
      if let kind = error.kind { throw .notAFile(path: path, kind: kind) }
      if error.errno == ENOENT { return nil }
      throw .notWritable(path: path, errno: error.errno)
    }
    guard opened.owner == geteuid() else {
      throw .foreignOwner(path: path, user: opened.owner)
    }
    // The superuser could still write it, but its owner made it read-only.
    guard opened.mode & S_IWUSR != 0 else { throw .notWritable(path: path, errno: EACCES) }
    open(opened)
    return opened
  }

  /// Steps 2 and 3, under the lock; `nil` if the file had to be moved away.
  private mutating func write(
    _ changes: PreferenceChanges, to file: MappedFile, _ path: String
  ) throws(PreferenceError) -> Commit? {
    let slots = file.slots()
    guard let newest = slots.newest, let record = slots.record(newest) else {
      _ = try setAside(lockedFile: file, path)
      return nil
    }
    guard record.major <= Record.major else {
      throw .newerVersion(path: path, major: record.major)
    }
    let old = remember(record, slots, nil)
    let now = SystemClock.millisecondsSince1970()
    guard let merged = changes.merged(into: old, now: now) else {
      note(old)
      return Commit(preference: old, wasChanged: false, pending: nil)
    }
    let next = try merged.succeeding(committedAt: now)
    let bytes = try Record.encode(next, as: .primary)

    let target: Int
    if let mirror = slots.mirrorAtRest {
      target = mirror
    } else if !slots.isDegraded, isPending(record, in: file) {
      // This record is not acknowledged yet, and the other slot's record is on the disk.
      target = newest
    } else {
      // After a crash or damage, the newest record may not be on the disk.
      guard fdatasync(file.descriptor) == 0 else {
        throw .notWritable(path: path, errno: errno)
      }
      target = 1 - newest
    }

    _ = cs_mark_pending(file.descriptor)
    do throws(SystemError) {
      try file.write(bytes, slot: target)
    } catch {
      if pendingGeneration == nil { cs_clear_pending(file.descriptor) }
      throw .notWritable(path: path, errno: error.errno)
    }
    pendingGeneration = next.generation
    note(next)
    // If the file is at rest, its name is already on the disk.
    let directories = slots.mirrorAtRest == nil ? [parentDirectory(of: path)] : []
    return Commit(
      preference: next, wasChanged: true, isNewDevice: next.device != old.device,
      pending: .init(file: file, directories: directories))
  }

  private mutating func note(_ committed: Preference) {
    known = committed
    told = .good(committed)
  }

  /// Whether the newest record belongs to a commit that a running writer has not acknowledged.
  private func isPending(_ record: Record, in file: MappedFile) -> Bool {
    record.kind == .primary
      && (record.preference.generation == pendingGeneration
        || cs_is_pending_elsewhere(file.descriptor))
  }

  // MARK: Making durable

  /// Step 5, under the lock: writes the mirror if the newest record is the generation that was
  /// synced. Returns false if a later one has not been synced.
  mutating func settle(
    _ generation: UInt64, synced: UInt64?, of file: MappedFile, _ path: String
  ) throws(PreferenceError) -> Bool {
    let slots = file.slots()
    if slots.settledGeneration < generation {
      guard let newest = slots.newest, let record = slots.record(newest),
        record.preference.generation >= generation
      else { throw .notDurable(path: path, errno: EIO) }
      guard record.preference.generation == synced else { return false }
      let mirror = try Record.encode(record.preference, as: .mirror)
      do throws(SystemError) {
        try file.write(mirror, slot: 1 - newest)
      } catch {
        throw .notDurable(path: path, errno: error.errno)
      }
    }
    if file === self.file, let pendingGeneration, pendingGeneration <= generation {
      self.pendingGeneration = nil
      cs_clear_pending(file.descriptor)
    }
    return true
  }
}

/// The stamps of both slots at the time they were read.
private struct Seal {
  private var first: MappedFile.Stamp
  private var second: MappedFile.Stamp
  /// The slot that the next commit writes if the file is at rest; only this slot can then change.
  var mirrorAtRest: Int?

  init?(of file: MappedFile) {
    guard let first = file.stamp(0), let second = file.stamp(1) else { return nil }
    self.first = first
    self.second = second
  }

  @inline(__always)
  func holds(for file: MappedFile) -> Bool {
    if mirrorAtRest != 1 {
      guard let now = file.stamp(0), now == first else { return false }
    }
    if mirrorAtRest != 0 {
      guard let now = file.stamp(1), now == second else { return false }
    }
    return true
  }
}
