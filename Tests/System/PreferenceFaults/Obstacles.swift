import CTracer
import Glibc
import LisanPreferences

/// Attacks by what is around the file: disks without room, rights, other things at its path, locks.
public enum Obstacles {
  /// A full file system of 1 MiB in memory: an existing file takes every change, a new one is
  /// refused and leaves nothing behind.
  public static func fullDisk(_ changes: Int) throws -> Outcome {
    var outcome = Outcome("full disk, existing file")
    guard let disk = Mount.memory() else {
      outcome.skipped = Permission.memoryMount.refusal
      return outcome
    }
    defer { disk.unmount() }
    let path = "\(disk.directory)/preferences"
    let file = preferenceFile(at: path)
    try file.set(Numbered.change(1))
    fill(disk.directory)
    for number in 2..<changes + 2 {
      try file.set(Numbered.change(number))
      outcome.count("changes kept")
    }
    outcome.expect(
      Numbered.number(of: preferenceFile(at: path).read().preference ?? .initial) == changes + 1,
      "the last change is not there")
    let names = Scratch.names(in: disk.directory)
    outcome.expect(
      refusal { try preferenceFile(at: "\(disk.directory)/other").commit(.choice("ar")) }
        == .notWritable(path: "\(disk.directory)/other", errno: ENOSPC),
      "a new file was not refused for want of room")
    outcome.expect(Scratch.names(in: disk.directory) == names, "a new file left something behind")
    outcome.count("new file refused")
    return outcome
  }

  /// A sparse file on a full ext4 file system: the slot that has no block cannot be written, and
  /// the one that has keeps its value.
  public static func sparseFile() throws -> Outcome {
    var outcome = Outcome("full disk, sparse file")
    guard let disk = Mount.ext4() else {
      outcome.skipped = Permission.loopMount.refusal
      return outcome
    }
    defer { disk.unmount() }
    let path = "\(disk.directory)/preferences"
    try preferenceFile(at: path).set(Numbered.change(1))
    guard let bytes = contents(path) else { throw SetUpFailure(what: "no file at \(path)") }
    unlink(path)
    put(Array(bytes.prefix(RecordShape.current.length)), at: path)
    truncate(path, off_t(bytes.count))
    sync()
    fill(disk.directory)
    let file = preferenceFile(at: path)
    guard case .degraded(let value) = file.read(), Numbered.number(of: value) == 1 else {
      outcome.fail("not served before: \(file.read())")
      return outcome
    }
    outcome.expect(
      refusal { try file.commit(Numbered.change(2)) } == .notWritable(path: path, errno: ENOSPC),
      "not refused for want of room")
    for reader in [file, preferenceFile(at: path)] {
      outcome.expect(reader.read().preference == value, "old value not kept: \(reader.read())")
    }
    outcome.count("refused, old value kept")
    free(disk.directory)
    // ext4 gives freed blocks away only after its journal has them.
    sync()
    try file.set(Numbered.change(2))
    outcome.expect(try fileReport(of: path).findings == [], "not mended once there is room")
    outcome.count("mended once there is room")
    return outcome
  }

  /// A file whose mode permits no writing.
  public static func readOnlyFile() throws -> Outcome {
    var outcome = Outcome("read-only file")
    let scratch = Scratch()
    let value = try preferenceFile(at: scratch.path).set(Numbered.change(1)).preference
    chmod(scratch.path, 0o400)
    serves(
      scratch.path, value, refusing: .notWritable(path: scratch.path, errno: EACCES), &outcome)
    return outcome
  }

  /// A file on a file system that is mounted read-only.
  public static func readOnlyMount() throws -> Outcome {
    var outcome = Outcome("read-only mount")
    guard let disk = Mount.memory() else {
      outcome.skipped = Permission.memoryMount.refusal
      return outcome
    }
    defer { disk.unmount() }
    let path = "\(disk.directory)/preferences"
    let value = try preferenceFile(at: path).set(Numbered.change(1)).preference
    guard disk.makeReadOnly() else {
      outcome.fail("could not be mounted anew")
      return outcome
    }
    serves(path, value, refusing: .notWritable(path: path, errno: EROFS), &outcome)
    return outcome
  }

  /// A file of another owner, which may be read or not.
  public static func otherOwner() throws -> Outcome {
    var outcome = Outcome("another owner's file")
    guard Permission.otherOwners.isGiven else {
      outcome.skipped = Permission.otherOwners.refusal
      return outcome
    }
    let scratch = Scratch()
    let path = scratch.path
    let value = try preferenceFile(at: path).set(Numbered.change(1)).preference
    let bytes = contents(path)
    chown(path, 65_534, 65_534)
    serves(path, value, refusing: .foreignOwner(path: path, user: 65_534), &outcome)
    chown(path, 0, 0)
    chmod(scratch.directory, 0o755)
    for (mode, code, name) in [
      (mode_t(0o644), Int32(11), "root's file, as another user: reads, write reports"),
      (0o600, 21, "root's secret file, as another user: reported"),
    ] {
      chmod(path, mode)
      let child = try Child.start(["as-user", "65534", path])
      let end = tracer_wait(child)
      outcome.expect(end == code, "\(name): exit code \(end)")
      outcome.expect(contents(path) == bytes, "\(name): value changed")
      outcome.count(name)
    }
    return outcome
  }

  /// A file that is read as ever, and reports a write.
  private static func serves(
    _ path: String, _ value: Preference, refusing error: PreferenceError, _ outcome: inout Outcome
  ) {
    let bytes = contents(path)
    let file = preferenceFile(at: path)
    outcome.expect(file.read() == .good(value), "\(file.read())")
    let refused = refusal { try file.commit(Numbered.change(2)) }
    outcome.expect(refused == error, "\(String(describing: refused))")
    outcome.expect(file.current == value && contents(path) == bytes, "value changed")
    outcome.count("reads, write reports")
  }

  /// Other things than a file at the path: refused at once, and left as they are.
  public static func otherThings() throws -> Outcome {
    var outcome = Outcome("symlink, FIFO, directory at the path")
    let scratch = Scratch()
    let target = "\(scratch.directory)/target"
    try preferenceFile(at: target).set(Numbered.change(1))
    let bytes = contents(target)
    let path = scratch.path
    for (name, kind, make) in [
      ("symlink", FileKind.symbolicLink, { _ = symlink(target, path) }),
      ("dangling symlink", .symbolicLink, { _ = symlink("\(target)-not", path) }),
      ("FIFO", .fifo, { _ = mkfifo(path, 0o600) }),
      ("directory", .directory, { _ = mkdir(path, 0o700) }),
      ("socket", .socket, { _ = mknod(path, S_IFSOCK | 0o600, 0) }),
    ] {
      make()
      let file = preferenceFile(at: path)
      // The quickest of several: a busy machine can stretch any single one.
      var reading = Double.infinity
      var writing = Double.infinity
      var answer = file.read()
      var refused: PreferenceError?
      for _ in 0..<20 {
        let start = monotonicSeconds()
        answer = file.read()
        let read = monotonicSeconds()
        refused = refusal { try file.commit(Numbered.change(2)) }
        reading = min(reading, read - start)
        writing = min(writing, monotonicSeconds() - read)
      }
      if case .unreadable(let failure) = answer, failure.kind == kind {
        outcome.count("\(name) refused")
      } else {
        outcome.fail("\(name): \(answer)")
      }
      outcome.expect(
        refused == .notAFile(path: path, kind: kind), "\(name): \(String(describing: refused))")
      // A wait for the lock alone takes 10 ms.
      outcome.expect(reading < 0.005 && writing < 0.005, "\(name): took \(reading), \(writing) s")
      outcome.expect(FileKind(at: path) == kind, "\(name): is gone")
      if unlink(path) < 0 { rmdir(path) }
    }
    outcome.expect(contents(target) == bytes, "the link's target was changed")
    outcome.expect(scratch.names() == ["target"], "left behind: \(scratch.names())")
    return outcome
  }

  /// The lock in other hands: reads go on at once, a write answers within 10 ms.
  public static func heldLock(_ times: Int) throws -> Outcome {
    var outcome = Outcome("lock held by another")
    let scratch = Scratch()
    let file = preferenceFile(at: scratch.path)
    let value = try file.set(Numbered.change(1)).preference
    let holder = open(scratch.path, O_RDONLY | O_CLOEXEC)
    guard flock(holder, LOCK_EX) == 0 else { throw SetUpFailure(what: "flock: errno \(errno)") }
    var reads: [Double] = []
    var writes: [Double] = []
    // A busy machine stretches single answers; what counts is that none waits for the lock.
    var isSlow: Bool { (reads.min() ?? 1) >= 0.005 || (writes.min() ?? 1) >= 0.010 }
    while reads.count < times || (isSlow && reads.count < 40 * times) {
      let start = monotonicSeconds()
      outcome.expect(preferenceFile(at: scratch.path).read() == .good(value), "not read")
      let read = monotonicSeconds()
      let refused = refusal { try file.commit(Numbered.change(2)) }
      let written = monotonicSeconds()
      outcome.expect(refused == .locked(path: scratch.path), String(describing: refused))
      outcome.count("reads at once, write answers")
      reads.append(read - start)
      writes.append(written - read)
    }
    let (read, write) = (reads.min() ?? 0, writes.min() ?? 0)
    outcome.expect(read < 0.005, "a read took \(read) s")
    outcome.expect(write < 0.010, "an answer to a write took \(write) s")
    outcome.count("µs a refused write", times: Int(write * 1e6))
    // Not by closing it alone: a process that is being started at this moment has a copy of it.
    flock(holder, LOCK_UN)
    close(holder)
    try file.set(Numbered.change(2))
    return outcome
  }

  /// Writers of one file at once, each with an entry of its own; readers meanwhile.
  public static func writers(_ count: Int, changes: Int) throws -> Outcome {
    var outcome = Outcome("\(count) writers, \(grouped(changes)) changes each")
    let scratch = Scratch(onDisk: true)
    let writers = try (0..<count).map { index in
      try Child.start(["writer", scratch.path, String(101 + index), String(changes)])
    }
    let readers = try (0..<2).map { _ in
      try Child.start(["reader", scratch.path, String(count * changes)])
    }
    for writer in writers {
      let end = tracer_wait(writer)
      outcome.expect(end == 0, "a writer ended with \(end)")
    }
    let answer = preferenceFile(at: scratch.path).read()
    guard case .good(let value) = answer else {
      outcome.fail("\(answer)")
      for reader in readers { tracer_kill(reader) }
      return outcome
    }
    for index in 0..<count {
      let last = value[Entry.Kind(rawValue: UInt8(101 + index))]?.text
      outcome.expect(last == String(changes), "writer \(index) ends at \(last ?? "nothing")")
    }
    outcome.expect(
      value.generation == UInt64(count * changes), "generation \(value.generation) at the end")
    outcome.count("changes in the file", times: Int(value.generation))
    outcome.count("lost", times: count * changes - Int(value.generation))
    for reader in readers {
      if value.generation < UInt64(count * changes) {
        tracer_kill(reader)
        continue
      }
      let end = tracer_wait(reader)
      outcome.expect(end == 0, "a reader ended with \(end)")
      if end == 0 { outcome.count("readers saw generations only grow") }
    }
    outcome.expect(try fileReport(of: scratch.path).findings == [], "the file needs mending")
    return outcome
  }

  private static func refusal(_ body: () throws -> Commit) -> PreferenceError? {
    do {
      _ = try body()
      return nil
    } catch {
      return error as? PreferenceError
    }
  }

  /// Uses up a file system to its last byte.
  private static func fill(_ directory: String) {
    let descriptor = open("\(directory)/filler", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    var length = 65_536
    let block = [UInt8](repeating: 0xAA, count: length)
    while length > 0 {
      if write(descriptor, block, length) < length { length /= 2 }
    }
    fsync(descriptor)
    close(descriptor)
  }

  /// Makes room again. ext4 has it once its journal is written.
  private static func free(_ directory: String) {
    unlink("\(directory)/filler")
    let handle = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { close(handle) }
    for _ in 0..<100 {
      fsync(handle)
      sync()
      var status = statvfs()
      if statvfs(directory, &status) == 0, status.f_bfree > 64 { return }
    }
  }
}

extension FileKind {
  /// What stands at a path; `nil` for a regular file or nothing.
  fileprivate init?(at path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFLNK: self = .symbolicLink
    case S_IFDIR: self = .directory
    case S_IFIFO: self = .fifo
    case S_IFSOCK: self = .socket
    default: return nil
    }
  }
}
