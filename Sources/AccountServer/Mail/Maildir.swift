import Glibc

/// A folder of messages as other mail programs read it: written in `tmp`, then moved to `new`.
struct Maildir: Sendable {
  let directory: String

  struct Failure: Error, CustomStringConvertible {
    let path: String
    let errno: Int32

    var description: String { "\(path): \(String(cString: strerror(errno)))" }
  }

  /// Makes the folder with `tmp`, `new` and `cur` where it is missing, for its owner alone.
  init(_ directory: String) throws(Failure) {
    self.directory = directory
    for path in [directory, "\(directory)/tmp", "\(directory)/new", "\(directory)/cur"] {
      guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
        throw Failure(path: path, errno: errno)
      }
    }
  }

  /// Delivers a message that is on the disk under its final name when this returns. A name that is
  /// delivered twice is one message.
  func deliver(_ message: [UInt8], name: String) throws(Failure) {
    let temporary = "\(directory)/tmp/\(name)"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw Failure(path: temporary, errno: errno) }
    let written = message.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    let failure: Int32? =
      written < 0
      ? errno : written < message.count ? ENOSPC : fsync(descriptor) < 0 ? errno : nil
    close(descriptor)
    if let failure {
      unlink(temporary)
      throw Failure(path: temporary, errno: failure)
    }
    let final = "\(directory)/new/\(name)"
    guard rename(temporary, final) == 0 else { throw Failure(path: final, errno: errno) }
    let folder = open("\(directory)/new", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw Failure(path: final, errno: errno) }
    defer { close(folder) }
    guard fsync(folder) == 0 else { throw Failure(path: final, errno: errno) }
  }
}
