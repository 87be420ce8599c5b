import SystemCalls

/// Why a change is not in the file, or may not be on the disk. The old value is always kept.
public enum StoreError: Error, Hashable, Sendable {
  /// The name of a field of a record, such as `payload`.
  public struct Field: RawRepresentable, Hashable, Sendable {
    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Everything that a program stores.
    public static let payload = Field(rawValue: "payload")
  }

  /// A system call failed, such as EACCES for a read-only file or ENOSPC for a full disk.
  case notWritable(path: String, errno: Int32)
  /// The file belongs to another user, with this user ID; it is read but never written.
  case foreignOwner(path: String, user: UInt32)
  /// The path is a link, a FIFO, a directory or a device.
  case notAFile(path: String, kind: FileKind)
  /// The file contains no record and no trace of one: it belongs to another program.
  case foreignFile(path: String)
  /// Another process held the lock for longer than the budget.
  case locked(path: String)
  /// A later major version wrote the file; it is read as far as possible, but never written.
  case newerVersion(path: String, major: UInt16)
  /// The file has no valid record and could not be moved away.
  case damaged(path: String, errno: Int32)
  /// A value is too long for its field. Values are never truncated.
  case tooLong(field: Field, bytes: Int, limit: Int)
  /// A value is not allowed in its field, such as a blank in a language's code.
  case malformed(field: Field)
  /// The change was written, but may not survive a power cut.
  case notDurable(path: String, errno: Int32)

  /// The affected file, if there is one.
  public var path: String? {
    switch self {
    case .notWritable(let path, _), .foreignOwner(let path, _), .notAFile(let path, _),
      .foreignFile(let path), .locked(let path), .newerVersion(let path, _), .damaged(let path, _),
      .notDurable(let path, _):
      path
    case .tooLong, .malformed: nil
    }
  }
}

extension StoreError: CustomStringConvertible {
  /// One line in English for a log, such as `/p/preferences: not written: No space left on device`.
  public var description: String { path.map { "\($0): \(reason)" } ?? reason }

  /// `description` without the path, for a sentence that already names it.
  public var reason: String {
    switch self {
    case .notWritable(_, let errno): "not written: \(SystemError(errno))"
    case .foreignOwner(_, let user): "not written: it belongs to user \(user)"
    case .notAFile(_, let kind): "not written: it is \(kind.rawValue)"
    case .foreignFile: "not written: it is no file of this format"
    case .locked: "not written: another process holds its lock"
    case .newerVersion(_, let major):
      "not written: version \(major) of the format is newer than this program"
    case .damaged(_, let errno): "not written: damaged, and not set aside: \(SystemError(errno))"
    case .tooLong(let field, let bytes, let limit):
      "\(field.rawValue): \(bytes) bytes, \(limit) fit"
    case .malformed(let field): "\(field.rawValue): characters that are not allowed"
    case .notDurable(_, let errno):
      "written, but may not survive a power cut: \(SystemError(errno))"
    }
  }
}
