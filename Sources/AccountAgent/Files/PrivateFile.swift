import CSystem
import Glibc

/// A small file for its owner alone (mode 0600), written as a whole or not at all.
///
/// ```swift
/// try PrivateFile("/home/ana/.local/share/lisan/embedded/account.json").write(bytes)
/// ```
struct PrivateFile: Sendable {
  /// Why a file could not be written, such as ENOSPC.
  struct Failure: Error, Hashable, CustomStringConvertible {
    let path: String
    let errno: Int32

    var description: String { "\(path): \(String(cString: strerror(errno)))" }
  }

  /// The most bytes that are read.
  private static let limit = 1 << 20

  let path: String

  init(_ path: String) {
    self.path = path
  }

  /// What is in it; nil where there is none, and for what cannot be such a file: a link, somebody
  /// else's, one that others can write.
  func read() -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == geteuid(), status.st_mode & 0o022 == 0, status.st_size <= Self.limit
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    return count < 0 ? nil : Array(bytes.prefix(count))
  }

  /// Puts other bytes in its place: on the disk first, then under the name, so that a reader and a
  /// crash find the old file or the new one.
  func write(_ bytes: [UInt8]) throws(Failure) {
    try makeDirectories()
    var number: UInt64 = 0
    _ = cs_random(&number, MemoryLayout<UInt64>.size)
    let temporary = "\(path).\(String(number, radix: 16))"
    let descriptor = cs_open_new(temporary)
    guard descriptor >= 0 else { throw Failure(path: path, errno: -descriptor) }
    do throws(Failure) {
      defer { close(descriptor) }
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { throw Failure(path: path, errno: count < 0 ? errno : ENOSPC) }
        rest = rest.dropFirst(count)
      }
      guard fsync(descriptor) == 0, rename(temporary, path) == 0 else {
        throw Failure(path: path, errno: errno)
      }
    } catch {
      unlink(temporary)
      throw error
    }
  }

  func remove() {
    unlink(path)
  }

  /// Makes the directory of the file and those above it that are missing, for their owner alone.
  func makeDirectories() throws(Failure) {
    var made = path.startIndex
    while let slash = path[made...].dropFirst().firstIndex(of: "/") {
      made = slash
      let directory = String(path[..<slash])
      if mkdir(directory, S_IRWXU) != 0, errno != EEXIST, access(directory, F_OK) != 0 {
        throw Failure(path: path, errno: errno)
      }
    }
  }
}
