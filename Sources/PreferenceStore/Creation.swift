import CFiles
import Glibc
import SystemCalls

// How a preference file comes to stand at its path, and how a damaged one leaves it.
extension State {
  /// Makes the file with the changes in it, complete and on the disk before it has its name; `nil`
  /// if another process was first.
  ///
  /// Both records are primaries, so that the file is not at rest before its name is on the disk
  /// too: whoever commits until then syncs the directory as well.
  mutating func create(
    _ changes: PreferenceChanges, _ path: String
  ) throws(PreferenceError) -> Commit? {
    let now = SystemClock.millisecondsSince1970()
    let old = memory ?? .initial
    let next = try (changes.merged(into: old, now: now) ?? old).succeeding(committedAt: now)
    var bytes = try Record.encode(next, as: .primary)
    bytes += [UInt8](repeating: 0, count: Slots.stride - bytes.count)
    bytes += bytes

    let directory = parentDirectory(of: path)
    var changed = [directory]
    let made: MappedFile?
    do throws(SystemError) {
      changed += try makeDirectories(directory)
      let file = try placeNewFile(bytes, at: path, in: directory)
      made = try? MappedFile(adopting: file, for: .writing, path: path)
    } catch {
      if error.errno == EEXIST { return nil }
      throw .notWritable(path: path, errno: error.errno)
    }
    adopt(made, next)
    return Commit(
      preference: next, wasChanged: true,
      isNewDevice: old.device != .none && next.device != old.device,
      pending: .init(file: made, directories: changed))
  }

  /// Moves a locked file without a whole record to a dated name. A file without the format's magic
  /// is somebody else's, and stays.
  mutating func setAside(
    lockedFile file: MappedFile, _ path: String
  ) throws(PreferenceError) -> String {
    guard file.bearsMagic else { throw .foreignFile(path: path) }
    guard file.owner == geteuid() else { throw .damaged(path: path, errno: EPERM) }
    let dated = path + ".damaged-" + timestamp()
    var name = dated
    var result = cs_move_exclusively(path, name)
    var number = 2
    while result == -EEXIST, number < 100 {
      name = "\(dated)-\(number)"
      result = cs_move_exclusively(path, name)
      number += 1
    }
    guard result == 0 else { throw .damaged(path: path, errno: -result) }
    forgetFile()
    return name
  }
}

/// Writes and syncs a new file and gives it its name; EEXIST if that is taken.
private func placeNewFile(
  _ bytes: [UInt8], at path: String, in directory: String
) throws(SystemError) -> OwnedDescriptor {
  let opened = cs_open_unnamed(directory)
  if opened >= 0 {
    let unnamed = OwnedDescriptor(owning: opened)
    try fill(unnamed, bytes)
    let result = cs_link_open_file(unnamed.number, path)
    if result == 0 { return unnamed }
    // Without /proc it cannot be named.
    if result != -ENOENT { throw SystemError(-result) }
  } else if opened != -EOPNOTSUPP && opened != -EISDIR && opened != -EINVAL {
    throw SystemError(-opened)
  }

  let temporary = "\(path).new-\(getpid())-\(SystemClock.monotonic())"
  let named = try OwnedDescriptor(checking: cs_open_new(temporary))
  do throws(SystemError) {
    try fill(named, bytes)
    try SystemError.check(cs_move_exclusively(temporary, path))
  } catch {
    unlink(temporary)
    throw error
  }
  return named
}

private func fill(_ file: borrowing OwnedDescriptor, _ bytes: [UInt8]) throws(SystemError) {
  let written = pwrite(file.number, bytes, bytes.count, 0)
  if written < 0 { throw .last }
  if written < bytes.count { throw SystemError(ENOSPC) }
  if fsync(file.number) < 0 { throw .last }
}

/// The time in UTC as a part of a name: `20250601T120000Z`.
private func timestamp() -> String {
  var now = time(nil)
  var parts = tm()
  gmtime_r(&now, &parts)
  func digits(_ number: Int32, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
  }
  return digits(parts.tm_year + 1900, 4) + digits(parts.tm_mon + 1, 2) + digits(parts.tm_mday, 2)
    + "T" + digits(parts.tm_hour, 2) + digits(parts.tm_min, 2) + digits(parts.tm_sec, 2) + "Z"
}
