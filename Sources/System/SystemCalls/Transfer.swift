import Glibc

/// Writes as much as a non-blocking descriptor has room for, or everything to a blocking one.
///
/// - Returns: how many bytes were written.
/// - Throws: ENOSPC also if a write returns 0.
public func writeAvailable(
  _ bytes: UnsafeRawBufferPointer, to descriptor: Int32
) throws(SystemError) -> Int {
  var written = 0
  while written < bytes.count {
    let count = write(descriptor, bytes.baseAddress! + written, bytes.count - written)
    if count > 0 {
      written += count
    } else if count == 0 {
      throw SystemError(ENOSPC)
    } else if errno == EAGAIN {
      break
    } else if errno != EINTR {
      throw .last
    }
  }
  return written
}

public func writeAvailable(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) -> Int {
  try bytes.withUnsafeBufferPointer { bytes throws(SystemError) in
    try writeAvailable(UnsafeRawBufferPointer(bytes), to: descriptor)
  }
}

/// Writes all bytes, in one write(2) if possible.
///
/// - Parameter waitsForRoom: whether to wait for room in a full non-blocking descriptor; otherwise
///   that throws EAGAIN.
/// - Throws: ENOSPC also if a write returns 0.
public func writeAll(
  _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, waitsForRoom: Bool = false
) throws(SystemError) {
  var rest = bytes
  while case let written = try writeAvailable(rest, to: descriptor), written < rest.count {
    guard waitsForRoom else { throw SystemError(EAGAIN) }
    rest = UnsafeRawBufferPointer(rebasing: rest[written...])
    awaitReady(descriptor, POLLOUT)
  }
}

public func writeAll(
  _ bytes: [UInt8], to descriptor: Int32, waitsForRoom: Bool = false
) throws(SystemError) {
  try bytes.withUnsafeBufferPointer { bytes throws(SystemError) in
    try writeAll(UnsafeRawBufferPointer(bytes), to: descriptor, waitsForRoom: waitsForRoom)
  }
}

public func writeAll(_ text: String, to descriptor: Int32) throws(SystemError) {
  try writeAll(Array(text.utf8), to: descriptor)
}

/// Writes a file beside `path` and renames it over that. A kill leaves the old file or the new one.
///
/// - Parameters:
///   - mode: of the new file, less the umask.
///   - isSynced: whether the new file is on the disk before it replaces the old one.
///   - keepsAttributes: whether the new file gets the mode and the owner of the one that it replaces.
///     For files that other programs own.
/// - Throws: EPERM if the owner cannot be kept; the old file stays then.
public func replaceFile(
  _ path: String, with bytes: [UInt8], mode: mode_t = 0o600, isSynced: Bool = false,
  keepsAttributes: Bool = false
) throws(SystemError) {
  // Other threads and programs may write the same file.
  let draft = "\(path).new-\(String(UInt64.random(in: 0...UInt64.max), radix: 16))"
  let file = try OwnedDescriptor(
    opening: draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: mode)
  do throws(SystemError) {
    try writeAll(bytes, to: file.number)
    if keepsAttributes { try keepAttributes(of: path, for: file.number) }
    if isSynced, fsync(file.number) != 0 { throw .last }
    guard rename(draft, path) == 0 else { throw .last }
  } catch {
    unlink(draft)
    throw error
  }
}

private func keepAttributes(of path: String, for descriptor: Int32) throws(SystemError) {
  var (old, new) = (stat(), stat())
  if stat(path, &old) == 0 {
    guard access(path, W_OK) == 0, fstat(descriptor, &new) == 0 else { throw .last }
    if (old.st_uid, old.st_gid) != (new.st_uid, new.st_gid) {
      guard fchown(descriptor, old.st_uid, old.st_gid) == 0 else { throw .last }
    }
    guard fchmod(descriptor, old.st_mode & 0o7777) == 0 else { throw .last }
  }
}

/// Reads to the end of a file or a pipe.
///
/// - Parameters:
///   - limit: the maximum number of bytes.
///   - expected: the probable number of bytes: the file's size, which may change.
/// - Throws: EFBIG if there are more than `limit` bytes.
public func readAll(
  from descriptor: Int32, limit: Int, expected: Int = 4095
) throws(SystemError) -> [UInt8] {
  var bytes: [UInt8] = []
  // One more than expected, so that the next call finds the end.
  var room = max(0, min(expected, limit)) + 1
  while true {
    var failure: Int32 = 0
    let chunk = [UInt8](unsafeUninitializedCapacity: room) { buffer, filled in
      let count = read(descriptor, buffer.baseAddress, room)
      if count < 0 { failure = errno } else { filled = count }
    }
    if failure == EINTR { continue }
    guard failure == 0 else { throw SystemError(failure) }
    if chunk.isEmpty { return bytes }
    if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
    guard bytes.count <= limit else { throw SystemError(EFBIG) }
    room = max(4096, room - chunk.count)
  }
}
