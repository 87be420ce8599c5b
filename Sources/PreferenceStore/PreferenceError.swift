import Glibc
import SystemCalls

/// Why a change is not in the file, or not known to be on the disk. Whatever it is, the old value
/// is still there.
public enum PreferenceError: Error, Hashable, Sendable {
  /// A field of a record.
  public enum Field: String, Hashable, Sendable {
    case language, market, entries
  }

  /// A system call refused, such as EACCES for a read-only file, ENOSPC for a full disk.
  case notWritable(path: String, errno: Int32)
  /// The file is somebody else's, with this user id; it is read and never written.
  case foreignOwner(path: String, user: UInt32)
  /// A link, a FIFO, a directory or a device stands at the path.
  case notAFile(path: String, kind: FileKind)
  /// The file at the path has no record and no trace of one: it is somebody else's.
  case foreignFile(path: String)
  /// Another process kept the lock for longer than the budget.
  case locked(path: String)
  /// A later major version wrote the file; it is read for what is known and never written.
  case newerVersion(path: String, major: UInt16)
  /// No record of the file is whole and it could not be set aside.
  case damaged(path: String, errno: Int32)
  /// A value does not fit in its field, and is never cut.
  case tooLong(field: Field, bytes: Int, limit: Int)
  /// A value has other characters than ASCII letters, digits and hyphens.
  case malformed(field: Field)
  /// The kernel gave no random numbers for a new device.
  case noRandomness(errno: Int32)
  /// The change is written, but it is not known to survive a power cut.
  case notDurable(path: String, errno: Int32)

  /// The system's number for it, such as ENOSPC; the nearest one where no call failed.
  public var errno: Int32 {
    switch self {
    case .notWritable(_, let errno), .damaged(_, let errno), .noRandomness(let errno),
      .notDurable(_, let errno):
      errno
    case .foreignOwner: EPERM
    case .notAFile(_, let kind): kind.errno
    case .foreignFile: EINVAL
    case .locked: EWOULDBLOCK
    case .newerVersion: EPROTONOSUPPORT
    case .tooLong: EMSGSIZE
    case .malformed: EINVAL
    }
  }

  /// The file concerned, where it is one.
  public var path: String? {
    switch self {
    case .notWritable(let path, _), .foreignOwner(let path, _), .notAFile(let path, _),
      .foreignFile(let path), .locked(let path), .newerVersion(let path, _), .damaged(let path, _),
      .notDurable(let path, _):
      path
    case .tooLong, .malformed, .noRandomness: nil
    }
  }
}

extension PreferenceError: CustomStringConvertible {
  /// One line in English for a log, such as `/p/preferences: not written: No space left on device`.
  public var description: String { path.map { "\($0): \(reason)" } ?? reason }

  /// The same without the path, for a sentence that names it already.
  public var reason: String {
    switch self {
    case .notWritable(_, let errno): "not written: \(SystemError(errno))"
    case .foreignOwner(_, let user): "not written: it belongs to user \(user)"
    case .notAFile(_, let kind): "not written: it is \(kind.rawValue)"
    case .foreignFile: "not written: it is no preference file"
    case .locked: "not written: another process holds its lock"
    case .newerVersion(_, let major):
      "not written: version \(major) of the format is newer than this program"
    case .damaged(_, let errno): "not written: damaged, and not set aside: \(SystemError(errno))"
    case .tooLong(let field, let bytes, let limit):
      "\(field.rawValue): \(bytes) bytes, \(limit) fit"
    case .malformed(let field):
      "\(field.rawValue): only ASCII letters, digits and hyphens are allowed"
    case .noRandomness(let errno): "no random numbers: \(SystemError(errno))"
    case .notDurable(_, let errno):
      "written, but may not survive a power cut: \(SystemError(errno))"
    }
  }
}
