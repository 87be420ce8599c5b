import CSystem
import Glibc
import SystemCalls

/// The state of a `StoreFile` between calls; always accessed under its mutex.
struct State {
  let format: RecordFormat
  /// Whether a file without the format's mark is set aside, too.
  let ownsPath: Bool
  /// The open file, until another one is found at the path.
  private var file: MappedFile?
  /// The last contents read or committed, from which a deleted file is restored.
  private(set) var known: StoredRecord?
  /// Shows that `known` still matches the slots; `nil` if they must be read again.
  private var seal: Seal?
  /// The major version of the file, if it is a later one.
  private var newerMajor: UInt16?
  /// The last answer given to the caller.
  private var told: ReadAnswer<StoredRecord>?
  /// The commit of this object that may not be on the disk yet.
  private var pendingGeneration: UInt64?
  /// The new name of a file that was set aside for a commit; reported with the first that succeeds.
  private var aside: String?

  init(format: RecordFormat, ownsPath: Bool) {
    self.format = format
    self.ownsPath = ownsPath
  }

  /// Continues with another file, or with none. The contents stay known.
  mutating func open(_ opened: MappedFile?) {
    file = opened
    seal = nil
    pendingGeneration = nil
    newerMajor = nil
  }

  /// Moves away a file that has the format's magic but no valid record. Returns its new name, or
  /// `nil` if there is no such file at the path.
  mutating func setAside(
    _ path: String, _ budget: LockBudget
  ) throws(StoreError) -> String? {
    // If this object knows the contents, its next commit restores them.
    guard known == nil, case .damaged = answer(path), let file else { return nil }
    try lock(file, within: budget.commit.nanoseconds, path)
    defer { unlockFile(file.descriptor) }
    // Another process may have repaired or moved it before it was locked.
    guard file.isAt(path), file.slots().newest == nil else { return nil }
    return try setAside(lockedFile: file, path)
  }

  /// Whether the last file read is one that no commit may set aside.
  var isForeign: Bool { !ownsPath && file?.bearsMagic == false }

  /// Continues with a file that this process just created.
  mutating func adopt(_ made: MappedFile, _ record: StoredRecord) {
    open(made)
    pendingGeneration = record.generation
    note(record)
  }

  /// Takes the file's lock for a commit, within this many nanoseconds.
  private func lock(
    _ file: MappedFile, within budget: Int64, _ path: String
  ) throws(StoreError) {
    do throws(SystemError) {
      try lockFile(file.descriptor, within: budget)
    } catch {
      if error.errno == EWOULDBLOCK { throw .locked(path: path) }
      throw .notWritable(path: path, errno: error.errno)
    }
  }

  // MARK: Reading

  mutating func read(_ path: String) -> ReadAnswer<StoredRecord> {
    let answer = answer(path)
    told = answer
    return answer
  }

  /// Reads again; returns the answer if it differs from the last one given.
  mutating func readNews(_ path: String) -> ReadAnswer<StoredRecord>? {
    let before = told
    let now = read(path)
    return now == before ? nil : now
  }

  private mutating func answer(_ path: String) -> ReadAnswer<StoredRecord> {
    if let file, !file.isAt(path) { open(nil) }
    if file == nil {
      do throws(ReadFailure) {
        open(try MappedFile(path: path, format: format, for: .reading))
      } catch {
        return error.errno == ENOENT && error.kind == nil ? .absent : .unreadable(error)
      }
    }
    guard let (record, slots) = decode(file!) else { return .damaged }
    if let newerMajor { return .newer(record, major: newerMajor) }
    return slots.isDegraded ? .degraded(record) : .good(record)
  }

  mutating func current() -> StoredRecord? {
    refresh()
    return known
  }

  /// Makes `known` the current contents of the open file, unless its records are damaged.
  @inline(__always)
  mutating func refresh() {
    guard let file else { return }
    if let seal, seal.holds(for: file) { return }
    _ = decode(file)
  }

  /// Reads both slots. Returns the record to use, and the slots; `nil` if no record is valid.
  private mutating func decode(_ file: MappedFile) -> (record: StoredRecord, slots: Slots)? {
    let (slots, seal) = sealedSlots(file)
    guard let content = slots.current else {
      self.seal = nil
      return nil
    }
    return (remember(content.record, slots, seal), slots)
  }

  /// The slots, and their seal if nobody wrote meanwhile.
  private func sealedSlots(_ file: MappedFile) -> (Slots, Seal?) {
    var seal = Seal(of: file)
    let slots = file.slots()
    guard let unbroken = seal, unbroken.holds(for: file) else { return (slots, nil) }
    seal?.mirrorAtRest = slots.mirrorAtRest
    return (slots, seal)
  }

  /// Notes the contents of the slots and returns the record to use: the one known before, if the
  /// newer of two was damaged since.
  private mutating func remember(
    _ record: StoredRecord, _ slots: Slots, _ seal: Seal?
  ) -> StoredRecord {
    newerMajor = record.major > format.major ? record.major : nil
    self.seal = seal
    if slots.isDegraded, let known, known.identifier == record.identifier,
      known.generation > record.generation
    {
      return known
    }
    known = record
    return record
  }

  // MARK: Committing

  mutating func commit(
    _ change: StoreFile.Change, _ path: String, _ budget: LockBudget
  ) throws(StoreError) -> Commit {
    if file == nil { _ = read(path) }
    let current = current()
    if try change(current) == nil {
      return Commit(record: current)
    }
    let deadline = SystemClock.monotonic() + budget.commit.nanoseconds
    // Another round is needed if another process replaced, created or deleted the file meanwhile.
    for _ in 0..<LockBudget.rounds {
      guard let file = try openForWriting(path) else {
        if let commit = try create(change, path, format) { return telling(commit) }
        continue
      }
      try lock(file, within: max(0, deadline - SystemClock.monotonic()), path)
      defer { unlockFile(file.descriptor) }
      // Another process may have replaced the file before it was locked.
      if file.isAt(path), let commit = try write(change, to: file, path) { return telling(commit) }
      open(nil)
    }
    throw .locked(path: path)
  }

  /// The commit with the name of the file that it set aside.
  private mutating func telling(_ commit: Commit) -> Commit {
    defer { aside = nil }
    var commit = commit
    commit.setAside = aside
    return commit
  }

  /// The file at the path, open for writing; `nil` if there is none.
  private mutating func openForWriting(_ path: String) throws(StoreError) -> MappedFile? {
    if let file, file.access == .writing { return file }
    let opened: MappedFile
    do throws(ReadFailure) {
      opened = try MappedFile(path: path, format: format, for: .writing)
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
    _ change: StoreFile.Change, to file: MappedFile, _ path: String
  ) throws(StoreError) -> Commit? {
    let slots = file.slots()
    guard let newest = slots.newest, let content = slots.content(newest) else {
      aside = try setAside(lockedFile: file, path)
      return nil
    }
    guard content.record.major <= format.major else {
      throw .newerVersion(path: path, major: content.record.major)
    }
    let old = remember(content.record, slots, nil)
    guard let image = try change(old) else {
      note(old)
      return Commit(record: old)
    }
    let next = try image.succeeding(old, format)
    let bytes = next.encoded(as: .primary)

    let target: Int
    if let mirror = slots.mirrorAtRest {
      target = mirror
    } else if isPending(content, slots, in: file) {
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
      record: next, isNewIdentity: next.identifier != old.identifier,
      pending: .init(file: file, directories: directories))
  }

  private mutating func note(_ committed: StoredRecord) {
    known = committed
    told = .good(committed)
  }

  /// See `StoreFile.abandoned()`.
  mutating func abandoned(_ path: String) -> Commit? {
    guard let file = try? openForWriting(path), file.isAt(path) else { return nil }
    let slots = file.slots()
    guard let content = slots.current, content.record.major <= format.major,
      slots.mirrorAtRest == nil, !isPending(content, slots, in: file)
    else { return nil }
    return Commit(
      record: content.record, pending: .init(file: file, directories: [parentDirectory(of: path)]))
  }

  /// Whether the newest record belongs to a commit that a running writer has not acknowledged.
  private func isPending(_ content: SlotContent, _ slots: Slots, in file: MappedFile) -> Bool {
    !slots.isDegraded && content.kind == .primary
      && (content.record.generation == pendingGeneration
        || cs_is_pending_elsewhere(file.descriptor))
  }

  // MARK: Making durable

  /// Step 5, under the lock: writes the mirror if the newest record is the generation that was
  /// synced. Returns false if what it leaves has to be synced: a later record, or a new primary for a
  /// mirror that lost its own.
  mutating func settle(
    _ generation: UInt64, synced: UInt64?, of file: MappedFile, _ path: String
  ) throws(StoreError) -> Bool {
    let slots = file.slots()
    if slots.settledGeneration < generation {
      guard let newest = slots.newest, let content = slots.content(newest),
        content.record.generation >= generation
      else { throw .notDurable(path: path, errno: EIO) }
      guard content.record.generation == synced else { return false }
      let copy = content.record.encoded(as: content.kind == .mirror ? .primary : .mirror)
      do throws(SystemError) {
        try file.write(copy, slot: 1 - newest)
      } catch {
        throw .notDurable(path: path, errno: error.errno)
      }
      if content.kind == .mirror { return false }
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
