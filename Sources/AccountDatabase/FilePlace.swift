import Glibc

/// Whether an open database's file and write-ahead log are still where they were. Somebody who puts
/// another file in their place, or deletes them, leaves those who have them open with files that
/// nobody will ever read again.
public struct FilePlace: Hashable, Sendable {
  private let files: [Identity]

  /// What tells a file from another one of the same name.
  private struct Identity: Hashable, Sendable {
    let path: String
    let device: UInt64
    let inode: UInt64

    /// Nil where there is none.
    init?(_ path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      self.path = path
      device = UInt64(status.st_dev)
      inode = UInt64(status.st_ino)
    }
  }

  /// The files of a database that is open now; nil where the file is gone already.
  public init?(_ path: String) {
    guard let file = Identity(path) else { return nil }
    // The log is there from the first connection to the last.
    files = [file] + (Identity("\(path)-wal").map { [$0] } ?? [])
  }

  /// Whether each of them is the same file as then.
  public var isKept: Bool { files.allSatisfy { Identity($0.path) == $0 } }
}
