import CSystem
import Glibc
import SystemCalls

// Creates a file at its path, and moves a damaged one away.
extension State {
  /// Creates a file at its path with the changes, complete before it gets its name. Returns `nil` if
  /// another process was first.
  ///
  /// Nothing waits for the disk here, as in every commit. Both records are primaries, so the file is
  /// not at rest until they and its name are on the disk. Commits until then also sync the directory.
  /// Only a power cut before that can leave the name without a record.
  mutating func create(
    _ change: StoreFile.Change, _ path: String, _ format: RecordFormat
  ) throws(StoreError) -> Commit? {
    let old = known
    guard let image = try change(old) ?? old.map(RecordImage.init) else {
      return Commit(record: nil)
    }
    let next = try image.succeeding(old, format)
    var bytes = next.encoded(as: .primary)
    bytes += [UInt8](repeating: 0, count: format.stride - bytes.count)
    bytes += bytes

    let directory = parentDirectory(of: path)
    var changed = [directory]
    let made: MappedFile
    do throws(SystemError) {
      changed += try makeDirectories(directory)
      made = try placeNewFile(bytes, at: path, in: directory, format)
    } catch {
      if error.errno == EEXIST { return nil }
      throw .notWritable(path: path, errno: error.errno)
    }
    adopt(made, next)
    return Commit(
      record: next, isNewIdentity: old.map { $0.identifier != next.identifier } ?? false,
      pending: .init(file: made, directories: changed))
  }

  /// Moves a locked file without a valid record to a dated name. A file without the format's magic
  /// belongs to another program and is not moved, unless the path is this format's alone.
  mutating func setAside(
    lockedFile file: MappedFile, _ path: String
  ) throws(StoreError) -> String {
    guard ownsPath || file.bearsMagic else { throw .foreignFile(path: path) }
    guard file.owner == geteuid() else { throw .damaged(path: path, errno: EPERM) }
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let result = cs_set_aside(path, &buffer, buffer.count)
    guard result == 0 else { throw .damaged(path: path, errno: -result) }
    let name = String(
      decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    open(nil)
    return name
  }
}

/// Writes a new file, then links it to its name; fails with EEXIST if the name is taken.
private func placeNewFile(
  _ bytes: [UInt8], at path: String, in directory: String, _ format: RecordFormat
) throws(SystemError) -> MappedFile {
  let opened = cs_open_unnamed(directory)
  if opened >= 0 {
    let unnamed = try filled(OwnedDescriptor(owning: opened), bytes, format, path)
    let result = cs_link_open_file(unnamed.descriptor, path)
    if result == 0 { return unnamed }
    // Without /proc, it cannot be linked.
    if result != -ENOENT { throw SystemError(-result) }
  } else if opened != -EOPNOTSUPP && opened != -EISDIR && opened != -EINVAL {
    throw SystemError(-opened)
  }

  let temporary = "\(path).new-\(getpid())-\(SystemClock.monotonic())"
  let file = try OwnedDescriptor(checking: cs_open_new(temporary))
  do throws(SystemError) {
    let named = try filled(file, bytes, format, path)
    try SystemError.check(cs_move_exclusively(temporary, path))
    return named
  } catch {
    unlink(temporary)
    throw error
  }
}

/// A new file with its bytes, marked as one whose commit is not acknowledged yet.
private func filled(
  _ file: consuming OwnedDescriptor, _ bytes: [UInt8], _ format: RecordFormat, _ path: String
) throws(SystemError) -> MappedFile {
  let written = pwrite(file.number, bytes, bytes.count, 0)
  if written < 0 { throw .last }
  if written < bytes.count { throw SystemError(ENOSPC) }
  _ = cs_mark_pending(file.number)
  do throws(ReadFailure) {
    return try MappedFile(adopting: file, format: format, for: .writing, path: path)
  } catch {
    throw SystemError(error.errno)
  }
}
