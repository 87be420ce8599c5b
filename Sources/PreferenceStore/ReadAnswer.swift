import SystemCalls

/// What a read found: six answers that are never mixed up, such as `.good(preference)`.
public enum ReadAnswer: Hashable, Sendable {
  /// There is no file.
  case absent
  /// Both records are whole.
  case good(Preference)
  /// One record is damaged: the other serves, and the next commit mends the file.
  case degraded(Preference)
  /// No record is whole. Nothing is done about it: `PreferenceFile.setAside()` moves such a file out
  /// of the way. This object may still know what was in it, and puts that back with the next commit.
  case damaged
  /// The file cannot be read, or is none; it is never overwritten.
  case unreadable(ReadFailure)
  /// A later major version wrote it: this is what could be read of it. It is never overwritten.
  case newer(Preference, major: UInt16)

  /// What serves, where something does.
  public var preference: Preference? {
    switch self {
    case .good(let preference), .degraded(let preference), .newer(let preference, _): preference
    case .absent, .damaged, .unreadable: nil
    }
  }
}

/// Why a file cannot be read: `path: Permission denied` or `path: it is a FIFO`.
public struct ReadFailure: Error, Hashable, Sendable, CustomStringConvertible {
  public var path: String
  /// The system's number for it, such as EACCES; ELOOP for a symbolic link, EISDIR for a directory.
  public var errno: Int32
  /// What stands there, where it is no regular file.
  public var kind: FileKind?

  init(path: String, errno: Int32) {
    self.path = path
    self.errno = errno
  }

  init(path: String, kind: FileKind) {
    self.path = path
    self.errno = kind.errno
    self.kind = kind
  }

  public var description: String {
    if let kind { return "\(path): it is \(kind.rawValue)" }
    return "\(path): \(SystemError(errno))"
  }
}
