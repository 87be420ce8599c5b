import Glibc
import SystemCalls

/// A file that other programs own and read, such as a shell's. It is replaced as a whole, through links,
/// with its mode and owner, under a lock of its directory.
struct ForeignFile {
  /// The file behind links, even if it does not exist yet.
  let target: String

  /// The largest accepted file in bytes.
  private static let limit = 16 << 20
  /// How long another change may take, in nanoseconds.
  private static let patience: Int64 = 5_000_000_000

  /// Whether the path is a link. The directory of a linked file is not made: it may be a disk that is away.
  private let isLink: Bool

  init(_ path: String) {
    let end = followingLinks(path)
    isLink = end != path
    let real = realpath(path, nil)
    defer { free(real) }
    target = real.map { String(cString: $0) } ?? end
  }

  /// The bytes; nil if it does not exist.
  func read() throws(SystemError) -> [UInt8]? { try Self.read(target) }

  /// The bytes of the file behind a path; nil if it does not exist.
  static func read(_ path: String) throws(SystemError) -> [UInt8]? {
    do throws(SystemError) {
      let file = try OwnedDescriptor(opening: path, O_RDONLY | O_NONBLOCK)
      var status = stat()
      guard fstat(file.number, &status) == 0 else { throw .last }
      guard status.st_mode & S_IFMT == S_IFREG else { throw SystemError(EINVAL) }
      return try readAll(from: file.number, limit: limit, expected: Int(status.st_size))
    } catch {
      if error.errno == ENOENT { return nil }
      throw error
    }
  }

  /// Keeps other changes away until the result is gone. What was read before may have changed.
  func lock() throws(SystemError) -> OwnedDescriptor {
    let directory = parentDirectory(of: target)
    if !isLink { try makeDirectories(directory) }
    let lock = try OwnedDescriptor(opening: directory, O_RDONLY | O_DIRECTORY)
    try lockFile(lock.number, within: Self.patience)
    return lock
  }

  /// Replaces the file; removes it for nil.
  func write(_ bytes: [UInt8]?) throws(SystemError) {
    if let bytes {
      try replaceFile(target, with: bytes, mode: 0o644, isSynced: true, keepsAttributes: true)
    } else if unlink(target) != 0 {
      throw .last
    }
  }
}
