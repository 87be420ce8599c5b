import CSystem
import Glibc

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
    let now = millisecondsSince1970()
    let old = memory ?? .initial
    let next = try (changes.merged(into: old, now: now) ?? old).succeeding(committedAt: now)
    var bytes = try Record.encode(next, as: .primary)
    bytes += [UInt8](repeating: 0, count: Slots.stride - bytes.count)
    bytes += bytes

    let directory = parent(of: path)
    var changed = [directory]
    let made: MappedFile?
    do throws(SystemError) {
      try makeDirectories(directory, changed: &changed)
      let descriptor = try placeNewFile(bytes, at: path, in: directory)
      made = try? MappedFile(adopting: descriptor, for: .writing, path: path)
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

/// Writes and syncs a new file and gives it its name; EEXIST if that is taken. The open descriptor.
private func placeNewFile(
  _ bytes: [UInt8], at path: String, in directory: String
) throws(SystemError) -> Int32 {
  let unnamed = cs_open_unnamed(directory)
  if unnamed >= 0 {
    do throws(SystemError) {
      try fill(unnamed, bytes)
      let result = cs_link_open_file(unnamed, path)
      if result == 0 { return unnamed }
      // Without /proc it cannot be named.
      if result != -ENOENT { throw SystemError(-result) }
    } catch {
      close(unnamed)
      throw error
    }
    close(unnamed)
  } else if unnamed != -EOPNOTSUPP && unnamed != -EISDIR && unnamed != -EINVAL {
    throw SystemError(-unnamed)
  }

  let temporary = "\(path).new-\(getpid())-\(monotonicMicroseconds())"
  let named = cs_open_new(temporary)
  if named < 0 { throw SystemError(-named) }
  do throws(SystemError) {
    try fill(named, bytes)
    let result = cs_move_exclusively(temporary, path)
    if result < 0 { throw SystemError(-result) }
  } catch {
    unlink(temporary)
    close(named)
    throw error
  }
  return named
}

private func fill(_ descriptor: Int32, _ bytes: [UInt8]) throws(SystemError) {
  let written = pwrite(descriptor, bytes, bytes.count, 0)
  if written < 0 { throw SystemError(errno) }
  if written < bytes.count { throw SystemError(ENOSPC) }
  if fsync(descriptor) < 0 { throw SystemError(errno) }
}

/// `/home/ana/.config/lisan` for `/home/ana/.config/lisan/preferences`.
func parent(of path: String) -> String {
  guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
  return slash == path.startIndex ? "/" : String(path[..<slash])
}

/// Makes a directory and those above it that are missing, for their owner alone, and adds the ones
/// that got a new directory to `changed`.
private func makeDirectories(
  _ directory: String, changed: inout [String]
) throws(SystemError) {
  if access(directory, F_OK) == 0 { return }
  let above = parent(of: directory)
  if above != directory { try makeDirectories(above, changed: &changed) }
  if mkdir(directory, S_IRWXU) == 0 {
    changed.append(above)
  } else if errno != EEXIST {
    throw SystemError(errno)
  }
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
