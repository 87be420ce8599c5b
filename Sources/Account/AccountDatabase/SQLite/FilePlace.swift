import Glibc

/// Checks whether an open database's file and write-ahead log are still in place. If they were
/// replaced or deleted, open connections use files that nobody will read again.
public struct FilePlace: Hashable, Sendable {
  private let files: [Identity]

  /// Identifies a file, independently of its name.
  private struct Identity: Hashable, Sendable {
    let path: String
    let device: UInt64
    let inode: UInt64

    /// Nil if the file does not exist.
    init?(_ path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      self.path = path
      device = UInt64(status.st_dev)
      inode = UInt64(status.st_ino)
    }
  }

  /// Records the files of an open database; nil if the file is already gone.
  public init?(_ path: String) {
    guard let file = Identity(path) else { return nil }
    // The log exists while there is a connection.
    files = [file] + (Identity("\(path)-wal").map { [$0] } ?? [])
  }

  /// Whether all files are still the recorded ones.
  public var isKept: Bool { files.allSatisfy { Identity($0.path) == $0 } }
}
